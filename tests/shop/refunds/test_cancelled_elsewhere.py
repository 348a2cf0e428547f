"""A part of the payment is cancelled in the provider's dashboard: before, while and after it is refunded here."""

from contextlib import suppress
from typing import Any

import pytest

from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.payments.provider import Outcome
from ieum.shop.reconciliation import invariants, service
from ieum.shop.refunds import queries, returning
from ieum.shop.refunds.types import RefundId
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.crashes import Crash, CrashingDatabase, CrashingProvider, Killed
from tests.shop.builders.messages import references_sent
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import (
    NAMED,
    a_deposited,
    a_paid,
    days_later,
    post,
    quote,
    refund,
    state_of,
    use,
)
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.till import Till
from tests.shop.builders.worker import queued

param = pytest.param


async def begun(till: Till) -> tuple[Buying, RefundId]:
    """A refund of 28,000 won and 5,000 points whose money has not been asked for."""
    buying = await a_paid(till, points=5_000)
    await refund(till, buying)
    found = await queries.find_of_order(till.conn, buying.order_id)
    assert found is not None
    return buying, found.id


async def run(till: Till, refund_id: RefundId, *, times: int = 1) -> None:
    for _ in range(times):
        with suppress(returning.RefundUnsettledError):
            await returning.return_money(till.db, till.provider, SEALER, refund_id)


async def assert_books_fit(till: Till, buying: Buying) -> None:
    assert await service.compare_with_provider(till.db, till.provider, SEALER) == []
    assert await invariants.find_differences(till.conn) == []
    assert await open_alarms(till.conn) == [("cancelled_elsewhere", buying.order_id)]


@pytest.mark.parametrize("part", [1, 10_000, 27_999])
@pytest.mark.parametrize("is_deposit", [False, True])
async def test_a_quote_asks_for_what_the_provider_still_has(till: Till, part: int, is_deposit: bool) -> None:
    buying = await (a_deposited if is_deposit else a_paid)(till, points=5_000)
    await till.cancel_in_dashboard(buying, part)
    await till.learn(buying.order_id)

    shown = await quote(till, buying)
    await refund(till, buying, **(NAMED if is_deposit else {}))
    await till.give_back(buying.order_id)

    assert (shown["amount"], shown["points"], shown["returned"]) == (28_000 - part, 5_000, part)
    assert {"label": "이미 환불된 금액", "amount": -part} in shown["lines"]
    assert sum(line["amount"] for line in shown["lines"]) == shown["amount"]
    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert (await till.received(), await till.points(buying)) == (0, 5_000)
    await assert_books_fit(till, buying)


async def test_what_went_back_counts_toward_the_refund_of_a_service_in_use(till: Till) -> None:
    """By whichever of the two it goes back, the member gets the same in all."""
    untouched, buying = await a_paid(till), await a_paid(till)
    for one in (untouched, buying):
        await use(till, one)
    await days_later(till, 10)
    due = (await quote(till, untouched))["amount"]
    await till.cancel_in_dashboard(buying, 5_000)
    await till.learn(buying.order_id)

    shown = await quote(till, buying)
    await refund(till, buying)
    await till.give_back(buying.order_id)

    assert shown["amount"] == due - 5_000
    assert await state_of(till.conn, buying) == ("done", "cancelled", due)
    assert await till.received() == 33_000 + 33_000 - due
    await assert_books_fit(till, buying)


async def test_where_more_went_back_than_is_due_nothing_is_left_to_refund(till: Till) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 20)
    await till.cancel_in_dashboard(buying, 30_000)
    await till.learn(buying.order_id)

    answer = await post(till, buying, "refund-quote")

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_not_possible")
    assert "환불할 금액이 남아 있지 않습니다" in answer.json()["detail"]
    assert (await till.view(buying))["state"] == "paid"
    await assert_books_fit(till, buying)


async def test_a_part_that_is_cancelled_and_known_after_the_quote_voids_it(till: Till) -> None:
    buying = await a_paid(till)
    seen = (await quote(till, buying))["quote"]
    await till.cancel_in_dashboard(buying, 10_000)
    await till.learn(buying.order_id)

    answer = await post(till, buying, "refund", quote=seen)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")
    assert (await quote(till, buying))["amount"] == 23_000


async def test_the_webhook_about_a_part_has_the_payment_read(till: Till) -> None:
    buying = await a_paid(till)
    await till.cancel_in_dashboard(buying, 10_000)

    await till.announce(buying)

    assert len(await queued(till.conn, "read_payment")) == 1


