"""A message about an order that staff send once more, to where it went."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Made, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.masking import mask_email, mask_phone
from ieum.shop.messaging import service as messaging
from ieum.shop.order_desk import queries
from ieum.shop.order_desk.types import OrderMessage
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound


class MessageNotOfOrder(NotFound):
    code = "message_not_found"
    detail = "이 주문의 메시지를 찾을 수 없습니다. 주문 화면을 새로 고친 뒤 다시 확인해 주세요."


class NotSentAgain(ShopError):
    code = "not_sent_again"
    title = "다시 보낼 수 없는 메시지입니다"
    detail = "아직 보내는 중이거나, 이미 다시 보냈거나, 내용이 지워진 메시지입니다. 주문의 메시지 목록을 확인해 주세요."


class SendAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    message: Annotated[int, Meta(ge=1, le=2**63 - 1, title="메시지")]


class OrderMessages(msgspec.Struct, frozen=True):
    messages: list[OrderMessage]


async def _find(conn: Connection, order_id: str) -> OrderMessages | None:
    order = await queries.find_order(conn, order_id)
    if order is None:
        return None
    return OrderMessages(await queries.list_messages(conn, order_id, order.buyer.id))


def _chosen(sheet: OrderMessages, wish: SendAgain) -> OrderMessage:
    """Find the chosen message. Raises MessageNotOfOrder."""
    for message in sheet.messages:
        if message.id == wish.message:
            return message
    raise MessageNotOfOrder


def _why_not(sheet: OrderMessages, wish: SendAgain) -> str | None:
    return None if _chosen(sheet, wish).may_send_again else NotSentAgain.detail


def _preview(sheet: OrderMessages, wish: SendAgain) -> Shown:
    message = _chosen(sheet, wish)
    mask = mask_email if message.channel == "mail" else mask_phone
    return Shown(
        title="메시지를 다시 보냅니다",
        rows=[
            Row("메시지", message.subject or "문자"),
            Row("받는 사람", message.recipient and mask(message.recipient)),
        ],
    )


async def _send(conn: Connection, case: Case[str, OrderMessages, SendAgain]) -> Made:
    """Send a message again. Raises NotSentAgain if a colleague was faster."""
    again = await messaging.send_again(conn, case.wish.message)
    if again is None:
        raise NotSentAgain
    return Made(facts={"message": case.wish.message, "again": again}, answer={"message": again})


RESEND = Change(
    name="orders.resend",
    label="다시 보내기",
    done="메시지를 다시 보냅니다.",
    of=Thing[str, OrderMessages](
        name="order",
        label="주문",
        screen="orders",
        unit="건",
        key="text",
        find=_find,
        missing=ConsoleOrderNotFound,
    ),
    permission="orders.resend",
    wish=SendAgain,
    refuses=_why_not,
    preview=_preview,
    apply=_send,
    raises=(MessageNotOfOrder, NotSentAgain),
)
CHANGES = [RESEND]
