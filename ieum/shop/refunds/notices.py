"""Mails to the member about a refund. Members who have left get none: their addresses are deleted."""

from functools import partial

from ieum.shop.kernel.db import Connection
from ieum.shop.messaging import refund_templates as texts
from ieum.shop.order_history.types import RefundLine
from ieum.shop.orders.notices import tell_buyer
from ieum.shop.orders.types import Order
from ieum.shop.refunds.types import Calculation, Refund


async def tell_begun(
    conn: Connection,
    order: Order,
    calculation: Calculation,
    lines: list[RefundLine],
    *,
    needs_account: bool,
    reason: str,
    account: str | None,
) -> None:
    """`account`: the one that the member named with the request, as `accounts.describe` names it."""
    figures = texts.Figures(
        [(line.label, line.amount) for line in lines],
        calculation.amount,
        calculation.points,
        calculation.points_clawed_back,
    )
    text = partial(
        texts.refund_begun,
        plan=order.plan_name,
        reckoned=figures,
        needs_account=needs_account,
        reason=reason if calculation.mode == "operator" else "",
        to_account=account or "",
    )
    await tell_buyer(conn, order, f"refund_begun:{order.id}", text)


async def tell_done(
    conn: Connection, order: Order, refund: Refund, *, by_hand: bool, account: str | None
) -> None:
    text = partial(
        texts.refund_done,
        amount=refund.amount,
        points=refund.points_returned,
        by_hand=by_hand,
        to_account=account or "",
    )
    await tell_buyer(conn, order, f"refunded:{order.id}", text)


async def tell_stuck(conn: Connection, order: Order, refund: Refund) -> None:
    await tell_buyer(
        conn, order, f"refund_stuck:{order.id}", partial(texts.refund_stuck, amount=refund.amount)
    )


async def tell_account_needed(conn: Connection, order: Order, amount: int) -> None:
    await tell_buyer(
        conn, order, f"refund_account:{order.id}", partial(texts.refund_account_needed, amount=amount)
    )


async def tell_account_wrong(conn: Connection, order: Order, refund: Refund) -> None:
    """Sent once for every account that the provider refused."""
    reference = f"refund_account_wrong:{order.id}:{refund.tries}"
    await tell_buyer(conn, order, reference, partial(texts.refund_account_wrong, amount=refund.amount))


async def tell_account_named(conn: Connection, order: Order, refund: Refund, *, account: str) -> None:
    """Sent for every account that was named, so that a member learns of one that somebody else has named."""
    reference = f"refund_account_named:{order.id}:{refund.tries}"
    text = partial(texts.refund_account_named, amount=refund.amount, to_account=account)
    await tell_buyer(conn, order, reference, text)
