"""Orders that are unpaid, or were paid just now, are shown where the member might pay again."""

from typing import Any

from ieum.shop.kernel.db import Connection, execute
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import a_payment, an_order, place
from tests.shop.builders.shops import Client, Headers

PATH = "/api/v1/open-orders"


async def shown(client: Client, headers: Headers) -> dict[str, Any]:
    answer = await client.get(PATH, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_an_order_that_waits_for_payment_is_shown_until_its_hold_runs_out(
    client: Client, conn: Connection
) -> None:
    headers, plan = await a_login(conn, await a_member(conn)), await a_plan(conn)
    placed = (await place(client, headers, plan, quantity=2)).json()["data"]

    before = await shown(client, headers)
    await execute(conn, "UPDATE orders SET hold_until = now() - interval '1 second'")
    after = await shown(client, headers)

    assert before == {
        "items": [
            {
                "orderId": placed["orderId"],
                "planId": plan,
                "planKind": "static",
                "planName": "KT 고정 IP",
                "months": 1,
                "quantity": 2,
                "amount": 66_000,
                "serviceId": None,
                "state": "awaiting_payment",
                "until": placed["holdUntil"],
            }
        ],
        "hasPaidBefore": False,
    }
    assert after["items"] == []


async def test_a_payment_that_is_looked_up_says_by_when_its_outcome_is_known(
    client: Client, conn: Connection
) -> None:
    member, plan = await a_member(conn), await a_plan(conn)
    doubtful = await an_order(conn, member, plan, state="confirming")
    await a_payment(conn, doubtful, state="confirming", approved_at=None)
    await an_order(conn, member, plan, state="failed")

    items = (await shown(client, await a_login(conn, member)))["items"]

    assert [(one["orderId"], one["state"]) for one in items] == [(doubtful, "confirming")]
    assert items[0]["until"] is not None


async def test_what_was_paid_is_shown_for_a_quarter_of_an_hour(client: Client, conn: Connection) -> None:
    member, plan = await a_member(conn), await a_plan(conn)
    paid = await an_order(conn, member, plan, state="paid")
    headers = await a_login(conn, member)

    now = await shown(client, headers)
    await execute(conn, "UPDATE orders SET paid_at = now() - interval '15 minutes'")

    assert [(one["orderId"], one["state"], one["until"]) for one in now["items"]] == [(paid, "paid", None)]
    assert (await shown(client, headers))["items"] == []


async def test_others_orders_are_not_shown(client: Client, conn: Connection) -> None:
    plan = await a_plan(conn)
    await an_order(conn, await a_member(conn), plan)

    assert (await shown(client, await a_login(conn, await a_member(conn))))["items"] == []
