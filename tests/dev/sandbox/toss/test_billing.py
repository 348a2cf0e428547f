from typing import Any

import httpx
import pytest

from ieum.dev.sandbox.toss.cards import CARDS
from tests.dev.sandbox.builders import CardShop, Shop, code_of, returned_query

KEY = {"Idempotency-Key": "attempt-1"}


def test_a_card_is_registered_and_charged(cards: CardShop) -> None:
    issued = cards.issue(cards.register("002")).json()
    paid = cards.charge(issued["billingKey"], amount=9_900).json()

    assert (issued["mId"], issued["customerKey"], issued["method"]) == (
        "ieumsandboxbil",
        "6f2c1e0a-buyer",
        "카드",
    )
    assert issued["card"] == {
        "issuerCode": "11",
        "acquirerCode": "11",
        "number": "43301234****002*",
        "cardType": "체크",
        "ownerType": "개인",
    }
    assert (paid["type"], paid["status"], paid["totalAmount"], paid["card"]["number"]) == (
        "BILLING",
        "DONE",
        9_900,
        "43301234****002*",
    )
    assert cards.order(paid["orderId"]).json() == paid


def test_the_registration_window_accepts_one_choice(cards: CardShop) -> None:
    opened = cards.open_cards()
    cards.choose_card(opened)

    assert cards.choose_card(opened).status_code == 410
    assert cards.client.get(opened.headers["location"]).status_code == 410


@pytest.mark.parametrize(
    ("outcome", "code"), [("cancel", "PAY_PROCESS_CANCELED"), ("refuse", "REJECT_CARD_COMPANY")]
)
def test_without_a_registration_there_is_no_authorisation_key(
    cards: CardShop, outcome: str, code: str
) -> None:
    returned = returned_query(cards.choose_card(cards.open_cards(), outcome))

    assert (returned["code"], sorted(returned)) == (code, ["code", "message"])


@pytest.mark.parametrize(
    "changes",
    [
        {"method": "TRANSFER"},
        {"customerKey": "@@ANONYMOUS"},
        {"customerKey": "a"},
        {"successUrl": "/success"},
        {"failUrl": ""},
        {"customerName": "가" * 101},
        {"clientKey": "test_ck_else"},
        # Its contract knows no recurring charges.
        {"clientKey": "test_ck_ieum_sandbox"},
    ],
)
def test_a_wrong_registration_request_opens_no_window(cards: CardShop, changes: dict[str, str]) -> None:
    assert cards.open_cards(**changes).status_code == 400


def test_an_authorisation_key_gives_one_billing_key(cards: CardShop) -> None:
    returned = cards.register()

    first = cards.issue(returned, headers=KEY)

    assert cards.issue(returned, headers=KEY).json() == first.json()
    assert code_of(cards.issue(returned)) == (404, "NOT_FOUND_BILLING")


def test_an_authorisation_key_is_bound_to_its_customer_and_shop_and_expires(
    cards: CardShop, shop: Shop
) -> None:
    returned = cards.register()

    assert code_of(cards.issue(returned, customerKey="somebody-else")) == (400, "NOT_MATCHES_CUSTOMER_KEY")
    assert code_of(shop.post("/toss/v1/billing/authorizations/issue", returned)) == (404, "NOT_FOUND_BILLING")
    cards.let_pass(minutes=11)
    assert code_of(cards.issue(returned)) == (404, "NOT_FOUND_BILLING")


@pytest.mark.parametrize("card", [card for card in CARDS.values() if card.refused_at == "issue"], ids=str)
def test_some_cards_are_refused_when_they_are_registered(cards: CardShop, card: Any) -> None:
    assert cards.issue(cards.register(card.ending)).json()["code"] == card.code
    assert cards.client.get("/control/cards").json() == []


@pytest.mark.parametrize("card", [card for card in CARDS.values() if card.refused_at == "charge"], ids=str)
def test_some_cards_are_refused_whenever_they_are_charged(cards: CardShop, card: Any) -> None:
    key = cards.card(card.ending)

    refused = [cards.charge(key, orderId="order-refused").json()["code"] for _ in range(2)]

    assert refused == [card.code, card.code]
    seen = cards.order("order-refused").json()
    assert (seen["status"], seen["failure"]["code"]) == ("ABORTED", card.code)
    assert cards.client.get("/control/payments").json()["totals"]["approved"] == 0


def test_a_charge_must_name_the_cards_customer_and_a_new_order(cards: CardShop, shop: Shop) -> None:
    key = cards.card()
    cards.charge(key, orderId="order-once")

    assert code_of(cards.charge(key, customerKey="somebody-else")) == (400, "NOT_MATCHES_CUSTOMER_KEY")
    assert code_of(cards.charge(key, orderId="order-once")) == (400, "DUPLICATED_ORDER_ID")
    assert code_of(cards.charge("none=")) == (400, "INVALID_BILL_KEY_REQUEST")
    assert code_of(cards.charge(key, amount=99)) == (400, "BELOW_MINIMUM_AMOUNT")
    assert code_of(cards.charge(key, orderId="a b")) == (400, "INVALID_REQUEST")
    body = {"customerKey": "6f2c1e0a-buyer", "amount": 1000, "orderId": "order-foreign", "orderName": "상품"}
    assert code_of(shop.post(f"/toss/v1/billing/{key}", body)) == (400, "INVALID_BILL_KEY_REQUEST")
    assert cards.client.get("/control/payments").json()["totals"]["approved"] == 33_000


