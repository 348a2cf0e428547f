"""A virtual account holds addresses without payment, so a member may have only a few open."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import an_order, place
from tests.shop.builders.shops import Client


@pytest.mark.parametrize("state", ["awaiting_deposit", "confirming"])
async def test_a_fourth_open_deposit_is_refused_until_one_is_paid_or_cancelled(
    client: Client, conn: Connection, state: str
) -> None:
    member = await a_member(conn)
    headers, plan = await a_login(conn, member), await a_plan(conn)
    due = datetime.now(UTC) + timedelta(hours=1)
    for _ in range(3):
        await an_order(conn, member, plan, state=state, method="virtual_account", deposit_due_at=due)

    refused = await place(client, headers, plan, payMethod="virtualAccount")
    by_card = await place(client, headers, plan)
    await execute(
        conn,
        "UPDATE orders SET state = 'cancelled' WHERE id = (SELECT min(id) FROM orders WHERE state = %(s)s)",
        s=state,
    )
    again = await place(client, headers, plan, payMethod="virtualAccount")

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_deposits")
    assert (by_card.status_code, again.status_code) == (201, 201)


async def test_the_deposits_of_other_members_are_not_counted(client: Client, conn: Connection) -> None:
    plan, due = await a_plan(conn), datetime.now(UTC) + timedelta(hours=1)
    other = await a_member(conn)
    for _ in range(3):
        await an_order(
            conn, other, plan, state="awaiting_deposit", method="virtual_account", deposit_due_at=due
        )

    answer = await place(client, await a_login(conn, await a_member(conn)), plan, payMethod="virtualAccount")

    assert answer.status_code == 201, answer.text
