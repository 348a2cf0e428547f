"""Paying a refund back through every failure: once, whatever crashes when."""

from contextlib import suppress
from typing import Any

import pytest

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.payments.provider import Channel
from ieum.shop.reconciliation import invariants
from ieum.shop.refunds import queries, returning
from ieum.shop.refunds.types import RefundId
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.crashes import Crash, CrashingDatabase, CrashingProvider, Killed
from tests.shop.builders.messages import references_sent
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.refunds import (
    ACCOUNT,
    NAMED,
    a_deposited,
    a_paid,
    post,
    quote,
    refund,
    state_of,
    use,
)
from tests.shop.builders.refunds import days_later as wait
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.till import Till
from tests.shop.builders.worker import queued


async def begun(till: Till, account: dict[str, str] | None = None) -> tuple[Buying, RefundId]:
    buying = await (a_deposited if account else a_paid)(till, points=5_000)
    await refund(till, buying, **(NAMED | {"account": account} if account else {}))
    found = await queries.find_of_order(till.conn, buying.order_id)
    assert found is not None
    return buying, found.id


async def run(till: Till, refund_id: RefundId, crash: Crash | None = None) -> None:
    """Run the job once, in a process that may die; an answer that stays open is for the next run."""
    crash = crash or Crash()
    db, provider = CrashingDatabase(till.db, crash), CrashingProvider(till.provider, crash)
    with suppress(Killed, returning.RefundUnsettledError):
        await returning.return_money(db, provider, SEALER, refund_id)


@pytest.mark.parametrize(
    "goes_wrong",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"account": ACCOUNT}, id="nothing-with-a-deposit"),
        pytest.param({"kind": "error"}, id="an-error-for-good"),
        pytest.param({"kind": "error_then_success"}, id="an-error-that-passes"),
        pytest.param({"kind": "error_after_approval"}, id="an-error-though-it-was-done"),
        pytest.param({"kind": "refuse", "code": "NOT_AVAILABLE_BANK"}, id="a-bank-asleep"),
    ],
)
async def test_a_job_killed_at_any_step_pays_back_once(till: Till, goes_wrong: dict[str, Any]) -> None:
    deaths = 0
    for point in range(1, 40):
        buying, refund_id = await begun(till, goes_wrong.get("account"))
        before = await till.received()
        if "kind" in goes_wrong:
            await fault(till.sandbox, "cancel", orderId=buying.order_id, **goes_wrong)
        crash = Crash(point)

        await run(till, refund_id, crash)
        for _ in range(3):
            await run(till, refund_id)

        assert before - await till.received() == 28_000
        assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
        assert await till.points(buying) == 5_000
        assert (await references_sent(till.conn)).count(f"refunded:{buying.order_id}") == 1
        if not crash.kills:
            break
        deaths += 1
    # At least before and after each of two calls or transactions, or nothing was tested.
    assert deaths >= 8
    assert await invariants.find_differences(till.conn) == []
    assert await open_alarms(till.conn) == []


async def test_a_lost_answer_is_asked_for_again_under_the_same_key(till: Till) -> None:
    buying, refund_id = await begun(till)
    till.wire.lost_answers = till.wire.lost_look_ups = 1

    await run(till, refund_id)
    first = await state_of(till.conn, buying)
    await run(till, refund_id)

    assert first[0] == "returning"
    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert await fetch_one(till.conn, int, "SELECT tries FROM refunds") == 1
    assert await till.received() == 0


async def test_a_lost_answer_is_settled_by_the_balance_at_the_provider(till: Till) -> None:
    buying, refund_id = await begun(till)
    till.wire.lost_answers = 1

    await run(till, refund_id)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert till.wire.count("/cancel") == 1


