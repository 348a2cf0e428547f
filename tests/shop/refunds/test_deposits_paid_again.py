"""A deposit that the bank took back and that is paid in again, before or after its order is refunded."""

from datetime import date
from typing import Any

import pytest

from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.payments.provider import Approved, ProviderUnavailableError, RefundAccount
from ieum.shop.reconciliation import invariants
from ieum.shop.reconciliation import service as books
from ieum.shop.refunds.refusals import RefundNotPossible
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import NAMED, a_deposited, post, state_of
from tests.shop.builders.reversals import WEBHOOK, done, give_back, settle_by_hand
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.till import Till
from tests.shop.builders.worker import queued


async def a_reversed(till: Till, **wanted: Any) -> Buying:
    buying = await a_deposited(till, **wanted)
    await till.deposit(buying, act="reverse")
    await till.learn(buying.order_id)
    assert await open_alarms(till.conn) == [("deposit_reversed", buying.order_id)]
    return buying


async def paid_after_refund(till: Till) -> Buying:
    """The operator has ended a reversed order, and then the buyer pays again."""
    buying = await a_reversed(till)
    await give_back(till.db, till.provider, buying)
    assert await open_alarms(till.conn) == []
    await till.deposit(buying)
    await till.learn(buying.order_id)
    return buying


async def found(till: Till) -> list[tuple[str, str]]:
    """What the comparison of the books and the comparison with the provider find."""
    return [
        (one.what, one.reference)
        for one in [
            *await invariants.find_differences(till.conn),
            *await books.compare_with_provider(till.db, till.provider, SEALER),
        ]
    ]


async def cancel_at_the_desk(till: Till, *, amount: int | None = None) -> None:
    key = await fetch_one(till.conn, str, "SELECT payment_key FROM payments")
    account = RefundAccount("88", "110123456789", "홍길동")
    outcome = await till.provider.cancel(
        payment_key=key, key=f"desk-{amount}", reason="-", amount=amount, account=account
    )
    assert isinstance(outcome, Approved)


async def test_news_of_a_deposit_counts_again_once_the_bank_has_taken_it_back(till: Till) -> None:
    buying = await a_deposited(till)
    for _ in range(2):
        await till.client.post(WEBHOOK, json=done(buying.order_id))
    before = await queued(till.conn, "read_payment")
    await till.deposit(buying, act="reverse")
    await till.learn(buying.order_id)

    for _ in range(2):
        await till.client.post(WEBHOOK, json=done(buying.order_id))

    assert (before, await queued(till.conn, "read_payment")) == ([], [{"order_id": buying.order_id}])


