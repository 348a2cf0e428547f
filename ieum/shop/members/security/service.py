"""Checks passwords and second factors, and lets members manage their second factor and passkeys."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, Unauthenticated
from ieum.shop.kernel.limits import member_key
from ieum.shop.kernel.queue import defer
from ieum.shop.members import notices, passwords, sessions, tasks
from ieum.shop.members import queries as members
from ieum.shop.members.rules import LOGIN_ID
from ieum.shop.members.security import devices, passkey_queries, queries, rules, throttle, totp
from ieum.shop.members.security.refusals import (
    LoginFailed,
    MemberBlocked,
    OtpWrong,
    PasskeyNotFound,
    SecondFactorRequired,
    SubIdWithheld,
    TotpAlreadyOn,
    TotpNotStarted,
    TotpOff,
)
from ieum.shop.members.security.types import (
    Attempt,
    Credentials,
    Known,
    NewSecret,
    PasskeyId,
    RecoveryCodes,
)
from ieum.shop.members.types import Identity, MemberId
from ieum.shop.site import queries as site


async def check_login(
    db: Database, login_id: str, password: str, otp: str | None, *, key: str, address: str, device: str = ""
) -> Credentials:
    """The member with these credentials. A wrong id and a wrong password get the same answer in the same time.

    `device` is the cookie of earlier logins in this browser (`devices.py`).
    Raises LoginFailed, MemberBlocked, SubIdWithheld, SecondFactorRequired, OtpWrong, LoginLocked, TooBusy.
    """
    account_key = rules.login_key(login_id, key=key)
    # Nobody has an id of another form, and some texts, such as those with NUL, PostgreSQL would not even accept.
    is_possible = LOGIN_ID.fullmatch(login_id) is not None
    known = Known(
        login_id,
        rules.home_key(login_id, address, key=key),
        rules.recognise_browser(device, login_id, key=key, now=datetime.now(UTC)),
    )
    async with throttle.attempt(
        db, account_key=account_key, address=address, known=known if is_possible else None
    ) as attempt:
        found = None
        if is_possible:
            async with db.connection() as conn:
                found = await queries.find_credentials(conn, login_id)
        matches = await passwords.verify_password(
            found and found.password_hash, password, reputation=attempt.reputation
        )
        if not matches or found is None:
            await _notify_of_lock(db, attempt, found and found.id)
            raise LoginFailed
        async with db.connection() as conn:
            if found.blocked or found.withheld:
                # Before a recovery code is used up for nothing.
                await throttle.succeed(conn, attempt)
                raise MemberBlocked if found.blocked else SubIdWithheld
            if found.sealed_secret is not None and not otp:
                await throttle.give_back(conn, attempt)
                raise SecondFactorRequired
            passed = found.sealed_secret is None or await _spend_code(
                conn, found.id, found.sealed_secret, otp or "", key=key
            )
            if passed:
                await throttle.succeed(conn, attempt)
        if not passed:
            await _notify_of_lock(db, attempt, found.id)
            raise OtpWrong
    return found


def remember_device(cookie: str, login_id: str, *, key: str) -> str:
    """The browser's cookie after this login, by which the next one from it is counted apart from strangers' guesses."""
    return devices.remember(cookie, rules.login_key(login_id, key=key), key=key, now=datetime.now(UTC))


async def check_password(db: Database, member: MemberId, password: str, *, address: str) -> None:
    """Ask a logged-in member for the password again, before a change that matters.

    Throttled like a login, but under a key of its own and not by the network, so that strangers at the login, who may
    share that network, cannot lock the member out.
    Raises InvalidFields (`currentPw`, `wrong_password`), LoginLocked and TooBusy.
    """
    async with throttle.attempt(
        db, account_key=member_key(member), address=address, what="비밀번호 확인", logged_in=True
    ) as attempt:
        async with db.connection() as conn:
            password_hash = await queries.find_password_hash(conn, member)
        if not await passwords.verify_password(password_hash, password, reputation=attempt.reputation):
            await _notify_of_lock(db, attempt, member)
            raise InvalidFields(Field("currentPw", "wrong_password", "현재 비밀번호가 일치하지 않습니다."))
        async with db.connection() as conn:
            await throttle.succeed(conn, attempt)


@asynccontextmanager
async def confirmed(
    db: Database, identity: Identity, password: str, *, address: str
) -> AsyncGenerator[Connection]:
    """Ask for the password again, and then open a transaction for the change, if the session is still alive.

    Raises what `check_password` raises, and Unauthenticated: a password takes long enough to check for its owner to
    end the session of a thief meanwhile.
    """
    await check_password(db, identity.member_id, password, address=address)
    async with db.transaction() as conn:
        await sessions.refuse_ended(conn, identity)
        yield conn


async def _notify_of_lock(db: Database, attempt: Attempt, member: MemberId | None) -> None:
    """Queue a mail if this failure locked the account; also without a member, so that it takes as long."""
    if rules.just_locked(attempt.account.failures, rules.ACCOUNT):
        async with db.connection() as conn:
            await defer(conn, tasks.TELL_OF_LOCK, member=member or 0)


async def _spend_code(conn: Connection, member: MemberId, sealed: bytes, typed: str, *, key: str) -> bool:
    """Use up a code of the authenticator app or a recovery code, each of which works once; False where it is wrong."""
    code = typed.replace(" ", "")
    secret = totp.unseal(sealed, key=key, holder=member)
    step = totp.matching_step(secret, code, now=datetime.now(UTC)) if secret else None
    if step is not None:
        return await queries.spend_step(conn, member, step)
    return await queries.spend_recovery_code(conn, member, totp.hash_recovery_code(code))


async def begin_totp(conn: Connection, member: MemberId, *, key: str) -> NewSecret:
    """Create a secret, which has no effect on logins before `confirm_totp`. Raises TotpAlreadyOn, TooManyChanges."""
    secret = totp.new_secret()
    # Before the member's app keeps a secret that `confirm_totp` would refuse.
    await notices.refuse_too_many(conn, member, "security:totp-on")
    if not await queries.insert_secret(conn, member, totp.seal(secret, key=key, holder=member)):
        raise TotpAlreadyOn
    config = await site.get_config(conn)
    account = await members.find_member(conn, member)
    if account is None:
        raise Unauthenticated
    return totp.describe(secret, site=config.site_name, login_id=account.login_id)


async def confirm_totp(conn: Connection, member: MemberId, code: str, *, key: str) -> RecoveryCodes:
    """Turn the second factor on: from now on a login asks for a code.

    Not throttled, because the caller was shown the secret and has nothing to guess.
    Raises TotpNotStarted, TotpAlreadyOn, InvalidFields, TooManyChanges.
    """
    now = datetime.now(UTC)
    pending = await queries.lock_secret(conn, member)
    if pending is None:
        raise TotpNotStarted
    if pending.confirmed:
        raise TotpAlreadyOn
    secret = totp.unseal(pending.sealed_secret, key=key, holder=member)
    step = totp.matching_step(secret, code.replace(" ", ""), now=now) if secret else None
    if step is None:
        raise InvalidFields(Field("code", "code_wrong", "인증번호가 일치하지 않습니다."))
    await notices.refuse_too_many(conn, member, "security:totp-on")
    await queries.confirm_secret(conn, member, step)
    await notices.tell_of_change(conn, member, "totp-on", now=now)
    return await _new_recovery_codes(conn, member)


async def disable_totp(conn: Connection, member: MemberId) -> None:
    """Turn the second factor off; a second call changes nothing."""
    if await queries.delete_secret(conn, member):
        await notices.tell_of_change(conn, member, "totp-off", now=datetime.now(UTC))


async def renew_recovery_codes(conn: Connection, member: MemberId) -> RecoveryCodes:
    """Replace the recovery codes; the old ones stop working. Raises TotpOff, TooManyChanges."""
    secret = await queries.lock_secret(conn, member)
    if secret is None or not secret.confirmed:
        raise TotpOff
    await notices.refuse_too_many(conn, member, "security:recovery-codes")
    await notices.tell_of_change(conn, member, "recovery-codes", now=datetime.now(UTC))
    return await _new_recovery_codes(conn, member)


async def _new_recovery_codes(conn: Connection, member: MemberId) -> RecoveryCodes:
    codes = [totp.new_recovery_code() for _ in range(totp.RECOVERY_CODES)]
    await queries.replace_recovery_codes(conn, member, [totp.hash_recovery_code(code) for code in codes])
    return RecoveryCodes(codes)


async def remove_passkey(conn: Connection, member: MemberId, passkey: PasskeyId) -> None:
    if not await passkey_queries.delete_passkey(conn, member, passkey):
        raise PasskeyNotFound
    await notices.tell_of_change(conn, member, "passkey-off", now=datetime.now(UTC))
