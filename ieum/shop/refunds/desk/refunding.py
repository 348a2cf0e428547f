"""Refunds by staff: by the rules of the member, or of an amount that staff decide.

The amount is computed once, under the lock: the preview shows it, and the refund begins with it.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Made, Outside, Shown, Thing
from ieum.shop.desk.gifts import Gift
from ieum.shop.desk.types import Facts, Row
from ieum.shop.gateways import desired
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields, ShopError
from ieum.shop.kernel.texts import LINES
from ieum.shop.orders import service as orders
from ieum.shop.orders.desk.refusals import ConsoleOrderNotFound, ProviderSilent
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.refunds import operators, queries, requesting, reversals, rules, service
from ieum.shop.refunds.refusals import QuoteExpired, RefundNotPossible
from ieum.shop.refunds.types import Calculation, PurchaseRow
from ieum.shop.refunds.words import MODES

_MODES = {
    "full": "이용하지 않은 주문: 전부",
    "withdrawal": "7일 안의 청약철회: 이용하지 않은 부분",
    "pro_rata": "남은 부분에서 위약금을 뺀 금액",
    "operator": MODES["operator"],
}


class ProviderKnowsNothing(ShopError):
    code = "provider_knows_nothing"
    title = "결제대행사에 이 결제가 없습니다"
    detail = "결제대행사에서 이 결제를 찾지 못했습니다. 설정의 결제대행사 키가 이 결제를 받은 키인지 확인해 주세요."


class RefundWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`rules` gives back what the member would be given; `amount` and `all` are the operator's decision.

    `words` are what the member reads of such a decision.
    """

    kind: Annotated[
        Literal["rules", "amount", "all"],
        Meta(
            title="얼마를 돌려주나요?",
            extra_json_schema={
                "words": {
                    "rules": "환불 규정대로 (회원이 직접 신청할 때와 같은 금액)",
                    "amount": "금액을 정해서",
                    "all": "결제한 돈과 포인트 전부",
                }
            },
        ),
    ]
    amount: (
        Annotated[
            int,
            Meta(
                ge=1,
                le=2**31 - 1,
                title="돌려줄 금액 (원)",
                description="결제한 금액까지 숫자로 입력합니다. 사용한 포인트는 같은 비율로 돌려줍니다.",
            ),
        ]
        | None
    ) = None
    words: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=LINES,
            title="회원이 읽는 사유",
            description="규정과 다르게 돌려주는 이유입니다. 환불 안내 메일에 그대로 적힙니다.",
        ),
    ] = ""


class RefundSheet(msgspec.Struct, frozen=True):
    """An order as it was bought, and what of it would go back."""

    row: PurchaseRow
    calculation: Calculation


async def _look(conn: Connection, order_id: str, wish: RefundWish) -> RefundSheet | None:
    """Compute the refund as of now. Raises RefundNotPossible, InvalidFields."""
    _refuse_incomplete(wish)
    row = await queries.find_purchase(conn, order_id)
    if row is None:
        return None
    if wish.kind == "rules":
        return RefundSheet(row, await requesting.calculate(conn, order_id, row, datetime.now(UTC)))
    try:
        return RefundSheet(row, await operators.reckon(conn, order_id, row, wish.amount))
    except ValueError as error:
        raise InvalidFields(
            Field("amount", "invalid", "결제한 금액까지만 환불할 수 있습니다. 금액을 다시 확인해 주세요.")
        ) from error


def _refuse_incomplete(wish: RefundWish) -> None:
    if wish.kind == "amount" and wish.amount is None:
        raise InvalidFields(Field("amount", "required", "환불할 금액을 입력해 주세요."))
    if wish.kind != "amount" and wish.amount is not None:
        raise InvalidFields(Field("amount", "invalid", "금액을 정하는 환불에만 금액을 입력해 주세요."))
    if wish.kind != "rules" and not wish.words.strip():
        raise InvalidFields(Field("words", "required", "회원에게 보낼 환불 사유를 입력해 주세요."))


@asynccontextmanager
async def _ask_first(outside: Outside, order_id: str, wish: RefundWish) -> AsyncGenerator[object]:
    """Ask what only others know before the amount is computed.

    By the rules: the gateways, what was used last of what counts as unused; yields its services. Otherwise: the
    provider, if a deposit that the bank took back was paid in again. Raises ProviderSilent, ProviderKnowsNothing.
    """
    if wish.kind != "rules":
        try:
            await reversals.look_up(outside.db, outside.provider, order_id)
        except ProviderUnavailableError as error:
            raise ProviderSilent from error
        except ValueError as error:
            raise ProviderKnowsNothing from error
        yield None
        return

    async def is_unused(conn: Connection, row: PurchaseRow) -> bool:
        return rules.is_unused(await service.purchase_of(conn, order_id, row), datetime.now(UTC))

    async with requesting.disconnected(outside.db, outside.feed, order_id, is_unused) as running:
        yield running
    if running:
        # A refund that waits for a second person was not made.
        async with outside.db.transaction() as conn:
            await requesting.reconnect(conn, order_id)


