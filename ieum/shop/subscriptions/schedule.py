"""What the clock brings: charges that are due, tries that are, notices, questions about a higher price.

All in batches, each a transaction of a handful of statements, so that memory stays flat on the busiest day.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from ieum.shop.catalog import queries as catalog
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.months import last_day
from ieum.shop.kernel.queue import defer_all
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import subscription_templates as texts
from ieum.shop.messaging.queries import Letter
from ieum.shop.messaging.templates import Text
from ieum.shop.orders import pricing
from ieum.shop.orders import queries as orders
from ieum.shop.orders.rules import new_order_id
from ieum.shop.orders.types import DueCharge
from ieum.shop.subscriptions import queries, rules, schedule_queries, tasks
from ieum.shop.subscriptions.issuers import card_name
from ieum.shop.subscriptions.schedule_queries import AheadRow, DueRow

BATCH = 500
CHARGE_PRIORITY = -10
# Longer than the longest row of charges takes: 100,000 at the provider's pace.
LOST_SECONDS = 3 * 3600


async def queue_due(db: Database) -> None:
    """An order for each period that is due, and a job for each order, both once."""
    after = None
    while True:
        async with db.transaction() as conn:
            due = await schedule_queries.lock_due(conn, after=after, limit=BATCH)
            await _queue(conn, due)
        if len(due) < BATCH:
            return
        after = (due[-1].due_at, due[-1].id)


async def queue_retries(db: Database) -> None:
    """Refused cards whose day has come, and charges whose job was lost."""
    await _in_batches(db, _queue_retries)
    await _in_batches(db, _queue_lost)


async def give_notice(db: Database) -> None:
    await _in_batches(db, _give_notice)


async def ask_about_rises(db: Database) -> None:
    after = None
    while True:
        async with db.transaction() as conn:
            batch = await schedule_queries.lock_not_asked(conn, after=after, limit=BATCH)
            rows = await _list_ahead(conn, [one.id for one in batch])
            await _ask_about_rises(conn, [row for row in rows if (row.price or 0) > row.agreed_amount])
        if len(batch) < BATCH:
            return
        after = (batch[-1].due_at, batch[-1].id)


async def _in_batches(db: Database, step: Callable[[Connection], Awaitable[int]]) -> None:
    while True:
        async with db.transaction() as conn:
            done = await step(conn)
        if done < BATCH:
            return


async def _queue(conn: Connection, due: Sequence[DueRow]) -> None:
    await _fill_in_prices(conn, due)
    amounts = {one.id: rules.amount_to_charge(one.agreed_amount, one.price, one.consent) for one in due}
    charged = {subscription: amount for subscription, amount in amounts.items() if amount is not None}
    now = datetime.now(UTC)
    if charged:
        terms = await queries.get_terms(conn)
        await orders.insert_due(
            conn,
            [
                DueCharge(
                    new_order_id(now),
                    subscription,
                    amount,
                    pricing.points_earned(amount, enabled=terms.points_enabled, percent=terms.point_percent),
                )
                for subscription, amount in charged.items()
            ],
        )
        await _charge(conn, list(charged))
    await _tell_not_charged(conn, [one.id for one in due if amounts[one.id] is None and one.noticed != 0])


async def _queue_retries(conn: Connection) -> int:
    found = await schedule_queries.lock_retries(conn, limit=BATCH)
    await _charge(conn, found)
    return len(found)


async def _queue_lost(conn: Connection) -> int:
    found = await schedule_queries.lock_lost(conn, older_than_seconds=LOST_SECONDS, limit=BATCH)
    await _charge(conn, found)
    return len(found)


async def _charge(conn: Connection, subscriptions: Sequence[int]) -> None:
    if subscriptions:
        charges = await schedule_queries.mark_queued(conn, subscriptions)
        # Behind everything else that waits: on a busy day a buyer's payment must not stand in their row.
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


async def _give_notice(conn: Connection) -> int:
    found = await schedule_queries.lock_to_notice(conn, limit=BATCH)
    if not found:
        return 0
    now = datetime.now(UTC)
    noticed: dict[int, int] = {}
    letters: list[Letter] = []
    for row in await _list_ahead(conn, found):
        days = rules.notice_due(row.due_at, row.noticed, now)
        # Due by now, while we were at it: there is no notice any more.
        noticed[row.id] = days or 1
        if days is not None:
            letters += _notice(row, days)
    await messaging.send_all(conn, letters)
    await schedule_queries.set_noticed(conn, found, [noticed.get(one, 1) for one in found])
    return len(found)


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
        row.price = pricing.amount_of(
            prices[row.plan_id, row.due_at], months=row.months, quantity=row.quantity
        )


def _notice(row: AheadRow, days: int) -> list[Letter]:
    """Who has declined a higher price is not charged and needs no notice; who has not answered is reminded."""
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
    """Once per subscription, period and kind."""
    reference = f"{kind}:{row.id}:{row.period}"
    return [
        Letter("mail", row.email, mail.subject, mail.body, reference, row.member_id),
        Letter("sms", row.phone, "", sms, reference, row.member_id),
    ]
