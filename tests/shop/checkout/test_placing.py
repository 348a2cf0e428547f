"""Every kind of order, from the choice to the delivery."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from ieum.shop.checkout.placing import subject_of
from ieum.shop.kernel import quoting
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.months import end_of_period, last_day
from ieum.shop.members.types import MemberId
from ieum.shop.orders import service as orders
from ieum.shop.orders.types import OrderState, QuoteRequest
from ieum.shop.services import service as services
from tests.shop.builders.catalog import a_dynamic_plan, a_plan, a_ticket_plan
from tests.shop.builders.gateways import a_gateway
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS, place, state_of
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.secrets import KEY
from tests.shop.builders.services import a_device, a_service, show_service
from tests.shop.builders.shops import Client
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_order_age

QUOTE = "/api/v1/orders/quote"


async def ask(client: Client, headers: dict[str, str], plan: int, **changed: Any) -> httpx.Response:
    return await client.post(QUOTE, json={"planId": plan, "months": 1} | changed, headers=headers)


async def begin(till: Till, headers: dict[str, str], plan: int, **wanted: Any) -> Buying:
    answer = await place(till.client, headers, plan, **wanted)
    assert answer.status_code == 201, answer.text
    return Buying(headers, answer.json()["data"])


async def buy(till: Till, headers: dict[str, str], plan: int, **wanted: Any) -> dict[str, Any]:
    """Place an order and pay it at the window."""
    buying = await begin(till, headers, plan, **wanted)
    answer = await till.confirm(buying, await till.pay(buying))
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def change_price(conn: Connection, plan: int, amount: int, *, months: int = 1) -> None:
    """Change the price from now on; `now()` would be the start of the test's transaction."""
    await execute(
        conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        VALUES (%(plan)s, %(months)s, %(amount)s, clock_timestamp())
        """,
        plan=plan,
        months=months,
        amount=amount,
    )


async def plan_of(conn: Connection, service: int) -> int:
    return await fetch_one(conn, int, "SELECT plan_id FROM services WHERE id = %(id)s", id=service)


# Kinds of plans.


async def test_several_addresses_of_one_order_are_as_many_services(till: Till) -> None:
    headers = await a_login(till.conn, await a_member(till.conn))

    paid = await buy(till, headers, await a_plan(till.conn, discounts={3: 10}), quantity=3)

    assert (paid["state"], paid["amount"]) == ("paid", 89_100)
    assert len({service["address"] for service in paid["services"]}) == 3
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM service_periods") == 3
    assert await till.received() == 89_100


async def test_a_dynamic_service_has_one_address_at_a_time(till: Till) -> None:
    headers = await a_login(till.conn, await a_member(till.conn))
    plan = await a_dynamic_plan(till.conn)
    quoted = (await ask(till.client, headers, plan, quantity=2)).json()["data"]

    paid = await buy(till, headers, plan, quantity=2)

    assert (quoted["stock"], quoted["planKind"], quoted["amount"]) == (18, "dynamic", 44_000)
    assert paid["state"] == "paid"
    held = (await till.client.get("/api/v1/services", headers=headers)).json()["data"]["items"]
    assert [(one["kind"], one["carrier"], one["mayRenew"]) for one in held] == [("dynamic", "KT", True)] * 2
    assert len({one["address"] for one in held} - {None}) == 2
    device = await till.client.post(
        f"/api/v1/services/{held[0]['id']}/devices",
        json={"name": "PC", "publicKey": "G" * 42 + "Q="},
        headers=headers,
    )
    assert device.status_code == 201, device.text


async def test_a_share_of_each_gateways_dynamic_addresses_is_not_sold(till: Till) -> None:
    headers = await a_login(till.conn, await a_member(till.conn))
    plan = await a_dynamic_plan(till.conn, addresses=3)
    other = await a_gateway(till.conn, token="gw_second")
    await execute(
        till.conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
        SELECT pool_id, %(other)s, inet '198.51.100.0' + n, now(), 'call', now()
          FROM plans, generate_series(1, 2) n WHERE id = %(plan)s
        """,
        other=other,
        plan=plan,
    )

    quoted = (await ask(till.client, headers, plan, quantity=3)).json()["data"]
    too_many = await till.client.post(
        "/api/v1/orders",
        json={"planId": plan, "months": 1, "quantity": 4, "agreements": ORDER_AGREEMENTS},
        headers=headers,
    )
    await buy(till, headers, plan, quantity=3)
    sold_out = await till.client.post(
        "/api/v1/orders",
        json={"planId": plan, "months": 1, "quantity": 1, "agreements": ORDER_AGREEMENTS},
        headers=headers,
    )

    # Of three one is kept, and of two.
    assert quoted["stock"] == 3
    assert [(one.status_code, one.json()["code"]) for one in (too_many, sold_out)] == [(409, "sold_out")] * 2
    kept = "SELECT count(*) FROM exit_addresses WHERE available_at IS NOT NULL GROUP BY gateway_id"
    assert await fetch_all(till.conn, int, kept) == [1, 1]


