"""Starts login sessions and rotates their tokens."""

from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Unauthenticated
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members import notices, queries, tokens
from ieum.shop.members.types import Identity, MemberId, TokenPair, TokenState

# Logins that began before this may have cookies with names from before `__Host-` (`cookies.py`). The names changed on
# 2026-11-23 in Seoul; a shop that is updated later lets those who logged in since then log in once more.
RENAMED_AT = datetime(2026, 11, 23, tzinfo=SEOUL)


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


async def refresh(
    db: Database, refresh_token: str, *, key: str, old_names: bool = False
) -> tuple[Identity, TokenPair] | None:
    """Exchange a refresh token for a new pair; None where it is unknown, expired or used before.

    Used again within the grace period, it gets the same successor as the first time, so that parallel requests end up
    with one pair. Used again later, it was stolen: the session ends, and its member is notified. Presented in cookies
    with `old_names`, which a neighbouring domain can plant, it counts only if its session has to move, once.
    """
    now = datetime.now(UTC)
    token_hash = tokens.hash_refresh(refresh_token)
    async with db.transaction() as conn:
        state = await queries.lock_refresh_token(conn, token_hash)
        if state is None or state.ended_at is not None or state.expires_at <= now:
            return None
        if old_names and not _has_to_move(state, now):
            return None
        identity = _identity_of(state)
        if state.rotated_at is None:
            successor = tokens.new_refresh()
            await queries.mark_rotated(conn, token_hash, tokens.seal(successor, under=refresh_token), now=now)
            await queries.insert_refresh_token(conn, state.session_id, tokens.hash_refresh(successor))
            await queries.touch_session(conn, state.session_id, now=now, moved=old_names)
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


def _has_to_move(state: TokenState, now: datetime) -> bool:
    """Tell whether the session's browser can still have cookies with the old names; parallel requests move together."""
    if state.started_at >= RENAMED_AT:
        return False
    return state.moved_at is None or now - state.moved_at <= tokens.ROTATION_GRACE