@pytest.mark.parametrize(
    ("parts", "tries"),
    [
        param([10_000], 2, id="a-part"),
        param([10_000, 5_000], 2, id="two-parts"),
        param([28_000], 1, id="all-of-it"),
    ],
)
async def test_a_part_cancelled_before_the_money_is_asked_for_is_not_asked_for(
    till: Till, parts: list[int], tries: int
) -> None:
    buying, refund_id = await begun(till)
    for part in parts:
        await till.cancel_in_dashboard(buying, part)

    await run(till, refund_id, times=tries)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    assert (await till.received(), await till.points(buying)) == (0, 5_000)
    assert await invariants.find_differences(till.conn) == []
    assert f"refund_stuck:{buying.order_id}" not in await references_sent(till.conn)
    assert f"refunded:{buying.order_id}" in await references_sent(till.conn)


async def test_each_part_that_is_cancelled_between_two_tries_lessens_the_next(till: Till) -> None:
    buying, refund_id = await begun(till)
    for _ in range(3):
        await till.cancel_in_dashboard(buying, 5_000)
        await run(till, refund_id)

    await run(till, refund_id)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
    details = await fetch_all(till.conn, str, "SELECT detail FROM alarms")
    assert details == [
        "5,000원이 사이트 밖에서 환불되었습니다. 결제한 28,000원 가운데 13,000원이 남았습니다."
    ]
    await assert_books_fit(till, buying)


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("is_lost", [True, False])
async def test_a_part_cancelled_while_the_money_is_asked_for_returns_no_more_than_is_due(
    till: Till, monkeypatch: pytest.MonkeyPatch, is_first: bool, is_lost: bool
) -> None:
    """Of a service in use: the provider would have had enough for both."""
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 20)
    due = (await refund(till, buying))["refund"]["amount"]
    found = await queries.find_of_order(till.conn, buying.order_id)
    assert found is not None
    ask = till.provider.cancel

    async def meet(**asked: Any) -> Outcome:
        monkeypatch.undo()
        if is_first:
            await till.cancel_in_dashboard(buying, 4_000)
        till.wire.lost_answers = int(is_lost)
        outcome = await ask(**asked)
        if not is_first:
            await till.cancel_in_dashboard(buying, 4_000)
        return outcome

    monkeypatch.setattr(till.provider, "cancel", meet)
    await run(till, found.id, times=3)
    await service.compare_with_provider(till.db, till.provider, SEALER)

    returned = due if is_first else due + 4_000
    assert await state_of(till.conn, buying) == ("done", "cancelled", returned)
    assert await till.received() == 33_000 - returned
    await assert_books_fit(till, buying)


async def test_more_cancelled_than_is_due_ends_the_refund_without_a_won_more(till: Till) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 20)
    await refund(till, buying)
    await till.cancel_in_dashboard(buying, 30_000)

    await till.give_back(buying.order_id)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 30_000)
    assert await till.received() == 3_000
    await assert_books_fit(till, buying)


async def test_a_part_cancelled_after_the_refund_is_in_the_books(till: Till) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 10)
    await refund(till, buying)
    await till.give_back(buying.order_id)
    due = (await state_of(till.conn, buying))[2]
    await till.cancel_in_dashboard(buying, 5_000)

    await till.announce(buying)
    await till.learn(buying.order_id)

    assert len(await queued(till.conn, "read_payment")) == 1
    assert await state_of(till.conn, buying) == ("done", "cancelled", due + 5_000)
    await assert_books_fit(till, buying)


async def test_parts_that_add_up_to_all_refund_the_order_once(till: Till) -> None:
    buying = await a_paid(till, points=5_000)
    for part in (10_000, 18_000):
        await till.cancel_in_dashboard(buying, part)
        await till.learn(buying.order_id)

    await till.give_back(buying.order_id)

    assert (await till.view(buying))["state"] == "refunded"
    assert await fetch_one(till.conn, int, "SELECT amount FROM refunds") == 18_000
    assert (await till.received(), await till.points(buying)) == (0, 5_000)
    await assert_books_fit(till, buying)


async def test_a_job_killed_at_any_step_asks_for_the_rest_once(till: Till) -> None:
    deaths = 0
    for point in range(1, 40):
        buying, refund_id = await begun(till)
        await till.cancel_in_dashboard(buying, 10_000)
        before, crash = await till.received(), Crash(point)
        db, provider = CrashingDatabase(till.db, crash), CrashingProvider(till.provider, crash)

        for _ in range(2):
            with suppress(Killed, returning.RefundUnsettledError):
                await returning.return_money(db, provider, SEALER, refund_id)
        await run(till, refund_id, times=3)

        assert before - await till.received() == 18_000
        assert await state_of(till.conn, buying) == ("done", "cancelled", 28_000)
        if not crash.kills:
            break
        deaths += 1
    assert deaths >= 12
    assert await invariants.find_differences(till.conn) == []
