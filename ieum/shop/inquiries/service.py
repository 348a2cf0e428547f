"""Members' inquiries: start one, add messages to it, read it."""

from msgspec.structs import replace

from ieum.shop.inquiries import image_queries, queries, rules
from ieum.shop.inquiries.types import (
    ImageId,
    InquiryId,
    InquiryView,
    MessageId,
    NewInquiry,
    NewMessage,
)
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, ShopError, Unauthenticated, refuse_wrong
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId


class InquiryNotFound(ShopError):
    status = 404
    code = "inquiry_not_found"
    title = "문의를 찾을 수 없습니다"
    detail = "문의를 찾을 수 없습니다. 고객센터 > 1:1 문의에서 다시 확인해 주세요."


class TooManyInquiriesToday(ShopError):
    status = 429
    code = "too_many_inquiries_today"
    title = "오늘은 문의를 더 등록할 수 없습니다"
    detail = (
        f"문의는 하루에 {rules.INQUIRIES_A_DAY}건까지 등록할 수 있습니다."
        " 앞서 등록하신 문의에 이어서 작성하시거나 내일 다시 시도해 주세요."
    )


class TooManyMessagesToday(ShopError):
    status = 429
    code = "too_many_messages_today"
    title = "오늘은 더 작성할 수 없습니다"
    detail = f"문의에는 하루에 {rules.MESSAGES_A_DAY}번까지 작성할 수 있습니다. 내일 다시 시도해 주세요."


class InquiryFull(ShopError):
    code = "inquiry_full"
    title = "이 문의에는 더 작성할 수 없습니다"
    detail = "이 문의에는 더 작성할 수 없습니다. 새 문의를 등록해 주세요."


async def view(conn: Connection, member: MemberId, inquiry: int) -> InquiryView:
    thread = await queries.find_inquiry(conn, inquiry, member)
    if thread is None:
        raise InquiryNotFound
    return thread


async def start(conn: Connection, member: MemberId, new: NewInquiry) -> InquiryId:
    """Start an inquiry; a repeated request gets the inquiry that the first one started.

    Raises InvalidFields, TooManyInquiriesToday.
    """
    new = replace(new, title=rules.tidy_line(new.title), body=rules.tidy_text(new.body))
    wrong = [*rules.wrong_title(new.title), *rules.wrong_body(new.body), *rules.wrong_images([*new.images])]
    if new.order_id is not None and not await queries.hold_order(conn, new.order_id, member):
        wrong.append(Field("orderId", "not_found", "선택하신 주문을 찾을 수 없습니다. 다시 선택해 주세요."))
    if new.service_id is not None and not await queries.hold_service(conn, new.service_id, member):
        wrong.append(Field("serviceId", "not_found", "선택하신 상품을 찾을 수 없습니다. 다시 선택해 주세요."))
    refuse_wrong(wrong)
    await lock_member(conn, member)
    check = await queries.check_inquiry(conn, member, new, a_day=rules.INQUIRIES_A_DAY)
    if check.same is not None:
        return check.same
    if check.wait is not None:
        raise TooManyInquiriesToday(retry_after=check.wait)
    inserted = await queries.insert_inquiry(conn, member, new)
    await _attach(conn, member, inserted.message_id, new.images)
    return inserted.id


async def add_message(conn: Connection, member: MemberId, inquiry: int, new: NewMessage) -> InquiryView:
    """Add a message; an answered inquiry then waits again. A repeated request adds nothing.

    Raises InquiryNotFound, InvalidFields, TooManyMessagesToday, InquiryFull.
    """
    new = replace(new, body=rules.tidy_text(new.body))
    locked = await queries.lock_inquiry(conn, inquiry, member)
    if locked is None:
        raise InquiryNotFound
    refuse_wrong([*rules.wrong_body(new.body), *rules.wrong_images([*new.images])])
    await lock_member(conn, member)
    check = await queries.check_message(conn, locked.id, member, new, a_day=rules.MESSAGES_A_DAY)
    if not check.is_same:
        if check.messages >= rules.MESSAGES_IN_ALL:
            raise InquiryFull
        if check.wait is not None:
            raise TooManyMessagesToday(retry_after=check.wait)
        message = await queries.insert_message(
            conn, locked.id, body=new.body, state=rules.after_member(locked.state)
        )
        await _attach(conn, member, message, new.images)
    return await view(conn, member, locked.id)


async def mark_seen(conn: Connection, member: MemberId, inquiry: int, message: int) -> None:
    """Everything up to this message was on the member's screen. Raises InquiryNotFound."""
    if not await queries.mark_seen(conn, inquiry, member, message=message):
        raise InquiryNotFound


async def lock_member(conn: Connection, member: MemberId) -> None:
    """Let one request of a member run at a time, so that counts stay true. Raises Unauthenticated where they left."""
    if await members.lock_member(conn, member) is None:
        raise Unauthenticated


async def _attach(conn: Connection, member: MemberId, message: MessageId, images: list[ImageId]) -> None:
    if images and not await image_queries.attach_images(conn, member, message, images):
        raise InvalidFields(
            Field(
                "images",
                "not_found",
                "첨부한 사진을 찾을 수 없습니다. 올린 지 하루가 지났다면 삭제하고 다시 첨부해 주세요.",
            )
        )
