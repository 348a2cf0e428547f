import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.sandbox.builders import CardShop, Shop


class Listener(HTTPServer):
    """A shop's webhook address that keeps what it gets and answers what it is told."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receive)
        self.answers: list[int] = []
        self.received: list[tuple[dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/webhook"

    def statuses(self) -> list[str]:
        return [body["data"]["status"] for _, body in self.received]

    def wait(self, count: int) -> None:
        until = time.monotonic() + 30
        while len(self.received) < count:
            assert time.monotonic() < until, f"{len(self.received)} of {count} webhooks came"
            time.sleep(0.02)


def wait_for_tries(shop: Shop, count: int) -> None:
    """Until the sender has noted its answer, too: the next try's time counts from then."""
    until = time.monotonic() + 30
    while shop.client.get("/control/webhook").json()["deliveries"][0]["tries"] < count:
        assert time.monotonic() < until, f"fewer than {count} tries"
        time.sleep(0.02)


class Receive(BaseHTTPRequestHandler):
    server: Listener  # pyright: ignore[reportIncompatibleVariableOverride] - it is ours, not any

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = self.server.answers.pop(0) if self.server.answers else 200
        self.send_response(answer)
        self.send_header("content-length", "0")
        self.end_headers()
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it overrides
        pass


@pytest.fixture
def listener(shop: Shop) -> Iterator[Listener]:
    with Listener() as listener:
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            shop.client.post("/control/webhook", json={"url": listener.url}).raise_for_status()
            yield listener
        finally:
            listener.shutdown()
            thread.join()


def test_a_change_of_the_payment_is_told(shop: Shop, listener: Listener) -> None:
    paid = shop.buy()

    listener.wait(1)

    [(headers, body)] = listener.received
    assert body["eventType"] == "PAYMENT_STATUS_CHANGED"
    assert body["data"] == paid
    assert len(body["createdAt"].rpartition(".")[2]) == 6
    assert headers["tosspayments-webhook-transmission-id"]
    assert headers["tosspayments-webhook-transmission-retried-count"] == "0"
    assert "tosspayments-webhook-signature" not in headers


def test_cancel_refusal_and_expiry_are_told_and_closing_is_not(shop: Shop, listener: Listener) -> None:
    paid = shop.buy()
    shop.cancel(paid, cancelAmount=1_000)
    listener.wait(2)
    shop.choose(shop.open(), "refuse")
    listener.wait(3)
    shop.choose(shop.open(), "never")
    shop.let_pass(minutes=31)
    listener.wait(4)

    assert listener.statuses() == ["DONE", "PARTIAL_CANCELED", "ABORTED", "EXPIRED"]


def test_a_message_that_was_not_taken_comes_again_on_the_movable_clock(
    shop: Shop, listener: Listener
) -> None:
    listener.answers = [500, 202]
    shop.buy()
    wait_for_tries(shop, 1)
    shop.let_pass(minutes=1.1)
    wait_for_tries(shop, 2)
    shop.let_pass(minutes=3)
    time.sleep(0.2)
    assert len(listener.received) == 2

    shop.let_pass(minutes=1.1)
    listener.wait(3)

    headers = [headers for headers, _ in listener.received]
    assert len({entry["tosspayments-webhook-transmission-id"] for entry in headers}) == 1
    counts = [entry["tosspayments-webhook-transmission-retried-count"] for entry in headers]
    assert counts == ["0", "1", "2"]


def test_after_the_last_resend_it_is_given_up(shop: Shop, listener: Listener) -> None:
    listener.answers = [500] * 20
    shop.buy()
    for count, minutes in enumerate([0, 1, 4, 16, 64, 256, 1024, 4096], start=1):
        shop.let_pass(minutes=minutes + 0.1)
        wait_for_tries(shop, count)
    shop.let_pass(minutes=100_000)
    time.sleep(0.2)

    assert len(listener.received) == 8
    [delivery] = shop.client.get("/control/webhook").json()["deliveries"]
    assert (delivery["dueAt"], delivery["tries"], delivery["lastAnswer"]) == (None, 8, 500)


def test_a_message_may_come_twice(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "duplicate")
    shop.buy()

    listener.wait(2)

    first, second = listener.received
    assert first[1] == second[1]


