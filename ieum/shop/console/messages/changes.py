"""Changes of messages: one that is sent once more, a notice that is stopped, and the prices of SMS."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ieum.shop.console.messages import broadcast_queries as broadcasts
from ieum.shop.console.messages import queries, rules, service
from ieum.shop.console.messages.broadcast_types import Broadcast, BroadcastId
from ieum.shop.console.messages.refusals import BroadcastNotFound, MessageNotFound
from ieum.shop.console.messages.types import MessagePrices, MessageRow, OutboxId
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Stays, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound
from ieum.shop.messaging import service as messaging

# References that are withdrawn by one statement.
BATCH = 500
OVER = "이미 모두 보냈거나 멈춘 보내기입니다. 목록을 새로 고쳐 주세요."


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


async def _lock(conn: Connection, broadcast: BroadcastId) -> None:
    await broadcasts.find(conn, broadcast, holds=True)


def _preview_stop(broadcast: Broadcast, _wish: Nothing) -> Shown:
    return Shown(
        title="보내기를 멈춥니다",
        rows=[Row("받는 회원", f"{broadcast.recipients:,}명"), Row("아직 나가지 않은 메시지", "보내지 않음")],
        warnings=["이미 나간 메시지는 되돌릴 수 없습니다."],
    )


async def _stop(conn: Connection, case: Case[BroadcastId, Broadcast, Nothing]) -> Facts:
    """Write to nobody else, and withdraw what has not been sent. Raises Stays."""
    withdrawn, beyond = 0, 0
    while members := await broadcasts.list_written(conn, case.target, beyond=beyond, limit=BATCH):
        references = [rules.reference(case.target, member) for member in members]
        withdrawn += await messaging.withdraw_all(conn, case.sheet.channel, references)
        beyond = members[-1]
    if case.sheet.state == "done" and withdrawn == 0:
        raise Stays(OVER)
    await broadcasts.set_state(conn, case.target, "stopped")
    return {"withdrawn": withdrawn}


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
        facts=lambda _row: {},
    ),
    permission="messages.send",
    wish=Nothing,
    refuses=lambda row, _wish: service.why_not_again(row),
    preview=_preview_again,
    apply=_send_again,
)
STOP = Change(
    name="messages.stop",
    label="멈추기",
    done="보내기를 멈췄습니다.",
    of=Thing[BroadcastId, Broadcast](
        name="broadcast",
        label="여러 회원에게 보내기",
        screen="broadcasts",
        find=broadcasts.find,
        missing=BroadcastNotFound,
        facts=lambda broadcast: {"state": broadcast.state},
    ),
    permission="messages.broadcast",
    wish=Nothing,
    lock=_lock,
    refuses=lambda broadcast, _wish: OVER if broadcast.state == "stopped" else None,
    preview=_preview_stop,
    apply=_stop,
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
CHANGES = [SEND_AGAIN, STOP, SET_PRICES]
