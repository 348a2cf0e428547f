from concurrent.futures import ThreadPoolExecutor

import pytest

from ieum.dev.sandbox.settings import BILLING
from tests.dev.sandbox.builders import Shop, code_of


def test_the_first_answer_is_repeated(shop: Shop) -> None:
    returned, headers = shop.pay(), {"Idempotency-Key": "confirm-1"}

    first = shop.confirm(returned, headers=headers)
    again = shop.confirm(returned, headers=headers)

    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["idempotency-key"] == "confirm-1"


def test_an_error_is_repeated_too(shop: Shop) -> None:
    returned, headers = shop.pay(), {"Idempotency-Key": "confirm-2"}
    first = shop.confirm(returned, headers=headers, amount=1)

    again = shop.confirm(returned, headers=headers)

    assert (again.status_code, again.content) == (400, first.content)
    assert shop.confirm(returned, headers={"Idempotency-Key": "confirm-3"}).status_code == 200


def test_the_same_key_with_another_body_gets_the_first_answer(shop: Shop) -> None:
    first, second, headers = shop.pay(), shop.pay(), {"Idempotency-Key": "one-for-all"}
    shop.confirm(first, headers=headers)

    assert shop.confirm(second, headers=headers).json()["orderId"] == first["orderId"]


def test_the_same_key_for_another_shop_or_address_is_another_call(shop: Shop) -> None:
    other, headers = Shop(shop.client, BILLING), {"Idempotency-Key": "shared"}
    paid = shop.confirm(shop.pay(), headers=headers).json()

    theirs = other.confirm(other.pay(), headers=headers).json()
    cancelled = shop.cancel(paid, headers=headers).json()

    assert theirs["mId"] == BILLING.shop_id
    assert cancelled["status"] == "CANCELED"


def test_a_cancel_is_repeated_without_cancelling_twice(shop: Shop) -> None:
    paid, headers = shop.buy(), {"Idempotency-Key": "cancel-1"}

    first = shop.cancel(paid, headers=headers, cancelAmount=10_000)
    again = shop.cancel(paid, headers=headers, cancelAmount=10_000)

    assert first.content == again.content
    assert shop.order(paid["orderId"]).json()["balanceAmount"] == 23_000


@pytest.mark.parametrize(("length", "status"), [(300, 200), (301, 400), (0, 400)])
def test_the_length_of_a_key_is_limited(shop: Shop, length: int, status: int) -> None:
    answer = shop.confirm(shop.pay(), headers={"Idempotency-Key": "k" * length})

    assert answer.status_code == status
    assert status == 200 or answer.json()["code"] == "INVALID_IDEMPOTENCY_KEY"


def test_a_key_is_forgotten_after_fifteen_days(shop: Shop) -> None:
    returned, headers = shop.pay(), {"Idempotency-Key": "old"}
    shop.confirm(returned, headers=headers)
    shop.let_pass(minutes=15 * 24 * 60 - 1)
    assert shop.confirm(returned, headers=headers).status_code == 200
    shop.let_pass(minutes=2)

    assert code_of(shop.confirm(returned, headers=headers)) == (400, "ALREADY_PROCESSED_PAYMENT")


def test_a_call_with_a_wrong_secret_key_is_not_remembered(shop: Shop) -> None:
    returned, headers = shop.pay(), {"Idempotency-Key": "confirm-4"}
    body = {**returned, "amount": 33_000}
    shop.client.post("/toss/v1/payments/confirm", json=body, headers=headers, auth=("test_sk_x", ""))

    assert shop.confirm(returned, headers=headers).status_code == 200


def test_a_forced_error_is_repeated_like_any_other(shop: Shop) -> None:
    returned, headers = shop.pay(), {"Idempotency-Key": "forced"}
    shop.confirm(returned, headers=headers | {"TossPayments-Test-Code": "REJECT_CARD_PAYMENT"})

    assert code_of(shop.confirm(returned, headers=headers)) == (403, "REJECT_CARD_PAYMENT")


def test_a_second_call_during_the_first_is_told_to_wait(shop: Shop) -> None:
    returned, headers = shop.pay(), {"Idempotency-Key": "slow"}
    shop.fault("confirm", "delay_but_approve", seconds=4)

    with ThreadPoolExecutor() as pool:
        first = pool.submit(shop.confirm, returned, headers=headers)
        while shop.order(returned["orderId"]).json()["status"] != "DONE":
            pass
        second = shop.confirm(returned, headers=headers)

    assert code_of(second) == (409, "IDEMPOTENT_REQUEST_PROCESSING")
    assert first.result().status_code == 200
    assert shop.confirm(returned, headers=headers).content == first.result().content