async def test_tickets_are_granted_for_so_many_months(till: Till) -> None:
    headers = await a_login(till.conn, await a_member(till.conn))
    plan = await a_ticket_plan(till.conn, discounts={5: 10})

    buying = await begin(till, headers, plan, months=12, quantity=5)
    await till.confirm(buying, await till.pay(buying))

    assert (buying.order["amount"], buying.order["orderName"]) == (24_750, "IP 교체권 5장")
    assert (await till.client.get("/api/v1/member", headers=headers)).json()["data"]["ipTicket"] == 5
    expires_at = await fetch_one(
        till.conn, datetime, "SELECT expires_at FROM ticket_entries WHERE kind = 'granted'"
    )
    assert last_day(expires_at) == last_day(end_of_period(datetime.now(UTC), 12))
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM services") == 0


async def test_a_plan_that_is_sold_out_is_shown_and_not_sold(client: Client, conn: Connection) -> None:
    headers = await a_login(conn, await a_member(conn))
    plans = [await a_plan(conn), await a_dynamic_plan(conn), await a_ticket_plan(conn, prices={1: 5_500})]
    await execute(conn, "UPDATE plans SET state = 'sold_out'")

    quoted = [(await ask(client, headers, plan)).json()["data"]["stock"] for plan in plans]
    ordered = [(await place(client, headers, plan)).json()["code"] for plan in plans]

    assert (quoted, ordered) == ([0, 0, 0], ["sold_out"] * 3)


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        pytest.param({"points": 1_000}, 422, "invalid_fields", id="points"),
        pytest.param({}, 201, None, id="as it should be"),
    ],
)
async def test_the_first_period_of_a_subscription_is_held_like_any_other(
    client: Client, conn: Connection, changed: dict[str, Any], status: int, code: str | None
) -> None:
    headers = await a_login(conn, await a_member(conn, points=5_000))

    answer = await place(client, headers, await a_plan(conn), paymentType="billing", **changed)

    assert (answer.status_code, answer.json().get("code")) == (status, code), answer.text
    if status == 201:
        data = answer.json()["data"]
        assert (data["payMethod"], data["state"]) == ("billing", "awaiting_payment")
        assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state = 'held'") == 1


async def test_tickets_cannot_be_bought_as_a_subscription(client: Client, conn: Connection) -> None:
    headers = await a_login(conn, await a_member(conn))

    answer = await place(client, headers, await a_ticket_plan(conn), months=12, paymentType="billing")

    assert (answer.status_code, answer.json()["code"]) == (409, "billing_unavailable")


@pytest.mark.parametrize(
    ("method", "receipt", "kept"),
    [("card", "income", "none"), ("transfer", "income", "income"), ("virtualAccount", "expense", "expense")],
)
async def test_a_cash_receipt_is_only_for_transfers_and_deposits(
    client: Client, conn: Connection, method: str, receipt: str, kept: str
) -> None:
    headers = await a_login(conn, await a_member(conn))

    answer = await place(client, headers, await a_plan(conn), payMethod=method, cashReceipt=receipt)

    data = answer.json()["data"]
    assert (data["payMethod"], data["cashReceipt"], data["depositHours"]) == (method, kept, 24)


