import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from tests.dev.sandbox.builders import CardShop, Shop
from tests.waiting import wait_until


class Listener(HTTPServer):
    """A shop's webhook address, which records the messages and answers with the statuses in `answers`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Receive)
        self.answers: list[int] = []
        self.received: list[tuple[dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/webhook"

    def about(self, payment: dict[str, Any]) -> list[tuple[dict[str, str], dict[str, Any]]]:
        """The messages about this payment, headers and body of each."""
        return [one for one in self.received if one[1]["data"]["paymentKey"] == payment["paymentKey"]]

    def statuses(self) -> list[str]:
        return [body["data"]["status"] for _, body in self.received]

    def wait(self, count: int) -> None:
        wait_until(lambda: len(self.received) >= count, f"fewer than {count} webhooks came")


def wait_for_tries(shop: Shop, count: int) -> None:
    """Wait until the sender has recorded the answer, because the delay of the next try starts then."""
    wait_until(
        lambda: shop.client.get("/control/webhook").json()["deliveries"][0]["tries"] >= count,
        f"fewer than {count} tries",
    )


def let_the_sender_work(shop: Shop, listener: Listener) -> None:
    """Wait until a new message has come: before it was sent, the sender looked at every older one."""
    newest = shop.buy()
    wait_until(lambda: listener.about(newest), "no message about the newest payment came")


class Receive(BaseHTTPRequestHandler):
    server: Listener  # pyright: ignore[reportIncompatibleVariableOverride] - only `Listener` starts it

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = self.server.answers.pop(0) if self.server.answers else 200
        self.send_response(answer)
        self.send_header("content-length", "0")
        self.end_headers()
        self.server.received.append(({name.lower(): value for name, value in self.headers.items()}, body))

    def log_message(self, format: str, *args: object) -> None:
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


def test_an_approved_payment_is_announced(shop: Shop, listener: Listener) -> None:
    paid = shop.buy()

    listener.wait(1)

    [(headers, body)] = listener.received
    assert body["eventType"] == "PAYMENT_STATUS_CHANGED"
    assert body["data"] == paid
    assert len(body["createdAt"].rpartition(".")[2]) == 6
    assert headers["tosspayments-webhook-transmission-id"]
    assert headers["tosspayments-webhook-transmission-retried-count"] == "0"
    assert "tosspayments-webhook-signature" not in headers


def test_cancel_refusal_and_expiry_are_announced_but_closing_the_window_is_not(
    shop: Shop, listener: Listener
) -> None:
    paid = shop.buy()
    shop.cancel(paid, cancelAmount=1_000)
    listener.wait(2)
    shop.choose(shop.open(), "refuse")
    listener.wait(3)
    shop.choose(shop.open(), "never")
    shop.let_pass(minutes=31)
    listener.wait(4)

    assert listener.statuses() == ["DONE", "PARTIAL_CANCELED", "ABORTED", "EXPIRED"]


def test_a_refused_webhook_is_resent_by_the_movable_clock(shop: Shop, listener: Listener) -> None:
    listener.answers = [500, 202]
    paid = shop.buy()
    wait_for_tries(shop, 1)
    shop.let_pass(minutes=1.1)
    wait_for_tries(shop, 2)
    shop.let_pass(minutes=3)
    let_the_sender_work(shop, listener)
    assert len(listener.about(paid)) == 2

    shop.let_pass(minutes=1.1)
    wait_until(lambda: len(listener.about(paid)) >= 3, "no second resend came")

    headers = [headers for headers, _ in listener.about(paid)]
    assert len({entry["tosspayments-webhook-transmission-id"] for entry in headers}) == 1
    counts = [entry["tosspayments-webhook-transmission-retried-count"] for entry in headers]
    assert counts == ["0", "1", "2"]


def test_after_seven_resends_a_webhook_is_given_up(shop: Shop, listener: Listener) -> None:
    listener.answers = [500] * 20
    paid = shop.buy()
    for count, minutes in enumerate([0, 1, 4, 16, 64, 256, 1024, 4096], start=1):
        shop.let_pass(minutes=minutes + 0.1)
        wait_for_tries(shop, count)
    shop.let_pass(minutes=100_000)
    let_the_sender_work(shop, listener)

    assert len(listener.about(paid)) == 8
    delivery, _ = shop.client.get("/control/webhook").json()["deliveries"]
    assert (delivery["dueAt"], delivery["tries"], delivery["lastAnswer"]) == (None, 8, 500)


def test_a_webhook_can_be_duplicated(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "duplicate")
    shop.buy()

    listener.wait(2)

    first, second = listener.received
    assert first[1] == second[1]


def test_a_late_webhook_shows_the_payment_as_it_was(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "late", seconds=600)
    paid = shop.buy()
    shop.cancel(paid)
    listener.wait(1)
    shop.let_pass(minutes=11)
    listener.wait(2)

    assert listener.statuses() == ["CANCELED", "DONE"]


def test_a_webhook_can_be_lost(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "missing")
    paid = shop.buy()
    shop.cancel(paid)

    listener.wait(1)

    assert listener.statuses() == ["CANCELED"]


def test_a_webhook_can_arrive_while_the_answer_is_delayed(shop: Shop, listener: Listener) -> None:
    returned = shop.pay()
    shop.fault("confirm", "delay_but_approve", seconds=3)

    confirming = threading.Thread(target=shop.confirm, args=[returned])
    confirming.start()
    listener.wait(1)

    assert confirming.is_alive()
    confirming.join()


def test_a_webhook_to_an_unreachable_shop_is_resent(shop: Shop, listener: Listener) -> None:
    unreachable = {"url": "http://127.0.0.1:9/webhook"}
    shop.client.post("/control/webhook", json=unreachable).raise_for_status()
    shop.buy()
    wait_for_tries(shop, 1)

    shop.client.post("/control/webhook", json={"url": listener.url}).raise_for_status()
    shop.let_pass(minutes=1.1)

    listener.wait(1)


def test_without_a_webhook_address_nothing_is_stored(shop: Shop) -> None:
    shop.buy()

    assert shop.client.get("/control/webhook").json() == {"url": None, "deliveries": []}
    assert shop.client.post("/control/webhook", json={"url": "ftp://x"}).status_code == 400


def test_each_change_of_a_virtual_account_sends_two_webhooks(shop: Shop, listener: Listener) -> None:
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


def test_a_charge_sends_no_webhook_but_its_cancel_does(shop: Shop, listener: Listener) -> None:
    cards = CardShop(shop.client)
    cards.charge(cards.card("201"))
    paid = cards.charge(cards.card()).json()
    cards.cancel(paid)

    listener.wait(1)

    assert listener.statuses() == ["CANCELED"]
    assert len(shop.client.get("/control/webhook").json()["deliveries"]) == 1


def test_a_removed_card_is_announced(shop: Shop, listener: Listener) -> None:
    cards = CardShop(shop.client)
    ours, theirs = cards.card(), cards.card()
    cards.remove(ours)
    shop.client.delete(f"/control/cards/{theirs}").raise_for_status()

    listener.wait(2)

    events = [(body["eventType"], body["data"]) for _, body in listener.received]
    assert sorted(events, key=lambda event: len(event[1])) == [
        ("BILLING_DELETED", {"billingKey": ours}),
        ("BILLING_DELETED", {"billingKey": theirs, "reason": "CARD_COMPANY"}),
    ]
    assert shop.client.delete(f"/control/cards/{theirs}").status_code == 404


def test_two_webhooks_can_be_reordered(shop: Shop, listener: Listener) -> None:
    shop.fault("webhook", "reordered")
    paid = shop.buy()
    shop.cancel(paid)
    listener.wait(1)
    shop.let_pass(minutes=1)
    listener.wait(2)

    assert listener.statuses() == ["CANCELED", "DONE"]


def test_a_webhook_can_arrive_before_the_answer(remote_shop: Shop) -> None:
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
