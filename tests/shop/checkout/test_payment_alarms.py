"""Cases that no rule covers: an alarm for an operator, and a repair where it is clear what is right."""

import msgspec
import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.payments import queries
from ieum.shop.payments.provider import Approved, ProviderPayment
from tests.shop.builders.charges import a_due
from tests.shop.builders.purchases import Buying, open_payment
from tests.shop.builders.refunds import state_of
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.till import Till
from tests.shop.builders.worker import queued


async def found_of(till: Till, buying: Buying) -> ProviderPayment:
    found = await till.provider.find(buying.order_id)
    assert found is not None
    return found


async def cancel_by_hand(till: Till, buying: Buying, *, amount: int | None = None) -> None:
    """Cancel the payment at the provider, without the shop."""
    found = await found_of(till, buying)
    outcome = await till.provider.cancel(
        payment_key=found.payment_key, key=f"by-hand-{amount}", reason="x", amount=amount
    )
    assert isinstance(outcome, Approved)


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"amount": 32_000}, id="another amount"),
        pytest.param({"payment_key": "another"}, id="another payment"),
        pytest.param({"order_id": "another-order"}, id="another order"),
    ],
)
async def test_an_approval_that_does_not_match_its_order_delivers_nothing_and_raises_an_alarm(
    till: Till, monkeypatch: pytest.MonkeyPatch, changed: dict[str, object]
) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    truth = till.provider.confirm

    async def lie(**asked: object) -> object:
        outcome = await truth(**asked)  # pyright: ignore[reportArgumentType]
        assert isinstance(outcome, Approved)
        return Approved(msgspec.structs.replace(outcome.payment, **changed))

    monkeypatch.setattr(till.provider, "confirm", lie)

    answer = await till.confirm(buying, brought)

    assert answer.json()["data"]["state"] == "confirming"
    assert (await till.view(buying))["services"] == []
    assert await till.alarms() == ["payment_mismatch"]


async def test_a_paid_order_whose_payment_was_cancelled_by_hand_loses_its_goods_and_is_refunded(
    till: Till,
) -> None:
    buying = await till.order()
    await till.confirm(buying, await till.pay(buying))
    await cancel_by_hand(till, buying)

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)
    await till.give_back(buying.order_id)
    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (data["state"], data["refund"]["mode"], data["refund"]["amount"]) == (
        "refunded",
        "operator",
        33_000,
    )
    assert await fetch_one(till.conn, str, "SELECT state FROM services") == "ended"
    assert await till.points(buying) == 0
    assert await till.alarms() == ["cancelled_elsewhere"]
    assert await till.received() == 0


async def given_back_by_hand(till: Till) -> Buying:
    """A deposit that bought the goods, and was paid back at the provider to a bank account named there."""
    buying = await till.await_deposit()
    await till.deposit(buying)
    await till.learn(buying.order_id)
    found = await found_of(till, buying)
    answer = await till.sandbox.post(
        f"/toss/v1/payments/{found.payment_key}/cancel",
        json={
            "cancelReason": "x",
            "refundReceiveAccount": {"bank": "88", "accountNumber": "110123456789", "holderName": "홍길동"},
        },
        auth=("test_sk_ieum_sandbox", ""),
    )
    assert answer.status_code == 200, answer.text
    return buying


async def test_a_deposit_paid_back_by_hand_needs_no_bank_account_from_its_member(till: Till) -> None:
    buying = await given_back_by_hand(till)

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (data["state"], data["refund"]["state"]) == ("refunded", "done")
    assert await till.alarms() == ["cancelled_elsewhere"]
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert await fetch_one(till.conn, str, "SELECT settled_by FROM refunds") == "provider"
    told = await fetch_all(
        till.conn, str, "SELECT body FROM messages WHERE reference LIKE 'refund%%' ORDER BY id"
    )
    assert len(told) == 2
    assert not any("환불받으실 계좌" in body for body in told)


async def test_a_deposit_paid_back_by_hand_closes_its_refund_in_one_transaction(till: Till) -> None:
    """It needs no call to the provider and no job, so no crash can leave it half done."""
    buying = await given_back_by_hand(till)
    before = len(till.wire.sent)

    await till.learn(buying.order_id)

    assert len(till.wire.sent) == before + 1
    assert await queued(till.conn, "return_money") == []