async def test_while_the_provider_cannot_be_reached_nothing_is_guessed(till: Till) -> None:
    buying, refund_id = await begun(till)
    till.wire.down = True

    await run(till, refund_id)
    still = await state_of(till.conn, buying)
    till.wire.down = False
    await run(till, refund_id)

    assert still == ("returning", "cancelling", 0)
    assert (await state_of(till.conn, buying))[0] == "done"


async def test_an_error_stored_under_its_key_gets_a_new_key_and_a_lost_answer_does_not(till: Till) -> None:
    _, refund_id = await begun(till)
    await fault(till.sandbox, "cancel", "error")
    tries: list[int] = []

    for _ in range(2):
        await run(till, refund_id)
        tries.append(await fetch_one(till.conn, int, "SELECT tries FROM refunds"))

    assert tries == [2, 2]
    assert await till.received() == 0


@pytest.mark.parametrize(
    "code",
    ["EXCEED_MAX_REFUND_DUE", "NOT_CANCELABLE_PAYMENT", "NOT_ALLOWED_PARTIAL_REFUND", "REFUND_REJECTED"],
)
async def test_a_refund_refused_for_good_waits_for_an_operator_and_the_member_is_mailed(
    till: Till, code: str
) -> None:
    buying, refund_id = await begun(till)
    await fault(till.sandbox, "cancel", "refuse", code=code)

    await run(till, refund_id)
    await run(till, refund_id)

    view = await till.view(buying)
    assert (view["state"], view["refund"]["state"]) == ("refunding", "stuck")
    assert await open_alarms(till.conn) == [("refund_stuck", buying.order_id)]
    assert (await references_sent(till.conn))[-1] == f"refund_stuck:{buying.order_id}"
    assert till.wire.count("/cancel") == 1
    assert await till.received() == 28_000


async def test_a_wrong_account_is_asked_for_again_and_the_next_one_has_its_own_key(till: Till) -> None:
    buying, refund_id = await begun(till, ACCOUNT | {"number": "1234"})

    await run(till, refund_id)
    asked = await till.view(buying)
    forgotten = await fetch_one(till.conn, bool, "SELECT sealed_account IS NULL FROM refunds")
    named = await post(
        till, buying, "refund-account", **NAMED | {"account": ACCOUNT | {"number": "3333012345678"}}
    )
    await run(till, refund_id)

    assert (asked["state"], asked["refund"]["state"], forgotten) == ("refunding", "awaiting_account", True)
    assert f"refund_account_wrong:{buying.order_id}:1" in await references_sent(till.conn)
    assert named.json()["data"]["refund"]["state"] == "returning"
    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert await till.received() == 0
    # One key for the first bank account, one for the second.
    assert len(await queued(till.conn, "return_money")) == 2


async def test_a_late_run_does_not_refuse_the_bank_account_that_was_named_since(till: Till) -> None:
    """Two runs met the wrong account; the second reports it after the member has named another."""
    buying, refund_id = await begun(till, ACCOUNT | {"number": "1234"})
    async with till.db.connection() as conn:
        late = await queries.get(conn, refund_id)
    await run(till, refund_id)
    await post(till, buying, "refund-account", **NAMED)
    account = await returning._open_account(till.db, SEALER, late)
    outcome = await returning._cancel(till.provider, late, account)

    await returning._continue(till.db, late, outcome)

    assert (await state_of(till.conn, buying))[0] == "returning"


async def test_partial_refunds_that_add_up_to_the_whole_close_the_payment(till: Till) -> None:
    """The provider's status stays "partially cancelled" for good, so only the balance tells."""
    buying = await a_paid(till)
    await use(till, buying)
    await wait(till, 10)
    amount = (await quote(till, buying))["amount"]
    await refund(till, buying)
    payment = await fetch_one(till.conn, str, "SELECT payment_key FROM payments")
    # An earlier partial refund, which our books know.
    await till.provider.cancel(payment_key=payment, key="by hand", reason="-", amount=33_000 - amount)
    await execute(
        till.conn,
        "UPDATE payments SET cancelled_amount = 33000 - %(amount)s, cancelled_elsewhere = 33000 - %(amount)s",
        amount=amount,
    )
    till.wire.lost_answers = 1

    await till.give_back(buying.order_id)

    listed = (await till.sandbox.get("/control/payments")).json()["payments"]
    assert [one["status"] for one in listed] == ["PARTIAL_CANCELED"]
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert await till.received() == 0


