"""Links of moved members, who choose a password with them, agree to the shop's terms, and are logged in.

The token is behind the `#` of the address, so that no server or proxy on the way has it.
"""

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import NotFound, refuse_wrong
from ieum.shop.kernel.limits import count_request, member_key, network_of
from ieum.shop.members import agreeing, passwords, queries, rules, sessions
from ieum.shop.members.security import queries as security
from ieum.shop.members.security.rules import login_key
from ieum.shop.members.types import TokenPair
from ieum.shop.moving_in import link_queries
from ieum.shop.moving_in.inviting import hash_token
from ieum.shop.moving_in.types import Link, MovingLink, MovingPassword

# Of a network, which may be a carrier; nobody guesses 32 random bytes.
LOOK_UPS_A_MINUTE = 300
USED = "이미 사용한 링크입니다. 정하신 비밀번호로 로그인해 주세요."
TOO_OLD = "링크를 쓸 수 있는 기한이 지났습니다. 비밀번호 재설정에서 새 비밀번호를 정해 주세요."


class MovingLinkNotFound(NotFound):
    code = "moving_link_not_found"
    detail = "링크를 찾을 수 없습니다. 가장 최근에 받으신 메일의 링크를 열어 주세요."


async def look_up(db: Database, token: str, *, address: str) -> MovingLink:
    """Look a link up. Raises MovingLinkNotFound, TooManyRequests."""
    await _count(db, address)
    async with db.connection() as conn:
        link = await _find(conn, token)
    return MovingLink(link.login_id, link.name, link.expires_at, link.came_from)


async def use(
    db: Database, form: MovingPassword, *, key: str, address: str, user_agent: str
) -> tuple[TokenPair, str]:
    """Set the password, record what was agreed to, and begin a session; returns its tokens and the login id.

    Raises InvalidFields, MovingLinkNotFound, TooManyRequests, TooBusy.
    """
    await _count(db, address)
    async with db.connection() as conn:
        link = await _find(conn, form.token)
        documents = await queries.list_agreement_documents(conn, "sign-up")
    refuse_wrong(rules.wrong_password(form.mberPw, login_id=link.login_id, phone=link.phone))
    agreed = rules.check_agreements(form.agreements, documents)
    password_hash = await passwords.hash_password(form.mberPw, place=member_key(link.member_id))
    async with db.transaction() as conn:
        # The member first, as whoever sets a password otherwise does, which uses the link up, too.
        member = await queries.lock_member(conn, link.member_id)
        # Again, because another may have used it while the password was hashed.
        link = await _find(conn, form.token, lock=True)
        if member is None or not await link_queries.use(conn, link.member_id):
            raise MovingLinkNotFound(USED)
        await agreeing.agree(conn, member.id, documents, agreed, address=address)
        await queries.update_member(conn, member.id, password_hash=password_hash)
        await queries.mark_email_proven(conn, member.id)
        # Who has tried a password of the other shop is not kept out.
        await security.forget_failures(conn, login_key(link.login_id, key=key))
        await security.forget_failures(conn, member_key(member.id))
        pair = await sessions.start(
            conn, member.id, owner=None, key=key, address=address, user_agent=user_agent
        )
        if pair is None:
            raise MovingLinkNotFound
    return pair, link.login_id


async def _count(db: Database, address: str) -> None:
    async with db.connection() as conn:
        await count_request(conn, "moving-in", who=network_of(address), most=LOOK_UPS_A_MINUTE)


async def _find(conn: Connection, token: str, *, lock: bool = False) -> Link:
    link = await link_queries.find(conn, hash_token(token), lock=lock)
    if link is None:
        raise MovingLinkNotFound
    if link.is_used:
        raise MovingLinkNotFound(USED)
    if link.is_over:
        raise MovingLinkNotFound(TOO_OLD)
    return link
