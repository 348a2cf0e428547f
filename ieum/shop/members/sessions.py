"""Starts login sessions and rotates their tokens."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Unauthenticated
from ieum.shop.members import notices, queries, tokens
from ieum.shop.members.types import Identity, MemberId, TokenPair, TokenState


async def start(
    conn: Connection,
    member: MemberId,
    *,
    owner: MemberId | None = None,
    password_hash: str | None = None,
    key: str,
    address: str,
    user_agent: str,
) -> TokenPair | None:
    """Start a session for a login whose credentials were checked; `password_hash` where a password was.

    None where the member has left or changed that password meanwhile, and for a sub-id that may not be used.
    """
    now = datetime.now(UTC)
    refresh_token = tokens.new_refresh()
    session = await queries.insert_session(
        conn,
        member,
        password_hash=password_hash,
        expires_at=now + tokens.SESSION_LIFETIME,
        address=address,
        user_agent=user_agent.replace("\0", "")[:300],
        token_hash=tokens.hash_refresh(refresh_token),
    )
    if session is None:
        return None
    identity = Identity(member, session, owner)
    return TokenPair(tokens.issue_access(identity, key=key, now=now), refresh_token)


async def refuse_ended(conn: Connection, identity: Identity) -> None:
    """Raise Unauthenticated where the session is over.

    For a transaction that begins long after the session was checked, or that has waited for a lock: whoever held it
    may have ended the session, as a new password and the removal of a sub-id do.
    """
    if identity.look is not None:
        return  # asked for as the request came in, and there is no change that could have waited since
    if not await queries.is_session_alive(conn, identity):
        raise Unauthenticated


async def refresh(db: Database, refresh_token: str, *, key: str) -> tuple[Identity, TokenPair] | None:
    """Exchange a refresh token for a new pair; None if it is unknown, expired or used before.

    Used again within the grace period, it gets the same successor as the first time, so that parallel requests end up
    with one pair. Used again later, it was stolen: the session ends, and its member is notified.
    """
    now = datetime.now(UTC)
    token_hash = tokens.hash_refresh(refresh_token)
    async with db.transaction() as conn:
        state = await queries.lock_refresh_token(conn, token_hash)
        if state is None or state.ended_at is not None or state.expires_at <= now:
            return None
        identity = _identity_of(state)
        if state.rotated_at is None:
            successor = tokens.new_refresh()
            await queries.mark_rotated(conn, token_hash, tokens.seal(successor, under=refresh_token), now=now)
            await queries.insert_refresh_token(conn, state.session_id, tokens.hash_refresh(successor))
            await queries.touch_session(conn, state.session_id, now=now)
        elif now - state.rotated_at <= tokens.ROTATION_GRACE and state.sealed_successor is not None:
            successor = tokens.unseal(state.sealed_successor, under=refresh_token)
        else:
            await queries.end_session(conn, state.member_id, state.session_id, "reuse")
            await notices.tell_of_reuse(conn, state.member_id, state.session_id, now=now)
            return None
    return identity, TokenPair(tokens.issue_access(identity, key=key, now=now), successor)


def _identity_of(state: TokenState) -> Identity:
    if state.acts_as is not None:
        return Identity(state.acts_as, state.session_id, state.member_id, acting=True)
    return Identity(state.member_id, state.session_id, state.owner_id)
