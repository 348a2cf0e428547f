"""The support desk: how the staff lists, reads and answers inquiries.

Every action, reading included, adds a row to `inquiry_actions` that says who did it, when, and whose data it touched.
"""

from ieum.shop.inquiries import desk_queries, image_queries, queries, rules
from ieum.shop.inquiries.images import ImageNotFound
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import (
    DeskItem,
    DeskThread,
    ImageContent,
    LockedInquiry,
    MessageId,
    State,
)
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, ShopError, refuse_wrong
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberRow
from ieum.shop.messaging import inquiry_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.site import queries as site

PAGE_SIZE = 20
REASON_LONGEST = 200


class AlreadyAnswered(ShopError):
    """Perhaps by a colleague a moment ago; a further answer needs `further`."""

    code = "already_answered"
    title = "이미 답변한 문의입니다"
    detail = "이미 답변한 문의입니다. 덧붙일 내용이 있으면 추가 답변으로 등록해 주세요."


class UnseenMessages(ShopError):
    """The member has written something that this answer's author has not read."""

    code = "unseen_messages"
    title = "읽지 않은 내용이 있습니다"
    detail = (
        "확인하신 뒤에 회원이 남긴 내용이 있거나, 확인하신 번호가 이 문의의 것이 아닙니다."
        " 문의를 다시 열어 모두 읽은 뒤 답변해 주세요."
    )


class SameReply(ShopError):
    code = "same_reply"
    title = "같은 답변이 이미 등록되어 있습니다"
    detail = "같은 답변이 이미 등록되어 있습니다. 문의 내용을 다시 확인해 주세요."


async def list_page(conn: Connection, state: State, page: int, *, by: str) -> list[DeskItem]:
    await desk_queries.record_action(conn, "listed", by=by)
    return await desk_queries.list_inquiries(conn, state, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE)


async def show(conn: Connection, inquiry: int, *, by: str) -> DeskThread:
    """Raises InquiryNotFound, also where the member has left."""
    asker = await desk_queries.find_asker(conn, inquiry)
    thread = await queries.find_inquiry(conn, inquiry)
    if asker is None or thread is None:
        raise InquiryNotFound
    await desk_queries.record_action(conn, "shown", by=by, inquiry=thread.id, member=asker.member_id)
    return DeskThread(asker, thread)


async def take(conn: Connection, inquiry: int, *, by: str) -> None:
    """Put the inquiry into this person's hands, even if a colleague had it. Raises AlreadyAnswered."""
    locked, _ = await _lock(conn, inquiry)
    if locked.state == "answered":
        raise AlreadyAnswered
    await desk_queries.take(conn, locked.id, by=by)
    await desk_queries.record_action(conn, "taken", by=by, inquiry=locked.id, member=locked.member_id)


async def answer(
    conn: Connection, inquiry: int, body: str, *, seen: int, by: str, further: bool = False
) -> MessageId:
    """Reply, and notify the member by mail and SMS in the same transaction.

    `seen` is the newest message that the author has read. Raises InquiryNotFound, InvalidFields, SameReply;
    UnseenMessages where the member has written since; AlreadyAnswered for an answered inquiry without `further`.
    """
    body = rules.tidy_text(body)
    refuse_wrong(rules.wrong_body(body))
    locked, contact = await _lock(conn, inquiry)
    if locked.state == "answered" and not further:
        raise AlreadyAnswered
    if not await desk_queries.is_all_seen(conn, locked.id, seen=seen):
        raise UnseenMessages
    if await desk_queries.is_last_reply(conn, locked.id, body=body):
        raise SameReply
    reply = await desk_queries.insert_reply(conn, locked.id, body=body, by=by)
    await desk_queries.record_action(conn, "answered", by=by, inquiry=locked.id, member=locked.member_id)
    await _notify(conn, locked, contact, reply)
    return reply


async def hide_image(conn: Connection, image: int, *, reason: str, by: str) -> None:
    """Destroy the content of an image that should not have been sent; its row stays. Raises ImageNotFound."""
    reason = rules.tidy_line(reason)
    if not 1 <= len(reason) <= REASON_LONGEST:
        raise InvalidFields(Field("reason", "invalid", f"사유를 {REASON_LONGEST}자까지 입력해 주세요."))
    hidden = await desk_queries.hide_image(conn, image)
    if hidden is None:
        raise ImageNotFound
    await desk_queries.record_action(
        conn,
        "image_hidden",
        by=by,
        inquiry=hidden.inquiry_id,
        member=hidden.member_id,
        image=image,
        reason=reason,
    )


async def image(conn: Connection, image: int, *, by: str) -> ImageContent:
    """Raises ImageNotFound, also for an image that was uploaded and not sent yet."""
    sent = await desk_queries.find_sent_image(conn, image)
    content = await image_queries.find_content(conn, image)
    if sent is None or content is None:
        raise ImageNotFound
    await desk_queries.record_action(
        conn, "image_shown", by=by, inquiry=sent.inquiry_id, member=sent.member_id, image=image
    )
    return content


async def _lock(conn: Connection, inquiry: int) -> tuple[LockedInquiry, MemberRow]:
    """Lock the inquiry and keep its member from leaving. Raises InquiryNotFound, also where they have left."""
    locked = await queries.lock_inquiry(conn, inquiry)
    contact = locked and await members.hold_member(conn, locked.member_id)
    if locked is None or contact is None:
        raise InquiryNotFound
    return locked, contact


async def _notify(conn: Connection, inquiry: LockedInquiry, to: MemberRow, reply: MessageId) -> None:
    config = await site.get_config(conn)
    text = texts.inquiry_answered(
        site=config.site_name, name=to.name, title=inquiry.title, inquiry=inquiry.id, at=inquiry.created_at
    )
    reference = f"inquiry-reply:{reply}"
    await messaging.mail(conn, to=to.email, text=text, reference=reference, member=inquiry.member_id)
    await messaging.sms(
        conn,
        to=to.phone,
        text=texts.inquiry_answered_sms(site=config.site_name),
        reference=reference,
        member=inquiry.member_id,
    )
