"""Refunds by staff: begun at once, or asked of a second person; settled by hand where the provider refuses.

Whatever is asked of the provider or of gateways is asked before the transaction begins.
"""

from ieum.shop.console.orders import actions, queries
from ieum.shop.console.orders.refusals import ConsoleOrderNotFound, ProviderKnowsNothing, ProviderSilent
from ieum.shop.console.orders.types import MoneyPress, RefundBegun, RefundOfOrder
from ieum.shop.desk import gifts, presses, previews
from ieum.shop.desk.access import Act, Actor
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.presses import Press
from ieum.shop.desk.types import Facts, Preview, Row, Staff
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.feed import Feed
from ieum.shop.orders import service as orders
from ieum.shop.payments.provider import Provider, ProviderUnavailableError
from ieum.shop.refunds import operators, requesting, reversals
from ieum.shop.refunds.types import PurchaseRow


async def preview(conn: Connection, staff: Staff, asked: RefundOfOrder) -> Preview:
    """Show the refund as of now, and whether this person does it alone."""
    shown = await actions.preview(conn, asked)
    row, calculation = await actions.reckon(conn, asked.order, asked.wish)
    return await gifts.warned(conn, staff.id, await actions.gift_of(conn, asked, row, calculation), shown)


async def refund(
    actor: Actor,
    db: Database,
    feed: Feed,
    provider: Provider,
    asked: RefundOfOrder,
    form: MoneyPress,
) -> RefundBegun:
    """Begin what was shown, or have it wait for a second person if it is much; once by the key.

    Raises PreviewChanged, PressKeyUsed, RefundNotPossible, QuoteExpired, OrderNotFound, InvalidFields, ProviderSilent,
    ProviderKnowsNothing.
    """
    press = presses.press(form.key, "orders.refund", asked)
    try:
        made = await _refund(actor, db, feed, provider, asked, form, press)
    except ShopError:
        made = await _made_before(actor, db, press)
        if made is None:
            raise
    if isinstance(made, RefundBegun):
        return made
    if (approval := made.get("approvalId")) is not None:
        async with db.connection() as conn:
            waiting = await approvals.asked_before(conn, approval)
        return RefundBegun(waiting.approval_id, waiting.preview)
    return RefundBegun(None, previews.preview(f"{asked.order} 주문의 환불을 이미 시작했습니다", []))


async def _refund(
    actor: Actor,
    db: Database,
    feed: Feed,
    provider: Provider,
    asked: RefundOfOrder,
    form: MoneyPress,
    press: Press,
) -> RefundBegun | Facts:
    """What was begun, or what an earlier press with this key has made."""
    if asked.wish.kind != "rules":
        # Whether a deposit that the bank took back was paid in again.
        await _look_up_reversed(db, provider, asked.order)
    async with db.connection() as conn:
        shown = await _shown(conn, asked, form.digest)
        row, calculation = await actions.reckon(conn, asked.order, asked.wish)
        gift = await actions.gift_of(conn, asked, row, calculation)
        takes_two = await gifts.takes_two(conn, actor.staff.id, gift)
    if takes_two:
        async with actor.transaction() as act:
            if (made := await presses.begin(act, press)) is not None:
                return made
            waiting = await approvals.ask(act, actions.REFUND, asked, reason=form.reason)
            if waiting.preview.digest != form.digest:
                raise PreviewChanged
            await presses.end(act, press, {"approvalId": waiting.approval_id})
        return RefundBegun(waiting.approval_id, waiting.preview)

    async def is_unused(conn: Connection, row: PurchaseRow) -> bool:
        del conn, row
        return asked.wish.kind == "rules" and calculation.mode == "full"

    async with (
        requesting.disconnected(db, feed, asked.order, is_unused) as running,
        actor.transaction() as act,
    ):
        if (made := await presses.begin(act, press)) is not None:
            return made
        await gifts.hold(act.conn, act.staff.id, gift.member)
        if await gifts.takes_two(act.conn, act.staff.id, gift):
            # Another press of theirs was faster.
            raise PreviewChanged
        # Whoever comes second reads what the first one did.
        await orders.lock(act.conn, asked.order)
        shown = await _shown(act.conn, asked, form.digest)
        await gifts.enter(act.conn, act.staff.id, gift)
        await actions.carry_out(act, asked, reason=form.reason, running=running)
    return RefundBegun(None, shown)