async def test_a_part_paid_back_by_hand_only_raises_an_alarm(till: Till) -> None:
    buying = await till.order()
    await till.confirm(buying, await till.pay(buying))
    await cancel_by_hand(till, buying, amount=3_000)

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    assert (await till.view(buying))["state"] == "paid"
    assert await till.alarms() == ["cancelled_elsewhere"]


async def test_our_own_refund_raises_no_alarm(till: Till) -> None:
    buying = await till.order(addresses=1)
    await till.confirm_in_the_dark(buying)
    await execute(till.conn, "UPDATE leases SET state = 'ended', ended_at = now() WHERE state = 'held'")
    await till.settle(buying)
    await till.learn(buying.order_id)
    await till.give_back(buying.order_id)

    await till.learn(buying.order_id)

    assert (await till.view(buying))["state"] == "refunded"
    assert await till.alarms() == []


async def test_a_refused_payment_that_was_approved_after_all_buys_the_goods_and_raises_an_alarm(
    till: Till,
) -> None:
    buying = await till.order()
    await till.confirm_in_the_dark(buying)
    payment = await open_payment(till.conn, buying.order_id)
    await execute(
        till.conn,
        "UPDATE payments SET state = 'refused', refusal_code = 'REJECT_CARD_PAYMENT' WHERE id = %(id)s",
        id=payment.id,
    )
    await execute(
        till.conn,
        "UPDATE orders SET state = 'failed', closed_at = now() WHERE id = %(order_id)s",
        order_id=buying.order_id,
    )

    await till.learn(buying.order_id)
    await till.learn(buying.order_id)

    data = await till.view(buying)
    assert (data["state"], len(data["services"]), data["failure"]) == ("paid", 1, None)
    assert await till.alarms() == ["approved_after_refusal"]
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM payments") == 1


async def test_a_second_payment_for_the_same_order_raises_an_alarm_and_leaves_the_first(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await till.confirm_in_the_dark(buying)
    other = await found_of(till, buying)
    await execute(
        till.conn,
        "UPDATE payments SET payment_key = 'of_another_window', state = 'approved', approved_at = now()",
    )
    assert brought["paymentKey"] != other.payment_key

    await till.learn(buying.order_id)

    assert await till.alarms() == ["second_payment"]


async def test_money_of_another_amount_than_the_orders_buys_nothing(till: Till) -> None:
    buying = await till.order()
    brought = await till.pay(buying)
    await till.provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=9
    )
    await execute(
        till.conn,
        "UPDATE orders SET list_amount = 44000, amount = 44000 WHERE id = %(order_id)s",
        order_id=buying.order_id,
    )

    await till.learn(buying.order_id)

    assert (await till.view(buying))["state"] == "awaiting_payment"
    assert await till.alarms() == ["payment_mismatch"]


async def test_a_payment_approved_and_cancelled_before_we_heard_of_it_is_a_failed_one(till: Till) -> None:
    buying = await till.order(addresses=1)
    await till.confirm_in_the_dark(buying)
    await cancel_by_hand(till, buying)

    await till.settle(buying)

    data = await till.view(buying)
    assert (data["state"], data["failure"]["code"]) == ("failed", "payment_cancelled")
    assert await till.alarms() == []


async def test_a_refusal_that_is_our_fault_raises_one_alarm_however_often_it_happens(till: Till) -> None:
    till.wire.forced = "UNAUTHORIZED_KEY"

    for _ in range(3):
        buying = await till.order()
        await till.confirm(buying, await till.pay(buying))

    assert await till.alarms() == ["payment_refused"]


async def test_a_card_that_cannot_be_unsealed_raises_an_alarm_and_its_charge_stays_open(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    await execute(
        till.conn, "UPDATE billing_methods SET sealed_key = 'broken' WHERE id = %(id)s", id=due.method
    )
    await charge_on_file.charge_card(till.db, till.provider, SEALER, due.order_id, due.method)

    payment = await queries.find_open(till.conn, due.order_id)
    assert payment is not None
    assert (payment.state, await till.alarms()) == ("confirming", ["seal_broken"])