def test_a_message_may_come_late_and_tells_how_things_were(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "late", seconds=600)
    paid = shop.buy()
    shop.cancel(paid)
    listener.wait(1)
    shop.let_pass(minutes=11)
    listener.wait(2)

    assert listener.statuses() == ["CANCELED", "DONE"]


def test_a_message_may_be_missing(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "missing")
    paid = shop.buy()
    shop.cancel(paid)

    listener.wait(1)

    assert listener.statuses() == ["CANCELED"]


def test_a_message_may_come_before_the_answer(shop: Shop, listener: Listener) -> None:
    brought = shop.pay()
    shop.fault("confirm", "delay_but_approve", seconds=3)

    confirming = threading.Thread(target=shop.confirm, args=[brought])
    confirming.start()
    listener.wait(1)

    assert confirming.is_alive()
    confirming.join()


def test_a_shop_out_of_reach_is_tried_again(shop: Shop, listener: Listener) -> None:
    gone = {"url": "http://127.0.0.1:9/webhook"}
    shop.client.post("/control/webhook", json=gone).raise_for_status()
    shop.buy()
    wait_for_tries(shop, 1)

    shop.client.post("/control/webhook", json={"url": listener.url}).raise_for_status()
    shop.let_pass(minutes=1.1)

    listener.wait(1)


def test_without_an_address_nothing_is_kept(shop: Shop) -> None:
    shop.buy()

    assert shop.client.get("/control/webhook").json() == {"url": None, "deliveries": []}
    assert shop.client.post("/control/webhook", json={"url": "ftp://x"}).status_code == 400


def test_a_virtual_account_is_told_of_twice_in_two_ways(shop: Shop, listener: Listener) -> None:
    waiting = shop.account()
    shop.deposit(waiting)
    listener.wait(4)

    flat = [body for _, body in listener.received if "eventType" not in body]
    assert [sorted(body) for body in flat] == [
        ["createdAt", "orderId", "secret", "status", "transactionKey"]
    ] * 2
    assert sorted(body["status"] for body in flat) == ["DONE", "WAITING_FOR_DEPOSIT"]
    assert {body["secret"] for body in flat} == {waiting["secret"]}
    assert len([body for _, body in listener.received if "eventType" in body]) == 2


def test_nobody_tells_how_a_charge_ended_but_a_cancel_is_told(shop: Shop, listener: Listener) -> None:
    cards = CardShop(shop.client)
    cards.charge(cards.card("201"))
    paid = cards.charge(cards.card()).json()
    cards.cancel(paid)

    listener.wait(1)

    assert listener.statuses() == ["CANCELED"]
    assert len(shop.client.get("/control/webhook").json()["deliveries"]) == 1


def test_a_removed_card_is_told(shop: Shop, listener: Listener) -> None:
    cards = CardShop(shop.client)
    ours, theirs = cards.card(), cards.card()
    cards.remove(ours)
    shop.client.delete(f"/control/cards/{theirs}").raise_for_status()

    listener.wait(2)

    told = [(body["eventType"], body["data"]) for _, body in listener.received]
    assert sorted(told, key=lambda event: len(event[1])) == [
        ("BILLING_DELETED", {"billingKey": ours}),
        ("BILLING_DELETED", {"billingKey": theirs, "reason": "CARD_COMPANY"}),
    ]
    assert shop.client.delete(f"/control/cards/{theirs}").status_code == 404


def test_a_message_may_come_after_the_one_that_followed_it(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "reordered")
    paid = shop.buy()
    shop.cancel(paid)
    listener.wait(1)
    shop.let_pass(minutes=1)
    listener.wait(2)

    assert listener.statuses() == ["CANCELED", "DONE"]


def test_a_message_may_be_made_to_come_before_the_answer(remote_shop: Shop) -> None:
    with Listener() as listener:
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        remote_shop.client.post("/control/webhook", json={"url": listener.url}).raise_for_status()
        remote_shop.fault("webhook", "early")

        paid = remote_shop.buy()

        assert listener.statuses() == ["DONE"]
        listener.shutdown()
        thread.join()
    assert paid["status"] == "DONE"
    assert remote_shop.client.get("/control/webhook").json()["deliveries"][0]["tries"] == 1
