from pathlib import Path

import httpx
import pytest

from tests.dev.sandbox.builders import Shop, code_of
from tests.waiting import wait_until

KEY = {"Idempotency-Key": "attempt-1"}


def test_a_delayed_answer_belongs_to_an_approved_payment(remote_shop: Shop) -> None:
    returned = remote_shop.pay()
    remote_shop.fault("confirm", "delay_but_approve", orderId=returned["orderId"], seconds=6)
    usual, remote_shop.client.timeout = remote_shop.client.timeout, httpx.Timeout(0.3)

    with pytest.raises(httpx.ReadTimeout):
        remote_shop.confirm(returned, headers=KEY)
    remote_shop.client.timeout = usual

    assert remote_shop.order(returned["orderId"]).json()["status"] == "DONE"
    assert code_of(remote_shop.confirm(returned, headers=KEY)) == (409, "IDEMPOTENT_REQUEST_PROCESSING")
    answers: list[httpx.Response] = []

    def first_call_has_ended() -> bool:
        answers.append(remote_shop.confirm(returned, headers=KEY))
        return answers[-1].status_code != 409

    wait_until(first_call_has_ended, "the first call has not ended")
    assert answers[-1].json()["status"] == "DONE"


def test_the_connection_can_drop_after_the_approval(remote_shop: Shop) -> None:
    returned = remote_shop.pay()
    remote_shop.fault("confirm", "cut_after_approval")

    with pytest.raises(httpx.RemoteProtocolError, match="without sending a response"):
        remote_shop.confirm(returned, headers=KEY)

    assert remote_shop.order(returned["orderId"]).json()["status"] == "DONE"
    assert remote_shop.confirm(returned, headers=KEY).json()["status"] == "DONE"


def test_the_connection_can_drop_after_the_cancel(remote_shop: Shop) -> None:
    paid = remote_shop.buy()
    remote_shop.fault("cancel", "cut_after_approval")

    with pytest.raises(httpx.RemoteProtocolError):
        remote_shop.cancel(paid, headers=KEY)

    assert remote_shop.order(paid["orderId"]).json()["balanceAmount"] == 0
    assert remote_shop.cancel(paid, headers=KEY).json()["status"] == "CANCELED"


def test_a_dropped_connection_does_not_affect_other_callers(remote_shop: Shop, running: str) -> None:
    returned = remote_shop.pay()
    remote_shop.fault("confirm", "cut_after_approval")
    with httpx.Client(base_url=running) as bystander:
        bystander.get("/echo")

        with pytest.raises(httpx.RemoteProtocolError):
            remote_shop.confirm(returned)

        assert bystander.get("/echo").status_code == 200


def test_the_connection_can_drop_at_a_lookup(remote_shop: Shop) -> None:
    paid = remote_shop.buy()
    remote_shop.fault("lookup", "cut_after_approval", orderId=paid["orderId"])

    with pytest.raises(httpx.RemoteProtocolError):
        remote_shop.order(paid["orderId"])

    assert remote_shop.order(paid["orderId"]).json() == paid


def test_after_a_passing_error_the_same_key_succeeds(shop: Shop) -> None:
    returned = shop.pay()
    shop.fault("confirm", "error_then_success", times=2)

    refused = [code_of(shop.confirm(returned, headers=KEY)) for _ in range(2)]

    assert refused == [(500, "FAILED_PAYMENT_INTERNAL_SYSTEM_PROCESSING")] * 2
    assert shop.confirm(returned, headers=KEY).json()["status"] == "DONE"


def test_an_error_stays_the_answer_to_its_key(shop: Shop) -> None:
    returned = shop.pay()
    shop.fault("confirm", "error", code="PROVIDER_ERROR")

    assert code_of(shop.confirm(returned, headers=KEY)) == (400, "PROVIDER_ERROR")
    assert code_of(shop.confirm(returned, headers=KEY)) == (400, "PROVIDER_ERROR")

    assert shop.order(returned["orderId"]).json()["status"] == "IN_PROGRESS"
    assert shop.confirm(returned).json()["status"] == "DONE"


