"""A service that was bought at another shop, in every place that leads from a service to what was paid for it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ieum.shop.address_log import service as address_log
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.kernel.months import end_of_period
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.members.types import MemberId
from ieum.shop.reconciliation import invariants
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders import changes
from tests.shop.builders.certificates import issue, show
from tests.shop.builders.changes import change, give_tickets
from tests.shop.builders.members import a_login
from tests.shop.builders.orders import place
from tests.shop.builders.other_shop import LAST, a_moved_service
from tests.shop.builders.purchases import Buying
from tests.shop.builders.services import a_device
from tests.shop.builders.till import Till


class Holding(NamedTuple):
    headers: dict[str, str]
    member: int
    service: ServiceId
    order: str


@pytest.fixture
async def held(till: Till, tmp_path: Path) -> Holding:
    member, service, order = await a_moved_service(till.conn, till.db, tmp_path)
    return Holding(await a_login(till.conn, MemberId(member)), member, ServiceId(service), order)


async def shown(till: Till, held: Holding) -> dict[str, Any]:
    return (await till.client.get(f"/api/v1/services/{held.service}", headers=held.headers)).json()["data"]


async def test_it_is_shown_to_its_last_day_and_takes_devices(till: Till, held: Holding) -> None:
    await a_device(till.conn, held.service)

    service = await shown(till, held)

    assert (service["state"], service["endsAt"][:10]) == ("active", f"{LAST}")
    assert await fetch_all(till.conn, datetime, "SELECT until FROM exits") == [
        datetime.fromisoformat(service["endsAt"])
    ]


async def test_no_money_is_returned_for_it_and_it_goes_on(till: Till, held: Holding) -> None:
    answer = await till.client.post(f"/api/v1/orders/{held.order}/refund-quote", headers=held.headers)

    assert answer.status_code == 409
    assert "이전 쇼핑몰에서" in answer.json()["detail"]
    assert (await shown(till, held))["state"] == "active"


async def test_its_order_is_none_that_the_member_has_made(till: Till, held: Holding) -> None:
    orders = (await till.client.get("/api/v1/orders", headers=held.headers)).json()["data"]

    assert (orders["total"], orders["items"]) == (0, [])


async def test_a_renewal_costs_the_shops_price_and_adds_to_what_is_left(till: Till, held: Holding) -> None:
    before = await shown(till, held)
    plan = await fetch_one(till.conn, int, "SELECT plan_id FROM services")

    placed = await place(till.client, held.headers, plan, months=1, serviceId=held.service)
    buying = Buying(held.headers, placed.json()["data"])
    paid = (await till.confirm(buying, await till.pay(buying))).json()["data"]

    after = await shown(till, held)
    price = await fetch_one(
        till.conn, int, "SELECT amount FROM plan_prices WHERE plan_id = %(plan)s AND months = 1", plan=plan
    )
    assert (paid["state"], paid["amount"]) == ("paid", price)
    ends_at = datetime.fromisoformat(before["endsAt"])
    assert datetime.fromisoformat(after["endsAt"]) == end_of_period(ends_at, 1)
    assert after["address"] == before["address"]
    assert await invariants.find_differences(till.conn) == []
    # What was paid here goes back as always; what was brought stays.
    quoted = await till.client.post(f"/api/v1/orders/{paid['orderId']}/refund-quote", headers=held.headers)
    assert quoted.json()["data"]["amount"] == price


async def test_it_expires_as_any_other(till: Till, held: Holding) -> None:
    await execute(
        till.conn,
        """
        UPDATE services SET starts_at = now() - interval '2 days', ends_at = now() - interval '1 minute'
        """,
    )

    await services.expire_due(till.conn, limit=10)

    assert (await shown(till, held))["state"] == "expired"
    assert await fetch_all(till.conn, str, "SELECT state FROM leases") == ["ended"]
    assert await invariants.find_differences(till.conn) == []


async def test_a_ticket_changes_its_address(till: Till, held: Holding) -> None:
    member = MemberId(held.member)
    await give_tickets(till.conn, member, 1)
    before = (await shown(till, held))["address"]

    answer = await change(till.client, changes.Holder(member, held.headers, held.service, before))

    assert answer.status_code == 200, answer.text
    after = await shown(till, held)
    assert after["address"] == answer.json()["data"]["address"] != before
    assert after["endsAt"][:10] == f"{LAST}"
    assert await invariants.find_differences(till.conn) == []


async def test_a_recurring_payment_is_no_renewal_of_it_as_of_no_other_service(
    till: Till, held: Holding
) -> None:
    """A recurring payment begins with the purchase of a service of its own, wherever the first one was bought."""
    plan = await fetch_one(till.conn, int, "SELECT plan_id FROM services")

    answer = await place(
        till.client, held.headers, plan, months=1, serviceId=held.service, paymentType="billing"
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "billing_unavailable")
    assert (await shown(till, held))["state"] == "active"


async def test_its_address_is_logged_and_certified_from_the_day_it_came(till: Till, held: Holding) -> None:
    """What was before, the other shop knows: this one vouches for nothing that it has not seen."""
    sealer = Sealer([SANDBOX_SEALING_KEY])
    written = await address_log.append(till.db, sealer, now=datetime.now(UTC) + timedelta(minutes=5))
    assert written == 1

    document = await show(till.client, held.headers, await issue(till.client, held.headers, held.service))

    assert document["from"] == await fetch_one(
        till.conn,
        str,
        "SELECT to_char(active_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS') || 'Z' FROM leases",
    )


async def test_what_was_before_is_kept_beside_it(till: Till, held: Holding) -> None:
    began = await fetch_one(
        till.conn,
        datetime,
        "SELECT began_at FROM moved_rows WHERE service_id = %(service)s",
        service=held.service,
    )

    assert began == datetime(2025, 12, 31, 15, tzinfo=UTC)
