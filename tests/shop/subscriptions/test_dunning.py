"""A charge that is refused, and what becomes of the service: every step from the first refusal to the last."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.payments.provider import Remedy
from ieum.shop.services import service as services
from ieum.shop.subscriptions import dunning, outcomes, schedule
from tests.conftest import RollingBack
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.messages import sent_to
from tests.shop.builders.services import a_device, served_keys
from tests.shop.builders.subscriptions import (
    DAY,
    Subscribed,
    charge_of,
    charges,
    consent,
    due_now,
    new_price,
    refuse,
    renew,
    standing,
    subscribed,
    suspended,
    until,
)
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import queued


async def alarms(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT kind FROM alarms ORDER BY id")


async def test_a_passing_refusal_is_tried_again_while_the_service_runs_on(
    conn: Connection, db: RollingBack
) -> None:
    one = await due_now(conn, db)
    before = await standing(conn, one)

    await refuse(conn, one)

    after = await standing(conn, one)
    assert (after.state, after.tries, after.failure_code) == ("past_due", 1, "REJECT_CARD_PAYMENT")
    assert after.retry_at == before.due_at + DAY
    assert after.charge_queued_at is None
    assert (after.service_state, after.service_ends_at) == ("active", before.paid_until + 3 * DAY)
    assert await sent_to(conn, one.member) == ["mail renewal-refused", "sms renewal-refused"]


async def test_a_charge_is_tried_on_days_one_three_five_and_seven_and_no_more(
    conn: Connection, db: RollingBack
) -> None:
    one = await due_now(conn, db)
    await execute(conn, "UPDATE site_config SET grace = '14 days'")
    await refuse(conn, one)

    tried: list[int] = []
    for day in range(1, 11):
        await execute(conn, "DELETE FROM procrastinate_jobs")
        await let_pass(conn, DAY)
        await schedule.queue_retries(db)
        await schedule.queue_retries(db)
        if await queued(conn, "charge_renewal"):
            tried.append(day)
            assert len(await queued(conn, "charge_renewal")) == 1
            await refuse(conn, one)

    assert tried == [1, 3, 5, 7]
    assert (await standing(conn, one)).retry_at is None
    assert len(await charges(conn, one)) == 1


async def test_an_unusable_card_is_not_tried_again(conn: Connection, db: RollingBack) -> None:
    one = await due_now(conn, db)

    await refuse(conn, one, "INVALID_STOPPED_CARD", Remedy.NEW_CARD)

    after = await standing(conn, one)
    assert (after.state, after.retry_at) == ("past_due", None)
    body = await fetch_one(conn, str, "SELECT body FROM messages WHERE channel = 'mail'")
    assert "자동으로 다시 시도하지 않습니다" in body
    assert "카드를 바꾸거나" in body
    assert await alarms(conn) == []


async def test_a_refusal_that_is_our_fault_raises_an_alarm_and_is_tried_the_next_day(
    conn: Connection, db: RollingBack
) -> None:
    one = await due_now(conn, db)
    before = await standing(conn, one)

    await refuse(conn, one, "UNAUTHORIZED_KEY", Remedy.OUR_FAULT)

    assert (await standing(conn, one)).retry_at == before.due_at + DAY
    assert await alarms(conn) == ["charge_refused"]
    body = await fetch_one(conn, str, "SELECT body FROM messages WHERE channel = 'mail'")
    assert "저희 쪽 사정" in body
    assert "따로 하실 일은 없습니다" in body


async def test_a_charge_within_the_grace_loses_no_day(conn: Connection, db: RollingBack) -> None:
    one = await due_now(conn, db)
    before = await standing(conn, one)
    await refuse(conn, one)
    await let_pass(conn, 2 * DAY)
    paid_until = before.paid_until - 2 * DAY

    await renew(conn, one)

    after = await standing(conn, one)
    assert (after.state, after.period, after.tries, after.failure_code) == ("active", 2, 0, None)
    starts = await fetch_one(conn, datetime, "SELECT max(starts_at) FROM service_periods")
    assert starts == paid_until
    assert after.paid_until == after.service_ends_at > paid_until + 27 * DAY


async def test_after_the_grace_the_service_is_suspended_and_keeps_its_address(
    conn: Connection, db: RollingBack
) -> None:
    one = await due_now(conn, db)
    await a_device(conn, one.service)
    await refuse(conn, one)
    await let_pass(conn, 3 * DAY)
    await dunning.close_due(db)
    assert (await standing(conn, one)).state == "past_due"

    await let_pass(conn, DAY)
    await dunning.close_due(db)
    await dunning.close_due(db)

    after = await standing(conn, one)
    assert (after.state, after.service_state) == ("suspended", "suspended")
    assert await served_keys(conn) == set()
    assert await fetch_all(conn, str, "SELECT state FROM leases") == ["active"]
    assert (await sent_to(conn, one.member))[2:] == [
        "mail subscription-suspended",
        "sms subscription-suspended",
    ]


async def test_a_charge_while_suspended_begins_now_with_the_same_address(
    conn: Connection, db: RollingBack
) -> None:
    one = await due_now(conn, db)
    key = await a_device(conn, one.service)
    await refuse(conn, one, remedy=Remedy.NEW_CARD)
    await let_pass(conn, 4 * DAY)
    await dunning.close_due(db)

    await renew(conn, one)

    after = await standing(conn, one)
    assert (after.state, after.service_state, after.suspended_at) == ("active", "active", None)
    assert await served_keys(conn) == {key}
    starts = await fetch_one(conn, datetime, "SELECT max(starts_at) FROM service_periods")
    assert abs(starts - datetime.now(UTC)) < timedelta(minutes=5)


async def test_an_unpaid_subscription_ends_and_its_address_may_be_sold_at_once(
    conn: Connection, db: RollingBack
) -> None:
    one = await suspended(conn, db)
    await let_pass(conn, 6 * DAY)
    await dunning.close_due(db)
    assert (await standing(conn, one)).state == "suspended"

    await let_pass(conn, DAY)
    await dunning.close_due(db)

    after = await standing(conn, one)
    assert (after.state, after.end_reason, after.service_state) == ("ended", "unpaid", "ended")
    assert [order["state"] for order in await charges(conn, one)] == ["cancelled"]
    # It has rested while it was suspended.
    assert await fetch_one(
        conn,
        bool,
        """
        SELECT e.available_at <= now() FROM leases l JOIN exit_addresses e ON e.id = l.address_id
         WHERE l.service_id = %(service)s
        """,
        service=one.service,
    )
    assert (await sent_to(conn, one.member))[-2:] == [
        "mail subscription-released",
        "sms subscription-released",
    ]


async def test_an_address_is_kept_until_the_last_promised_try(conn: Connection, db: RollingBack) -> None:
    await execute(conn, "UPDATE site_config SET cool_down = '1 hour'")
    one = await suspended(conn, db, remedy=Remedy.TRY_LATER)
    await execute(conn, "UPDATE subscriptions SET retry_at = now() + interval '1 day'")

    await let_pass(conn, timedelta(hours=2))
    await dunning.close_due(db)

    assert (await standing(conn, one)).state == "suspended"


@pytest.mark.parametrize("state", ["past_due", "suspended"])
async def test_a_charge_that_is_under_way_is_waited_for(
    conn: Connection, db: RollingBack, state: str
) -> None:
    one = await due_now(conn, db) if state == "past_due" else await suspended(conn, db)
    if state == "past_due":
        await refuse(conn, one)
    await execute(conn, "UPDATE orders SET state = 'confirming' WHERE state = 'due'")

    await let_pass(conn, 30 * DAY)
    await dunning.close_due(db)

    assert (await standing(conn, one)).state == state


async def test_a_member_not_to_blame_for_a_late_charge_keeps_the_service(
    conn: Connection, db: RollingBack
) -> None:
    one = await due_now(conn, db)
    await execute(conn, "UPDATE orders SET state = 'confirming' WHERE state = 'due'")
    await until(conn, one, "paid_until", plus=-timedelta(minutes=5))
    before = await standing(conn, one)

    await dunning.close_due(db)

    after = await standing(conn, one)
    assert (after.state, after.service_ends_at) == ("past_due", before.paid_until + 3 * DAY)
    assert await sent_to(conn, one.member) == []


async def test_a_stopped_subscription_ends_with_its_paid_period(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await execute(conn, "UPDATE subscriptions SET stop_requested_at = now()")
    await until(conn, one, "paid_until", plus=-timedelta(hours=1))
    await schedule.queue_due(db)
    await dunning.close_due(db)
    assert (await standing(conn, one)).state == "active"

    await let_pass(conn, timedelta(hours=2))
    await dunning.close_due(db)

    after = await standing(conn, one)
    assert (after.state, after.end_reason) == ("ended", "stopped")
    assert await services.expire_due(conn, limit=10) == 1
    assert (await standing(conn, one)).service_state == "expired"
    assert await charges(conn, one) == []
    assert await sent_to(conn, one.member) == ["mail subscription-ended"]


async def test_a_member_who_declines_a_price_keeps_the_paid_period(conn: Connection, db: RollingBack) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, 36_000, ahead=DAY)
    await consent(conn, one, 36_000, agreed=False)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    await dunning.close_due(db)
    assert (await standing(conn, one)).state == "active"

    await until(conn, one, "paid_until")
    await dunning.close_due(db)

    after = await standing(conn, one)
    assert (after.state, after.end_reason) == ("ended", "price_declined")
    assert await charges(conn, one) == []


async def test_a_refusal_after_a_stop_asks_nothing_of_the_member(conn: Connection, db: RollingBack) -> None:
    one = await due_now(conn, db)
    await execute(conn, "UPDATE subscriptions SET stop_requested_at = now()")
    before = await standing(conn, one)

    await refuse(conn, one)

    after = await standing(conn, one)
    assert (after.state, after.retry_at, after.service_ends_at) == ("active", None, before.paid_until)
    assert await sent_to(conn, one.member) == []


async def test_an_ended_subscription_takes_no_more_money(conn: Connection, db: RollingBack) -> None:
    one = await due_now(conn, db)
    order = await charge_of(conn, one)
    assert await outcomes.lock_running(conn, order) is not None
    await outcomes.end(conn, one.id, "refunded")

    assert await outcomes.lock_running(conn, order) is None
    await outcomes.note_refused(conn, order, "REJECT_CARD_PAYMENT", Remedy.TRY_LATER)

    assert (await standing(conn, one)).state == "ended"
    assert [order["state"] for order in await charges(conn, one)] == ["cancelled"]


async def standing_state(conn: Connection, one: Subscribed) -> str:
    return await fetch_one(conn, str, "SELECT state FROM subscriptions WHERE id = %(id)s", id=one.id)


async def test_a_refused_first_charge_ends_the_subscription(conn: Connection) -> None:
    one = await subscribed(conn, member=await a_member(conn), plan=await a_plan(conn))
    await execute(
        conn,
        "UPDATE subscriptions SET state = 'starting', period = 0, paid_until = NULL, due_at = NULL",
    )
    first = await fetch_one(conn, str, "SELECT id FROM orders WHERE subscription_id = %(id)s", id=one.id)
    order = await orders.lock(conn, first)

    await outcomes.note_refused(conn, order, "REJECT_CARD_PAYMENT", Remedy.TRY_LATER)

    assert await standing_state(conn, one) == "ended"
