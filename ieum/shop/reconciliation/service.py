"""Compare, heal what heals by itself, and raise an alarm about the rest."""

import logging
from datetime import UTC, date, datetime, timedelta

from ieum.shop.checkout import look_up
from ieum.shop.kernel.alarms import raise_alarm
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.payments.provider import Channel, Provider, ProviderTransaction, ProviderUnavailableError
from ieum.shop.reconciliation import invariants, queries, rules
from ieum.shop.reconciliation.types import Difference, Totals

log = logging.getLogger(__name__)

SPAN = timedelta(days=3)


async def compare_with_provider(
    db: Database, provider: Provider, sealer: Sealer, *, now: datetime | None = None
) -> list[Difference]:
    """The provider's transactions of the last days against our payments; what did not heal, with its alarms.

    Raises ProviderUnavailableError where it could not be asked.
    """
    until = (now or datetime.now(UTC)) + rules.EDGE
    since = until - SPAN
    differences: list[Difference] = []
    for channel in Channel:
        theirs = await provider.transactions(since, until, channel=channel)
        async with db.connection() as conn:
            listed = await queries.list_payments(
                conn, channel, since=since, until=until, keys=[one.payment_key for one in theirs]
            )
        ours = {payment.payment_key: payment for payment in listed if payment.payment_key is not None}
        for key, order_id in rules.suspects(theirs, ours, since=since, until=until).items():
            difference = await _look_into(db, provider, sealer, channel, key, order_id)
            if difference is not None:
                differences.append(difference)
    await _raise_alarms(db, "provider", differences)
    return differences


async def check_day(db: Database, provider: Provider, day: date) -> Totals:
    """What moved on a day in Seoul by the provider's word and by ours; kept, and an alarm where it differs."""
    since = datetime.combine(day, datetime.min.time(), SEOUL).astimezone(UTC)
    until = since + timedelta(days=1)
    there: list[ProviderTransaction] = []
    approved_here = 0
    for channel in Channel:
        listed = await provider.transactions(since, until, channel=channel)
        there += [one for one in listed if since <= one.happened_at < until]
        async with db.connection() as conn:
            approved_here += await queries.sum_approved(conn, channel, since, until)
    totals = Totals(
        approved_there=sum(one.amount for one in there if one.amount > 0),
        approved_here=approved_here,
        returned_there=-sum(one.amount for one in there if one.amount < 0),
    )
    differences = (
        [
            Difference(
                "day_differs",
                f"{day}",
                f"{totals.approved_there} won approved at the provider, {totals.approved_here} won in our books",
            )
        ]
        if totals.approved_there != totals.approved_here
        else []
    )
    async with db.transaction() as conn:
        await queries.insert_check(conn, "provider", day, totals=totals, differences=differences)
    await _raise_alarms(db, "provider", differences)
    return totals


async def check_ledger(db: Database, *, now: datetime | None = None) -> list[Difference]:
    """Our books against themselves: the result is kept, and each difference is an alarm."""
    async with db.transaction() as conn:
        differences = await invariants.find_differences(conn)
        await queries.insert_check(
            conn,
            "ledger",
            (now or datetime.now(UTC)).astimezone(SEOUL).date(),
            totals=await invariants.get_totals(conn),
            differences=differences,
        )
    await _raise_alarms(db, "books", differences)
    return differences


async def _look_into(
    db: Database, provider: Provider, sealer: Sealer, channel: Channel, key: str, order_id: str
) -> Difference | None:
    """What is still so after we have learnt what there is to learn."""
    async with db.connection() as conn:
        order = await queries.find_order_of(conn, order_id)
    if order is not None:
        try:
            await look_up.refresh(db, provider, sealer, order_id)
        except ProviderUnavailableError:
            raise
        except Exception:
            log.exception("order %s could not be brought up to date", order)
    # By its own key: an order may have been paid for twice.
    found = await provider.find(order_id, channel=channel, payment_key=key)
    async with db.connection() as conn:
        our = await queries.find_payment(conn, key, order_id)
    return rules.judge(found, our, reference=order or f"{order_id} {key}")


async def _raise_alarms(db: Database, whose: str, differences: list[Difference]) -> None:
    if not differences:
        return
    async with db.transaction() as conn:
        for one in differences:
            await raise_alarm(conn, f"{whose}_{one.what}", reference=one.reference, detail=one.detail)
