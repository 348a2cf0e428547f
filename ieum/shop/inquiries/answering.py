"""The support desk: how the staff takes, answers and ends inquiries.

Every action, reading included, adds a row to `inquiry_actions` that says who did it, when, and whose data it touched.
"""

from ieum.shop.inquiries import answering_queries, image_queries, queries, rules
from ieum.shop.inquiries.refusals import ImageNotFound
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import (
    Assignee,
    ImageContent,
    LockedInquiry,
    MessageId,
)
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, ShopError, refuse_wrong
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberRow
from ieum.shop.messaging import inquiry_templates as texts
from ieum.shop.messaging import service as messaging
from ieum.shop.site import queries as site

REASON_LONGEST = 200


class AlreadyAnswered(ShopError):
    """Perhaps by a colleague a moment ago; a further answer needs `further`."""

    code = "already_answered"
    title = "이미 답변한 문의입니다"
    detail = "이미 답변한 문의입니다. 덧붙일 내용이 있으면 추가 답변으로 등록해 주세요."


class InquiryClosed(ShopError):
    code = "inquiry_closed"
    title = "종료한 문의입니다"
    detail = "종료한 문의입니다. 다시 연 뒤에 진행해 주세요."


class NothingToReopen(ShopError):
    code = "inquiry_is_open"
    title = "이미 열려 있는 문의입니다"
    detail = "답변을 기다리고 있는 문의입니다. 화면을 새로 고쳐 확인해 주세요."


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


async def record_listing(conn: Connection, *, by: str) -> None:
    """Write down that somebody saw a list that the console made."""
    await answering_queries.record_action(conn, "listed", by=by)


async def give(conn: Connection, inquiry: int, to: Assignee | None, *, by: str) -> LockedInquiry:
    """Put the inquiry into somebody's hands, or back to where nobody has it; returns what it was.

    A colleague may have had it. Raises InquiryNotFound, AlreadyAnswered, InquiryClosed.
    """
    locked, _ = await _lock(conn, inquiry)
    _refuse_done(locked)
    await answering_queries.give(conn, locked.id, to)
    action = "released" if to is None else "taken"
    await answering_queries.record_action(conn, action, by=by, inquiry=locked.id, member=locked.member_id)
    return locked


async def close(conn: Connection, inquiry: int, *, seen: int, reason: str, by: str) -> LockedInquiry:
    """End an inquiry that needs no answer; the member sees that it ended, and may write on. Returns what it was.

    Raises InquiryNotFound, InquiryClosed, UnseenMessages.
    """
    locked, _ = await _lock(conn, inquiry)
    if locked.state == "closed":
        raise InquiryClosed
    if not await answering_queries.is_all_seen(conn, locked.id, seen=seen):
        raise UnseenMessages
    await answering_queries.close(conn, locked.id)
    await answering_queries.record_action(
        conn,
        "closed",
        by=by,
        inquiry=locked.id,
        member=locked.member_id,
        reason=reason[:REASON_LONGEST],
    )
    return locked


async def reopen(conn: Connection, inquiry: int, *, by: str) -> LockedInquiry:
    """Have an answered or closed inquiry wait again; returns what it was. Raises InquiryNotFound, NothingToReopen."""
    locked, _ = await _lock(conn, inquiry)
    if locked.state in {"received", "in_progress"}:
        raise NothingToReopen
    await answering_queries.reopen(conn, locked.id)
    await answering_queries.record_action(conn, "reopened", by=by, inquiry=locked.id, member=locked.member_id)
    return locked


async def answer(
    conn: Connection,
    inquiry: int,
    body: str,
    *,
    seen: int,
    by: str,
    staff: int | None = None,
    further: bool = False,
) -> MessageId:
    """Reply, and notify the member by mail and SMS in the same transaction.

    `seen` is the newest message that the author has read, `staff` their number in the console. Raises InquiryNotFound,
    InvalidFields, SameReply; UnseenMessages where the member has written since; for an inquiry that is done, without
    `further`, AlreadyAnswered or InquiryClosed.
    """
    body = rules.tidy_text(body)
    refuse_wrong(rules.wrong_body(body))
    locked, contact = await _lock(conn, inquiry)
    if not further:
        _refuse_done(locked)
    if not await answering_queries.is_all_seen(conn, locked.id, seen=seen):
        raise UnseenMessages
    if await answering_queries.is_last_reply(conn, locked.id, body=body):
        raise SameReply
    reply = await answering_queries.insert_reply(conn, locked.id, body=body, by=Assignee(by, staff))
    await answering_queries.record_action(conn, "answered", by=by, inquiry=locked.id, member=locked.member_id)
    await _notify(conn, locked, contact, reply)
    return reply


async def hide_image(conn: Connection, image: int, *, reason: str, by: str) -> None:
    """Destroy the content of an image that should not have been sent; its row stays. Raises ImageNotFound."""
    reason = rules.tidy_line(reason)
    if not 1 <= len(reason) <= REASON_LONGEST:
        raise InvalidFields(Field("reason", "invalid", f"사유를 {REASON_LONGEST}자까지 입력해 주세요."))
    hidden = await answering_queries.hide_image(conn, image)
    if hidden is None:
        raise ImageNotFound
    await answering_queries.record_action(
        conn,
        "image_hidden",
        by=by,
        inquiry=hidden.inquiry_id,
        member=hidden.member_id,
        image=image,
        reason=reason,
    )


async def image(conn: Connection, image: int, *, by: str) -> ImageContent:
    """Show an image, and record it. Raises ImageNotFound, also for an image that was uploaded and not sent yet."""
    sent = await answering_queries.find_sent_image(conn, image)
    content = await image_queries.find_content(conn, image)
    if sent is None or content is None:
        raise ImageNotFound
    await answering_queries.record_action(
        conn, "image_shown", by=by, inquiry=sent.inquiry_id, member=sent.member_id, image=image
    )
    return content


def _refuse_done(inquiry: LockedInquiry) -> None:
    if inquiry.state == "answered":
        raise AlreadyAnswered
    if inquiry.state == "closed":
        raise InquiryClosed


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
