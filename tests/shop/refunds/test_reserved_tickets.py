"""Tickets of an order that cannot be refunded now, or were used and came back."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.ledgers import service as ledgers
from ieum.shop.ledgers.types import TicketEntryId
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login
from tests.shop.builders.orders import turn_into_tickets
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import a_paid, post, quote, refund
from tests.shop.builders.services import a_service, show_service
from tests.shop.builders.sub_ids import a_grant, a_sub_id
from tests.shop.builders.till import Till


class Bought(NamedTuple):
    buying: Buying
    member: MemberId
    service: int


async def three_tickets(till: Till) -> Bought:
    """The order of a service, turned into one of three tickets."""
    buying = await a_paid(till)
    member = await fetch_one(till.conn, MemberId, "SELECT member_id FROM orders")
    service = (await till.view(buying))["services"][0]["id"]
    await execute(till.conn, "UPDATE service_periods SET refunded_at = now()")
    await turn_into_tickets(till.conn)
    await execute(till.conn, "UPDATE orders SET quantity = 3")
    until = datetime.now(UTC) + timedelta(days=365)
    await ledgers.grant_tickets(till.conn, member, 3, buying.order_id, until)
    return Bought(buying, member, service)


async def reserved(till: Till, bought: Bought) -> TicketEntryId:
    return await ledgers.reserve_ticket(till.conn, bought.member, bought.service)


async def test_while_a_ticket_is_reserved_its_order_is_not_refunded(till: Till) -> None:
    bought = await three_tickets(till)
    reservation = await reserved(till, bought)

    refused = await post(till, bought.buying, "refund-quote")

    assert (refused.status_code, refused.json()["code"]) == (409, "refund_not_possible")
    assert "변경하고 있습니다" in refused.json()["detail"]
    await ledgers.release_ticket(till.conn, bought.member, reservation)
    assert (await quote(till, bought.buying))["mode"] == "full"


async def test_a_ticket_that_is_reserved_after_the_quote_voids_it(till: Till) -> None:
    bought = await three_tickets(till)
    shown = await quote(till, bought.buying)
    await reserved(till, bought)

    answer = await post(till, bought.buying, "refund", quote=shown["quote"])

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_not_possible")
    assert await fetch_one(till.conn, str, "SELECT state FROM orders") == "paid"


@pytest.mark.parametrize("tried", [1, 2])
async def test_tickets_that_came_back_count_as_used(till: Till, tried: int) -> None:
    bought = await three_tickets(till)
    reservations = [await reserved(till, bought) for _ in range(tried)]
    for reservation in reservations:
        await ledgers.use_reserved(till.conn, reservation)
        await ledgers.return_ticket(till.conn, bought.member, reservation)

    shown = await quote(till, bought.buying)
    await refund(till, bought.buying)

    assert (shown["ticketsLeft"], shown["amount"]) == (3 - tried, 11_000 * (3 - tried))
    left = "SELECT sum(amount)::integer FROM ticket_entries"
    assert await fetch_one(till.conn, int, left) == 0


async def test_a_ticket_that_a_sub_id_used_counts_as_used(till: Till) -> None:
    bought = await three_tickets(till)
    service = await a_service(till.conn, bought.member, plan=await a_plan(till.conn, addresses=3))
    sub_id = await a_sub_id(till.conn, bought.member)
    await a_grant(till.conn, sub_id, service, changes=1)
    desk = await a_login(till.conn, sub_id)
    address = (await show_service(till.client, desk, service))["address"]

    changed = await till.client.post(
        f"/api/v1/services/{service}/ip-change", json={"address": address}, headers=desk
    )
    shown = await quote(till, bought.buying)

    assert changed.status_code == 200, changed.text
    assert (shown["ticketsLeft"], shown["amount"]) == (2, 22_000)