async def _lock(conn: Connection, order_id: str) -> None:
    order = await orders.lock(conn, order_id)
    await queries.lock_goods(conn, order_id, order.subscription_id)


def _preview(sheet: RefundSheet, wish: RefundWish) -> Shown:
    """The steps that the member sees, and what follows from them."""
    row, calculation = sheet.row, sheet.calculation
    rows = [Row("기준", _MODES[calculation.mode])]
    rows += [Row(line.label, f"{line.amount:,}원") for line in rules.lines(calculation)]
    if calculation.total_days:
        rows.append(Row("이용한 날", f"{calculation.total_days}일 중 {calculation.used_days}일"))
    rows.append(Row("돌려줄 금액", f"{calculation.amount:,}원"))
    rows.append(Row("돌려줄 포인트", f"{calculation.points:,}P"))
    if calculation.points_clawed_back:
        rows.append(Row("회수할 적립 포인트", f"{calculation.points_clawed_back:,}P"))
    if calculation.amount:
        needs_account = service.needs_account(row.method, calculation)
        rows.append(Row("돌려주는 방법", "회원이 입력하는 계좌로" if needs_account else "결제한 수단으로"))
    if wish.kind != "rules":
        rows.append(Row("회원이 읽는 사유", wish.words.strip()))
    return Shown(
        title="주문을 환불합니다",
        rows=rows,
        warnings=_warnings(row, calculation),
        amount=calculation.amount,
        seen=[calculation.mode, wish.kind],
    )


def _warnings(row: PurchaseRow, calculation: Calculation) -> list[str]:
    warnings = ["이 주문으로 이용하는 서비스와 정기결제가 바로 끝나고, 회원에게 메일로 안내합니다."]
    if service.needs_account(row.method, calculation):
        warnings.append("가상계좌로 받은 돈입니다. 회원이 환불 계좌를 입력한 뒤에 돌려줍니다.")
    if row.reversed:
        warnings.append("은행이 입금을 취소한 주문입니다. 돈은 돌려주지 않고 제공한 상품만 거둡니다.")
    return warnings


async def _receiver(conn: Connection, order_id: str, wish: RefundWish) -> Gift:
    """By the rules it is nothing that staff give to the member."""
    return Gift("refund", 0, None if wish.kind == "rules" else await queries.find_buyer(conn, order_id))


def _price(sheet: RefundSheet, _wish: RefundWish) -> int:
    """Money and points together: points pay like won."""
    calculation = sheet.calculation
    return calculation.amount + calculation.points + rules.points_kept(sheet.row, calculation)


async def _refund(conn: Connection, case: Case[str, RefundSheet, RefundWish]) -> Made:
    """Begin the refund; the provider is asked for the money after it. Raises QuoteExpired."""
    calculation, wish = case.sheet.calculation, case.wish
    if calculation.mode == "full" and case.ready and await desired.is_served(conn, case.ready):
        # A device was added after the gateway was asked, so what was used is not known.
        raise QuoteExpired
    await operators.begin(
        conn, case.target, case.sheet.row, calculation, reason=wish.words.strip(), by=case.by_name
    )
    facts: Facts = {
        "state": str(OrderState.REFUNDING),
        "kind": wish.kind,
        "mode": calculation.mode,
        "amount": calculation.amount,
        "points": calculation.points,
        "pointsTakenBack": calculation.points_clawed_back,
        "words": wish.words.strip(),
    }
    return Made(
        id=case.target, before={"state": str(OrderState.PAID)}, facts=facts, answer={"orderId": case.target}
    )


async def _find(conn: Connection, order_id: str) -> RefundSheet | None:
    return await _look(conn, order_id, RefundWish("rules"))


REFUND = Change(
    name="orders.refund",
    label="환불",
    done="환불을 시작했습니다.",
    of=Thing[str, RefundSheet](
        name="order",
        label="주문",
        screen="orders",
        unit="건",
        key="text",
        find=_find,
        missing=ConsoleOrderNotFound,
        facts=lambda sheet: {"state": str(sheet.row.state)},
    ),
    permission="orders.refund",
    wish=RefundWish,
    before_lock=_ask_first,
    lock=_lock,
    look=_look,
    preview=_preview,
    apply=_refund,
    worth=_receiver,
    price=_price,
    cannot_wait=lambda wish: wish.kind == "rules",
    raises=(RefundNotPossible, QuoteExpired, ProviderSilent, ProviderKnowsNothing),
)