def test_an_error_can_be_answered_although_the_payment_was_approved(shop: Shop) -> None:
    returned = shop.pay()
    shop.fault("confirm", "error_after_approval")

    assert shop.confirm(returned, headers=KEY).status_code == 500
    assert shop.order(returned["orderId"]).json()["status"] == "DONE"


def test_a_bank_can_refuse_with_a_given_code(shop: Shop) -> None:
    returned = shop.pay()
    shop.fault("confirm", "refuse", code="INVALID_STOPPED_CARD")

    assert code_of(shop.confirm(returned)) == (400, "INVALID_STOPPED_CARD")

    assert shop.order(returned["orderId"]).json()["failure"]["code"] == "INVALID_STOPPED_CARD"


def test_a_refused_cancel_gives_nothing_back(shop: Shop) -> None:
    paid = shop.buy()
    shop.fault("cancel", "refuse")

    assert code_of(shop.cancel(paid)) == (403, "NOT_CANCELABLE_PAYMENT")
    assert shop.order(paid["orderId"]).json() == paid


def test_a_fault_meets_only_its_order_and_its_operation(shop: Shop) -> None:
    returned = shop.pay()
    shop.fault("confirm", "error", orderId="order-other")
    shop.fault("cancel", "error")

    assert shop.confirm(returned).status_code == 200
    assert len(shop.client.get("/control/faults").json()) == 2


def test_faults_of_one_order_are_used_up_oldest_first(shop: Shop) -> None:
    paid = shop.buy()
    shop.fault("lookup", "error", code="FORBIDDEN_CONSECUTIVE_REQUEST")
    shop.fault("lookup", "refuse", code="NOT_FOUND_PAYMENT")

    seen = [shop.order(paid["orderId"]).status_code for _ in range(3)]

    assert seen == [403, 404, 200]
    assert shop.client.get("/control/faults").json() == []


def test_an_invalid_confirm_uses_up_no_fault(shop: Shop) -> None:
    returned = shop.pay(fault="error")

    assert code_of(shop.confirm(returned, amount=1)) == (400, "INVALID_REQUEST")

    assert shop.confirm(returned).status_code == 500


def test_faults_can_be_removed(shop: Shop) -> None:
    returned = shop.pay(fault="error")

    assert shop.client.delete("/control/faults").status_code == 204

    assert shop.confirm(returned).status_code == 200


@pytest.mark.parametrize(
    "fault",
    [
        {"operation": "confirm", "kind": "explode"},
        {"operation": "confirm", "kind": "duplicate"},
        {"operation": "webhook", "kind": "error"},
        {"operation": "confirm", "kind": "error", "times": 0},
        {"operation": "confirm", "kind": "error", "order": "typo"},
    ],
)
def test_an_invalid_fault_is_refused(client: httpx.Client, fault: dict[str, object]) -> None:
    assert client.post("/control/faults", json=fault).status_code == 400
    assert client.get("/control/faults").json() == []


@pytest.mark.parametrize(
    ("fault", "status", "state"),
    [
        ("", 200, "DONE"),
        ("refuse", 403, "ABORTED"),
        ("error", 500, "IN_PROGRESS"),
        ("error_then_success", 500, "IN_PROGRESS"),
        ("error_after_approval", 500, "DONE"),
    ],
)
def test_the_window_can_ask_for_the_fault_of_its_own_confirm(
    shop: Shop, fault: str, status: int, state: str
) -> None:
    bystander, returned = shop.pay(), shop.pay(fault=fault)

    assert shop.confirm(bystander).status_code == 200
    assert shop.confirm(returned).status_code == status
    assert shop.order(returned["orderId"]).json()["status"] == state


def test_looking_for_the_connection_to_drop_leaves_no_file_open(shop: Shop) -> None:
    returned = shop.pay()
    shop.fault("confirm", "cut_after_approval")
    before = len(list(Path("/dev/fd").iterdir()))

    # There is no network here, so that nothing is dropped.
    assert shop.confirm(returned).status_code == 200

    assert len(list(Path("/dev/fd").iterdir())) <= before
