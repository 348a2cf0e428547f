"""Passkeys: adding one, and logging in with one. Each takes two calls with a challenge between them."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, Unauthenticated
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import notices, sessions
from ieum.shop.members.security import passkey_queries, passkeys, queries, rules, throttle
from ieum.shop.members.security.refusals import (
    ChallengeExpired,
    PasskeyRefused,
    TooManyChallenges,
    TooManyPasskeys,
)
from ieum.shop.members.security.types import Ceremony, Challenge, NewPasskey, Passkey
from ieum.shop.members.types import MemberId, TokenPair
from ieum.shop.site import queries as site

PER_MEMBER = 20
# Open at once: for an office at its login pages, and for one member.
CHALLENGES_PER_NETWORK, CHALLENGES_PER_MEMBER = 100, 10


async def begin_adding(conn: Connection, member: MemberId, settings: Settings) -> Ceremony:
    have = await passkey_queries.list_credentials(conn, member)
    if len(have) >= PER_MEMBER:
        raise TooManyPasskeys
    challenge = passkeys.new_challenge()
    challenge_id = await _keep(
        conn, challenge, member=member, asked_by=rules.member_key(member), at_most=CHALLENGES_PER_MEMBER
    )
    config, account = await site.get_config(conn), await queries.find_account(conn, member)
    if account is None:
        raise Unauthenticated
    options = passkeys.registration_options(
        passkeys.site_of(settings.public_url),
        challenge,
        shop=config.site_name,
        login_id=account.login_id,
        handle=passkeys.user_handle(account.customer_key),
        have=have,
    )
    return Ceremony(challenge_id, options)


async def add(db: Database, member: MemberId, new: NewPasskey, settings: Settings) -> Passkey:
    """The challenge is spent with a statement of its own: what follows may fail, it is gone."""
    now = datetime.now(UTC)
    async with db.connection() as conn:
        challenge = await passkey_queries.take_challenge(conn, new.challenge_id, member=member, now=now)
    if challenge is None:
        raise ChallengeExpired
    made = passkeys.verify_registration(passkeys.site_of(settings.public_url), challenge, new.credential)
    async with db.transaction() as conn:
        added = made and await passkey_queries.insert_passkey(conn, member, new.name, made)
        if added is None:
            raise InvalidFields(
                Field(
                    "credential",
                    "passkey_refused",
                    "패스키를 등록하지 못했습니다. 처음부터 다시 시도해 주세요.",
                )
            )
        await notices.tell_of_change(conn, member, "패스키가 추가", now=now)
    return added


async def begin_login(conn: Connection, settings: Settings, *, address: str) -> Ceremony:
    challenge = passkeys.new_challenge()
    challenge_id = await _keep(
        conn,
        challenge,
        member=None,
        asked_by=rules.network_key(address),
        at_most=CHALLENGES_PER_NETWORK,
    )
    return Ceremony(challenge_id, passkeys.login_options(passkeys.site_of(settings.public_url), challenge))


async def log_in(
    db: Database,
    challenge_id: UUID,
    credential: dict[str, Any],
    settings: Settings,
    *,
    address: str,
    user_agent: str,
) -> TokenPair:
    """Start a session; no second factor is asked for. Checking the signature takes a fraction of a millisecond."""
    now = datetime.now(UTC)
    credential_id = passkeys.credential_bytes(credential, "id")
    async with throttle.attempt(db, account_key=rules.passkey_key(credential_id), address=address) as made:
        async with db.connection() as conn:
            challenge = await passkey_queries.take_challenge(conn, challenge_id, member=None, now=now)
            stored = await passkey_queries.find_passkey(conn, credential_id)
        if challenge is None or stored is None:
            raise PasskeyRefused
        site_here = passkeys.site_of(settings.public_url)
        sign_count = passkeys.verify_login(site_here, challenge, credential, stored)
        if sign_count is None:
            raise PasskeyRefused
        async with db.transaction() as conn:
            if not await passkey_queries.note_use(conn, stored.id, sign_count):
                raise PasskeyRefused
            await throttle.succeed(conn, made)
            pair = await sessions.start(
                conn, stored.member_id, key=settings.secret_key, address=address, user_agent=user_agent
            )
            if pair is None:
                raise PasskeyRefused
            return pair


async def _keep(
    conn: Connection, challenge: bytes, *, member: MemberId | None, asked_by: str, at_most: int
) -> UUID:
    challenge_id, now = uuid4(), datetime.now(UTC)
    kept = await passkey_queries.insert_challenge(
        conn,
        challenge_id,
        Challenge(challenge, member, now + passkeys.LIFETIME),
        asked_by=asked_by,
        at_most=at_most,
        now=now,
    )
    if not kept:
        raise TooManyChallenges(retry_after=int(passkeys.LIFETIME.total_seconds()))
    return challenge_id
