"""A charge that may or may not have been sent, and a member who has changed their mind since."""

from datetime import timedelta

from ieum.shop.checkout import charge_on_file, subscription
from ieum.shop.checkout import charge_on_file as renewing
from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.orders.types import OrderState
from ieum.shop.payments.provider import Unknown
from ieum.shop.subscriptions import methods, schedule, service
from ieum.shop.subscriptions.types import Subscription
from tests.shop.builders.charges import Due, a_due, attempts, charge, settle, standing, state_of
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.subscriptions import a_card
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass

MINUTE = timedelta(minutes=1)


async def a_doubt(till: Till) -> Due:
    """A charge that was begun by a process that died before it was sent."""
    due = await a_due(till.conn, till.sandbox, till.provider)
    async with till.db.transaction() as conn:
        assert await charge_on_file.begin(conn, due.order_id, due.method) is not None
    return due


async def stop(till: Till, due: Due) -> Subscription:
    async with till.db.transaction() as conn:
        return await service.stop(conn, due.member, due.subscription)


async def give_up_the_card(till: Till, due: Due) -> int:
    """Replace the card by another one and delete it; returns the new one."""
    other = await a_card(till.conn, due.member, key="another")
    await subscription.change_method(till.db, till.provider, SEALER, due.member, due.subscription, other)
    async with till.db.transaction() as conn:
        await methods.remove(conn, due.member, due.method)
    return other


def charged(till: Till) -> int:
    """How many charges were sent; the path of a card's registration is excluded."""
    return till.wire.count("POST /v1/billing/") - 1


async def test_a_charge_stopped_before_it_was_sent_is_looked_up_and_never_sent(till: Till) -> None:
    due = await a_doubt(till)
    await stop(till, due)

    await settle(till, due)
    waiting = await state_of(till.conn, due)
    await let_pass(till.conn, 40 * MINUTE)
    await settle(till, due)
    still = await state_of(till.conn, due)
    await let_pass(till.conn, 10 * MINUTE)
    await settle(till, due)

    assert (waiting, still) == (OrderState.CONFIRMING, OrderState.CONFIRMING)
    assert (charged(till), await till.received()) == (0, 0)
    assert await state_of(till.conn, due) is OrderState.DUE
    (attempt,) = await attempts(till.conn, due)
    assert (attempt["state"], attempt["refusal_code"]) == ("refused", "charge_lost")
    after = await standing(till.conn, due)
    assert (after.state, after.period, after.retry_at) == ("active", 1, None)


async def test_a_charge_approved_before_the_stop_is_found_and_prolongs(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    till.wire.lost_answers = 1
    assert isinstance(await charge(till, due), Unknown)
    await stop(till, due)

    await settle(till, due)

    assert await state_of(till.conn, due) is OrderState.PAID
    assert (await standing(till.conn, due)).period == 2
    assert (charged(till), await till.received()) == (1, 33_000)


async def test_a_stop_that_is_taken_back_in_time_lets_the_charge_go_on(till: Till) -> None:
    due = await a_doubt(till)
    await stop(till, due)
    await settle(till, due)
    async with till.db.transaction() as conn:
        await service.resume(conn, due.member, due.subscription)

    await settle(till, due)

    assert await state_of(till.conn, due) is OrderState.PAID
    assert (charged(till), await till.received()) == (1, 33_000)


async def test_an_ended_subscription_is_not_charged(till: Till) -> None:
    due = await a_doubt(till)
    await execute(
        till.conn,
        "UPDATE subscriptions SET state = 'ended', ended_at = now(), end_reason = 'refunded' WHERE id = %(id)s",
        id=due.subscription,
    )

    await settle(till, due)

    assert (charged(till), await till.received()) == (0, 0)


async def test_a_card_that_its_member_has_deleted_is_never_charged(till: Till) -> None:
    """Its billing key is stored until the provider has deleted it."""
    due = await a_doubt(till)
    await give_up_the_card(till, due)
    state = "SELECT state FROM billing_methods WHERE id = %(id)s AND sealed_key IS NOT NULL"
    assert await fetch_one(till.conn, str, state, id=due.method) == "removing"

    await settle(till, due)

    assert (charged(till), await till.received()) == (0, 0)
    assert await state_of(till.conn, due) is OrderState.CONFIRMING


async def test_a_charge_of_a_deleted_card_is_given_up_and_tried_with_the_new_one(till: Till) -> None:
    due = await a_doubt(till)
    other = await give_up_the_card(till, due)
    await let_pass(till.conn, 46 * MINUTE)
    await settle(till, due)
    given_up = await standing(till.conn, due)
    assert (given_up.state, given_up.failure_code) == ("past_due", "charge_lost")
    await execute(till.conn, "UPDATE subscriptions SET retry_at = now() - interval '1 second'")

    await schedule.queue_retries(till.db)
    await renewing.charge(till.db, till.provider, SEALER, due.order_id)

    assert [attempt["billing_method_id"] for attempt in await attempts(till.conn, due)] == [due.method, other]


async def test_a_card_that_the_provider_has_deleted_asks_for_another_in_the_end(till: Till) -> None:
    due = await a_doubt(till)
    async with till.db.transaction() as conn:
        await methods.note_deleted(conn, due.billing_key)
    await settle(till, due)
    waiting = await state_of(till.conn, due)
    await let_pass(till.conn, 46 * MINUTE)
    await settle(till, due)
    await execute(till.conn, "UPDATE subscriptions SET retry_at = now() - interval '1 second'")

    await schedule.queue_retries(till.db)
    await renewing.charge(till.db, till.provider, SEALER, due.order_id)

    after = await standing(till.conn, due)
    assert waiting is OrderState.CONFIRMING
    assert (after.state, after.failure_code, after.retry_at) == (
        "past_due",
        "ALREADY_REMOVED_BILLING_KEY",
        None,
    )
    assert await till.received() == 0


async def test_a_card_deleted_right_before_its_first_charge_leaves_is_not_charged(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    async with till.db.transaction() as conn:
        payment = await charge_on_file.begin(conn, due.order_id, due.method)
    assert payment is not None
    await give_up_the_card(till, due)

    outcome = await charge_on_file.send(till.db, till.provider, SEALER, payment)

    assert isinstance(outcome, Unknown)
    assert (charged(till), await till.received()) == (0, 0)


async def test_a_stop_during_a_charge_does_not_promise_that_nothing_more_is_charged(
    till: Till,
) -> None:
    due = await a_doubt(till)

    shown = await stop(till, due)

    assert (shown.stopping, shown.charging) == (True, True)
    body = "SELECT body FROM messages WHERE reference LIKE 'subscription-stopping:%%'"
    told = await fetch_one(till.conn, str, body)
    assert "더 이상 결제되지 않습니다" not in told
    assert "해지 전에 시작된 결제" in told


async def test_a_stop_without_a_charge_under_way_promises_that_nothing_more_is_charged(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)

    shown = await stop(till, due)

    assert (shown.stopping, shown.charging) == (True, False)
    body = "SELECT body FROM messages WHERE reference LIKE 'subscription-stopping:%%'"
    told = await fetch_one(till.conn, str, body)
    assert "더 이상 결제되지 않습니다" in told
    assert "해지 전에 시작된 결제" not in told
