"""Charging a card on file: once for a period, whatever fails on the way."""

from datetime import timedelta

import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import execute
from ieum.shop.orders.types import OrderState
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Approved, Refused, Unknown
from tests.shop.builders.charges import a_due, attempts, charge, settle, standing, state_of
from tests.shop.builders.purchases import fault
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import queued


async def test_a_charged_period_prolongs_its_service(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    before = await standing(till.conn, due)

    outcome = await charge(till, due)

    assert isinstance(outcome, Approved)
    after = await standing(till.conn, due)
    assert (await state_of(till.conn, due), after.period) == (OrderState.PAID, 2)
    assert after.paid_until > before.paid_until
    (attempt,) = await attempts(till.conn, due)
    assert (attempt["state"], attempt["channel"]) == ("approved", "billing")
    assert attempt["provider_order_id"] == f"{due.order_id}-1"
    assert attempt["payment_key"] == outcome.payment.payment_key
    assert await till.received() == 33_000


async def test_a_second_charge_of_the_same_order_does_nothing(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await charge(till, due)

    assert await charge(till, due) is None
    assert till.wire.count("/v1/billing/") == 2  # The card's registration, and one charge.
    assert await till.received() == 33_000


async def test_a_card_that_is_not_the_subscriptions_own_is_not_charged(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    other = await a_due(till.conn, till.sandbox, till.provider)

    assert (
        await charge_on_file.charge_card(till.db, till.provider, SEALER, due.order_id, other.method) is None
    )
    assert await state_of(till.conn, due) is OrderState.DUE
    assert await till.received() == 0


async def test_a_refused_card_leaves_the_order_due_and_the_next_try_is_another_one(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await fault(till.sandbox, "charge", "refuse", code="REJECT_CARD_PAYMENT")

    refused = await charge(till, due)
    between = (await state_of(till.conn, due), (await standing(till.conn, due)).state)
    await execute(till.conn, "UPDATE subscriptions SET charge_queued_at = now()")
    again = await charge(till, due)

    assert isinstance(refused, Refused)
    assert between == (OrderState.DUE, "past_due")
    assert isinstance(again, Approved)
    assert [one["provider_order_id"] for one in await attempts(till.conn, due)] == [
        f"{due.order_id}-1",
        f"{due.order_id}-2",
    ]
    assert (await standing(till.conn, due)).state == "active"


async def test_a_charge_whose_answer_is_lost_is_found_by_its_order(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    till.wire.lost_answers = 1

    outcome = await charge(till, due)
    between = await state_of(till.conn, due)
    await settle(till, due)

    assert isinstance(outcome, Unknown)
    assert between is OrderState.CONFIRMING
    assert await state_of(till.conn, due) is OrderState.PAID
    assert await till.received() == 33_000
    assert len(await queued(till.conn, "settle_payment")) == 2


@pytest.mark.parametrize("kind", ["error_after_approval", "error_then_success", "cut_after_approval"])
async def test_a_charge_with_an_unknown_outcome_is_looked_up_then_sent_again_under_the_same_key(
    till: Till, kind: str
) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await fault(till.sandbox, "charge", kind)

    await charge(till, due)
    await settle(till, due)

    assert await state_of(till.conn, due) is OrderState.PAID
    assert len(await attempts(till.conn, due)) == 1
    assert await till.received() == 33_000


async def test_an_order_id_that_the_provider_already_knows_is_looked_up(till: Till) -> None:
    """DUPLICATED_ORDER_ID: a process charged it and died, and the provider has forgotten the idempotency key."""
    due = await a_due(till.conn, till.sandbox, till.provider)
    async with till.db.transaction() as conn:
        payment = await charge_on_file.begin(conn, due.order_id, due.method)
    assert payment is not None
    outcome = await charge_on_file.send(till.db, till.provider, SEALER, payment)
    assert isinstance(outcome, Approved)
    await fault(till.sandbox, "charge", "error", code="DUPLICATED_ORDER_ID")

    await settle(till, due)

    assert await state_of(till.conn, due) is OrderState.PAID
    assert await till.received() == 33_000


async def test_a_process_killed_before_the_call_leaves_the_charge_to_a_later_job(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    async with till.db.transaction() as conn:
        assert await charge_on_file.begin(conn, due.order_id, due.method) is not None

    left_behind = await queued(till.conn, "settle_payment")
    await settle(till, due)

    assert len(left_behind) == 1
    assert await state_of(till.conn, due) is OrderState.PAID


async def test_a_charge_that_keeps_failing_is_given_up_as_lost_and_due_again(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await fault(till.sandbox, "charge", "error")
    await charge(till, due)
    await let_pass(till.conn, timedelta(minutes=20))
    await settle(till, due)
    repeated = (await state_of(till.conn, due), till.wire.count("POST /v1/billing/"))
    await let_pass(till.conn, timedelta(minutes=15))
    await settle(till, due)
    looked_up = (await state_of(till.conn, due), till.wire.count("POST /v1/billing/"))
    await let_pass(till.conn, timedelta(minutes=15))
    await settle(till, due)

    # The third is the card's registration.
    assert repeated == looked_up == (OrderState.CONFIRMING, 3)
    assert await state_of(till.conn, due) is OrderState.DUE
    (attempt,) = await attempts(till.conn, due)
    assert (attempt["state"], attempt["refusal_code"]) == ("refused", "charge_lost")
    assert (await standing(till.conn, due)).state == "past_due"


async def test_a_charge_that_was_given_up_but_is_found_paid_prolongs_the_service(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    till.wire.lost_answers = 1
    await charge(till, due)
    payment = await queries.find_open(till.conn, due.order_id)
    assert payment is not None
    await execute(
        till.conn,
        "UPDATE payments SET state = 'refused', refusal_code = 'charge_lost' WHERE id = %(id)s",
        id=payment.id,
    )
    await execute(till.conn, "UPDATE orders SET state = 'due' WHERE id = %(order_id)s", order_id=due.order_id)

    await till.learn(payment.provider_order_id)

    assert await state_of(till.conn, due) is OrderState.PAID
    assert await till.alarms() == ["approved_after_refusal"]
