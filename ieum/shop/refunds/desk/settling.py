"""Refunds that do not end by themselves: settled by hand by staff, or tried again."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import msgspec

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Outside, Shown, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.orders import service as orders
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound, ProviderSilent
from ieum.shop.payments import queries as payments
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.payments.types import Payment
from ieum.shop.refunds import operators, queries
from ieum.shop.refunds.refusals import RefundNotPossible
from ieum.shop.refunds.types import Refund

NOT_SETTLED = (
    "결제대행사가 거절했거나 계좌를 기다리는 환불, 환불 뒤에 다시 들어온 돈만 직접 처리할 수 있습니다."
)
NOT_STUCK = "결제대행사가 거절하여 멈춘 환불만 다시 시도할 수 있습니다."


class RefundOfOrder(msgspec.Struct, frozen=True):
    refund: Refund | None
    payment: Payment | None

    @property
    def is_held(self) -> bool:
        """Money came after the refund."""
        return self.payment is not None and self.payment.held_after_refund_at is not None

    def is_in(self, *states: str) -> bool:
        return self.refund is not None and self.refund.state in states


type _Case = Case[str, RefundOfOrder, Nothing]


async def _find(conn: Connection, order_id: str) -> RefundOfOrder | None:
    if await queries.find_buyer(conn, order_id) is None:
        return None
    return RefundOfOrder(
        await queries.find_of_order(conn, order_id), await payments.find_open(conn, order_id)
    )


def _facts(sheet: RefundOfOrder) -> Facts:
    return {"refund": sheet.refund and sheet.refund.state}


OF_ORDER = Thing[str, RefundOfOrder](
    name="order",
    label="주문",
    screen="orders",
    unit="건",
    key="text",
    find=_find,
    missing=ConsoleOrderNotFound,
    facts=_facts,
)


@asynccontextmanager
async def _ask_provider(outside: Outside, order_id: str, _wish: Nothing) -> AsyncGenerator[object]:
    """Yield what the provider still has of the payment. Raises ProviderSilent, RefundNotPossible."""
    try:
        facts = await operators.look_up_unsettled(outside.db, outside.provider, order_id)
    except ProviderUnavailableError as error:
        raise ProviderSilent from error
    yield facts


def _why_not_settle(sheet: RefundOfOrder, _wish: Nothing) -> str | None:
    return None if sheet.is_held or sheet.is_in("stuck", "awaiting_account") else NOT_SETTLED


def _preview_settle(sheet: RefundOfOrder, _wish: Nothing) -> Shown:
    refund, payment = sheet.refund, sheet.payment
    amount = refund.amount if refund else 0
    if sheet.is_held and payment is not None:
        rows = [
            Row("다시 들어온 돈", f"{payment.amount:,}원"),
            Row("처리", "돌려주었거나 받기로 정함", before="정해지지 않음"),
        ]
    else:
        rows = [Row("돌려준 돈", f"{amount:,}원"), Row("환불", "완료", before="완료되지 않음")]
    return Shown(
        title="환불을 직접 처리한 것으로 기록합니다",
        rows=rows,
        warnings=[
            "돈을 이미 직접 돌려주었을 때만 눌러 주세요. 이 화면에서는 돈이 나가지 않습니다.",
            "결제대행사에 남은 금액을 확인하여 함께 기록하고, 회원에게 메일로 안내합니다.",
        ],
        amount=amount,
        seen=refund and [refund.id, refund.state, refund.tries],
    )


async def _settle(conn: Connection, case: _Case) -> Made:
    await operators.settle(conn, case.target, case.ready, by=case.by_name)
    refund = case.sheet.refund
    return Made(
        before=_facts(case.sheet),
        facts={
            "refund": "done",
            "settledByHand": refund and refund.amount,
            "balanceAtProvider": case.ready and case.ready.balance,
        },
    )


SETTLE = Change(
    name="orders.refund.settle",
    label="직접 돌려준 것으로 기록",
    done="직접 처리한 것으로 기록했습니다.",
    of=OF_ORDER,
    permission="orders.refund",
    wish=Nothing,
    before_lock=_ask_provider,
    lock=orders.lock,
    refuses=_why_not_settle,
    preview=_preview_settle,
    apply=_settle,
    raises=(ProviderSilent, RefundNotPossible),
)


def _preview_again(sheet: RefundOfOrder, _wish: Nothing) -> Shown:
    return Shown(
        title="환불을 다시 시도합니다",
        rows=[Row("환불", "돌려주는 중", before="멈춤")],
        warnings=["결제대행사에 새로 요청합니다. 돌려준 적이 있는지 먼저 확인하므로 두 번 나가지 않습니다."],
        seen=sheet.refund and [sheet.refund.id, sheet.refund.tries],
    )


async def _try_again(conn: Connection, case: _Case) -> None:
    await operators.try_again(conn, case.target)


AGAIN = Change(
    name="orders.refund.again",
    label="환불 다시 시도",
    done="환불을 다시 시도합니다.",
    of=OF_ORDER,
    permission="orders.refund",
    wish=Nothing,
    lock=orders.lock,
    refuses=lambda sheet, _wish: None if sheet.is_in("stuck") else NOT_STUCK,
    preview=_preview_again,
    apply=_try_again,
)