# Points.


async def test_an_order_paid_whole_with_points_is_paid_at_once_without_the_provider(till: Till) -> None:
    member = await a_member(till.conn, points=40_000)
    headers = await a_login(till.conn, member)

    buying = await begin(till, headers, await a_plan(till.conn), points=33_000)

    assert (buying.order["state"], buying.order["amount"], buying.order["payMethod"]) == ("paid", 0, "points")
    seen = await till.view(buying)
    assert (seen["state"], len(seen["services"])) == ("paid", 1)
    assert till.wire.sent == []
    assert await till.points(buying) == 7_000
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM payments") == 0


async def test_no_points_are_spent_where_no_address_is_left(till: Till) -> None:
    headers = await a_login(till.conn, await a_member(till.conn, points=40_000))

    answer = await place(till.client, headers, await a_plan(till.conn, addresses=0), points=33_000)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    me = (await till.client.get("/api/v1/member", headers=headers)).json()["data"]
    assert me["point"] == 40_000


async def test_a_quote_says_how_many_points_could_be_spent(client: Client, conn: Connection) -> None:
    headers = await a_login(conn, await a_member(conn, points=40_000))
    plan = await a_plan(conn)
    await execute(conn, "UPDATE site_config SET point_share_percent = 50")

    quoted = (await ask(client, headers, plan, points=16_500)).json()["data"]
    refused = await ask(client, headers, plan, points=16_501)

    assert (quoted["pointLimit"], quoted["pointBalance"], quoted["amount"]) == (16_500, 40_000, 16_500)
    assert (refused.status_code, refused.json()["fields"][0]["code"]) == (422, "too_many")


# Renewals.


async def test_a_renewal_adds_to_what_is_left_and_keeps_the_address(till: Till) -> None:
    member = await a_member(till.conn)
    service = await a_service(till.conn, member)
    await a_device(till.conn, service)
    headers, plan = await a_login(till.conn, member), await plan_of(till.conn, service)
    before = await show_service(till.client, headers, service)
    # A withdrawn plan can be renewed by its holders.
    await execute(till.conn, "UPDATE plans SET state = 'hidden'")
    quoted = (await ask(till.client, headers, plan, months=3, serviceId=service)).json()["data"]

    paid = await buy(till, headers, plan, months=3, serviceId=service)

    after = await show_service(till.client, headers, service)
    assert (quoted["kind"], quoted["startsAt"], quoted["endsAt"]) == (
        "renewal",
        before["endsAt"],
        after["endsAt"],
    )
    ends_at = datetime.fromisoformat(before["endsAt"])
    assert quoted["periodFrom"] == (last_day(ends_at) + timedelta(days=1)).isoformat()
    assert datetime.fromisoformat(after["endsAt"]) == end_of_period(ends_at, 3)
    assert (paid["state"], paid["kind"], paid["serviceId"]) == ("paid", "renewal", service)
    assert (after["address"], after["state"]) == (before["address"], "active")
    assert await fetch_all(till.conn, datetime, "SELECT until FROM exits") == [end_of_period(ends_at, 3)]
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM services") == 1


async def test_a_service_of_another_member_or_that_has_ended_cannot_be_renewed(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn, addresses=9)
    mine, foreign = (
        await a_service(conn, member, plan=plan),
        await a_service(conn, await a_member(conn), plan=plan),
    )
    over = await a_service(conn, member, plan=plan, starts=timedelta(days=-40))
    recurring = await a_service(conn, member, plan=plan)
    await a_subscription(conn, member, plan, services=[recurring])
    headers, other = await a_login(conn, member), await a_plan(conn)

    answers = [
        await place(client, headers, chosen, **wanted)
        for chosen, wanted in (
            (plan, {"serviceId": foreign}),
            (plan, {"serviceId": over}),
            (plan, {"serviceId": recurring}),
            (other, {"serviceId": mine}),
            (plan, {"serviceId": mine, "quantity": 2}),
            (plan, {"serviceId": mine, "paymentType": "billing"}),
            (plan, {"serviceId": 0}),
        )
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (404, "service_not_found"),
        (409, "service_not_active"),
        (409, "service_subscribed"),
        (422, "invalid_fields"),
        (422, "invalid_fields"),
        (409, "billing_unavailable"),
        (422, "invalid_fields"),
    ]
    assert await fetch_one(conn, int, "SELECT count(*) FROM orders WHERE kind = 'renewal'") == 0


