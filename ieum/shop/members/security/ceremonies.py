"""The two WebAuthn ceremonies, adding a passkey and logging in with one, each in two calls around a challenge."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.limits import count_request, member_key, network_of
from ieum.shop.kernel.settings import Settings
from ieum.shop.members import notices, sessions
from ieum.shop.members import queries as members
from ieum.shop.members.security import devices, passkey_queries, passkeys, rules, throttle
from ieum.shop.members.security.refusals import (
    ChallengeExpired,
    MemberBlocked,
    PasskeyRefused,
    PasskeyUnverified,
    TooManyPasskeys,
)
from ieum.shop.members.security.types import Ceremony, NewPasskey, Passkey
from ieum.shop.members.types import Identity, MemberId, TokenPair
from ieum.shop.site import queries as site

PER_MEMBER = 20
# Challenges open at once: of a network, which may be a whole office at its login pages, of a browser that somebody has
# logged in from, and of a member.
CHALLENGES_PER_NETWORK, CHALLENGES_PER_DEVICE, CHALLENGES_PER_MEMBER = 100, 20, 10
# All known browsers of one network together: one account earns any number of them.
A_MINUTE_FOR_KNOWN_BROWSERS = 5 * CHALLENGES_PER_NETWORK


async def begin_adding(conn: Connection, member: MemberId, settings: Settings) -> Ceremony:
    registered = await passkey_queries.list_credentials(conn, member)
    if len(registered) >= PER_MEMBER:
        raise TooManyPasskeys
    # Before the authenticator makes a passkey that `add` would refuse.
    await notices.refuse_too_many(conn, member, "security:passkey-on")
    challenge = passkeys.new_challenge()
    challenge_id = await _store_challenge(
        conn, challenge, member=member, asked_by=member_key(member), at_most=CHALLENGES_PER_MEMBER
    )
    config, account = await site.get_config(conn), await members.find_member(conn, member)
    if account is None:
        raise Unauthenticated
    options = passkeys.registration_options(
        passkeys.site_of(settings.public_url),
        challenge,
        shop=config.site_name,
        login_id=account.login_id,
        handle=passkeys.user_handle(account.customer_key),
        registered=registered,
    )
    return Ceremony(challenge_id, options)


async def add(db: Database, identity: Identity, new: NewPasskey, settings: Settings) -> Passkey:
    """Register the passkey. The challenge is used up in a transaction of its own, even if the rest fails.

    Raises ChallengeExpired, InvalidFields, TooManyChanges, and Unauthenticated where the session has ended meanwhile:
    a passkey would survive what ended it, such as a link that takes all factors away.
    """
    member = identity.member_id
    async with db.connection() as conn:
        challenge = await passkey_queries.take_challenge(conn, new.challenge_id, member=member)
    if challenge is None:
        raise ChallengeExpired
    verified = passkeys.verify_registration(passkeys.site_of(settings.public_url), challenge, new.credential)
    async with db.transaction() as conn:
        await members.lock_row(conn, member)
        await sessions.refuse_ended(conn, identity)
        await notices.refuse_too_many(conn, member, "security:passkey-on")
        added = verified and await passkey_queries.insert_passkey(conn, member, new.name, verified)
        if added is None:
            raise InvalidFields(
                Field(
                    "credential",
                    "passkey_refused",
                    "패스키를 등록하지 못했습니다. 처음부터 다시 시도해 주세요.",
                )
            )
        await notices.tell_of_change(conn, member, "passkey-on", now=datetime.now(UTC))
    return added


async def begin_login(conn: Connection, settings: Settings, *, address: str, device: str) -> Ceremony:
    """Begin a login; `device` is the cookie of earlier ones, by which a browser is counted apart.

    So others in its network cannot keep it from logging in. Raises TooManyRequests.
    """
    known = devices.recognise(device, devices.ANYBODY, key=settings.secret_key, now=datetime.now(UTC))
    if known:
        await count_request(
            conn, "challenges-known", who=network_of(address), most=A_MINUTE_FOR_KNOWN_BROWSERS
        )
    challenge = passkeys.new_challenge()
    challenge_id = await _store_challenge(
        conn,
        challenge,
        member=None,
        asked_by=known or rules.network_key(address),
        at_most=CHALLENGES_PER_DEVICE if known else CHALLENGES_PER_NETWORK,
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
) -> tuple[TokenPair, str]:
    """Start a session without asking for a second factor (the passkey is two), and say whose it is by the login id.

    Verifying the signature takes under a millisecond.
    """
    credential_id = passkeys.credential_bytes(credential, "id")
    async with throttle.attempt(db, account_key=rules.passkey_key(credential_id), address=address) as made:
        async with db.connection() as conn:
            challenge = await passkey_queries.take_challenge(conn, challenge_id, member=None)
            stored = await passkey_queries.find_passkey(conn, credential_id)
        if challenge is None or stored is None:
            raise PasskeyRefused
        signed = passkeys.verify_login(
            passkeys.site_of(settings.public_url),
            challenge,
            credential,
            stored,
            handle=passkeys.user_handle(stored.customer_key),
        )
        if signed is None:
            raise PasskeyRefused
        # Only with a finger, a face or a PIN is it two factors; else it would replace the password and the code.
        if not signed.user_verified:
            raise PasskeyUnverified
        if stored.blocked:
            raise MemberBlocked
        async with db.transaction() as conn:
            if not await passkey_queries.record_use(conn, stored.id, signed.sign_count):
                raise PasskeyRefused
            await throttle.succeed(conn, made)
            pair = await sessions.start(
                conn,
                stored.member_id,
                owner=stored.owner_id,
                key=settings.secret_key,
                address=address,
                user_agent=user_agent,
            )
            if pair is None:
                raise PasskeyRefused
            return pair, stored.login_id


async def _store_challenge(
    conn: Connection, challenge: bytes, *, member: MemberId | None, asked_by: str, at_most: int
) -> UUID:
    challenge_id = await passkey_queries.insert_challenge(
        conn, challenge, member=member, lifetime=passkeys.LIFETIME, asked_by=asked_by, at_most=at_most
    )
    if challenge_id is None:
        raise TooManyRequests(retry_after=int(passkeys.LIFETIME.total_seconds()))
    return challenge_id
