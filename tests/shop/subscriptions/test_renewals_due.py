"""What the clock brings: charges that are due, notices before them, questions about a higher price."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.rules import amount_of
from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.subscriptions import schedule
from tests.conftest import RollingBack
from tests.shop.builders.messages import sent_to
from tests.shop.builders.shops import Shop
from tests.shop.builders.subscriptions import DAY, charges, consent, new_price, standing, subscribed, until
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import queued


async def test_a_due_period_becomes_an_order_and_a_job_once(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at")

    await schedule.queue_due(db)
    await schedule.queue_due(db)

    (order,) = await charges(conn, one)
    assert (order["state"], order["period"], order["amount"], order["method"]) == (
        "due",
        2,
        33_000,
        "billing",
    )
    assert (order["list_amount"], order["discount_amount"], order["points_used"]) == (33_000, 0, 0)
    assert await queued(conn, "charge_renewal") == [{"order_id": order["id"]}]
    assert (await standing(conn, one)).charge_queued_at is not None


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("due_at = now() + interval '1 minute'", id="not due yet"),
        pytest.param("stop_requested_at = now()", id="stopped"),
        pytest.param("state = 'ended', ended_at = now(), end_reason = 'stopped'", id="over"),
        pytest.param("state = 'past_due'", id="refused before: its retry decides"),
    ],
)
async def test_subscriptions_that_are_not_due_are_left_alone(
    conn: Connection, db: RollingBack, change: str
) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at")
    await conn.execute(f"UPDATE subscriptions SET {change}".encode())

    await schedule.queue_due(db)

    assert await charges(conn, one) == []


async def test_a_busy_day_is_queued_batch_by_batch(
    conn: Connection, db: RollingBack, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = [await subscribed(conn) for _ in range(5)]
    # One that waits for an answer stands in the middle and must not stop those behind it.
    await consent(conn, many[2], 40_000, agreed=None)
    await new_price(conn, many[2].plan, 40_000, ahead=DAY)
    await until(conn, many[0], "due_at")
    monkeypatch.setattr(schedule, "BATCH", 2)

    await schedule.queue_due(db)

    assert [len(await charges(conn, one)) for one in many] == [1, 1, 0, 1, 1]
    assert len(await queued(conn, "charge_renewal")) == 4


async def test_two_workers_queue_each_period_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        many = [await subscribed(conn) for _ in range(4)]
        await until(conn, many[0], "due_at")

    await asyncio.gather(*(schedule.queue_due(shop.db) for _ in range(4)))

    async with shop.db.connection() as conn:
        assert [len(await charges(conn, one)) for one in many] == [1, 1, 1, 1]
        assert len(await queued(conn, "charge_renewal")) == 4


@pytest.mark.parametrize(
    ("price", "agreed", "charged"),
    [
        pytest.param(30_000, None, 30_000, id="a fall"),
        pytest.param(36_000, True, 36_000, id="a rise that was agreed to"),
        pytest.param(36_000, False, None, id="a rise that was declined"),
    ],
)
async def test_the_amount_charged_after_a_change_of_price(
    conn: Connection, db: RollingBack, price: int, agreed: bool | None, charged: int | None
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, price, ahead=DAY)
    if agreed is not None:
        await consent(conn, one, price, agreed=agreed)
    await until(conn, one, "due_at")

    await schedule.queue_due(db)

    assert [order["amount"] for order in await charges(conn, one)] == ([charged] if charged else [])


async def test_a_price_that_begins_after_the_due_day_is_not_charged(
    conn: Connection, db: RollingBack
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, 30_000, ahead=40 * DAY)
    await until(conn, one, "due_at")

    await schedule.queue_due(db)

    assert [order["amount"] for order in await charges(conn, one)] == [33_000]


async def test_a_member_who_did_not_agree_is_told_once_and_may_still_agree(
    conn: Connection, db: RollingBack
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, 36_000, ahead=DAY)
    await consent(conn, one, 36_000, agreed=None)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    await schedule.queue_due(db)
    assert await sent_to(conn, one.member) == ["mail price-not-agreed", "sms price-not-agreed"]

    await execute(conn, "UPDATE price_consents SET agreed = true, answered_at = now()")
    await schedule.queue_due(db)

    assert [order["amount"] for order in await charges(conn, one)] == [36_000]


async def test_the_quantity_discount_lowers_the_charged_price(conn: Connection) -> None:
    one = await subscribed(conn)
    await execute(
        conn,
        """
        INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent, effective_from)
        VALUES (%(plan)s, 2, 5, now()), (%(plan)s, 10, 15, now()), (%(plan)s, 10, 0, now() + interval '1 day'),
               (%(plan)s, 5, 7, now())
        """,
        plan=one.plan,
    )

    async def price(pieces: int, after: timedelta) -> int | None:
        prices = await catalog.load_prices(conn, PlanId(one.plan), datetime.now(UTC) + after)
        return amount_of(prices, months=1, quantity=pieces)

    assert await price(1, timedelta(0)) == 33_000
    assert await price(3, timedelta(0)) == 99_000 - 4_950
    assert await price(10, timedelta(0)) == 330_000 - 49_500
    # The tier of ten has ended by then; that of five counts.
    assert await price(10, 2 * DAY) == 330_000 - 23_100
    assert await price(1, -DAY) is None


async def test_notices_go_out_seven_days_and_one_day_before_once(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at", plus=-8 * DAY)
    await schedule.give_notice(db)
    assert await sent_to(conn, one.member) == []

    await let_pass(conn, DAY + timedelta(minutes=1))
    await schedule.give_notice(db)
    await schedule.give_notice(db)
    assert await sent_to(conn, one.member) == ["mail charge-ahead-7", "sms charge-ahead-7"]

    await let_pass(conn, 6 * DAY)
    await schedule.give_notice(db)
    await schedule.give_notice(db)

    assert (await sent_to(conn, one.member))[2:] == ["mail charge-ahead-1", "sms charge-ahead-1"]
    body = await fetch_one(
        conn, str, "SELECT body FROM messages WHERE channel = 'mail' ORDER BY id DESC LIMIT 1"
    )
    assert "33,000원이 결제될 예정입니다" in body
    assert "국민카드" in body
    assert "해지" in body


async def test_two_workers_give_one_notice(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        one = await subscribed(conn)
        await until(conn, one, "due_at", plus=-7 * DAY + timedelta(minutes=1))

    await asyncio.gather(*(schedule.give_notice(shop.db) for _ in range(4)))

    async with shop.db.connection() as conn:
        assert await sent_to(conn, one.member) == ["mail charge-ahead-7", "sms charge-ahead-7"]


async def test_a_stopped_subscription_gets_no_notice(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at", plus=-6 * DAY)
    await execute(conn, "UPDATE subscriptions SET stop_requested_at = now()")

    await schedule.give_notice(db)

    assert await sent_to(conn, one.member) == []


@pytest.mark.parametrize("before", [30 * DAY - timedelta(hours=1), 20 * DAY, 7 * DAY + timedelta(hours=1)])
async def test_the_consent_to_a_higher_price_is_asked_for_once_within_the_lawful_days(
    conn: Connection, db: RollingBack, before: timedelta
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, 36_300, ahead=DAY)
    await until(conn, one, "due_at", plus=-before)

    await schedule.ask_about_rises(db)
    await schedule.ask_about_rises(db)

    assert await sent_to(conn, one.member) == ["mail price-rise", "sms price-rise"]
    asked = await fetch_one(
        conn,
        dict[str, object],
        "SELECT jsonb_build_object('old', old_amount, 'new', new_amount, 'agreed', agreed) FROM price_consents",
    )
    assert asked == {"old": 33_000, "new": 36_300, "agreed": None}


@pytest.mark.parametrize(
    ("price", "before"),
    [
        pytest.param(36_300, 30 * DAY + timedelta(hours=1), id="too early"),
        pytest.param(36_300, 7 * DAY - timedelta(hours=1), id="too late to think about it"),
        pytest.param(30_000, 20 * DAY, id="a fall needs no consent"),
    ],
)
async def test_consent_is_not_asked_for_without_need_or_too_late(
    conn: Connection, db: RollingBack, price: int, before: timedelta
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, price, ahead=timedelta(hours=1))
    await until(conn, one, "due_at", plus=-before)

    await schedule.ask_about_rises(db)

    assert await sent_to(conn, one.member) == []


async def test_a_member_who_has_not_answered_gets_a_reminder_instead_of_a_notice(
    conn: Connection, db: RollingBack
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, 36_300, ahead=DAY)
    await consent(conn, one, 36_300, agreed=None)
    await until(conn, one, "due_at", plus=-7 * DAY + timedelta(minutes=1))

    await schedule.give_notice(db)

    subject = await fetch_one(conn, str, "SELECT subject FROM messages WHERE channel = 'mail'")
    assert "요금 변경에 동의" in subject


async def test_a_lost_charge_is_queued_again(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    await execute(conn, "DELETE FROM procrastinate_jobs")
    await schedule.queue_retries(db)
    assert await queued(conn, "charge_renewal") == []

    await let_pass(conn, timedelta(hours=4))
    await schedule.queue_retries(db)

    assert len(await queued(conn, "charge_renewal")) == 1
    queued_at = (await standing(conn, one)).charge_queued_at
    assert queued_at is not None
    assert datetime.now(UTC) - queued_at < timedelta(minutes=10)
