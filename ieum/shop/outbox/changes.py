"""Changes of messages: one that is sent once more, and the prices of SMS."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Stays, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.messaging import service as messaging
from ieum.shop.outbox import queries, service
from ieum.shop.outbox.refusals import MessageNotFound
from ieum.shop.outbox.types import MessagePrices, MessageRow, OutboxId


def _preview_again(row: MessageRow, _wish: Nothing) -> Shown:
    """Says nothing of the reader and the text: to see them takes another permission."""
    return Shown(
        title="메시지를 다시 보냅니다",
        rows=[
            Row("종류", "메일" if row.channel == "mail" else "문자"),
            Row("만든 때", seoul.minute(row.created_at)),
        ],
    )


async def _send_again(conn: Connection, case: Case[OutboxId, MessageRow, Nothing]) -> Made:
    """Pressed twice, it is sent once. Raises Stays."""
    again = await messaging.send_again(conn, case.target)
    if again is None:
        raise Stays("이미 다시 보낸 메시지입니다.")
    facts = {"again": again, "channel": case.sheet.channel, "memberId": case.sheet.member_id}
    return Made(facts=facts, answer={"messageId": again})


_Won = Annotated[float, Meta(ge=0, le=10_000)]


class SetPrices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A price that is left out stays as it is; null takes it away."""

    sms: Annotated[_Won, Meta(title="SMS 한 건 (원)")] | UnsetType | None = UNSET
    lms: Annotated[_Won, Meta(title="LMS 한 건 (원)")] | UnsetType | None = UNSET


async def _find_prices(conn: Connection, target: str) -> MessagePrices | None:
    return await queries.get_prices(conn) if target == "message_prices" else None


async def _set_prices(conn: Connection, case: Case[str, MessagePrices, SetPrices]) -> None:
    if case.wish.sms is not UNSET:
        await queries.set_price(conn, "sms", case.wish.sms)
    if case.wish.lms is not UNSET:
        await queries.set_price(conn, "lms", case.wish.lms)


SEND_AGAIN = Change(
    name="messages.send",
    label="다시 보내기",
    done="다시 보내도록 했습니다.",
    of=Thing[OutboxId, MessageRow](
        name="message",
        label="메시지",
        screen="messages",
        find=queries.find_message,
        missing=MessageNotFound,
    ),
    permission="messages.send",
    wish=Nothing,
    refuses=lambda row, _wish: service.why_not_again(row),
    preview=_preview_again,
    apply=_send_again,
)
SET_PRICES = Change(
    name="messages.prices",
    label="문자 단가 변경",
    done="문자 단가를 저장했습니다.",
    of=Thing[str, MessagePrices](
        name="setting",
        label="문자 단가",
        screen="message-prices",
        key="text",
        find=_find_prices,
        missing=NotFound,
        facts=msgspec.structs.asdict,
    ),
    permission="settings.change",
    wish=SetPrices,
    apply=_set_prices,
)
CHANGES = [SEND_AGAIN, SET_PRICES]
