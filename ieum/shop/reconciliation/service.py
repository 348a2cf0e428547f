"""Compares the provider's records with ours, brings orders up to date, and raises alarms about what still differs."""

import logging
from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime, timedelta
from itertools import batched

from ieum.shop.checkout import look_up
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import moment_of
from ieum.shop.payments import queries as payment_queries
from ieum.shop.payments.provider import Channel, Provider, ProviderUnavailableError
from ieum.shop.reconciliation import invariants, queries, rules
from ieum.shop.reconciliation.types import Difference, OurPayment, Totals

log = logging.getLogger(__name__)

SPAN = timedelta(days=3)
# Read of our own at once: the provider's page of 5,000 has a few megabytes, and ours of them would have twice that.
PAYMENTS_A_PAGE = 500


async def compare_with_provider(
    db: Database,
    provider: Provider,
    sealer: Sealer,
    *,
    now: datetime | None = None,
    since: datetime | None = None,
) -> list[Difference]:
    """Compare the provider's transactions of the last days, or of those `since` then, with our payments.

    Returns the differences that remain after their orders were brought up to date; each has raised an alarm.
    Raises ProviderUnavailableError where the provider could not be asked.
    """
    until = (now or datetime.now(UTC)) + rules.EDGE
    since = since or until - SPAN
    differences: list[Difference] = []
    for channel in Channel:
        suspects = await _find_suspects(db, provider, channel, since=since, until=until)
        for key, order_id in suspects.items():
            difference = await _compare_again(db, provider, sealer, channel, key, order_id)
            if difference is not None:
                differences.append(difference)
    if differences:
        async with db.transaction() as conn:
            await _raise_alarms(conn, "provider", differences)
    return differences


async def find_differences(
    db: Database, provider: Provider, *, since: datetime, until: datetime
) -> list[Difference]:
    """Compare the provider's transactions with our payments and change nothing: for a copy of the books.

    Raises ProviderUnavailableError.
    """
    differences: list[Difference] = []
    for channel in Channel:
        suspects = await _find_suspects(db, provider, channel, since=since, until=until)
        for key, order_id in suspects.items():
            their = await provider.find(order_id, channel=channel, payment_key=key)
            async with db.connection() as conn:
                our = await queries.find_payment(conn, key, order_id)
            difference = rules.compare_payment(their, our, reference=f"{order_id} {key}")
            if difference is not None:
                differences.append(difference)
    return differences


async def sum_day(db: Database, provider: Provider, day: date) -> Totals:
    """The sums of a day in Seoul, at the provider and here. Raises ProviderUnavailableError."""
    since = moment_of(day)
    until = since + timedelta(days=1)
    approved_there = returned_there = approved_here = 0
    for channel in Channel:
        async for page in provider.transactions(since, until, channel=channel):
            amounts = [their.amount for their in page if since <= their.happened_at < until]
            approved_there += sum(amount for amount in amounts if amount > 0)
            returned_there -= sum(amount for amount in amounts if amount < 0)
        async with db.connection() as conn:
            approved_here += await queries.sum_approved(conn, channel, since, until)
    return Totals(
        approved_there=approved_there,
        approved_here=approved_here,
        returned_there=returned_there,
    )


async def note_day(conn: Connection, *, day: date, totals: Totals) -> None:
    """Store the sums of a day, and raise an alarm if they differ."""
    differences = (
        [
            Difference(
                "day_differs",
                f"{day}",
                f"승인 합계가 결제대행사 {totals.approved_there:,}원, 우리 장부 {totals.approved_here:,}원입니다.",
            )
        ]
        if totals.approved_there != totals.approved_here
        else []
    )
    await queries.insert_check(conn, "provider", day, totals=totals, differences=differences)
    await _raise_alarms(conn, "provider", differences)


async def note_ledger(conn: Connection, *, day: date) -> None:
    """Check the invariants of our own tables as they stand; each violation raises an alarm."""
    differences = await invariants.find_differences(conn)
    totals = await invariants.get_totals(conn)
    await queries.insert_check(conn, "ledger", day, totals=totals, differences=differences)
    await _raise_alarms(conn, "books", differences)


async def _find_suspects(
    db: Database, provider: Provider, channel: Channel, *, since: datetime, until: datetime
) -> dict[str, str]:
    """Payments on which the provider's list and ours disagree: the provider's order id by payment key."""
    comparison = rules.Comparison(since=since, until=until)
    async for page in provider.transactions(since, until, channel=channel):
        for part in batched(page, PAYMENTS_A_PAGE):
            keys = {their.payment_key for their in part}
            async with db.connection() as conn:
                payments = await queries.list_payments(conn, channel, keys)
            comparison.add(part, {our.payment_key: our for our in payments if our.payment_key is not None})
    async for payments in _list_approved(db, channel, since=since, until=until):
        comparison.find_unlisted(payments)
    return comparison.suspects


async def _list_approved(
    db: Database, channel: Channel, *, since: datetime, until: datetime
) -> AsyncGenerator[list[OurPayment]]:
    after = ""
    while True:
        async with db.connection() as conn:
            payments = await queries.list_approved(
                conn, channel, since=since, until=until, after=after, limit=PAYMENTS_A_PAGE
            )
        yield payments
        if len(payments) < PAYMENTS_A_PAGE:
            return
        last = payments[-1]
        since, after = last.approved_at or until, last.payment_key or ""


async def _compare_again(
    db: Database, provider: Provider, sealer: Sealer, channel: Channel, key: str, order_id: str
) -> Difference | None:
    """Bring the order up to date with the provider, then compare the payment; None where they agree now."""
    async with db.connection() as conn:
        order = await payment_queries.find_order_of(conn, order_id)
    if order is not None:
        try:
            await look_up.refresh(db, provider, sealer, order_id)
        except ProviderUnavailableError:
            raise
        except Exception:
            log.exception("order %s could not be brought up to date", order)
    # Asked by the payment's own key, because an order may have been paid twice.
    their = await provider.find(order_id, channel=channel, payment_key=key)
    async with db.connection() as conn:
        our = await queries.find_payment(conn, key, order_id)
    return rules.compare_payment(their, our, reference=order or f"{order_id} {key}")


async def _raise_alarms(conn: Connection, prefix: str, differences: list[Difference]) -> None:
    for difference in differences:
        kind = f"{prefix}_{difference.what}"
        await raise_alarm(conn, kind, reference=difference.reference, detail=difference.detail)
