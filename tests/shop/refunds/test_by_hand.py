"""Refunds that an operator decides, whatever the rules give."""

import pytest

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.reconciliation import invariants
from ieum.shop.reconciliation import service as books
from ieum.shop.refunds import operators
from ieum.shop.refunds.refusals import RefundNotPossible
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.refunds import NAMED, a_deposited, a_paid, days_later, post, refund, state_of, use
from tests.shop.builders.reversals import give_back, settle_by_hand
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_renewal
from tests.shop.builders.till import Till
from tests.shop.builders.worker import queued


async def a_stuck(till: Till) -> Buying:
    buying = await a_paid(till, points=5_000)
    await refund(till, buying)
    await fault(till.sandbox, "cancel", "refuse", code="EXCEED_MAX_REFUND_DUE")
    await till.give_back(buying.order_id)
    assert (await till.view(buying))["refund"]["state"] == "stuck"
    return buying


async def test_the_amount_and_the_reason_are_stored_and_mailed(till: Till) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 20)

    refunded = await give_back(till.db, till.provider, buying, 20_000, reason="접속 장애에 대한 보상입니다.")
    await till.give_back(buying.order_id)

    assert (refunded.amount, refunded.points) == (20_000, 0)
    assert await state_of(till.conn, buying) == ("done", "cancelled", 20_000)
    assert await till.received() == 13_000
    assert await fetch_all(
        till.conn, str, "SELECT mode || ' ' || requested_by || ' ' || reason FROM refunds"
    ) == ["operator 김운영 접속 장애에 대한 보상입니다."]
    mail = await fetch_one(till.conn, str, "SELECT body FROM messages WHERE reference LIKE 'refund_begun:%%'")
    assert "사유: 접속 장애에 대한 보상입니다." in mail
    assert "환불하지 않는 금액: -13,000원" in mail
    assert await fetch_all(till.conn, str, "SELECT state FROM services") == ["ended"]
    assert await invariants.find_differences(till.conn) == []


async def test_an_operator_may_pay_back_everything_whatever_was_used(till: Till) -> None:
    buying = await a_paid(till, points=5_000)
    await use(till, buying)
    await days_later(till, 20)

    await give_back(till.db, till.provider, buying)
    await till.give_back(buying.order_id)

    assert (await till.received(), await till.points(buying)) == (0, 5_000)
    assert await invariants.find_differences(till.conn) == []


async def test_an_operator_may_pay_back_a_past_period_and_the_current_one_runs_on(till: Till) -> None:
    buying = await a_paid(till)
    service = await fetch_one(till.conn, int, "SELECT id FROM services")
    renewal = await a_renewal(till.conn, service)  # pyright: ignore[reportArgumentType] - a number from the table
    await execute(
        till.conn,
        """
        INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
        SELECT id, %(renewal)s, ends_at, ends_at + interval '30 days' FROM services
        """,
        renewal=renewal,
    )
    await execute(till.conn, "UPDATE services SET ends_at = ends_at + interval '30 days'")
    with pytest.raises(RefundNotPossible, match="먼저 환불"):
        await give_back(till.db, till.provider, buying)
    await days_later(till, 40)

    await give_back(till.db, till.provider, buying)
    await till.give_back(buying.order_id)

    assert await fetch_all(till.conn, str, "SELECT state FROM services WHERE ends_at > now()") == ["active"]
    assert await till.received() == 0


async def test_more_than_was_paid_is_not_given_back(till: Till) -> None:
    buying = await a_paid(till)

    with pytest.raises(ValueError, match="was paid with 33,000 won"):
        await give_back(till.db, till.provider, buying, 33_001)

    assert (await till.view(buying))["state"] == "paid"


async def test_one_order_has_one_refund(till: Till) -> None:
    buying = await a_paid(till)
    await give_back(till.db, till.provider, buying)

    with pytest.raises(RefundNotPossible, match="이미 환불"):
        await give_back(till.db, till.provider, buying)


async def test_a_stuck_refund_is_tried_again_under_a_new_key(till: Till) -> None:
    buying = await a_stuck(till)

    async with till.db.transaction() as conn:
        await operators.try_again(conn, buying.order_id)
    await till.give_back(buying.order_id)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert (await open_alarms(till.conn), await till.received()) == ([], 0)


