"""Adding a passkey, and logging in with one, each in two calls around a challenge."""

from typing import Any
from uuid import UUID

from ieum.shop.console.login import passkey_queries
from ieum.shop.console.login import service as login
from ieum.shop.console.login.refusals import StaffPasskeyRefused, TooManyStaffPasskeys
from ieum.shop.console.login.types import NewStaffPasskey, StaffPasskey
from ieum.shop.desk.acting import Act
from ieum.shop.desk.noted import Noted
from ieum.shop.desk.types import Staff
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.limits import count_request, network_of
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.security import passkeys, throttle
from ieum.shop.members.security import rules as attempts
from ieum.shop.members.security.types import Ceremony
from ieum.shop.site import queries as site

PASSKEY_ON = Noted("staff.passkey_on", "staff")


MOST = 10
CHALLENGES_A_MINUTE = 30


async def begin_adding(conn: Connection, staff: Staff, settings: Settings) -> Ceremony:
    """Begin adding a passkey. Raises TooManyStaffPasskeys."""
    registered = await passkey_queries.list_credentials(conn, staff.id)
    if len(registered) >= MOST:
        raise TooManyStaffPasskeys
    challenge = passkeys.new_challenge()
    challenge_id = await passkey_queries.insert_challenge(
        conn, challenge, staff=staff.id, lifetime=passkeys.LIFETIME
    )
    config = await site.get_config(conn)
    options = passkeys.registration_options(
        passkeys.site_of(settings.public_url),
        challenge,
        shop=f"{config.site_name} 콘솔",
        login_id=staff.email,
        handle=passkeys.user_handle(await passkey_queries.get_handle(conn, staff.id)),
        registered=registered,
    )
    return Ceremony(challenge_id, options)


async def add(act: Act, new: NewStaffPasskey, settings: Settings) -> StaffPasskey:
    """Register the passkey; the caller has checked the code. Raises InvalidFields, TooManyStaffPasskeys."""
    challenge = await passkey_queries.take_challenge(act.conn, new.challenge_id, staff=act.staff.id)
    verified = challenge and passkeys.verify_registration(
        passkeys.site_of(settings.public_url), challenge, new.credential
    )
    if len(await passkey_queries.list_credentials(act.conn, act.staff.id)) >= MOST:
        raise TooManyStaffPasskeys
    added = verified and await passkey_queries.insert_passkey(act.conn, act.staff.id, new.name, verified)
    if not added:
        raise InvalidFields(
            Field(
                "credential",
                "passkey_refused",
                "패스키를 등록하지 못했습니다. 처음부터 다시 시도해 주세요.",
            )
        )
    PASSKEY_ON.by(act, act.staff.id, after={"name": new.name})
    return added


async def begin_login(db: Database, settings: Settings, caller: login.Caller) -> Ceremony:
    """Begin a login by passkey. Raises TooManyRequests, NetworkNotAllowed."""
    await login.refuse_other_networks(db, caller)
    challenge = passkeys.new_challenge()
    async with db.connection() as conn:
        await count_request(conn, "staff-challenge", who=network_of(caller.address), most=CHALLENGES_A_MINUTE)
        challenge_id = await passkey_queries.insert_challenge(
            conn, challenge, staff=None, lifetime=passkeys.LIFETIME
        )
    return Ceremony(challenge_id, passkeys.login_options(passkeys.site_of(settings.public_url), challenge))


async def log_in(
    db: Database, challenge_id: UUID, credential: dict[str, Any], settings: Settings, caller: login.Caller
) -> str:
    """Begin a session; returns its token. Raises StaffPasskeyRefused, LoginLocked, NetworkNotAllowed."""
    await login.refuse_other_networks(db, caller)
    credential_id = passkeys.credential_bytes(credential, "id")
    key = f"staff-{attempts.passkey_key(credential_id)}"
    async with throttle.attempt(db, account_key=key, address=caller.address) as made:
        async with db.connection() as conn:
            challenge = await passkey_queries.take_challenge(conn, challenge_id, staff=None)
            stored = await passkey_queries.find_passkey(conn, credential_id)
        if challenge is None or stored is None:
            raise StaffPasskeyRefused
        signed = passkeys.verify_login(
            passkeys.site_of(settings.public_url),
            challenge,
            credential,
            stored,
            handle=passkeys.user_handle(stored.handle),
        )
        # Only with a finger, a face or a PIN is it two factors.
        if signed is None or not signed.user_verified:
            raise StaffPasskeyRefused
        async with db.transaction() as conn:
            if not await passkey_queries.record_use(conn, stored.id, signed.sign_count):
                raise StaffPasskeyRefused
            token = await login.begin(conn, stored.staff_id, caller)
            if token is None:
                raise StaffPasskeyRefused
            await throttle.succeed(conn, made)
    return token
