"""Services that are over, and what gateways counted of those that run."""

from datetime import timedelta

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.services import jobs
from ieum.shop.services import service as services
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service, add_device, let_connect, served_keys, show_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import context_of

PAST = timedelta(days=-40)


async def test_an_ended_service_accepts_no_device(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member, starts=PAST)
    headers = await a_login(conn, member)

    answers = [
        await add_device(client, headers, service),
        await client.put(
            f"/api/v1/services/{service}/devices/1/key", json={"publicKey": a_key()}, headers=headers
        ),
        await client.delete(f"/api/v1/services/{service}/devices/1", headers=headers),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (409, "service_not_active")
    ] * 3


async def test_no_device_can_be_added_before_the_gateway_has_sent_its_key(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    gateway = await a_gateway(conn, token="gw_new", public_key=None)
    service = await a_service(conn, member, plan=await a_plan(conn, gateway=gateway))

    answer = await add_device(client, await a_login(conn, member), service)

    assert (answer.status_code, answer.json()["code"]) == (409, "gateway_not_ready")


async def test_an_expired_service_loses_its_peers_and_its_address_cools_down(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn, addresses=2)
    over, running = await a_service(conn, member, plan=plan), await a_service(conn, member, plan=plan)
    headers, gone, stays = await a_login(conn, member), a_key(), a_key()
    await add_device(client, headers, over, key=gone)
    await add_device(client, headers, running, key=stays)
    await let_connect(conn, over)
    await execute(
        conn,
        """
        UPDATE services SET starts_at = starts_at - interval '40 days', ends_at = ends_at - interval '40 days'
         WHERE id = %(over)s
        """,
        over=over,
    )

    closed = [await services.expire_due(conn, limit=10), await services.expire_due(conn, limit=10)]

    assert closed == [1, 0]
    assert await served_keys(conn) == {stays}
    assert (await show_service(client, headers, over))["state"] == "expired"
    assert (await show_service(client, headers, running))["state"] == "active"
    resting = "SELECT count(*) FROM exit_addresses WHERE available_at > now() + interval '6 days'"
    assert await fetch_one(conn, int, resting) == 1
    me = (await client.get("/api/v1/member", headers=headers)).json()["data"]
    assert (me["useSvCnt"], me["expSvCnt"]) == (1, 1)


async def test_a_member_sees_the_traffic_that_the_gateway_counted(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    gateway = await a_gateway(conn, token="gw_counting")
    service = await a_service(conn, member, plan=await a_plan(conn, gateway=gateway))
    headers, key, silent = await a_login(conn, member), a_key(), a_key()
    await add_device(client, headers, service, key=key)
    await add_device(client, headers, service, key=silent)
    # A handshake is told in whole seconds, and does not come before its device.
    await execute(conn, "UPDATE devices SET created_at = created_at - interval '1 second'")
    now = await fetch_one(conn, str, """SELECT to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')""")

    answer = await client.post(
        "/gateway/v1/usage",
        json={
            "peers": [
                {"publicKey": key, "lastHandshakeAt": now, "rxBytes": 2**35, "txBytes": 12},
                {"publicKey": silent, "lastHandshakeAt": None, "rxBytes": 0, "txBytes": 148},
            ]
        },
        headers={"Authorization": "Bearer gw_counting"},
    )

    assert answer.status_code == 204, answer.text
    data = await show_service(client, headers, service)
    assert (data["connected"], data["lastHandshakeAt"]) == (True, now)
    assert [(one["connected"], one["rxBytes"], one["txBytes"]) for one in data["devices"]] == [
        (True, 2**35, 12),
        (False, 0, 148),
    ]


async def test_a_device_counts_as_disconnected_three_minutes_after_its_last_handshake(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers = await a_login(conn, member)
    device = (await add_device(client, headers, service)).json()["data"]["device"]["id"]
    await execute(
        conn,
        """
        INSERT INTO device_usage (device_id, last_handshake_at) VALUES (%(device)s, now() - interval '181 seconds')
        """,
        device=device,
    )

    data = await show_service(client, headers, service)

    assert (data["connected"], data["devices"][0]["connected"]) == (False, False)
    assert data["lastHandshakeAt"] is not None


async def test_the_job_closes_services_whose_time_is_over(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        plan = await a_plan(conn)
        over = await a_service(conn, member, plan=plan, starts=timedelta(days=-40))
        await a_service(conn, member, plan=plan)

    await jobs.expire_services.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        closed = await fetch_all(conn, int, "SELECT id FROM services WHERE state = 'expired'")
    assert closed == [over]
