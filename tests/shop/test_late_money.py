"""Money that comes after its hold was lost: another address, or all of it back."""

from datetime import timedelta

import httpx
import pytest

from ieum.shop.db import Connection, execute, fetch_one
from ieum.shop.orders import service as orders
from ieum.shop.payments import service
from ieum.shop.payments.toss import TossClient
from tests.conftest import RollingBack
from tests.shop.builders import let_time_pass
from tests.shop.conftest import Client
from tests.shop.purchase import a_purchase, confirm, fault, kept, mails, open_payment, view
from tests.shop.window import pay_at_window
from tests.shop.wire import Wire


async def lose_the_address(conn: Connection) -> None:
    """As if a person had withdrawn it from sale by hand while the buyer paid."""
    await execute(conn, "UPDATE leases SET state = 'ended', ended_at = now() WHERE state = 'held'")


async def test_after_the_hold_is_lost_another_address_of_the_plan_is_given(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient
) -> None:
    buying = await a_purchase(client, conn, addresses=2)
    held = await fetch_one(conn, str, "SELECT host(address) FROM exit_addresses WHERE available_at IS NULL")
    brought = await pay_at_window(sandbox, buying.order)
    await let_time_pass(conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(conn)
    await execute(
        conn, "UPDATE exit_addresses SET available_at = NULL WHERE host(address) = %(held)s", held=held
    )

    answer = await confirm(client, buying, brought)

    data = answer.json()["data"]
    assert (answer.status_code, data["state"]) == (200, "paid")
    assert data["services"][0]["address"] != held


async def test_after_the_hold_is_lost_and_all_are_sold_no_money_moves(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_purchase(client, conn, addresses=1)
    brought = await pay_at_window(sandbox, buying.order)
    await let_time_pass(conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(conn)
    await execute(conn, "UPDATE exit_addresses SET available_at = NULL")

    answer = await confirm(client, buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert "결제되지 않았으니" in answer.json()["detail"]
    assert wire.sent == []
    assert await kept(sandbox) == 0


async def test_a_hold_whose_points_went_back_is_not_confirmed_at_its_old_price(
    client: Client, conn: Connection, sandbox: httpx.AsyncClient, wire: Wire
) -> None:
    buying = await a_purchase(client, conn, points=5_000)
    brought = await pay_at_window(sandbox, buying.order)
    await let_time_pass(conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(conn)

    answer = await confirm(client, buying, brought)

    assert (answer.status_code, answer.json()["code"]) == (409, "sold_out")
    assert wire.sent == []
    assert (await client.get("/api/v1/member", headers=buying.headers)).json()["data"]["point"] == 5_000


async def test_paid_and_none_left_the_money_goes_back_in_full_and_the_member_is_told(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
    wire: Wire,
) -> None:
    buying = await a_purchase(client, conn, addresses=1)
    brought = await pay_at_window(sandbox, buying.order)
    wire.lost_answers = 1
    await confirm(client, buying, brought)
    await lose_the_address(conn)

    await service.settle(db, provider, await open_payment(conn, buying.order_id))
    refunding = await view(client, buying)
    payment = await open_payment(conn, buying.order_id)
    await service.give_back(db, provider, payment)
    await service.give_back(db, provider, payment)
    refunded = await view(client, buying)

    assert (refunding["state"], refunding["failure"]["code"]) == ("refunding", "sold_out")
    assert (refunded["state"], refunded["services"]) == ("refunded", [])
    assert await kept(sandbox) == 0
    assert await mails(conn) == [f"unfulfilled:{buying.order_id}", f"refunded:{buying.order_id}"]
    assert (await client.get("/api/v1/member", headers=buying.headers)).json()["data"]["point"] == 0


@pytest.mark.parametrize("kind", ["error_after_approval", "error_then_success", "error"])
async def test_a_refund_that_hangs_is_tried_until_it_is_done(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
    wire: Wire,
    kind: str,
) -> None:
    buying = await a_purchase(client, conn, addresses=1)
    brought = await pay_at_window(sandbox, buying.order)
    wire.lost_answers = 1
    await confirm(client, buying, brought)
    await lose_the_address(conn)
    await service.settle(db, provider, await open_payment(conn, buying.order_id))
    await fault(sandbox, "cancel", kind)

    for _ in range(3):
        try:
            await service.settle(db, provider, await open_payment(conn, buying.order_id))
        except service.RefundUnsettledError:
            continue
        break

    assert (await view(client, buying))["state"] == "refunded"
    assert await kept(sandbox) == 0


async def test_a_payment_that_the_shop_never_asked_for_buys_the_goods(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
) -> None:
    """Confirmed by hand at the provider, or by a shop that was restored from a backup."""
    buying = await a_purchase(client, conn)
    brought = await pay_at_window(sandbox, buying.order)
    await client.post(
        "/api/v1/payments/fail",
        json={"orderId": buying.order_id, "code": "PAY_PROCESS_CANCELED"},
        headers=buying.headers,
    )
    await provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=33_000, attempt=9
    )

    await service.learn(db, provider, buying.order_id)
    await service.learn(db, provider, buying.order_id)

    data = await view(client, buying)
    assert (data["state"], len(data["services"]), data["failure"]) == ("paid", 1, None)
    assert await fetch_one(conn, int, "SELECT count(*) FROM services") == 1


async def test_money_for_an_order_whose_points_went_back_goes_back_itself(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
) -> None:
    buying = await a_purchase(client, conn, points=5_000)
    brought = await pay_at_window(sandbox, buying.order)
    await let_time_pass(conn, buying.order_id, timedelta(minutes=16))
    await orders.expire_overdue(conn)
    await provider.confirm(
        payment_key=brought["paymentKey"], order_id=buying.order_id, amount=28_000, attempt=9
    )

    await service.learn(db, provider, buying.order_id)
    await service.learn(db, provider, buying.order_id)

    assert (await view(client, buying))["state"] == "refunded"
    assert await kept(sandbox) == 0
    assert (await client.get("/api/v1/member", headers=buying.headers)).json()["data"]["point"] == 5_000


async def test_a_hint_about_a_paid_order_or_none_changes_nothing(
    client: Client,
    conn: Connection,
    sandbox: httpx.AsyncClient,
    db: RollingBack,
    provider: TossClient,
) -> None:
    buying = await a_purchase(client, conn)
    await confirm(client, buying, await pay_at_window(sandbox, buying.order))

    await service.learn(db, provider, buying.order_id)
    await service.learn(db, provider, "no-such-order")

    assert (await view(client, buying))["state"] == "paid"
    assert await fetch_one(conn, int, "SELECT count(*) FROM payments") == 1
