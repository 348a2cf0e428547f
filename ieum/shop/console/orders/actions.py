"""Refunds: what one would give back, and the change itself, which takes two people above a setting."""

from datetime import UTC, datetime

from ieum.shop.console.orders import queries
from ieum.shop.console.orders.types import RefundOfOrder, RefundWish
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.types import Facts, Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState
from ieum.shop.refunds import operators, requesting, rules
from ieum.shop.refunds import service as refunds
from ieum.shop.refunds.types import Calculation, PurchaseRow
from ieum.shop.services.types import ServiceId

_MODES = {
    "full": "이용하지 않은 주문: 전부",
    "withdrawal": "7일 안의 청약철회: 이용하지 않은 부분",
    "pro_rata": "남은 부분에서 위약금을 뺀 금액",
    "operator": "운영자가 정한 금액",
}


async def reckon(conn: Connection, order_id: str, wish: RefundWish) -> tuple[PurchaseRow, Calculation]:
    """What the wish would give back now. Raises OrderNotFound, RefundNotPossible, InvalidFields."""
    _refuse_incomplete(wish)
    if wish.kind == "rules":
        row = await refunds.get_purchase_row(conn, order_id)
        return row, await requesting.calculate(conn, order_id, row, datetime.now(UTC))
    try:
        return await operators.reckon(conn, order_id, wish.amount)
    except ValueError as error:
        raise InvalidFields(
            Field("amount", "invalid", "결제한 금액까지만 환불할 수 있습니다. 금액을 다시 확인해 주세요.")
        ) from error


async def preview(conn: Connection, refund: RefundOfOrder) -> Preview:
    row, calculation = await reckon(conn, refund.order, refund.wish)
    return previews.preview(
        f"{refund.order} 주문을 환불합니다",
        _rows(refund.wish, row, calculation),
        warnings=_warnings(row, calculation),
        amount=calculation.amount,
        seen=[calculation.mode, refund.wish.kind],
    )


async def carry_out(
    act: Act, refund: RefundOfOrder, *, reason: str = "", running: list[ServiceId] | None = None
) -> Facts:
    """Begin the refund, in this transaction; the provider is asked for the money after it.

    Raises OrderNotFound, RefundNotPossible, QuoteExpired, InvalidFields.
    """
    by, wish = act.staff.name, refund.wish
    if wish.kind == "rules":
        done = await operators.refund_by_rules(act.conn, refund.order, by=by, running=running)
    else:
        done = await operators.refund_by_operator(
            act.conn, refund.order, wish.amount, reason=wish.words.strip(), by=by
        )
    facts: Facts = {
        "state": str(OrderState.REFUNDING),
        "kind": wish.kind,
        "mode": done.mode,
        "amount": done.amount,
        "points": done.points,
        "pointsTakenBack": done.points_clawed_back,
        "words": wish.words.strip(),
    }
    act.note(
        "orders.refund",
        "order",
        refund.order,
        before={"state": str(OrderState.PAID)},
        after=facts,
        reason=reason,
    )
    return {"orderId": refund.order}


async def _carry_out_confirmed(act: Act, refund: RefundOfOrder, world: World) -> Facts:
    del world
    await orders.lock(act.conn, refund.order)
    return await carry_out(act, refund)


async def gift_of(
    conn: Connection, refund: RefundOfOrder, row: PurchaseRow, calculation: Calculation
) -> Gift:
    """Money and points together: points pay like won. By the rules it is nothing that staff give to the member."""
    won = calculation.amount + calculation.points + rules.points_kept(row, calculation)
    member = None if refund.wish.kind == "rules" else await queries.get_buyer(conn, refund.order)
    return Gift("refund", won, member)


def _refuse_incomplete(wish: RefundWish) -> None:
    if wish.kind == "amount" and wish.amount is None:
        raise InvalidFields(Field("amount", "required", "환불할 금액을 입력해 주세요."))
    if wish.kind != "amount" and wish.amount is not None:
        raise InvalidFields(Field("amount", "invalid", "금액을 정하는 환불에만 금액을 입력해 주세요."))
    if wish.kind != "rules" and not wish.words.strip():
        raise InvalidFields(Field("words", "required", "회원에게 보낼 환불 사유를 입력해 주세요."))


def _rows(wish: RefundWish, row: PurchaseRow, calculation: Calculation) -> list[Row]:
    """The steps that the member sees, and what follows from them."""
    rows = [Row("기준", _MODES[calculation.mode])]
    rows += [Row(line.label, f"{line.amount:,}원") for line in rules.lines(calculation)]
    if calculation.total_days:
        rows.append(Row("이용한 날", f"{calculation.total_days}일 중 {calculation.used_days}일"))
    rows.append(Row("돌려줄 금액", f"{calculation.amount:,}원"))
    rows.append(Row("돌려줄 포인트", f"{calculation.points:,}P"))
    if calculation.points_clawed_back:
        rows.append(Row("회수할 적립 포인트", f"{calculation.points_clawed_back:,}P"))
    if calculation.amount:
        needs_account = refunds.needs_account(row.method, calculation)
        way = "회원이 입력하는 계좌로" if needs_account else "결제한 수단으로"
        rows.append(Row("돌려주는 방법", way))
    if wish.kind != "rules":
        rows.append(Row("회원이 읽는 사유", wish.words.strip()))
    return rows


def _warnings(row: PurchaseRow, calculation: Calculation) -> list[str]:
    warnings = ["이 주문으로 이용하는 서비스와 정기결제가 바로 끝나고, 회원에게 메일로 안내합니다."]
    if refunds.needs_account(row.method, calculation):
        warnings.append("가상계좌로 받은 돈입니다. 회원이 환불 계좌를 입력한 뒤에 돌려줍니다.")
    if row.reversed:
        warnings.append("은행이 입금을 취소한 주문입니다. 돈은 돌려주지 않고 제공한 상품만 거둡니다.")
    return warnings


REFUND = written_out(
    name="orders.refund",
    label="환불",
    permission="orders.refund",
    params=RefundOfOrder,
    preview=preview,
    carry_out=_carry_out_confirmed,
    cannot_wait=lambda refund: refund.wish.kind == "rules",
)
ACTIONS = [REFUND]
