"""Changes that staff make to orders by asking the provider: payments in doubt, deposits, cancelled orders."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from ieum.shop.checkout import confirmation, look_up
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Outside, Pressed, Shown, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection, fetch_optional
from ieum.shop.kernel.errors import ShopError
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound, ProviderSilent
from ieum.shop.orders.types import OrderState
from ieum.shop.orders.words import STATES
from ieum.shop.payments.provider import ProviderUnavailableError

NOT_AWAITED = "입금을 기다리거나 은행이 입금을 취소한 주문만 확인할 수 있습니다."
_CANCELLABLE = {OrderState.AWAITING_PAYMENT, OrderState.AWAITING_DEPOSIT}
NOT_CANCELLABLE = "결제나 입금을 기다리는 주문만 취소할 수 있습니다."
_ASKED = [
    "결제대행사에 있는 그대로 반영합니다.",
    "결제대행사가 돈을 받았으면 상품을 제공하고, 받지 않았으면 아무것도 제공하지 않습니다.",
    "여러 번 눌러도 결제는 한 번만 됩니다.",
]


class NothingToLookUp(ShopError):
    code = "nothing_to_look_up"
    title = "확인할 결제가 없습니다"
    detail = "이 주문에는 결제를 시도한 기록이 없어 결제대행사에 확인할 것이 없습니다."


class NoDepositAwaited(ShopError):
    code = "no_deposit_awaited"
    title = "입금을 기다리는 주문이 아닙니다"
    detail = f"{NOT_AWAITED} 주문의 지금 상태를 확인해 주세요."


class PaidOrder(msgspec.Struct, frozen=True, rename="camel"):
    """An order with its last attempt to pay that was not refused, or the last one. `asked_as` is its provider's id."""

    state: OrderState
    member_id: MemberId
    asked_as: str | None
    is_unsettled: bool

    @property
    def awaits_deposit(self) -> bool:
        return self.state is OrderState.AWAITING_DEPOSIT or self.is_unsettled


type _Case = Case[str, PaidOrder, Nothing]


async def _find(conn: Connection, order_id: str) -> PaidOrder | None:
    """`is_unsettled`: the bank took the deposit back, or it came after a refund."""
    return await fetch_optional(
        conn,
        PaidOrder,
        """
        SELECT o.state, o.member_id AS "memberId", y.provider_order_id AS "askedAs",
               coalesce(y.state <> 'refused' AND (y.reversed_at IS NOT NULL OR y.held_after_refund_at IS NOT NULL),
                        false) AS "isUnsettled"
          FROM orders o
          LEFT JOIN LATERAL (
                SELECT p.state, p.provider_order_id, p.reversed_at, p.held_after_refund_at
                  FROM payments p WHERE p.order_id = o.id ORDER BY (p.state <> 'refused') DESC, p.id DESC LIMIT 1
               ) y ON true
         WHERE o.id = %(order_id)s
        """,
        order_id=order_id,
    )


ORDER = Thing[str, PaidOrder](
    name="order",
    label="주문",
    screen="orders",
    unit="건",
    key="text",
    find=_find,
    missing=ConsoleOrderNotFound,
    facts=lambda order: {"state": str(order.state)},
)


async def _get(outside: Outside, order_id: str) -> PaidOrder:
    """Get the order. Raises ConsoleOrderNotFound."""
    async with outside.db.connection() as conn:
        order = await _find(conn, order_id)
    if order is None:
        raise ConsoleOrderNotFound
    return order


@asynccontextmanager
async def _ask_provider(outside: Outside, order_id: str, _wish: Nothing) -> AsyncGenerator[object]:
    """Ask the provider, do what its answer says, and yield the state of before.

    It is safe to repeat. Raises NothingToLookUp, ProviderSilent.
    """
    order = await _get(outside, order_id)
    if order.asked_as is None:
        raise NothingToLookUp
    try:
        await look_up.refresh(outside.db, outside.provider, outside.sealer, order.asked_as)
    except ProviderUnavailableError as error:
        raise ProviderSilent from error
    yield order.state


@asynccontextmanager
async def _ask_for_deposit(outside: Outside, order_id: str, wish: Nothing) -> AsyncGenerator[object]:
    """Ask the provider if a deposit is awaited. Raises NoDepositAwaited, too."""
    if not (await _get(outside, order_id)).awaits_deposit:
        raise NoDepositAwaited
    async with _ask_provider(outside, order_id, wish) as before:
        yield before


async def _note(_conn: Connection, case: _Case) -> Made:
    before, after = str(case.ready), str(case.sheet.state)
    return Made(before={"state": before}, facts={"state": after}, answer={"before": before, "after": after})


CHECK_PAYMENT = Change(
    name="orders.retry",
    label="결제 다시 확인",
    done="결제대행사에 확인했습니다.",
    of=ORDER,
    permission="orders.retry",
    wish=Nothing,
    before_lock=_ask_provider,
    # Without the order's state, which the answer changes.
    preview=lambda _order, _wish: Shown(title="결제를 결제대행사에 확인합니다", warnings=_ASKED),
    apply=_note,
    raises=(NothingToLookUp, ProviderSilent),
)
CHECK_DEPOSIT = Change(
    name="orders.deposit",
    label="입금 확인",
    done="결제대행사에 확인했습니다.",
    of=ORDER,
    permission="orders.deposit",
    wish=Nothing,
    before_lock=_ask_for_deposit,
    preview=lambda _order, _wish: Shown(title="입금을 결제대행사에 확인합니다", warnings=_ASKED),
    apply=_note,
    raises=(NoDepositAwaited, NothingToLookUp, ProviderSilent),
)


async def _note_cancel(_conn: Connection, case: _Case) -> Made:
    """Before the provider is asked: what it has done by then cannot go unrecorded."""
    state = str(case.sheet.state)
    return Made(before={"state": state}, facts={"asked": str(OrderState.CANCELLED)}, answer={"before": state})


async def _cancel(outside: Outside, pressed: Pressed[str, Nothing]) -> Facts:
    """Cancel it; a virtual account is closed at the provider first. Raises NotCancellable, CancelUnsettled."""
    order = await _get(outside, pressed.target)
    view = await confirmation.cancel_order(outside.db, outside.provider, order.member_id, pressed.target)
    return {"after": str(view.state)}


CANCEL = Change(
    name="orders.cancel",
    label="주문 취소",
    done="주문을 취소했습니다.",
    of=ORDER,
    permission="orders.deposit",
    wish=Nothing,
    lock=orders.lock,
    refuses=lambda order, _wish: None if order.state in _CANCELLABLE else NOT_CANCELLABLE,
    preview=lambda order, _wish: Shown(
        title="주문을 취소합니다",
        rows=[Row("주문", STATES[OrderState.CANCELLED], before=STATES[order.state])],
        warnings=["가상계좌를 먼저 닫습니다. 그 전에 입금되면 취소하지 않고 상품을 제공합니다."],
    ),
    apply=_note_cancel,
    after_commit=_cancel,
    raises=(confirmation.NotCancellable, confirmation.CancelUnsettled),
)
CHANGES = [CHECK_PAYMENT, CHECK_DEPOSIT, CANCEL]