async def test_a_deposit_that_bought_nothing_waits_for_a_bank_account(till: Till) -> None:
    buying = await till.await_deposit(addresses=1)
    await till.deposit(buying)
    await execute(till.conn, "UPDATE leases SET state = 'ended', ended_at = now() WHERE state = 'held'")

    await till.settle(buying)
    asked = await till.view(buying)
    await post(till, buying, "refund-account", **NAMED)
    await till.give_back(buying.order_id)

    assert asked["refund"]["state"] == "awaiting_account"
    assert f"refund_account:{buying.order_id}" in await references_sent(till.conn)
    assert (await till.view(buying))["state"] == "refunded"
    assert await till.received() == 0


async def test_a_deposit_of_a_member_who_left_is_paid_back_by_an_operator(till: Till) -> None:
    buying = await till.await_deposit(addresses=1)
    await till.deposit(buying)
    told = await references_sent(till.conn)
    await execute(
        till.conn,
        """
        UPDATE members SET left_at = now(), login_id = NULL, login_id_hash = sha256('x'), password_hash = NULL,
                           name = NULL, email = NULL, phone = NULL
        """,
    )

    await till.settle(buying)

    assert await fetch_all(till.conn, str, "SELECT state FROM refunds") == ["stuck"]
    assert await open_alarms(till.conn) == [("refund_stuck", buying.order_id)]
    assert await references_sent(till.conn) == told


async def test_a_charge_is_paid_back_through_its_own_channel(till: Till) -> None:
    """With the other pair of keys the provider does not find the payment, and an operator has to look."""
    buying, refund_id = await begun(till)
    await execute(
        till.conn,
        """
        WITH card AS (
            INSERT INTO billing_methods (member_id, auth_key_hash, state, sealed_key)
            SELECT member_id, sha256('x'), 'active', 'x' FROM orders RETURNING id)
        UPDATE payments SET channel = 'billing', billing_method_id = card.id FROM card
        """,
    )

    await run(till, refund_id)

    found = await queries.get(till.conn, refund_id)
    assert (found.channel, found.state) == (Channel.BILLING, "stuck")
    assert await till.received() == 28_000
    assert await open_alarms(till.conn) == [("refund_stuck", buying.order_id)]


async def test_a_failing_refund_is_tried_less_and_less_often_down_to_once_an_hour(till: Till) -> None:
    await begun(till)
    seen: list[bool] = []
    for tries, minutes in [(1, 0.9), (1, 1.1), (3, 3.9), (3, 4.1), (9, 59), (9, 61), (40, 61)]:
        await execute(
            till.conn,
            "UPDATE refunds SET tries = %(tries)s, tried_at = now() - %(minutes)s * interval '1 minute'",
            tries=tries,
            minutes=minutes,
        )
        seen.append(bool(await queries.list_open(till.conn, limit=10)))

    assert seen == [False, True, False, True, False, True, True]


async def test_the_member_is_told_once_that_a_refund_is_stuck(till: Till) -> None:
    buying, refund_id = await begun(till)
    await fault(till.sandbox, "cancel", "refuse", code="REFUND_REJECTED")
    await run(till, refund_id)
    late = await queries.get(till.conn, refund_id)

    await returning._mark_stuck(till.db, late, "REFUND_REJECTED", "again")

    assert (await references_sent(till.conn)).count(f"refund_stuck:{buying.order_id}") == 1
    assert await fetch_all(till.conn, str, "SELECT reference FROM alarms") == [buying.order_id]
