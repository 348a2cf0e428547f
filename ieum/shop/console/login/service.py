"""Logging in to the console: always by two factors, a password and a code, or a passkey that asks for a finger."""

import secrets
from datetime import UTC, datetime

from ieum.shop.console.login import queries
from ieum.shop.console.login.refusals import StaffCodeWrong, StaffLoginFailed
from ieum.shop.console.login.types import Secrets, StaffLogin
from ieum.shop.desk import sessions
from ieum.shop.desk.access_queries import allows, find_session
from ieum.shop.desk.acting import hash_token
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.refusals import NetworkNotAllowed
from ieum.shop.desk.types import Staff, StaffId
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.limits import household_of
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import passwords
from ieum.shop.members.security import rules as attempts
from ieum.shop.members.security import throttle, totp


class Caller:
    """Origin of a login, and the id under which the record names the request."""

    def __init__(self, *, address: str, user_agent: str, request_id: str, old_token: str = "") -> None:
        self.address = address
        self.user_agent = user_agent.replace("\0", "")[:300]
        self.request_id = request_id
        self.old_token = old_token


def tidy_email(email: str) -> str:
    return email.strip().lower()


def account_key(staff: str, *, key: str) -> str:
    """Under which failed attempts are counted: by what was typed, whether anybody has that mail or not."""
    return attempts.login_key(f"staff:{staff}", key=key)


def home_key(staff: str, address: str, *, key: str) -> str:
    """Under which the attempts count from where this person has logged in before.

    Or whoever knows a mail could hold its person out by one wrong password in a quarter of an hour.
    """
    return attempts.home_key(f"staff:{staff}", address, key=key)


async def log_in(db: Database, form: StaffLogin, settings: Settings, caller: Caller) -> str:
    """Check both factors and begin a session; returns its token.

    Raises StaffLoginFailed whatever was wrong, LoginLocked, TooBusy, NetworkNotAllowed.
    """
    await refuse_other_networks(db, caller)
    # No mail has a NUL, and the database takes none.
    email, key = tidy_email(form.email).replace("\0", " "), settings.secret_key
    async with db.connection() as conn:
        is_home = await queries.has_logged_in_from(conn, email, household_of(caller.address))
    counted = home_key(email, caller.address, key=key) if is_home else account_key(email, key=key)
    async with throttle.attempt(db, account_key=counted, address=caller.address) as attempt:
        async with db.connection() as conn:
            found = await queries.find_secrets(conn, email)
        matches = await passwords.verify_password(
            found and found.password_hash, form.password, reputation=attempt.reputation
        )
        if not matches or found is None:
            raise StaffLoginFailed
        async with db.transaction() as conn:
            token = (
                await begin(conn, found.id, caller, password_hash=found.password_hash)
                if await spend_code(conn, found, form.code, key=key)
                else None
            )
            if token is not None:
                await throttle.succeed(conn, attempt)
        if token is None:
            raise StaffLoginFailed
    return token


async def begin(
    conn: Connection, staff: StaffId, caller: Caller, *, password_hash: str | None = None
) -> str | None:
    """Begin a session under a new token and end the one that this browser had; None where the person was removed.

    A token that somebody else has put into the browser is worth nothing: no session ever takes it over.
    """
    token = secrets.token_urlsafe(32)
    session = await sessions.insert_session(
        conn,
        staff,
        password_hash=password_hash,
        token_hash=hash_token(token),
        address=caller.address,
        user_agent=caller.user_agent,
    )
    if session is None:
        return None
    if caller.old_token:
        await sessions.end_session_of_token(conn, hash_token(caller.old_token))
    begun = await find_session(conn, hash_token(token), address=caller.address)
    if begun is None:
        return None
    await record.append(
        conn, by(begun, caller), [Note(action="session.begin", object_kind="staff", object_id=str(staff))]
    )
    return token


async def log_out(db: Database, token: str, caller: Caller) -> None:
    """End the session of this token; nothing happens where it has none."""
    async with db.transaction() as conn:
        staff = await find_session(conn, hash_token(token), address=caller.address)
        if await sessions.end_session_of_token(conn, hash_token(token)) is not None and staff is not None:
            note = Note(action="session.end", object_kind="staff", object_id=str(staff.id))
            await record.append(conn, by(staff, caller), [note])


def by(staff: Staff, caller: Caller) -> By:
    return By(
        role=staff.role_name,
        request_id=caller.request_id,
        address=caller.address,
        staff=staff.id,
        session=staff.session_id,
    )


async def refuse_other_networks(db: Database, caller: Caller) -> None:
    """Refuse callers whose network is not allowed. Raises NetworkNotAllowed."""
    async with db.connection() as conn:
        if not await allows(conn, caller.address):
            raise NetworkNotAllowed


async def check_code(db: Database, staff: StaffId, code: str, *, settings: Settings, address: str) -> None:
    """Ask somebody who is logged in for a code once more, before what matters. Raises StaffCodeWrong, LoginLocked."""
    key = settings.secret_key
    async with (
        throttle.attempt(
            db,
            account_key=account_key(f"code:{staff}", key=key),
            address=address,
            what="인증번호 확인",
            logged_in=True,
        ) as attempt,
        db.connection() as conn,
    ):
        found = await queries.get_secrets(conn, staff)
        if found is None or not await spend_code(conn, found, code, key=key):
            raise StaffCodeWrong
        await throttle.succeed(conn, attempt)


async def check_password(db: Database, staff: StaffId, password: str, *, key: str, address: str) -> None:
    """Check a person's password. Raises StaffLoginFailed, LoginLocked, TooBusy."""
    async with throttle.attempt(
        db,
        account_key=account_key(f"password:{staff}", key=key),
        address=address,
        what="비밀번호 확인",
        logged_in=True,
    ) as attempt:
        async with db.connection() as conn:
            found = await queries.get_secrets(conn, staff)
        if not await passwords.verify_password(
            found and found.password_hash, password, reputation=attempt.reputation
        ):
            raise StaffLoginFailed("지금 비밀번호가 맞지 않습니다. 다시 확인해 주세요.")
        async with db.connection() as conn:
            await throttle.succeed(conn, attempt)


async def spend_code(conn: Connection, of: Secrets, typed: str, *, key: str) -> bool:
    """Use up a code of the authenticator, or a recovery code, each of which works once; False where it is wrong."""
    code = typed.replace(" ", "")
    secret = totp.unseal(of.sealed_secret, key=key, holder=holder(of.id)) if of.sealed_secret else None
    step = totp.matching_step(secret, code, now=datetime.now(UTC)) if secret else None
    if step is not None:
        return await queries.spend_step(conn, of.id, step)
    return await queries.spend_recovery_code(conn, of.id, totp.hash_recovery_code(code))


def holder(staff: StaffId) -> str:
    """To whom an authenticator's secret is bound: not a number alone, because members have numbers, too."""
    return f"staff:{staff}"