def test_an_order_whose_charge_was_refused_may_be_charged_again(cards: CardShop) -> None:
    refused, good = cards.card("201"), cards.card()
    cards.charge(refused, orderId="order-again")

    assert cards.charge(good, orderId="order-again").json()["status"] == "DONE"
    assert cards.order("order-again").json()["status"] == "DONE"


def test_a_removed_billing_key_cannot_be_charged(cards: CardShop) -> None:
    key = cards.card()

    removed = cards.remove(key)

    assert (removed.status_code, removed.content) == (200, b"")
    assert code_of(cards.charge(key)) == (400, "ALREADY_REMOVED_BILLING_KEY")
    assert code_of(cards.remove(key)) == (400, "INVALID_BILL_KEY_REQUEST")
    assert code_of(cards.remove("none=")) == (404, "NOT_FOUND_BILLING")


@pytest.mark.parametrize("by", ["billingKey", "ending"])
def test_a_card_can_be_made_to_refuse_and_to_accept_charges(cards: CardShop, by: str) -> None:
    key = cards.card("003")
    name = {"billingKey": key, "ending": "003"}[by]

    cards.client.post("/control/cards", json={by: name, "code": "INVALID_STOPPED_CARD"}).raise_for_status()
    assert code_of(cards.charge(key)) == (400, "INVALID_STOPPED_CARD")
    [state] = cards.client.get("/control/cards").json()
    assert (state["ending"], state["code"], state["removed"]) == ("003", "INVALID_STOPPED_CARD", False)

    cards.client.post("/control/cards", json={by: name, "code": None}).raise_for_status()
    assert cards.charge(key).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"code": None},
        {"ending": "001", "billingKey": "x", "code": None},
        {"ending": "001", "code": "NONSENSE"},
        {"ending": "1", "code": None},
    ],
)
def test_an_invalid_control_call_is_refused(client: httpx.Client, body: dict[str, Any]) -> None:
    assert client.post("/control/cards", json=body).status_code == 400


@pytest.mark.parametrize(
    ("kind", "status", "state"),
    [
        ("refuse", 403, "ABORTED"),
        ("error_after_approval", 500, "DONE"),
        ("error_then_success", 500, None),
        ("error", 500, None),
    ],
)
def test_a_charge_obeys_queued_faults(cards: CardShop, kind: str, status: int, state: str | None) -> None:
    key = cards.card()
    cards.fault("charge", kind, orderId="order-faulty")

    first = cards.charge(key, orderId="order-faulty", headers=KEY)
    answer = cards.order("order-faulty")
    again = cards.charge(key, orderId="order-faulty", headers=KEY)

    assert first.status_code == status
    assert (answer.json()["status"] if answer.status_code == 200 else None) == state
    assert again.status_code == (200 if kind == "error_then_success" else status)


def test_the_issue_of_a_billing_key_obeys_queued_faults(cards: CardShop) -> None:
    returned = cards.register()
    cards.fault("issue", "error_then_success", orderId="6f2c1e0a-buyer")

    assert cards.issue(returned, headers=KEY).status_code == 500
    assert cards.issue(returned, headers=KEY).status_code == 200
    hidden = cards.register()
    cards.fault("issue", "error_after_approval")
    assert cards.issue(hidden).status_code == 500
    assert len(cards.client.get("/control/cards").json()) == 2
    refused = cards.register()
    cards.fault("issue", "refuse")
    assert code_of(cards.issue(refused)) == (403, "REJECT_CARD_COMPANY")
    assert code_of(cards.issue(refused)) == (404, "NOT_FOUND_BILLING")


def test_a_charge_obeys_a_forced_error_and_a_registration_does_not(cards: CardShop) -> None:
    key, forced = cards.card(), {"TossPayments-Test-Code": "INVALID_CARD_EXPIRATION"}

    assert code_of(cards.charge(key, headers=forced)) == (400, "INVALID_CARD_EXPIRATION")
    assert cards.issue(cards.register(), headers=forced).status_code == 200


def test_charges_are_listed_among_the_transactions_of_their_own_shop(cards: CardShop, shop: Shop) -> None:
    single, charged = shop.buy(value=1_000), cards.charge(cards.card(), amount=2_000).json()
    cards.cancel(charged, cancelAmount=500)
    span = "/toss/v1/transactions?startDate=2020-01-01T00:00:00&endDate=2100-01-01T00:00:00"

    ours, theirs = cards.get(span).json(), shop.get(span).json()

    assert [movement["amount"] for movement in ours] == [2_000, -500]
    assert [movement["paymentKey"] for movement in theirs] == [single["paymentKey"]]
    assert cards.client.get("/control/payments").json()["totals"] == {
        "approved": 3_000,
        "cancelled": 500,
        "kept": 2_500,
    }