async def test_a_deposit_that_comes_while_its_reversal_is_recorded_is_not_missed(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    buying = await a_deposited(till)
    await till.deposit(buying, act="reverse")
    find, answers = till.provider.find, 0

    async def find_before_it_is_paid(*args: Any, **named: Any) -> Any:
        nonlocal answers
        facts, answers = await find(*args, **named), answers + 1
        if answers == 1:
            await till.deposit(buying)
            # Too early: the order still counts as paid.
            await till.client.post(WEBHOOK, json=done(buying.order_id))
        return facts

    monkeypatch.setattr(till.provider, "find", find_before_it_is_paid)
    await till.learn(buying.order_id)

    assert await fetch_all(till.conn, bool, "SELECT reversed_at IS NULL FROM payments") == [True]
    assert await open_alarms(till.conn) == []


async def test_an_operator_gives_back_what_the_provider_holds_by_now(till: Till) -> None:
    buying = await a_reversed(till)
    await till.deposit(buying)

    refunded = await give_back(till.db, till.provider, buying)
    assert (await post(till, buying, "refund-account", **NAMED)).status_code == 200
    await till.give_back(buying.order_id)

    assert (refunded.amount, refunded.points) == (33_000, 0)
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert (await till.received(), await open_alarms(till.conn), await found(till)) == (0, [], [])


async def test_an_operator_may_give_back_a_part_of_what_was_paid_again(till: Till) -> None:
    buying = await a_reversed(till)
    with pytest.raises(RefundNotPossible):
        await give_back(till.db, till.provider, buying, 10_000)
    await till.deposit(buying)

    assert (await give_back(till.db, till.provider, buying, 10_000)).amount == 10_000


async def test_nothing_is_decided_about_a_reversed_deposit_while_the_provider_cannot_say_what_it_holds(
    till: Till,
) -> None:
    buying = await a_reversed(till)
    till.wire.down = True
    with pytest.raises(ProviderUnavailableError):
        await give_back(till.db, till.provider, buying)
    till.wire.down = False
    await till.sandbox.post("/control/reset")
    with pytest.raises(ValueError, match="does not know"):
        await give_back(till.db, till.provider, buying)

    assert (await till.view(buying))["state"] == "paid"
    assert await open_alarms(till.conn) == [("deposit_reversed", buying.order_id)]


async def test_a_reversed_deposit_is_no_difference_to_the_provider(till: Till) -> None:
    buying = await a_reversed(till)
    assert await found(till) == []
    await give_back(till.db, till.provider, buying)

    assert (await found(till), await open_alarms(till.conn)) == ([], [])


async def test_money_that_comes_after_the_refund_raises_an_alarm_and_is_a_difference_until_it_is_settled(
    till: Till,
) -> None:
    buying = await paid_after_refund(till)
    for _ in range(2):
        await till.learn(buying.order_id)

    assert await open_alarms(till.conn) == [("paid_after_refund", buying.order_id)]
    assert await found(till) == [("paid_after_refund", buying.order_id)]
    await books.note_ledger(till.conn, day=date(2026, 11, 20))
    assert await open_alarms(till.conn) == [
        ("paid_after_refund", buying.order_id),
        ("books_paid_after_refund", buying.order_id),
    ]
    assert (await till.view(buying))["state"] == "refunded"


async def test_money_after_the_refund_is_found_by_the_comparison_and_by_a_refund_too(till: Till) -> None:
    compared, refunded = await a_reversed(till), await a_deposited(till)
    await till.deposit(refunded, act="reverse")
    await till.learn(refunded.order_id)
    for buying in (compared, refunded):
        await give_back(till.db, till.provider, buying)
        await till.deposit(buying)

    with pytest.raises(RefundNotPossible):
        await give_back(till.db, till.provider, refunded)
    after_refund = await open_alarms(till.conn)

    assert after_refund == [("paid_after_refund", refunded.order_id)]
    assert await books.compare_with_provider(till.db, till.provider, SEALER) == []
    assert await open_alarms(till.conn) == [*after_refund, ("paid_after_refund", compared.order_id)]


@pytest.mark.parametrize(
    ("at_the_desk", "books_say"),
    [
        pytest.param(True, ("done", "cancelled", 33_000), id="returned at the provider's desk"),
        pytest.param(False, ("done", "approved", 0), id="returned by other means"),
    ],
)
async def test_an_operator_settles_money_that_came_after_the_refund(
    till: Till, at_the_desk: bool, books_say: tuple[str, str, int]
) -> None:
    buying = await paid_after_refund(till)
    await books.note_ledger(till.conn, day=date(2026, 11, 20))
    if at_the_desk:
        await cancel_at_the_desk(till)

    await settle_by_hand(till.db, till.provider, buying)
    with pytest.raises(RefundNotPossible):
        await settle_by_hand(till.db, till.provider, buying)
    await till.learn(buying.order_id)

    assert await state_of(till.conn, buying) == books_say
    assert await fetch_all(till.conn, str, "SELECT settled_by FROM refunds") == ["김운영"]
    assert (await open_alarms(till.conn), await found(till)) == ([], [])


async def test_money_that_is_returned_at_the_desk_settles_itself(till: Till) -> None:
    buying = await paid_after_refund(till)
    await cancel_at_the_desk(till, amount=10_000)
    await till.learn(buying.order_id)
    in_part = await open_alarms(till.conn)
    await cancel_at_the_desk(till)
    message = done(buying.order_id)
    message["data"]["status"] = "CANCELED"
    await till.client.post(WEBHOOK, json=message)
    assert len(await queued(till.conn, "read_payment")) == 1

    await till.learn(buying.order_id)

    assert in_part == [("paid_after_refund", buying.order_id)]
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert (await open_alarms(till.conn), await found(till)) == ([], [])


@pytest.mark.parametrize("by_hand", [False, True])
async def test_money_that_the_bank_takes_back_once_more_needs_nobody(till: Till, by_hand: bool) -> None:
    buying = await paid_after_refund(till)
    await till.deposit(buying, act="reverse")
    if by_hand:
        await settle_by_hand(till.db, till.provider, buying)
    else:
        await till.learn(buying.order_id)
    settled = (await open_alarms(till.conn), await found(till))

    await till.deposit(buying)
    await till.learn(buying.order_id)

    assert settled == ([], [])
    assert await open_alarms(till.conn) == [("paid_after_refund", buying.order_id)]


async def test_a_refund_that_waits_is_not_hindered_by_a_deposit_that_went_and_came(till: Till) -> None:
    buying = await a_deposited(till)
    await give_back(till.db, till.provider, buying)
    for act in ("reverse", "deposit"):
        await till.deposit(buying, act=act)
        await till.learn(buying.order_id)

    await post(till, buying, "refund-account", **NAMED)
    await till.give_back(buying.order_id)

    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert (await till.received(), await open_alarms(till.conn)) == (0, [])


async def test_money_that_comes_after_a_reversed_refund_was_settled_raises_the_alarm_too(till: Till) -> None:
    buying = await a_deposited(till)
    await give_back(till.db, till.provider, buying)
    await till.deposit(buying, act="reverse")
    await settle_by_hand(till.db, till.provider, buying)
    settled = (await open_alarms(till.conn), await found(till))

    await till.deposit(buying)
    await till.learn(buying.order_id)

    assert settled == ([], [])
    assert await open_alarms(till.conn) == [("paid_after_refund", buying.order_id)]
    assert await found(till) == [("paid_after_refund", buying.order_id)]