async def _made_before(actor: Actor, db: Database, press: Press) -> Facts | None:
    """What a press with this key has made meanwhile, which may be why this one was refused."""
    async with db.connection() as conn:
        return await presses.find(conn, actor.staff.id, press)


async def preview_settlement(conn: Connection, order_id: str) -> Preview:
    """Raises ConsoleOrderNotFound, RefundNotPossible."""
    if await queries.find_order(conn, order_id) is None:
        raise ConsoleOrderNotFound
    refund, payment = await operators.get_unsettled(conn, order_id)
    if payment is not None and payment.held_after_refund_at is not None:
        rows = [
            Row("다시 들어온 돈", f"{payment.amount:,}원"),
            Row("처리", "돌려주었거나 받기로 정함", before="정해지지 않음"),
        ]
    else:
        rows = [Row("돌려준 돈", f"{refund.amount:,}원"), Row("환불", "완료", before="완료되지 않음")]
    return previews.preview(
        f"{order_id} 주문의 환불을 직접 처리한 것으로 기록합니다",
        rows,
        warnings=[
            "돈을 이미 직접 돌려주었을 때만 눌러 주세요. 이 화면에서는 돈이 나가지 않습니다.",
            "결제대행사에 남은 금액을 확인하여 함께 기록하고, 회원에게 메일로 안내합니다.",
        ],
        amount=refund.amount,
        seen=[refund.id, refund.state, refund.tries],
    )


async def settle(actor: Actor, db: Database, provider: Provider, order_id: str, form: MoneyPress) -> None:
    """Record that a refund's money went back by hand, once by the key.

    Raises PreviewChanged, PressKeyUsed, RefundNotPossible, ProviderSilent.
    """
    press = presses.press(form.key, "orders.refund.settle", order_id)
    try:
        await _settle(actor, db, provider, order_id, form, press)
    except ShopError:
        if await _made_before(actor, db, press) is None:
            raise


async def _settle(
    actor: Actor, db: Database, provider: Provider, order_id: str, form: MoneyPress, press: Press
) -> None:
    async with db.connection() as conn:
        if (await preview_settlement(conn, order_id)).digest != form.digest:
            raise PreviewChanged
    try:
        facts = await operators.look_up_unsettled(db, provider, order_id)
    except ProviderUnavailableError as error:
        raise ProviderSilent from error
    async with actor.transaction() as act:
        if await presses.begin(act, press) is not None:
            return
        await orders.lock(act.conn, order_id)
        if (await preview_settlement(act.conn, order_id)).digest != form.digest:
            raise PreviewChanged
        refund, _ = await operators.get_unsettled(act.conn, order_id)
        await operators.settle(act.conn, order_id, facts, by=act.staff.name)
        act.note(
            "orders.refund",
            "order",
            order_id,
            before={"refund": refund.state},
            after={
                "refund": "done",
                "settledByHand": refund.amount,
                "balanceAtProvider": facts.balance if facts else None,
            },
            reason=form.reason,
        )


async def try_again(act: Act, order_id: str, reason: str) -> None:
    """Have the worker try a stuck refund with a new key. Raises OrderNotFound, RefundNotPossible."""
    await operators.try_again(act.conn, order_id)
    act.note(
        "orders.refund",
        "order",
        order_id,
        before={"refund": "stuck"},
        after={"refund": "returning"},
        reason=reason,
    )


async def _shown(conn: Connection, asked: RefundOfOrder, digest: str) -> Preview:
    """Raises PreviewChanged where it is not what was seen."""
    shown = await actions.preview(conn, asked)
    if shown.digest != digest:
        raise PreviewChanged
    return shown


async def _look_up_reversed(db: Database, provider: Provider, order_id: str) -> None:
    try:
        await reversals.look_up(db, provider, order_id)
    except ProviderUnavailableError as error:
        raise ProviderSilent from error
    except ValueError as error:
        raise ProviderKnowsNothing from error
