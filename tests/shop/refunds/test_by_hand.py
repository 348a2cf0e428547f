"""Refunds that an operator decides with `ieum refund`."""

import argparse

import pytest

from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.reconciliation import invariants
from ieum.shop.reconciliation import service as books
from ieum.shop.refunds import cli
from ieum.shop.refunds.refusals import RefundNotPossible
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.refunds import a_paid, alarms, days_later, post, refund, state_of, use
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_renewal
from tests.shop.builders.till import Till


async def decide(till: Till, buying: Buying, *words: str, by: str = "김운영") -> str:
    parser = argparse.ArgumentParser()
    cli.add_arguments(parser)
    arguments = parser.parse_args([buying.order_id, *words, "--by", by])
    return await cli.decide(arguments, till.db, till.provider)


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

    said = await decide(till, buying, "--amount", "20000", "--reason", "접속 장애에 대한 보상입니다.")
    await till.give_back(buying.order_id)

    assert said.startswith(f"{buying.order_id}: 20,000 won and 0 points go back")
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

    await decide(till, buying, "--full", "--reason", "서비스 장애")
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
        await decide(till, buying, "--full", "--reason", "장애")
    await days_later(till, 40)

    await decide(till, buying, "--full", "--reason", "지난달 장애에 대한 보상입니다.")
    await till.give_back(buying.order_id)

    assert await fetch_all(till.conn, str, "SELECT state FROM services WHERE ends_at > now()") == ["active"]
    assert await till.received() == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        pytest.param(("--amount", "33001", "--reason", "x"), "was paid with 33,000 won", id="too-much"),
        pytest.param(("--amount", "0", "--reason", "x"), "one won at least", id="nothing"),
        pytest.param(("--full",), "--reason", id="no-reason"),
        pytest.param(("--full", "--reason", "x" * 201), "--reason", id="a-long-reason"),
    ],
)
async def test_an_impossible_decision_is_refused_with_a_sentence(
    till: Till, words: tuple[str, ...], why: str
) -> None:
    buying = await a_paid(till)

    with pytest.raises(ValueError, match=why):
        await decide(till, buying, *words)

    assert (await till.view(buying))["state"] == "paid"


async def test_one_order_has_one_refund(till: Till) -> None:
    buying = await a_paid(till)
    await decide(till, buying, "--full", "--reason", "장애")

    with pytest.raises(RefundNotPossible, match="이미 환불"):
        await decide(till, buying, "--full", "--reason", "장애")


async def test_a_stuck_refund_is_tried_again_under_a_new_key(till: Till) -> None:
    buying = await a_stuck(till)

    await decide(till, buying, "--again")
    await till.give_back(buying.order_id)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert (await alarms(till.conn), await till.received()) == ([], 0)


async def test_a_refund_paid_by_other_means_leaves_the_payment_as_the_provider_has_it(till: Till) -> None:
    buying = await a_stuck(till)

    await decide(till, buying, "--settled-by-hand")

    assert await state_of(till.conn, buying) == ("done", "approved", 0)
    assert ((await till.view(buying))["state"], await till.points(buying)) == ("refunded", 5_000)
    assert await fetch_all(till.conn, str, "SELECT settled_by FROM refunds") == ["김운영"]
    assert await alarms(till.conn) == []
    assert await invariants.find_differences(till.conn) == []
    assert await books.compare_with_provider(till.db, till.provider, SEALER) == []


async def test_a_refund_made_at_the_provider_closes_ours(till: Till) -> None:
    buying = await a_stuck(till)
    payment = await fetch_one(till.conn, str, "SELECT payment_key FROM payments")
    await till.provider.cancel(payment_key=payment, key="desk", reason="-")

    await decide(till, buying, "--settled-by-hand")

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert await books.compare_with_provider(till.db, till.provider, SEALER) == []


async def test_a_refund_that_is_not_stuck_or_cannot_be_compared_is_not_closed_by_hand(till: Till) -> None:
    buying = await a_paid(till)
    with pytest.raises(RefundNotPossible):
        await decide(till, buying, "--settled-by-hand")
    await refund(till, buying)
    with pytest.raises(RefundNotPossible):
        await decide(till, buying, "--settled-by-hand")
    await execute(till.conn, "UPDATE refunds SET state = 'stuck'")
    till.wire.down = True

    with pytest.raises(ProviderUnavailableError):
        await decide(till, buying, "--settled-by-hand")

    assert (await post(till, buying, "refund", quote="0.0")).json()["data"]["refund"]["state"] == "stuck"
