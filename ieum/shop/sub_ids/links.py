"""Links by which sub-ids choose their passwords: once, and within a day. They travel in the fragment of an address.

So no server, proxy or referrer ever sees the token, and whoever previews a link uses nothing up.
"""

import hashlib
import secrets
from datetime import UTC, datetime

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.limits import count_request, member_key, network_of
from ieum.shop.kernel.masking import mask_name
from ieum.shop.members import erasure, passwords, sessions, sub_id_queries
from ieum.shop.members import queries as members
from ieum.shop.members import rules as member_rules
from ieum.shop.members.security import queries as security
from ieum.shop.members.security.refusals import SubIdWithheld
from ieum.shop.members.security.rules import login_key
from ieum.shop.members.types import MemberId, SubIdLogin, TokenPair
from ieum.shop.services import grants
from ieum.shop.sub_ids import link_queries, queries, rules
from ieum.shop.sub_ids.refusals import SubIdLinkNotFound, TooManySubIdLinks
from ieum.shop.sub_ids.types import LinkInfo, LinkRow, PasswordForm, PasswordLink

# Of a network, which may be an office where everybody opens theirs at once; nobody guesses 32 random bytes.
LOOK_UPS_A_MINUTE = 300
DAY_SECONDS = 86_400
USED = "이미 사용한 링크입니다. 정하신 비밀번호로 로그인해 주세요."
REVOKED = "새 링크로 바뀌었거나 취소된 링크입니다. 링크를 보낸 회원에게 새 링크를 받아 주세요."
TOO_OLD = "링크를 쓸 수 있는 하루가 지났습니다. 링크를 보낸 회원에게 새 링크를 받아 주세요."


async def make(conn: Connection, sub_id: MemberId, *, resets_factors: bool, public_url: str) -> PasswordLink:
    """Make a link in place of the one before. The caller has locked the sub-id. Raises TooManySubIdLinks."""
    if await link_queries.count_today(conn, sub_id) >= rules.LINKS_A_DAY:
        raise TooManySubIdLinks(retry_after=DAY_SECONDS)
    token, expires_at = secrets.token_urlsafe(32), datetime.now(UTC) + rules.LINK_LIFETIME
    await link_queries.replace(
        conn, sub_id, _hash(token), expires_at=expires_at, resets_factors=resets_factors
    )
    return PasswordLink(f"{public_url}/sub-id#{token}", expires_at)


async def revoke(conn: Connection, sub_id: MemberId) -> None:
    await link_queries.revoke(conn, sub_id)


async def look_up(db: Database, token: str, *, address: str) -> LinkInfo:
    """Say whose password the link sets, and note that it was opened. Raises SubIdLinkNotFound, TooManyRequests."""
    await _count(db, address)
    async with db.transaction() as conn:
        link = await _find(conn, token)
        if not link.opened:
            await link_queries.note_opened(conn, link.id)
            await queries.insert_event(conn, link.sub_id, "link_opened", by="sub_id")
    return LinkInfo(
        login_id=link.login_id,
        name=link.name,
        owner_name=mask_name(link.owner_name),
        expires_at=link.expires_at,
        resets_factors=link.resets_factors,
        is_first=not link.has_password,
    )


async def use(
    db: Database, form: PasswordForm, *, key: str, address: str, user_agent: str
) -> tuple[TokenPair | None, str]:
    """Set the password, end every session and begin one; returns its tokens and the login id.

    Without tokens where the sub-id keeps a second factor: the link alone is no login, because its owner has seen it.

    The password is hashed between two transactions, so of two requests with one link the second to finish is refused.
    Raises InvalidFields, SubIdLinkNotFound, SubIdWithheld, TooManyRequests, TooBusy.
    """
    await _count(db, address)
    async with db.connection() as conn:
        link = await _find(conn, form.token)
        documents = await members.list_agreement_documents(conn, "sub-id")
    refuse_wrong(member_rules.wrong_password(form.mberPw, login_id=link.login_id, phone=""))
    agreed = member_rules.check_agreements(form.agreements, documents)
    password_hash = await passwords.hash_password(form.mberPw, place=member_key(link.sub_id))
    async with db.transaction() as conn:
        login = await _lock(conn, link, form.token)
        await link_queries.note_used(conn, link.id)
        await sub_id_queries.set_password(conn, login.id, password_hash)
        await sub_id_queries.end_sessions(conn, [login.id])
        if link.resets_factors:
            await erasure.delete_login_factors(conn, login.id)
            # Somebody else may have the sub-id from now on, and whoever had it has its open links for devices.
            await grants.withdraw_links(conn, login.id)
        # Failed logins of others must not lock out whoever has the link.
        await security.forget_failures(conn, login_key(login.login_id, key=key))
        await security.forget_failures(conn, member_key(login.id))
        await members.insert_consents(conn, login.id, documents, agreed, address=address)
        await queries.insert_event(
            conn, login.id, "password_set", by="sub_id", detail={"resetsFactors": link.resets_factors}
        )
        if not link.resets_factors and (await security.get_security(conn, login.id)).totp:
            return None, link.login_id
        pair = await sessions.start(
            conn, login.id, owner=login.owner_id, key=key, address=address, user_agent=user_agent
        )
    if pair is None:
        raise SubIdWithheld
    return pair, link.login_id


async def _lock(conn: Connection, link: LinkRow, token: str) -> SubIdLogin:
    """Lock the sub-id and then read the link again: it may have been used or taken back meanwhile."""
    login = await sub_id_queries.lock(conn, link.owner_id, link.sub_id)
    if login is None:
        raise SubIdLinkNotFound
    await _find(conn, token)
    if login.is_suspended or login.is_over:
        raise SubIdWithheld
    return login


async def _count(db: Database, address: str) -> None:
    async with db.connection() as conn:
        await count_request(conn, "sub-id-link", who=network_of(address), most=LOOK_UPS_A_MINUTE)


async def _find(conn: Connection, token: str) -> LinkRow:
    found = await link_queries.find(conn, _hash(token))
    if found is not None:
        return found
    end = await link_queries.find_end(conn, _hash(token))
    if end is None:
        raise SubIdLinkNotFound
    raise SubIdLinkNotFound(USED if end.used else REVOKED if end.revoked else TOO_OLD)


def _hash(token: str) -> bytes:
    return hashlib.sha256(b"sub-id:" + token.encode()).digest()
