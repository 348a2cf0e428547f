"""Checking that somebody is who they say."""

from ieum.shop.db import Connection, Database
from ieum.shop.errors import Field, InvalidFields
from ieum.shop.members import passwords
from ieum.shop.members.security import queries, rules, throttle
from ieum.shop.members.types import MemberId


async def check_password(db: Database, member: MemberId, password: str, *, address: str) -> None:
    """Of a member who is logged in and changes something that matters.

    Raises InvalidFields (`currentPw`, `wrong_password`), LoginLocked and TooBusy. Throttled like a
    login, on an account of its own: strangers at the login cannot keep the member away.
    """
    async with throttle.attempt(
        db, account_key=rules.member_key(member), address=address, what="비밀번호 확인"
    ) as made:
        async with db.connection() as conn:
            password_hash = await queries.find_password_hash(conn, member)
        if not await passwords.verify_password(password_hash, password, late=made.late):
            raise InvalidFields(Field("currentPw", "wrong_password", "현재 비밀번호가 일치하지 않습니다."))
        async with db.connection() as conn:
            await throttle.succeed(conn, made)


async def forget(conn: Connection, member: MemberId) -> None:
    """Who leaves takes every way of logging in along."""
    await queries.delete_factors(conn, member)
