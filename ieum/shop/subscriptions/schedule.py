"""Queues due charges and retries, and sends notices of coming charges and questions about higher prices.

Everything runs in batches, each in a transaction of a few statements, so that memory stays flat on the busiest day.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import LiteralString

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.rules import amount_of
from ieum.shop.kernel.db import Connection, Database, in_batches
from ieum.shop.kernel.months import last_day
from ieum.shop.kernel.queue import defer_all
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.messaging.queries import Letter
from ieum.shop.messaging.templates import Text
from ieum.shop.orders import pricing
from ieum.shop.orders import queries as orders
from ieum.shop.orders.rules import renewal_order_id
from ieum.shop.orders.types import DueCharge
from ieum.shop.subscriptions import queries, rules, schedule_queries, tasks
from ieum.shop.subscriptions.issuers import card_name
from ieum.shop.subscriptions.schedule_queries import AheadRow, DueRow

BATCH = 500
CHARGE_PRIORITY = -10
# Longer than the longest queue of charges takes: 100,000 at the provider's pace.
LOST_SECONDS = 3 * 3600


async def queue_due(db: Database) -> None:
    """Insert an order for each due period and queue a job for each order, both once."""
    after = None
    while True:
        async with db.transaction() as conn:
            due = await schedule_queries.lock_due(conn, after=after, limit=BATCH)
            await _queue(conn, due)
        if len(due) < BATCH:
            return
        after = (due[-1].due_at, due[-1].id)


async def queue_retries(db: Database) -> None:
    """Queue refused cards whose retry day has come, and charges whose job was lost."""
    await _queue_again(db, schedule_queries.TO_RETRY)
    await _queue_again(db, schedule_queries.LOST)


async def give_notice(db: Database) -> None:
    await in_batches(db, _give_notice, size=BATCH)


async def ask_about_rises(db: Database) -> None:
    after = None
    while True:
        async with db.transaction() as conn:
            batch = await schedule_queries.lock_not_asked(conn, after=after, limit=BATCH)
            rows = await _list_ahead(conn, [candidate.id for candidate in batch])
            await _ask_about_rises(conn, [row for row in rows if (row.price or 0) > row.agreed_amount])
        if len(batch) < BATCH:
            return
        after = (batch[-1].due_at, batch[-1].id)


async def _queue_again(db: Database, which: LiteralString) -> None:
    async def queue(conn: Connection, *, limit: int) -> int:
        subscriptions = await schedule_queries.lock_batch(conn, which, limit=limit, seconds=LOST_SECONDS)
        await _queue_charges(conn, subscriptions)
        return len(subscriptions)

    await in_batches(db, queue, size=BATCH)


async def _queue(conn: Connection, due: Sequence[DueRow]) -> None:
    await _fill_in_prices(conn, due)
    amounts = {row.id: rules.amount_to_charge(row.agreed_amount, row.price, row.consent) for row in due}
    to_charge = [(row, amount) for row in due if (amount := amounts[row.id]) is not None]
    if to_charge:
        terms = await queries.get_terms(conn)
        await orders.insert_due(
            conn,
            [
                DueCharge(
                    renewal_order_id(row.due_at, str(row.customer_key), row.id, row.period),
                    row.id,
                    amount,
                    pricing.points_earned(amount, enabled=terms.points_enabled, percent=terms.point_percent),
                )
                for row, amount in to_charge
            ],
        )
        await _queue_charges(conn, [row.id for row, _ in to_charge])
    await _tell_not_charged(conn, [row.id for row in due if amounts[row.id] is None and row.noticed != 0])


async def _queue_charges(conn: Connection, subscriptions: Sequence[int]) -> None:
    if subscriptions:
        charges = await schedule_queries.mark_queued(conn, subscriptions)
        # With a low priority, so that a buyer's payment does not wait behind them on a busy day.
        await defer_all(
            conn,
            tasks.CHARGE_RENEWAL,
            [{"order_id": charge.order} for charge in charges],
            priority=CHARGE_PRIORITY,
        )


async def _tell_not_charged(conn: Connection, subscriptions: Sequence[int]) -> None:
    if not subscriptions:
        return
    letters: list[Letter] = []
    for row in await _list_ahead(conn, subscriptions):
        until = f"{last_day(row.paid_until):%Y.%m.%d}"
        letters += _letters(
            row,
            "price-not-agreed",
            texts.price_not_agreed(site=row.site, name=row.name, plan=row.plan, paid_until=until),
            texts.price_not_agreed_sms(site=row.site, paid_until=until),
        )
    await messaging.send_all(conn, letters)
    await schedule_queries.set_noticed(conn, subscriptions, [0] * len(subscriptions))


async def _give_notice(conn: Connection, *, limit: int) -> int:
    subscriptions = await schedule_queries.lock_batch(conn, schedule_queries.TO_NOTICE, limit=limit)
    if not subscriptions:
        return 0
    now = datetime.now(UTC)
    noticed: dict[int, int] = {}
    letters: list[Letter] = []
    for row in await _list_ahead(conn, subscriptions):
        days = rules.notice_due(row.due_at, row.noticed, now)
        # None where the charge came due since the query: it is too late for a notice.
        noticed[row.id] = days or 1
        if days is not None:
            letters += _notice(row, days)
    await messaging.send_all(conn, letters)
    await schedule_queries.set_noticed(conn, subscriptions, [noticed.get(id_, 1) for id_ in subscriptions])
    return len(subscriptions)


async def _ask_about_rises(conn: Connection, rows: Sequence[AheadRow]) -> None:
    if rows:
        await schedule_queries.insert_consents(
            conn, [row.id for row in rows], [row.price or 0 for row in rows]
        )
        letters = [letter for row in rows for letter in _rise(row, row.price or 0, "price-rise")]
        await messaging.send_all(conn, letters)


async def _list_ahead(conn: Connection, subscriptions: Sequence[int]) -> list[AheadRow]:
    rows = await schedule_queries.list_ahead(conn, subscriptions)
    await _fill_in_prices(conn, rows)
    return rows


async def _fill_in_prices(conn: Connection, rows: Sequence[DueRow]) -> None:
    prices = await catalog.list_prices(conn, {(row.plan_id, row.due_at) for row in rows}) if rows else {}
    for row in rows:
        row.price = amount_of(prices[row.plan_id, row.due_at], months=row.months, quantity=row.quantity)


def _notice(row: AheadRow, days: int) -> list[Letter]:
    """The notice of a charge. A member who declined a higher price gets none; one without an answer is asked again."""
    amount = rules.amount_to_charge(row.agreed_amount, row.price, row.consent)
    kind = f"charge-ahead-{days}"
    if amount is None:
        return [] if row.agreed is False else _rise(row, row.new_amount or 0, kind)
    return _letters(
        row,
        kind,
        texts.charge_ahead(
            site=row.site,
            name=row.name,
            plan=row.plan,
            amount=amount,
            card=card_name(row.issuer_code, row.card_number),
            due_at=row.due_at,
            days=days,
        ),
        texts.charge_ahead_sms(site=row.site, amount=amount, due_at=row.due_at),
    )


def _rise(row: AheadRow, new: int, kind: str) -> list[Letter]:
    return _letters(
        row,
        kind,
        texts.price_rise(
            site=row.site,
            name=row.name,
            plan=row.plan,
            old=row.agreed_amount,
            new=new,
            card=card_name(row.issuer_code, row.card_number),
            due_at=row.due_at,
            paid_until=f"{last_day(row.paid_until):%Y.%m.%d}",
        ),
        texts.price_rise_sms(site=row.site, old=row.agreed_amount, new=new, due_at=row.due_at),
    )


def _letters(row: AheadRow, kind: str, mail: Text, sms: str) -> list[Letter]:
    """A mail and an SMS, each sent once per subscription, period and kind."""
    reference = f"{kind}:{row.id}:{row.period}"
    return [
        messaging.mail_letter(to=row.email, text=mail, reference=reference, member=row.member_id),
        Letter("sms", row.phone, "", sms, reference, row.member_id),
    ]
