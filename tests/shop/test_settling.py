"""Payments whose outcome stayed out: found out, never guessed."""

import httpx
import msgspec
import pytest

from ieum.shop.db import Connection, fetch_all, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.payments import service
from ieum.shop.payments.toss import TossClient
from tests.conftest import RollingBack
from tests.shop.conftest import Client
from tests.shop.purchase import a_purchase, confirm, kept, mails, open_payment, view
from tests.shop.window import pay_at_window
from tests.shop.wire import Wire
from tests.shop.worker import queued


async def test_an_answer_that_is_lost_leaves_the_order_being_checked_and_is_settled_later(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    db: RollingBack,
    provider: TossClient,
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    wire.lost_answers = 1

    answer = await confirm(client, buying, brought)
    before = await view(client, buying)
    await service.settle(db, provider, await open_payment(conn, buying.order_id))
    after = await view(client, buying)

    assert (answer.status_code, answer.json()["data"]["state"]) == (200, "confirming")
    assert (before["state"], after["state"]) == ("confirming", "paid")
    assert wire.count("confirm") == 1
    assert await kept(sandbox) == 33_000
    assert (
        len(
            await fetch_all(
                conn, int, "SELECT 1 FROM procrastinate_jobs WHERE task_name LIKE '%%settle_payment'"
            )
        )
        >= 1
    )


@pytest.mark.parametrize("kind", ["error_after_approval", "error_then_success"])
async def test_a_500_is_an_open_question_whether_money_moved_or_not(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
    kind: str,
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order, fault=kind)

    answer = await confirm(client, buying, brought)
    await service.settle(db, provider, await open_payment(conn, buying.order_id))

    assert answer.json()["data"]["state"] == "confirming"
    assert (await view(client, buying))["state"] == "paid"
    assert await kept(sandbox) == 33_000


async def test_while_the_provider_cannot_be_reached_nothing_is_guessed(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    db: RollingBack,
    provider: TossClient,
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    wire.down = True

    answer = await confirm(client, buying, brought)
    await service.settle(db, provider, await open_payment(conn, buying.order_id))
    still = await view(client, buying)
    wire.down = False
    await service.settle(db, provider, await open_payment(conn, buying.order_id))

    assert answer.json()["data"]["state"] == still["state"] == "confirming"
    assert (await view(client, buying))["state"] == "paid"


async def test_killed_between_the_note_and_the_call_the_same_key_is_confirmed_later(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    wire: Wire,
    db: RollingBack,
    provider: TossClient,
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    async with db.transaction() as conn_:
        order = await orders.lock(conn_, buying.order_id)
        await service._begin(conn_, order, msgspec.convert(brought, service.ConfirmRequest))
    left_behind = await queued(conn, "settle_payment")

    await service.settle(db, provider, await open_payment(conn, buying.order_id))

    assert len(left_behind) == 1
    assert (await view(client, buying))["state"] == "paid"
    assert wire.sent == [f"GET /v1/payments/orders/{buying.order_id}", "POST /v1/payments/confirm"]


async def test_an_open_payment_the_buyer_never_authenticated_ends_as_failed(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
    wire: Wire,
) -> None:
    buying = await a_purchase(client, conn, addresses=1)
    brought = await pay_at_window(sandbox, buying.order)
    wire.down = True
    await confirm(client, buying, brought)
    wire.down = False
    await sandbox.post("/control/clock", json={"advanceSeconds": 660})

    await service.settle(db, provider, await open_payment(conn, buying.order_id))

    data = await view(client, buying)
    assert (data["state"], data["failure"]["detail"]) == (
        "failed",
        "결제가 완료되지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    )
    assert await kept(sandbox) == 0


async def test_settling_twice_and_after_the_fact_changes_nothing(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
    wire: Wire,
) -> None:
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    wire.lost_answers = 1
    await confirm(client, buying, brought)
    stale = await open_payment(conn, buying.order_id)

    for _ in range(3):
        await service.settle(db, provider, stale)

    assert await fetch_one(conn, int, "SELECT count(*) FROM services") == 1
    assert await mails(conn) == [f"paid:{buying.order_id}"]
    assert (await client.get("/api/v1/member", headers=buying.headers)).json()["data"]["point"] == 3_300
