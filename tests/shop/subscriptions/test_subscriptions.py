"""Recurring payments as members meet them: begun, shown, stopped, taken back, paid at once, moved to another card."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.checkout import charge_on_file, look_up
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.payments.toss import TossClient
from ieum.shop.subscriptions import dunning, methods, schedule, service
from tests.conftest import RollingBack
from tests.shop.builders import purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.messages import sent_to
from tests.shop.builders.orders import stock_of
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.shops import Client
from tests.shop.builders.subscribers import METHODS, SUBSCRIPTIONS, Holder, a_holder, a_subscriber
from tests.shop.builders.subscriptions import new_price, subscribed
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.wire import Wire
from tests.shop.builders.worker import queued

DAY = timedelta(days=1)


@pytest.fixture
async def holder(client: Client, sandbox: httpx.AsyncClient, conn: Connection) -> Holder:
    return await a_holder(client, sandbox, conn)


async def subscriber(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, card: str = "001"
) -> tuple[Holder, dict[str, Any]]:
    return await a_subscriber(client, sandbox, conn, card=card)


@dataclass
class Worker:
    """What charges by the clock, and the clock."""

    conn: Connection
    db: RollingBack
    provider: TossClient

    async def until_due(self, shown: dict[str, Any]) -> None:
        due_at = await fetch_one(
            self.conn, datetime, "SELECT due_at FROM subscriptions WHERE id = %(id)s", id=shown["id"]
        )
        await let_pass(self.conn, due_at - datetime.now(UTC) + timedelta(minutes=1))

    async def renew(self) -> None:
        """What the worker does once a minute, and with what that queues."""
        await schedule.queue_due(self.db)
        await schedule.queue_retries(self.db)
        for job in await queued(self.conn, "charge_renewal"):
            await charge_on_file.charge(self.db, self.provider, SEALER, job["order_id"])
        await execute(self.conn, "DELETE FROM procrastinate_jobs")

    async def is_refused(
        self, holder: Holder, shown: dict[str, Any], code: str = "REJECT_CARD_PAYMENT"
    ) -> None:
        """The card is good no more when the day of the next charge comes."""
        await holder.refuse("001", code)
        await self.until_due(shown)
        await self.renew()


@pytest.fixture
def worker(conn: Connection, db: RollingBack, provider: TossClient) -> Worker:
    return Worker(conn, db, provider)


async def test_a_recurring_purchase_is_charged_at_once(holder: Holder, conn: Connection) -> None:
    method = await holder.card()
    order = await holder.order(await a_plan(conn))

    answer = await holder.start(order, method)

    assert answer.status_code == 200, answer.text
    assert (answer.json()["data"]["state"], answer.json()["data"]["paymentType"]) == ("paid", "billing")
    assert await purchases.received(holder.sandbox) == 33_000
    (shown,) = await holder.subscriptions()
    assert (shown["state"], shown["amount"], shown["stopping"]) == ("active", 33_000, False)
    assert (shown["billingMethod"]["id"], shown["billingMethod"]["inUse"]) == (method, 1)
    assert [service["address"] is not None for service in shown["services"]] == [True]
    assert shown["graceUntil"] is shown["releaseAt"] is shown["failure"] is shown["priceChange"] is None
    due_at = datetime.fromisoformat(shown["dueAt"])
    assert timedelta(0) < datetime.fromisoformat(shown["paidUntil"]) - due_at <= DAY
    assert "mail subscription-started" in await sent_to(conn, holder.member)


async def test_a_repeated_start_gets_the_same_answer(holder: Holder, conn: Connection) -> None:
    method = await holder.card()
    order = await holder.order(await a_plan(conn))

    answers = [await holder.start(order, method) for _ in range(3)]

    assert [answer.json()["data"]["state"] for answer in answers] == ["paid"] * 3
    assert len(await holder.subscriptions()) == 1
    assert await purchases.received(holder.sandbox) == 33_000


async def test_a_first_charge_that_is_refused_leaves_nothing_behind(holder: Holder, conn: Connection) -> None:
    method = await holder.card("201")
    order = await holder.order(await a_plan(conn, addresses=1))
    assert await stock_of(holder.client) == 0

    answers = [await holder.start(order, method) for _ in range(2)]

    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (409, "payment_refused")
        assert "다른 카드로 결제해 주세요" in answer.json()["detail"]
    assert await stock_of(holder.client) == 1
    assert await holder.subscriptions() == []
    assert await fetch_all(conn, str, "SELECT end_reason FROM subscriptions") == ["refused"]
    # The card is nobody's hostage.
    assert (await holder.client.delete(f"{METHODS}/{method}", headers=holder.headers)).status_code == 200


async def test_a_first_charge_whose_answer_is_lost_is_settled_later(
    holder: Holder,
    conn: Connection,
    db: RollingBack,
    provider: TossClient,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(charge_on_file, "WAIT_SECONDS", 0)
    method = await holder.card()
    order = await holder.order(await a_plan(conn))
    wire.lost_answers = 1

    answer = await holder.start(order, method)
    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "confirming")
    assert await holder.subscriptions() == []
    await look_up.settle(db, provider, SEALER, await purchases.open_payment(conn, order))

    (shown,) = await holder.subscriptions()
    assert shown["state"] == "active"
    assert await purchases.received(holder.sandbox) == 33_000


@pytest.mark.parametrize("what", ["order", "card", "not recurring"])
async def test_a_subscription_needs_an_order_and_a_card_of_the_members_own(
    holder: Holder, client: Client, sandbox: httpx.AsyncClient, conn: Connection, what: str
) -> None:
    stranger = await a_holder(client, sandbox, conn)
    plan = await a_plan(conn)
    order = await (stranger if what == "order" else holder).order(
        plan, paymentType="normal" if what == "not recurring" else "billing"
    )
    method = await (stranger if what == "card" else holder).card()

    answer = await holder.start(order, method)

    expected = {
        "order": (404, "order_not_found"),
        "card": (404, "billing_method_not_found"),
        "not recurring": (409, "order_not_recurring"),
    }
    assert (answer.status_code, answer.json()["code"]) == expected[what]
    assert await purchases.received(sandbox) == 0


async def test_a_period_is_charged_when_it_is_due_and_only_once(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    await worker.until_due(shown)
    paid_until = datetime.fromisoformat((await holder.subscriptions())[0]["paidUntil"])

    for _ in range(3):
        await worker.renew()

    (after,) = await holder.subscriptions()
    assert datetime.fromisoformat(after["paidUntil"]) > paid_until + 27 * DAY
    assert await purchases.received(sandbox) == 66_000
    assert (await sent_to(conn, holder.member))[-1] == "mail paid"


async def test_a_refused_renewal_shows_what_to_do_and_is_paid_at_once_with_another_card(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    await worker.is_refused(holder, shown)
    (owing,) = await holder.subscriptions()
    assert (owing["state"], owing["failure"]["code"]) == ("past_due", "REJECT_CARD_PAYMENT")
    assert owing["retryAt"] is not None
    assert datetime.fromisoformat(owing["graceUntil"]) - datetime.fromisoformat(owing["paidUntil"]) == 3 * DAY
    better = await holder.card("002")

    answer = await holder.client.put(
        f"{SUBSCRIPTIONS}/{shown['id']}/billing-method",
        json={"billingMethodId": better},
        headers=holder.headers,
    )

    assert answer.status_code == 200, answer.text
    paid = answer.json()["data"]
    assert (paid["state"], paid["failure"], paid["billingMethod"]["id"]) == ("active", None, better)
    assert await purchases.received(sandbox) == 66_000


async def test_a_card_is_changed_ahead_of_time_without_a_charge(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    other = await holder.card("003")

    answer = await holder.client.put(
        f"{SUBSCRIPTIONS}/{shown['id']}/billing-method",
        json={"billingMethodId": other},
        headers=holder.headers,
    )

    assert answer.json()["data"]["billingMethod"]["issuer"] == "현대카드"
    assert await purchases.received(sandbox) == 33_000


async def test_a_second_refused_card_says_so(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    await worker.is_refused(holder, shown, "INVALID_STOPPED_CARD")

    answer = await holder.client.put(
        f"{SUBSCRIPTIONS}/{shown['id']}/billing-method",
        json={"billingMethodId": await holder.card("202")},
        headers=holder.headers,
    )

    assert answer.status_code == 200
    assert answer.json()["data"]["failure"]["code"] == "REJECT_CARD_COMPANY"


async def test_paying_now_charges_what_is_owed(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    path = f"{SUBSCRIPTIONS}/{shown['id']}/pay-now"
    assert (await holder.post(path)).json()["code"] == "nothing_due"
    await worker.is_refused(holder, shown)

    refused = await holder.post(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "payment_refused")
    await holder.refuse("001", None)
    paid = await holder.post(path)

    assert paid.status_code == 200, paid.text
    assert (paid.json()["data"]["state"], paid.json()["data"]["retryAt"]) == ("active", None)
    assert (await holder.post(path)).json()["code"] == "nothing_due"
    assert await purchases.received(sandbox) == 66_000


async def test_paying_a_suspended_subscription_resumes_it(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, db: RollingBack, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    await worker.is_refused(holder, shown, "INVALID_STOPPED_CARD")
    await let_pass(conn, 4 * DAY)
    await dunning.close_due(db)
    (still,) = await holder.subscriptions()
    assert (still["state"], still["retryAt"], still["graceUntil"]) == ("suspended", None, None)
    assert still["releaseAt"] is not None

    await holder.refuse("001", None)
    paid = (await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/pay-now")).json()["data"]

    assert (paid["state"], paid["releaseAt"]) == ("active", None)
    assert paid["services"] == shown["services"]
    assert await fetch_all(conn, str, "SELECT state FROM services") == ["active"]


async def test_a_stop_can_be_taken_back(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)

    stopped = [(await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/stop")).json()["data"] for _ in range(2)]
    assert [(one["state"], one["stopping"]) for one in stopped] == [("active", True)] * 2
    assert (await sent_to(conn, holder.member))[-1] == "mail subscription-stopping"
    await worker.until_due(shown)
    await worker.renew()
    assert await purchases.received(sandbox) == 33_000

    back = (await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/resume")).json()["data"]
    assert back["stopping"] is False
    await worker.renew()

    assert await purchases.received(sandbox) == 66_000


async def test_stopping_an_overdue_subscription_ends_it(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    await worker.is_refused(holder, shown)

    early = (await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/stop")).json()["data"]
    assert (early["state"], early["stopping"], early["retryAt"]) == ("past_due", True, None)
    ends = await fetch_one(conn, bool, "SELECT v.ends_at = s.paid_until FROM services v, subscriptions s")
    assert ends
    assert (await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/pay-now")).json()[
        "code"
    ] == "subscription_stopping"
    back = (await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/resume")).json()["data"]
    assert back["retryAt"] is not None

    await let_pass(conn, DAY)
    late = (await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/stop")).json()["data"]

    assert (late["state"], late["endReason"]) == ("ended", "stopped")
    again = await holder.post(f"{SUBSCRIPTIONS}/{shown['id']}/stop")
    assert (again.status_code, again.json()["code"]) == (409, "subscription_ended")
    assert await fetch_all(conn, str, "SELECT state FROM orders WHERE period = 2") == ["cancelled"]


async def test_a_member_answers_a_question_about_a_higher_price(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, db: RollingBack, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    path = f"{SUBSCRIPTIONS}/{shown['id']}/price-consent"
    assert (await holder.post(path, agreed=True)).json()["code"] == "no_price_change"
    # Nobody is asked earlier than thirty days before, and a month may have thirty-one.
    await let_pass(conn, 2 * DAY)
    await new_price(conn, shown["planId"], 36_300, ahead=DAY)
    await schedule.ask_about_rises(db)
    asked = (await holder.subscriptions())[0]["priceChange"]
    assert (asked["oldAmount"], asked["newAmount"], asked["agreed"]) == (33_000, 36_300, None)

    assert (await holder.post(path, agreed=False)).json()["data"]["priceChange"]["agreed"] is False
    assert (await holder.post(path, agreed=True)).json()["data"]["priceChange"]["agreed"] is True
    await worker.until_due(shown)
    await worker.renew()

    (after,) = await holder.subscriptions()
    assert (after["amount"], after["priceChange"]) == (36_300, None)
    assert await purchases.received(sandbox) == 33_000 + 36_300


async def test_another_members_subscription_is_not_found(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection
) -> None:
    _, shown = await subscriber(client, sandbox, conn)
    stranger = await a_holder(client, sandbox, conn)
    own = await stranger.card()

    for path, body in [
        ("stop", {}),
        ("resume", {}),
        ("pay-now", {}),
        ("price-consent", {"agreed": True}),
    ]:
        answer = await stranger.post(f"{SUBSCRIPTIONS}/{shown['id']}/{path}", **body)
        assert (answer.status_code, answer.json()["code"]) == (404, "subscription_not_found"), path
    answer = await client.put(
        f"{SUBSCRIPTIONS}/{shown['id']}/billing-method",
        json={"billingMethodId": own},
        headers=stranger.headers,
    )
    assert answer.status_code == 404
    assert await stranger.subscriptions() == []


async def test_a_card_that_was_removed_elsewhere_asks_for_another(
    client: Client, sandbox: httpx.AsyncClient, conn: Connection, wire: Wire, worker: Worker
) -> None:
    holder, shown = await subscriber(client, sandbox, conn)
    await execute(conn, "UPDATE billing_methods SET state = 'removed', sealed_key = NULL, removed_at = now()")
    await worker.until_due(shown)
    before = wire.count("POST /v1/billing/")

    await worker.renew()

    (owing,) = await holder.subscriptions()
    assert (owing["state"], owing["retryAt"]) == ("past_due", None)
    assert owing["failure"]["code"] == "ALREADY_REMOVED_BILLING_KEY"
    assert wire.count("POST /v1/billing/") == before


async def test_a_charge_whose_answer_is_lost_is_taken_once(
    client: Client,
    sandbox: httpx.AsyncClient,
    conn: Connection,
    db: RollingBack,
    provider: TossClient,
    wire: Wire,
    worker: Worker,
) -> None:
    """The process dies, as it were, between the charge and the books."""
    holder, shown = await subscriber(client, sandbox, conn)
    await worker.until_due(shown)
    wire.lost_answers = 1
    await worker.renew()
    (open_,) = await holder.subscriptions()
    assert open_["state"] == "active"
    order = await fetch_one(conn, str, "SELECT id FROM orders WHERE period = 2")
    await worker.renew()
    assert await fetch_all(conn, str, "SELECT state FROM orders WHERE period = 2") == ["confirming"]

    for _ in range(2):
        payment = await purchases.open_payment(conn, order)
        await look_up.settle(db, provider, SEALER, payment)

    assert await purchases.received(sandbox) == 66_000
    assert await fetch_one(conn, int, "SELECT period FROM subscriptions") == 2


async def test_a_member_who_left_is_never_charged_again(conn: Connection, db: RollingBack) -> None:
    member = await a_member(conn)
    await subscribed(conn, member=member)

    await service.end_all(conn, member)
    await methods.forget(conn, member)

    assert await fetch_all(conn, str, "SELECT state || ' ' || end_reason FROM subscriptions") == [
        "ended member_left"
    ]
    assert await fetch_all(conn, str, "SELECT state FROM billing_methods") == ["removing"]
    assert len(await queued(conn, "delete_billing_key")) == 1
    await let_pass(conn, 40 * DAY)
    await schedule.queue_due(db)
    assert await queued(conn, "charge_renewal") == []
