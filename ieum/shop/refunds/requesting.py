"""Members' requests: a quote, and the refund that was quoted.

Whether a service was ever used is known only by its gateway, a second or two later. So a refund of something that seems
unused disconnects it first, waits until the gateway has said what was used of it last, and computes then
(docs/decisions/0060).
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import msgspec

from ieum.shop.gateways import desired
from ieum.shop.gateways.readiness import wait_for_acknowledgements
from ieum.shop.gateways.types import Progress
from ieum.shop.kernel import quoting
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState
from ieum.shop.refunds import accounts, queries, rules, service, tasks
from ieum.shop.refunds.refusals import QuoteExpired, RefundNotPossible
from ieum.shop.refunds.types import Account, Calculation, PurchaseRow, RefundQuote, RefundRequest
from ieum.shop.services import period_queries
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId

# Within these seconds a refund is made, or its services are connected again.
DISCONNECTED_SECONDS = 10


async def quote(conn: Connection, member: MemberId, order_id: str, *, key: str) -> RefundQuote:
    """Quote what would go back now, valid for a quarter of an hour. Raises RefundNotPossible."""
    row = await service.get_purchase_row(conn, order_id, member)
    now = datetime.now(UTC).replace(microsecond=0)
    calculation = await calculate(conn, order_id, row, now)
    return RefundQuote(
        order_id=orders.OrderId(order_id),
        needs_account=service.needs_account(row.method, calculation),
        lines=rules.lines(calculation),
        quote=quoting.sign(now, *_quote_subject(member, order_id, calculation), key=key),
        quote_until=now + quoting.QUOTE_VALIDITY,
        **msgspec.structs.asdict(calculation),
    )


async def request(
    db: Database,
    feed: Feed,
    member: MemberId,
    order_id: str,
    data: RefundRequest,
    *,
    key: str,
    sealer: Sealer,
    address: str,
) -> None:
    """Begin the refund that was quoted; a second time changes nothing. Raises RefundNotPossible, QuoteExpired.

    Who names an account proves the password first (`accounts.confirm_password` says what that raises). What was
    disconnected and is not refunded is connected again, at once or, after a crash, by a job.
    """
    if data.account is not None:
        async with db.connection() as conn:
            await service.get_purchase_row(conn, order_id, member)
        accounts.valid(data.account)
        await accounts.confirm_password(db, member, data.password, address=address)

    async def is_unused(conn: Connection, row: PurchaseRow) -> bool:
        await service.get_purchase_row(conn, order_id, member)
        calculation = await _quoted(conn, member, order_id, row, data, key=key)
        _account_for(row.method, calculation, data)
        return calculation.mode == "full"

    async with disconnected(db, feed, order_id, is_unused) as running, db.transaction() as conn:
        await _begin(conn, member, order_id, running, data, key=key, sealer=sealer)


@asynccontextmanager
async def disconnected(
    db: Database, feed: Feed, order_id: str, is_unused: Callable[[Connection, PurchaseRow], Awaitable[bool]]
) -> AsyncGenerator[list[ServiceId]]:
    """Have the gateways say what was used last, where the order counts as unused, before its refund begins within.

    Yields the services that the order pays for now. They are connected again where what is within raises.
    """
    async with db.transaction() as conn:
        running = await period_queries.list_running(conn, order_id)
        awaited = await _disconnect(conn, order_id, running, is_unused)
    try:
        await wait_for_acknowledgements(feed, awaited)
        yield running
    except Exception:
        if awaited:
            async with db.transaction() as conn:
                await services.reconnect(conn, running)
        raise


async def reconnect(conn: Connection, order_id: str) -> None:
    """Connect services again that were disconnected for a refund, unless it was made.

    Not only those that the order pays for now: another period may have begun since, or the end have come.
    """
    await services.reconnect(conn, await period_queries.list_paid(conn, order_id))


async def _disconnect(
    conn: Connection,
    order_id: str,
    running: list[ServiceId],
    is_unused: Callable[[Connection, PurchaseRow], Awaitable[bool]],
) -> list[Progress]:
    """Disconnect what the order bought, if a device of it may have connected without our knowing.

    Returns the gateways that will say whether one has. Nothing is disconnected for a request that is refused anyway.
    """
    if not running or not await desired.list_progress(conn, running):
        return []
    row = await service.get_purchase_row(conn, order_id)
    if row.state is not OrderState.PAID or not await is_unused(conn, row):
        return []
    await services.disconnect(conn, running)
    await defer(conn, tasks.RECONNECT, seconds=DISCONNECTED_SECONDS, order=order_id)
    return await desired.list_progress(conn, running)


async def _begin(
    conn: Connection,
    member: MemberId,
    order_id: str,
    running: list[ServiceId],
    data: RefundRequest,
    *,
    key: str,
    sealer: Sealer,
) -> None:
    order = await orders.lock(conn, order_id, member)
    if order.state in {OrderState.REFUNDING, OrderState.REFUNDED}:
        return
    await queries.lock_goods(conn, order_id, order.subscription_id)
    row = await service.get_purchase_row(conn, order_id)
    calculation = await _quoted(conn, member, order_id, row, data, key=key)
    if calculation.mode == "full" and running and await desired.is_served(conn, running):
        # A device was added after the gateway was asked, so what was used is not known.
        raise QuoteExpired
    account = _account_for(order.method, calculation, data)
    await service.begin(
        conn,
        order,
        calculation,
        ends_at=row.ends_at,
        reason=data.reason.strip(),
        account=account and accounts.seal(account, sealer, order_id),
    )


async def _quoted(
    conn: Connection, member: MemberId, order_id: str, row: PurchaseRow, data: RefundRequest, *, key: str
) -> Calculation:
    """Calculate for the quoted moment. Raises QuoteExpired where the figures are not the quoted ones."""
    now = datetime.now(UTC)
    quoted_at = quoting.claimed_moment(data.quote, now=now)
    # An invalid quote is calculated as of now, so that "not refundable" is answered before "quote expired".
    calculation = await calculate(conn, order_id, row, quoted_at or now)
    if not quoting.verified_moment(
        data.quote, *_quote_subject(member, order_id, calculation), key=key, now=now
    ):
        raise QuoteExpired
    return calculation


async def calculate(conn: Connection, order_id: str, row: PurchaseRow, at: datetime) -> Calculation:
    """Calculate the refund at a moment. Raises RefundNotPossible."""
    calculation = rules.calculate(await service.purchase_of(conn, order_id, row), at)
    if isinstance(calculation, rules.NotRefundable):
        raise RefundNotPossible(calculation)
    return calculation


def _quote_subject(member: MemberId, order_id: str, calculation: Calculation) -> tuple[object, ...]:
    """List what a refund quote is signed for, figures included: only the quoted amount is ever refunded."""
    return (
        "refund",
        member,
        order_id,
        # "full" says that nothing was used: the first connection voids the quote.
        calculation.mode,
        calculation.amount,
        calculation.points,
        calculation.points_clawed_back,
    )


def _account_for(method: str, calculation: Calculation, data: RefundRequest) -> Account | None:
    """The account that the money goes to, None where it goes back the way it came. Raises InvalidFields."""
    if not service.needs_account(method, calculation):
        return None
    if data.account is None:
        raise InvalidFields(Field("account", "required", "환불받으실 계좌를 입력해 주세요."))
    return accounts.valid(data.account)
