"""What a member is told of their orders: each with its period, its money and what can still be done."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.types import MemberId
from ieum.shop.payments.banks import BANKS
from tests.shop.builders.catalog import a_plan, a_ticket_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import a_payment, an_order, grant_tickets
from tests.shop.builders.services import a_renewal, a_service, add_period
from tests.shop.builders.shops import Client


async def show(client: Client, headers: dict[str, str], order_id: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/orders/{order_id}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def page_of(client: Client, headers: dict[str, str], page: int) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/orders?page={page}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def a_buyer(client: Client, conn: Connection) -> tuple[MemberId, dict[str, str]]:
    del client
    member = await a_member(conn)
    return member, await a_login(conn, member)


async def test_the_newest_come_first_and_every_order_is_on_one_page(client: Client, conn: Connection) -> None:
    member, headers = await a_buyer(client, conn)
    plan = await a_plan(conn)
    now = datetime.now(UTC)
    # Of one moment all of them: the id decides, and decides the same on every page.
    ids = [await an_order(conn, member, plan, state="failed", created_at=now) for _ in range(43)]
    newest = await an_order(conn, member, plan, state="paid", created_at=now + timedelta(seconds=1))
    await an_order(conn, await a_member(conn), plan)

    pages = [await page_of(client, headers, number) for number in (1, 2, 3, 4)]

    assert [len(page["items"]) for page in pages] == [20, 20, 4, 0]
    assert {page["total"] for page in pages} == {44}
    listed = [order["orderId"] for page in pages for order in page["items"]]
    assert listed == [newest, *sorted(ids)]


async def test_a_listed_order_equals_the_order_on_its_own_page(client: Client, conn: Connection) -> None:
    member, headers = await a_buyer(client, conn)
    plan = await a_plan(conn, addresses=5)
    for _ in range(2):
        await a_service(conn, member, plan=plan)

    listed = (await page_of(client, headers, 1))["items"]

    assert len(listed) == 2
    assert listed == [await show(client, headers, order["orderId"]) for order in listed]
    assert all(len(order["services"]) == 1 and order["services"][0]["address"] for order in listed)


async def test_a_paid_order_shows_its_amounts_and_its_period(client: Client, conn: Connection) -> None:
    member, headers = await a_buyer(client, conn)
    service = await a_service(conn, member)
    order_id = (await page_of(client, headers, 1))["items"][0]["orderId"]
    await execute(
        conn,
        """
        UPDATE service_periods SET starts_at = '2026-11-20 05:05:00Z', ends_at = '2026-12-20 15:00:00Z'
         WHERE order_id = %(order_id)s
        """,
        order_id=order_id,
    )

    data = await show(client, headers, order_id)

    assert (data["supplyAmount"], data["vatAmount"], data["amount"]) == (30_000, 3_000, 33_000)
    assert (data["periodFrom"], data["periodUntil"]) == ("2026-11-20", "2026-12-20")
    assert (data["kind"], data["planKind"], data["payMethod"]) == ("purchase", "static", "card")
    assert data["services"][0]["id"] == service
    assert (data["mayCancel"], data["mayRequestTaxInvoice"]) == (False, False)


async def test_a_renewal_shows_its_service_and_its_own_period(client: Client, conn: Connection) -> None:
    member, headers = await a_buyer(client, conn)
    service = await a_service(conn, member)
    renewal = await a_renewal(conn, service)
    await add_period(conn, service, renewal)

    data = await show(client, headers, renewal)

    assert (data["kind"], data["serviceId"], data["services"][0]["id"]) == ("renewal", service, service)
    assert data["services"][0]["address"]
    assert (data["periodFrom"], data["periodUntil"]) == ("2026-12-21", "2027-01-20")


async def test_a_service_with_a_changed_address_is_listed_once_with_the_current_one(
    client: Client, conn: Connection
) -> None:
    member, headers = await a_buyer(client, conn)
    service = await a_service(conn, member)
    await execute(
        conn,
        "UPDATE leases SET state = 'ended', ended_at = now() WHERE service_id = %(service)s",
        service=service,
    )
    await execute(
        conn,
        """
        INSERT INTO leases (address_id, order_id, service_id, state, active_at, cause)
        SELECT e.id, s.order_id, s.id, 'active', now(), 'ticket'
          FROM services s JOIN plans p ON p.id = s.plan_id JOIN exit_addresses e ON e.pool_id = p.pool_id
         WHERE s.id = %(service)s ORDER BY e.id DESC LIMIT 1
        """,
        service=service,
    )

    services = (await page_of(client, headers, 1))["items"][0]["services"]

    seen = (await client.get(f"/api/v1/services/{service}", headers=headers)).json()["data"]
    assert services == [{"id": service, "address": seen["address"]}]


async def test_the_period_of_tickets_is_from_their_payment_to_their_expiry(
    client: Client, conn: Connection
) -> None:
    member, headers = await a_buyer(client, conn)
    plan = await a_ticket_plan(conn)
    paid_at = datetime(2076, 11, 20, 20, 0, tzinfo=UTC)
    order_id = await an_order(conn, member, plan, state="paid", paid_at=paid_at, months=12, amount=9_900)
    grant = await grant_tickets(
        conn, member, order_id, 3, expires_at=datetime(2077, 11, 21, 15, 0, tzinfo=UTC)
    )
    with_all = await show(client, headers, order_id)
    await execute(
        conn,
        "INSERT INTO ticket_entries (member_id, amount, kind, grant_id) VALUES (%(member)s, -3, 'used', %(grant)s)",
        member=member,
        grant=grant,
    )
    with_none = await show(client, headers, order_id)

    assert (with_all["periodFrom"], with_all["periodUntil"]) == ("2076-11-21", "2077-11-21")
    assert (with_all["planKind"], with_all["carrier"], with_all["services"]) == ("ticket", "", [])
    assert (with_all["mayRefund"], with_none["mayRefund"]) == (True, False)


async def test_the_account_of_a_deposit_is_shown_only_while_the_order_waits(
    client: Client, conn: Connection
) -> None:
    member, headers = await a_buyer(client, conn)
    plan = await a_plan(conn)
    due = (datetime.now(UTC) + timedelta(hours=5)).replace(microsecond=0)
    order_id = await an_order(
        conn, member, plan, state="awaiting_deposit", method="virtual_account", deposit_due_at=due
    )
    await a_payment(conn, order_id, state="depositing", bank_code="88", account_number="56211103123456")
    waiting = await show(client, headers, order_id)
    await execute(
        conn, "UPDATE orders SET deposit_due_at = now() - interval '1 second' WHERE id = %(id)s", id=order_id
    )
    late = await show(client, headers, order_id)

    assert waiting["deposit"] == {
        "bankCode": "88",
        "bankName": "신한은행",
        "accountNumber": "56211103123456",
        "dueAt": due.isoformat().replace("+00:00", "Z"),
    }
    assert (waiting["state"], waiting["mayCancel"], waiting["payMethod"]) == (
        "awaiting_deposit",
        True,
        "virtualAccount",
    )
    assert (late["state"], late["deposit"], late["mayCancel"]) == ("expired", None, False)


def test_every_bank_of_the_fact_sheet_has_a_name_of_its_own() -> None:
    assert "".join(sorted(BANKS)) == "02030607111220232731323435373945485064718188899092"
    assert len(set(BANKS.values())) == len(BANKS)


@pytest.mark.parametrize(
    ("columns", "may"),
    [
        ({"state": "paid", "method": "transfer"}, True),
        ({"state": "paid", "method": "virtual_account"}, True),
        ({"state": "paid", "method": "card"}, False),
        ({"state": "paid", "method": "billing"}, False),
        ({"state": "paid", "method": "points", "amount": 0, "points_used": 33_000}, False),
        ({"state": "paid", "method": "transfer", "cash_receipt": "income"}, False),
        ({"state": "refunding", "method": "transfer"}, False),
        ({"state": "refunded", "method": "transfer"}, False),
        ({"state": "awaiting_payment", "method": "transfer"}, False),
    ],
)
async def test_a_tax_invoice_is_offered_for_money_from_a_bank_without_another_proof(
    client: Client, conn: Connection, columns: dict[str, Any], may: bool
) -> None:
    member, headers = await a_buyer(client, conn)
    order_id = await an_order(conn, member, await a_plan(conn), **columns)

    assert (await show(client, headers, order_id))["mayRequestTaxInvoice"] is may


@pytest.mark.parametrize(
    ("state", "ends_in", "may"),
    [
        ("paid", timedelta(days=1), True),
        ("paid", timedelta(seconds=-1), False),
        ("refunding", timedelta(days=1), False),
        ("refunded", timedelta(days=1), False),
    ],
)
async def test_a_refund_is_offered_while_there_is_something_left(
    client: Client, conn: Connection, state: str, ends_in: timedelta, may: bool
) -> None:
    member, headers = await a_buyer(client, conn)
    await a_service(conn, member)
    order_id = (await page_of(client, headers, 1))["items"][0]["orderId"]
    await execute(conn, "UPDATE orders SET state = %(state)s", state=state)
    await execute(
        conn,
        "UPDATE service_periods SET starts_at = now() - interval '9 days', ends_at = now() + %(ends_in)s",
        ends_in=ends_in,
    )

    assert (await show(client, headers, order_id))["mayRefund"] is may


async def test_a_refund_shows_its_progress(client: Client, conn: Connection) -> None:
    member, headers = await a_buyer(client, conn)
    order_id = await an_order(
        conn, member, await a_plan(conn), state="refunding", amount=20_000, points_used=13_000
    )
    await execute(
        conn,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back,
                             calculation, reason)
        VALUES (%(order_id)s, %(member)s, 'returning', 'pro_rata', 10000, 6500, 50,
                '{"lines": [{"label": "결제 금액", "amount": 10000}]}', '')
        """,
        order_id=order_id,
        member=member,
    )

    refund = (await show(client, headers, order_id))["refund"]

    assert refund.pop("requestedAt")
    assert refund == {
        "state": "returning",
        "mode": "pro_rata",
        "amount": 10_000,
        "points": 6_500,
        "lines": [{"label": "결제 금액", "amount": 10_000}],
        "completedAt": None,
    }


async def test_expired_tickets_are_not_refundable(client: Client, conn: Connection) -> None:
    member, headers = await a_buyer(client, conn)
    order_id = await an_order(conn, member, await a_ticket_plan(conn), state="paid")
    await grant_tickets(conn, member, order_id, 3, expires_at=datetime.now(UTC) - timedelta(seconds=1))

    assert (await show(client, headers, order_id))["mayRefund"] is False


@pytest.mark.parametrize("orders", [1, 20])
async def test_a_page_takes_three_statements_however_many_orders_it_shows(
    client: Client, conn: Connection, sent: list[str], orders: int
) -> None:
    member, headers = await a_buyer(client, conn)
    plan = await a_plan(conn, addresses=30)
    for _ in range(orders):
        await a_service(conn, member, plan=plan)
    sent.clear()

    page = await page_of(client, headers, 1)

    # The session, the orders with their services, how many there are.
    assert (len(page["items"]), len(sent)) == (orders, 3), sent