async def test_one_renewal_of_a_service_is_paid_at_a_time(till: Till) -> None:
    member = await a_member(till.conn)
    service = await a_service(till.conn, member)
    headers, plan = await a_login(till.conn, member), await plan_of(till.conn, service)
    first = await begin(till, headers, plan, serviceId=service)
    await till.confirm_in_the_dark(first)

    answer = await place(till.client, headers, plan, serviceId=service)

    assert (answer.status_code, answer.json()["code"]) == (409, "renewal_under_way")
    assert not (await show_service(till.client, headers, service))["mayRenew"]
    await till.settle(first)
    assert (await place(till.client, headers, plan, serviceId=service)).status_code == 201


async def test_a_lapsed_renewal_gives_way_to_the_newer_one(till: Till) -> None:
    member = await a_member(till.conn)
    service = await a_service(till.conn, member)
    headers, plan = await a_login(till.conn, member), await plan_of(till.conn, service)
    late = await begin(till, headers, plan, serviceId=service)
    brought = await till.pay(late)
    await let_order_age(till.conn, late.order_id, timedelta(minutes=16))
    await orders.expire_overdue(till.conn)
    await begin(till, headers, plan, serviceId=service)

    answer = await till.confirm(late, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "order_expired")
    assert await state_of(till.client, headers, late.order_id) == "expired"
    assert till.wire.count("confirm") == 0


async def test_a_renewal_of_a_service_that_ended_meanwhile_is_paid_back(till: Till) -> None:
    member = await a_member(till.conn)
    service = await a_service(till.conn, member)
    headers, plan = await a_login(till.conn, member), await plan_of(till.conn, service)
    buying = await begin(till, headers, plan, serviceId=service)
    await till.confirm_in_the_dark(buying)
    await services.end(till.conn, [service])

    await till.settle(buying)

    seen = await till.view(buying)
    assert (seen["state"], seen["failure"]["code"]) == ("refunding", "service_over")
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM service_periods") == 1


@pytest.mark.parametrize("kind", ["dynamic", "ticket", "renewal"])
async def test_a_late_payment_buys_what_is_still_there_unless_its_points_were_returned(
    till: Till, kind: str
) -> None:
    for points, ends in ((0, "paid"), (2_000, "expired")):
        member = await a_member(till.conn, points=5_000)
        headers = await a_login(till.conn, member)
        wanted: dict[str, Any] = {"points": points}
        match kind:
            case "dynamic":
                plan = int(await a_dynamic_plan(till.conn))
            case "ticket":
                plan = int(await a_ticket_plan(till.conn, prices={1: 5_500}))
            case _:
                wanted["serviceId"] = await a_service(till.conn, member)
                plan = await plan_of(till.conn, wanted["serviceId"])
        buying = await begin(till, headers, plan, **wanted)
        brought = await till.pay(buying)
        await let_order_age(till.conn, buying.order_id, timedelta(minutes=16))
        await orders.expire_overdue(till.conn)

        answer = await till.confirm(buying, brought)

        assert answer.status_code == (200 if ends == "paid" else 409), answer.text
        assert (await till.view(buying))["state"] == ends