async def test_a_refund_paid_by_other_means_leaves_the_payment_as_the_provider_has_it(till: Till) -> None:
    buying = await a_stuck(till)

    await settle_by_hand(till.db, till.provider, buying)

    assert await state_of(till.conn, buying) == ("done", "approved", 0)
    assert ((await till.view(buying))["state"], await till.points(buying)) == ("refunded", 5_000)
    assert await fetch_all(till.conn, str, "SELECT settled_by FROM refunds") == ["김운영"]
    assert await open_alarms(till.conn) == []
    assert await invariants.find_differences(till.conn) == []
    assert await books.compare_with_provider(till.db, till.provider, SEALER) == []


@pytest.mark.parametrize("is_told", [True, False], ids=["by webhooks", "by the comparison"])
async def test_parts_that_are_cancelled_at_the_provider_while_it_is_stuck_are_recorded_and_not_asked_for(
    till: Till, *, is_told: bool
) -> None:
    buying = await a_stuck(till)
    for part in (1, 9_999):
        await till.cancel_in_dashboard(buying, part)
        if is_told:
            await till.learn(buying.order_id)
        else:
            await books.compare_with_provider(till.db, till.provider, SEALER)
    known = await fetch_one(till.conn, int, "SELECT cancelled_amount FROM payments")
    agrees = await books.compare_with_provider(till.db, till.provider, SEALER)

    async with till.db.transaction() as conn:
        await operators.try_again(conn, buying.order_id)
    await till.give_back(buying.order_id)

    assert (known, agrees) == (10_000, [])
    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert await till.received() == 0
    assert await invariants.find_differences(till.conn) == []


async def test_a_stuck_refund_whose_money_goes_back_at_the_provider_is_done_once_we_hear_of_it(
    till: Till,
) -> None:
    buying = await a_stuck(till)
    await till.cancel_in_dashboard(buying)

    await till.announce(buying)
    heard = await queued(till.conn, "read_payment")
    for _ in range(2):
        await till.learn(buying.order_id)

    assert len(heard) == 1
    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert (await open_alarms(till.conn), await till.points(buying)) == ([], 5_000)
    assert await invariants.find_differences(till.conn) == []
    assert await books.compare_with_provider(till.db, till.provider, SEALER) == []


@pytest.mark.parametrize("is_named", [False, True], ids=["no account named", "refused by the provider"])
async def test_a_deposit_that_went_back_at_the_provider_is_not_said_to_have_gone_to_the_members_account(
    till: Till, *, is_named: bool
) -> None:
    """Staff have named an account in its dashboard, of which the shop knows nothing."""
    buying = await a_deposited(till)
    if is_named:
        await refund(till, buying, **NAMED)
        await fault(till.sandbox, "cancel", "refuse", code="EXCEED_MAX_REFUND_DUE")
        await till.give_back(buying.order_id)
    else:
        await give_back(till.db, till.provider, buying)
    before = await state_of(till.conn, buying)
    await till.cancel_in_dashboard(buying)

    await till.learn(buying.order_id)

    mail = await fetch_one(till.conn, str, "SELECT body FROM messages WHERE reference LIKE 'refunded:%%'")
    assert before[0] == ("stuck" if is_named else "awaiting_account")
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert "환불 금액: 33,000원 (고객센터에서 확인한 방법으로 환불)" in mail
    assert "환불 계좌" not in mail


async def test_a_refund_made_at_the_provider_closes_ours(till: Till) -> None:
    buying = await a_stuck(till)
    payment = await fetch_one(till.conn, str, "SELECT payment_key FROM payments")
    await till.provider.cancel(payment_key=payment, key="desk", reason="-")

    await settle_by_hand(till.db, till.provider, buying)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert await books.compare_with_provider(till.db, till.provider, SEALER) == []


async def test_a_refund_that_is_not_stuck_or_cannot_be_compared_is_not_closed_by_hand(till: Till) -> None:
    buying = await a_paid(till)
    with pytest.raises(RefundNotPossible):
        await settle_by_hand(till.db, till.provider, buying)
    await refund(till, buying)
    with pytest.raises(RefundNotPossible):
        await settle_by_hand(till.db, till.provider, buying)
    await execute(till.conn, "UPDATE refunds SET state = 'stuck'")
    till.wire.down = True

    with pytest.raises(ProviderUnavailableError):
        await settle_by_hand(till.db, till.provider, buying)

    assert (await post(till, buying, "refund", quote="0.0")).json()["data"]["refund"]["state"] == "stuck"
