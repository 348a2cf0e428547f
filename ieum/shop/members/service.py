"""Joining, logging in, and keeping a session alive."""

from datetime import UTC, datetime

from ieum.shop.db import Connection, Database
from ieum.shop.errors import Field, InvalidFields, ShopError
from ieum.shop.limits import count_request
from ieum.shop.members import passwords, queries, rules, tokens
from ieum.shop.members.types import Agreement, Identity, LoginIdAnswer, MemberId, SignUp, TokenPair
from ieum.shop.members.verification import service as verification
from ieum.shop.settings import Settings
from ieum.shop.site import queries as site_queries

CHECKS_A_MINUTE = 30
LOGIN_ID_TAKEN = "이미 사용 중인 아이디입니다."


class LoginFailed(ShopError):
    status = 401
    code = "login_failed"
    title = "로그인할 수 없습니다"
    detail = "아이디 또는 비밀번호가 일치하지 않습니다."


async def sign_up(db: Database, form: SignUp, *, address: str, settings: Settings) -> str:
    """Join, with every consent kept and the verification spent in the same transaction.

    The hash is made before it: it takes long.
    """
    member = rules.check_sign_up(form)
    password_hash = await passwords.hash_password(member.password)
    async with db.transaction() as conn:
        config = await site_queries.get_config(conn)
        documents = await queries.list_agreement_documents(conn, "sign-up")
        agreed = rules.check_agreements(form.agreements, documents)
        login_id_hash = rules.hash_login_id(member.login_id, key=settings.secret_key)
        await verification.spend_for_sign_up(conn, form, config, settings)
        added = await queries.insert_member(conn, member, password_hash, agreed, login_id_hash=login_id_hash)
        if added is None:
            raise InvalidFields(Field("mberId", "taken", LOGIN_ID_TAKEN))
        await queries.insert_consents(conn, added, documents, agreed, address=address)
        if form.authType == "identity":
            await verification.keep_identity(conn, added, form.phoneVerificationId or "")
    return member.login_id


async def check_login_id(db: Database, login_id: str, *, address: str, key: str) -> LoginIdAnswer:
    """Whether a sign-up may have it; so often a minute that nobody lists our members with it.

    Raises TooManyRequests.
    """
    async with db.connection() as conn:
        await count_request(conn, "check-id", address=address, a_minute=CHECKS_A_MINUTE)
        wrong = rules.wrong_login_id(login_id)
        if wrong:
            return LoginIdAnswer(False, wrong[0].detail)
        taken = await queries.is_login_id_taken(conn, login_id, rules.hash_login_id(login_id, key=key))
    return LoginIdAnswer(not taken, LOGIN_ID_TAKEN if taken else "사용할 수 있는 아이디입니다.")


async def log_in(
    db: Database,
    login_id: str,
    password: str,
    *,
    key: str,
    address: str,
    user_agent: str,
) -> TokenPair:
    """Start a session. A wrong id and a wrong password get the same answer in the same time."""
    found = None
    # Nobody can have another one, and some of those the database could not even be asked for.
    if rules.LOGIN_ID.fullmatch(login_id):
        async with db.connection() as conn:
            found = await queries.find_credentials(conn, login_id)
    if not await passwords.verify_password(found and found.password_hash, password) or found is None:
        raise LoginFailed

    now = datetime.now(UTC)
    refresh = tokens.new_refresh()
    async with db.connection() as conn:
        session = await queries.insert_session(
            conn,
            found.id,
            expires_at=now + tokens.SESSION_LIFETIME,
            address=address,
            user_agent=user_agent[:300],
            token_hash=tokens.hash_refresh(refresh),
        )
    return TokenPair(tokens.issue_access(Identity(found.id, session), key=key, now=now), refresh)


async def refresh_session(db: Database, refresh: str, *, key: str) -> tuple[Identity, TokenPair] | None:
    """Exchange a refresh token for a new pair; None when it is unknown, over, or was used before.

    A token used again within the grace gets the successor that its first use made: parallel
    requests end with the same pair. Used again later, it was stolen: the whole family ends.
    """
    now = datetime.now(UTC)
    token_hash = tokens.hash_refresh(refresh)
    async with db.transaction() as conn:
        state = await queries.lock_refresh_token(conn, token_hash)
        if state is None or state.ended_at is not None or state.expires_at <= now:
            return None
        identity = Identity(state.member_id, state.session_id)
        if state.rotated_at is None:
            successor = tokens.new_refresh()
            await queries.mark_rotated(conn, token_hash, tokens.seal(successor, under=refresh), now=now)
            await queries.insert_refresh_token(conn, state.session_id, tokens.hash_refresh(successor))
            await queries.touch_session(conn, state.session_id, now=now)
        elif now - state.rotated_at <= tokens.ROTATION_GRACE and state.sealed_successor is not None:
            successor = tokens.unseal(state.sealed_successor, under=refresh)
        else:
            await queries.end_session(conn, state.session_id, state.member_id, "reuse")
            return None
    return identity, TokenPair(tokens.issue_access(identity, key=key, now=now), successor)


async def log_out(conn: Connection, identity: Identity) -> None:
    """End this session on the server; a second time does no harm."""
    await queries.end_session(conn, identity.session_id, identity.member_id, "logout")


async def record_order_consents(
    conn: Connection,
    member: MemberId,
    ticked: list[Agreement],
    *,
    order_id: str,
    address: str,
) -> None:
    """Check and keep the boxes of the checkout page (전자상거래법 시행령 9)."""
    documents = await queries.list_agreement_documents(conn, "order")
    agreed = rules.check_agreements(ticked, documents)
    await queries.insert_consents(conn, member, documents, agreed, address=address, order_id=order_id)