async def test_a_refused_renewal_leaves_the_service_as_it_was(till: Till) -> None:
    member = await a_member(till.conn)
    service = await a_service(till.conn, member)
    headers, plan = await a_login(till.conn, member), await plan_of(till.conn, service)
    before = await show_service(till.client, headers, service)
    buying = await begin(till, headers, plan, serviceId=service)
    await fault(till.sandbox, "confirm", "refuse", code="REJECT_CARD_COMPANY")

    answer = await till.confirm(buying, await till.pay(buying))

    assert (answer.status_code, answer.json()["code"]) == (409, "payment_refused")
    assert await show_service(till.client, headers, service) == before


# Quotes.


async def test_a_quoted_price_holds_although_the_price_changed_since(
    client: Client, conn: Connection
) -> None:
    headers = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn, discounts={2: 10})
    quoted = (await ask(client, headers, plan, quantity=2)).json()["data"]
    await change_price(conn, plan, 44_000)

    without = await place(client, headers, plan, quantity=2)
    with_it = await place(client, headers, plan, quantity=2, quote=quoted["quote"])
    shown = (await ask(client, headers, plan, quantity=2)).json()["data"]

    assert quoted["amount"] == 59_400
    assert without.json()["data"]["amount"] == shown["amount"] == 79_200
    assert with_it.json()["data"]["amount"] == 59_400


async def a_quote(member: MemberId, age: timedelta, **wanted: Any) -> str:
    request = QuoteRequest(**wanted)
    return quoting.sign(datetime.now(UTC) - age, *subject_of(member, request), key=KEY)


@pytest.mark.parametrize(
    ("age", "status"),
    [(timedelta(minutes=14, seconds=55), 201), (timedelta(minutes=15, seconds=1), 409)],
    ids=["nearly fifteen minutes", "more"],
)
async def test_a_quote_holds_for_fifteen_minutes(
    client: Client, conn: Connection, age: timedelta, status: int
) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    # The plan has been on sale since yesterday.
    await execute(conn, "SET LOCAL session_replication_role = replica")
    await execute(conn, "UPDATE plan_prices SET effective_from = effective_from - interval '1 day'")
    await execute(conn, "SET LOCAL session_replication_role = DEFAULT")
    quote = await a_quote(member, age, plan_id=plan, months=1)

    answer = await place(client, await a_login(conn, member), plan, quote=quote)

    assert answer.status_code == status, answer.text
    if status == 409:
        assert answer.json()["code"] == "quote_expired"


async def test_a_quote_is_for_one_member_and_one_choice(client: Client, conn: Connection) -> None:
    member, other = await a_member(conn), await a_member(conn)
    plan = await a_plan(conn)
    headers = await a_login(conn, member)
    quotes = [
        await a_quote(other, timedelta(), plan_id=plan, months=1),
        await a_quote(member, timedelta(), plan_id=plan, months=3),
        await a_quote(member, timedelta(), plan_id=plan, months=1, quantity=2),
        await a_quote(member, timedelta(), plan_id=plan + 1, months=1),
        await a_quote(member, timedelta(), plan_id=plan, months=1, service_id=1),
        "1.00000000000000000000000000000000",
        "",
    ]

    answers = [await place(client, headers, plan, quote=quote) for quote in quotes]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(409, "quote_expired")}
    assert await fetch_one(conn, int, "SELECT count(*) FROM orders") == 0


async def test_an_order_that_waits_for_its_deposit_is_not_replaced_by_a_newer_one(
    client: Client, conn: Connection
) -> None:
    """Its virtual account is open: only its member or its deadline ends it."""
    headers = await a_login(conn, await a_member(conn))
    plan = await a_plan(conn)
    waiting = (await place(client, headers, plan, payMethod="virtualAccount")).json()["data"]["orderId"]
    order = await orders.lock(conn, waiting)
    await orders.move(conn, order, OrderState.CONFIRMING)
    await execute(conn, "UPDATE orders SET deposit_due_at = now() + interval '1 day'")
    await orders.move(conn, order, OrderState.AWAITING_DEPOSIT)

    answer = await place(client, headers, plan)

    assert answer.status_code == 201
    assert await state_of(client, headers, waiting) == "awaiting_deposit"
    assert await fetch_one(conn, int, "SELECT count(*) FROM leases WHERE state = 'held'") == 2
