"""Mails to members: about the security of an account, which cannot be opted out of, and what other rooms write."""

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Literal
from uuid import uuid4

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, fetch_optional
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.members import queries
from ieum.shop.members.types import MemberId, SessionId
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import templates
from ieum.shop.messaging.templates import Text
from ieum.shop.site import queries as site

# Of each kind. Every change is mailed, and where the shop asks for no verification nobody has proved that the mailbox
# is theirs.
CHANGES_A_DAY = 5

type SecurityChange = Literal["totp-on", "totp-off", "recovery-codes", "passkey-on", "passkey-off"]

# The subject and verb stem of each.
_CHANGES: dict[SecurityChange, str] = {
    "totp-on": "2단계 인증이 설정",
    "totp-off": "2단계 인증이 해제",
    "recovery-codes": "2단계 인증의 복구 코드가 새로 발급",
    "passkey-on": "패스키가 추가",
    "passkey-off": "패스키가 삭제",
}


class TooManyChanges(ShopError):
    status = 429
    code = "too_many_changes"
    title = "오늘은 더 변경할 수 없습니다"

    def __init__(self, a_day: int, *, retry_after: int) -> None:
        detail = (
            f"하루에 {a_day}번까지 변경할 수 있습니다. {seoul.wait(retry_after)} 뒤에 다시 시도해 주세요."
        )
        super().__init__(detail, retry_after=retry_after)


async def refuse_too_many(conn: Connection, member: MemberId, kind: str) -> None:
    """Refuse a sixth mail of a kind, `profile:name` or `security:totp-on`, within a day. Raises TooManyChanges.

    The member's row must be locked, or two requests could both pass.
    """
    wait = await _wait_after_five(conn, member, kind)
    if wait is not None:
        raise TooManyChanges(CHANGES_A_DAY, retry_after=wait)


async def _wait_after_five(conn: Connection, member: MemberId, kind: str) -> int | None:
    """In how many seconds another mail of this kind may go out; None where it may now."""
    return await fetch_optional(
        conn,
        int,
        """
        SELECT greatest(1, ceil(extract(epoch FROM created_at + interval '1 day' - clock_timestamp())))::integer
          FROM messages
         WHERE member_id = %(member)s AND created_at > clock_timestamp() - interval '1 day'
           AND starts_with(reference, %(kind)s)
         ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1
        """,
        member=member,
        kind=f"{kind}:",
        a_day=CHANGES_A_DAY,
    )


async def tell_of_lock(conn: Connection, member: MemberId, *, now: datetime) -> None:
    """At most one mail a day, however long somebody goes on guessing."""
    day = f"{now.astimezone(SEOUL):%Y%m%d}"
    text = partial(templates.login_locked, when=seoul.minute(now))
    await mail_member(conn, member, f"login-locked:{member}:{day}", text)


async def tell_of_reuse(conn: Connection, member: MemberId, session: SessionId, *, now: datetime) -> None:
    """At most five mails a day: whoever has the password can log in and present an old token again and again."""
    if await _wait_after_five(conn, member, "token-reused") is not None:
        return
    text = partial(templates.token_reused, when=seoul.minute(now))
    await mail_member(conn, member, f"token-reused:{session}", text)


async def tell_of_change(
    conn: Connection, member: MemberId, change: SecurityChange, *, now: datetime
) -> None:
    """A second factor or passkey was added or removed.

    What is added is limited with `refuse_too_many`. Nobody is kept from removing, which can follow an addition only.
    """
    text = partial(templates.security_changed, when=seoul.minute(now), what=_CHANGES[change])
    await mail_member(conn, member, f"security:{change}:{uuid4().hex}", text)


async def mail_member(conn: Connection, member: MemberId, reference: str, write: Callable[..., Text]) -> None:
    """Send what `write` makes of the shop's and the member's name; once per reference, and not where they have left.

    What is for a sub-id, which has no mailbox, goes to its owner.
    """
    whom = recipient = await queries.find_member(conn, member)
    if whom is not None and whom.owner_id is not None:
        recipient = await queries.find_member(conn, whom.owner_id)
    if whom is None or recipient is None:
        return
    text = write(site=(await site.get_config(conn)).site_name, name=whom.name)
    if whom is not recipient:
        text = templates.to_owner(text=text, login_id=whom.login_id)
    # Counted as the sub-id's, so that it uses up none of its owner's changes (`refuse_too_many`).
    await messaging.mail(conn, to=recipient.email, text=text, reference=reference, member=member)
