"""The devices of a service: added, changed, removed."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.services import rules
from ieum.shop.services import service as services
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.device_links import a_maker, look_up, made
from tests.shop.builders.gateways import a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_renewal, a_service, add_device, served_keys, show_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.time_passing import let_pass


async def revision(conn: Connection) -> int:
    return await fetch_one(conn, int, "SELECT sum(revision)::bigint FROM gateways")


async def test_an_added_device_gets_everything_its_configuration_needs(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers, key = await a_login(conn, member), a_key()

    answer = await add_device(client, headers, service, name="  사무실 PC ", key=key)

    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    address = data["device"]["tunnelAddress"]
    assert data["tunnel"] == {
        "address": f"{address}/32",
        "dns": ["1.1.1.1", "8.8.8.8"],
        "serverPublicKey": "G" * 42 + "A=",
        "endpoint": "vpn.example.com:51820",
        "allowedIps": ["0.0.0.0/0", "::/0"],
        "mtu": 1420,
        "persistentKeepalive": 25,
    }
    device = data["device"]
    assert device.pop("createdAt").endswith("Z")
    assert isinstance(device.pop("id"), int)
    assert device == {
        "name": "사무실 PC",
        "publicKey": key,
        "tunnelAddress": address,
        "ready": False,
        "connected": False,
        "parked": False,
        "lastHandshakeAt": None,
        "rxBytes": 0,
        "txBytes": 0,
        "off": False,
        "madeBy": None,
    }
    shown = (await show_service(client, headers, service))["devices"]
    assert [(one["name"], one["tunnelAddress"]) for one in shown] == [("사무실 PC", address)]


async def test_the_gateway_is_told_in_the_same_transaction(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers, key = await a_login(conn, member), a_key()
    before = await revision(conn)

    await add_device(client, headers, service, key=key)

    assert await revision(conn) > before
    told = await fetch_one(
        conn,
        str,
        """
        SELECT concat_ws(' ', p.identity, x.address = e.address, x.until = s.ends_at)
          FROM services s
          JOIN exits x ON x.service_id = s.id
          JOIN endpoints p ON p.exit_id = x.id
          JOIN leases l ON l.service_id = s.id
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE s.id = %(service)s
        """,
        service=service,
    )
    assert told == f"{key} t t"


async def test_the_member_is_mailed_of_a_new_device_once_a_day(client: Client, conn: Connection) -> None:
    """Whoever uses a stolen login adds a device, and goes out by the member's own address."""
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, device_limit=3))
    headers = await a_login(conn, member)
    mailed = "SELECT array_agg(body ORDER BY id) FROM messages WHERE reference LIKE 'device-added:%%'"

    await add_device(client, headers, service, name="첫째")
    await add_device(client, headers, service, name="둘째")
    first_day = await fetch_one(conn, list[str], mailed)
    await execute(
        conn,
        "UPDATE messages SET reference = 'device-added:yesterday' WHERE starts_with(reference, 'device-added:')",
    )
    device = (await show_service(client, headers, service))["devices"][0]["id"]
    key = {"publicKey": a_key()}
    await client.put(f"/api/v1/services/{service}/devices/{device}/key", json=key, headers=headers)
    second_day = await fetch_one(conn, list[str], mailed)

    assert [("첫째" in body, "둘째" in body) for body in first_day] == [(True, False)]
    assert len(second_day) == 2


async def test_a_plan_limits_the_number_of_devices(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, device_limit=2))
    headers = await a_login(conn, member)

    answers = [await add_device(client, headers, service) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 409]
    problem = answers[2].json()
    assert (problem["code"], "2대까지" in problem["detail"]) == ("device_limit_reached", True)


async def test_the_last_place_is_taken_once_however_many_want_it(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        member = await a_member(conn)
        service = await a_service(conn, member, plan=await a_plan(conn, device_limit=2))
        headers = await a_login(conn, member)

    answers = await asyncio.gather(*(add_device(shop.client, headers, service) for _ in range(8)))

    assert sorted(answer.status_code for answer in answers) == [201, 201] + [409] * 6


async def test_a_public_key_is_used_once_in_the_whole_shop(client: Client, conn: Connection) -> None:
    plan = await a_plan(conn)
    mine, theirs = await a_member(conn), await a_member(conn)
    key = a_key()
    await add_device(client, await a_login(conn, theirs), await a_service(conn, theirs, plan=plan), key=key)

    answer = await add_device(
        client, await a_login(conn, mine), await a_service(conn, mine, plan=plan), key=key
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "public_key_taken")


async def test_a_service_may_register_a_limited_number_of_keys_a_day(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each takes a tunnel address for good, of which the whole shop has four million."""
    monkeypatch.setattr(rules, "SPARE_KEYS_A_DAY", 2)
    member = await a_member(conn)
    plan = await a_plan(conn, device_limit=1)
    service, other = [await a_service(conn, member, plan=plan) for _ in range(2)]
    headers = await a_login(conn, member)

    first = (await add_device(client, headers, service)).json()["data"]["device"]["id"]
    await client.delete(f"/api/v1/services/{service}/devices/{first}", headers=headers)
    second = (await add_device(client, headers, service)).json()["data"]["device"]["id"]
    path = f"/api/v1/services/{service}/devices"
    third = await client.put(f"{path}/{second}/key", json={"publicKey": a_key()}, headers=headers)
    device = third.json()["data"]["device"]["id"]
    refused = [
        await client.put(f"{path}/{device}/key", json={"publicKey": a_key()}, headers=headers),
        await add_device(client, headers, service),
    ]
    of_another = await add_device(client, headers, other)
    await execute(
        conn, "UPDATE devices SET created_at = now() - interval '25 hours' WHERE id = %(id)s", id=first
    )
    next_day = await client.put(f"{path}/{device}/key", json={"publicKey": a_key()}, headers=headers)

    assert third.status_code == 200
    assert [answer.json()["code"] for answer in refused] == ["too_many_keys_today", "device_limit_reached"]
    assert refused[0].status_code == 429
    assert 86_000 < int(refused[0].headers["retry-after"]) <= 86_400
    assert "3번까지" in refused[0].json()["detail"]
    assert len((await show_service(client, headers, service))["devices"]) == 1
    assert (of_another.status_code, next_day.status_code) == (201, 200)


async def test_one_key_added_by_two_members_at_once_goes_to_one(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        plan = await a_plan(conn, addresses=4)
        held = [(member := await a_member(conn), await a_service(conn, member, plan=plan)) for _ in range(4)]
        logins = [await a_login(conn, member) for member, _ in held]
    key = a_key()

    answers = await asyncio.gather(
        *(
            add_device(shop.client, login, service, key=key)
            for login, (_, service) in zip(logins, held, strict=True)
        )
    )

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_the_key_of_the_gateway_cannot_be_a_devices(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)

    answer = await add_device(client, await a_login(conn, member), service, key="G" * 42 + "A=")

    assert (answer.status_code, answer.json()["code"]) == (409, "public_key_taken")
    assert await served_keys(conn) == set()


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"publicKey": "A" * 43}, id="a character short"),
        pytest.param({"publicKey": "A" * 44}, id="without its end"),
        pytest.param({"publicKey": "A" * 42 + "B="}, id="bits beyond 32 bytes"),
        pytest.param({"publicKey": "A" * 43 + "=\n"}, id="a line break at its end"),
        pytest.param({"publicKey": "-" * 43 + "="}, id="another base64"),
        pytest.param({"publicKey": "A" * 43 + "="}, id="a key of zeros"),
        pytest.param({"publicKey": ""}, id="nothing"),
        pytest.param({"publicKey": None}, id="null"),
        pytest.param({"publicKey": 7}, id="a number"),
        pytest.param({"name": ""}, id="no name"),
        pytest.param({"name": "   "}, id="a name of spaces"),
        pytest.param({"name": "가" * 41}, id="a name too long"),
        pytest.param({"name": "\0"}, id="NUL for a name"),
        pytest.param({"name": "a\0b"}, id="NUL in the name"),
        pytest.param({"name": "a\nb"}, id="two lines"),
        pytest.param({"name": "ab\n"}, id="a line break at the name's end"),
        pytest.param({"name": "\x1b"}, id="a control character"),
        pytest.param({"name": "폰\u202egpj.exe"}, id="turned around"),
        pytest.param({"name": "\u2068폰"}, id="an isolated direction"),
        pytest.param({"name": "폰\u200b"}, id="a space that cannot be seen"),
        pytest.param({"privateKey": "A" * 43 + "="}, id="a private key sent along"),
    ],
)
async def test_a_device_with_missing_or_wrong_fields_is_refused(
    client: Client, conn: Connection, body: dict[str, Any]
) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)

    answer = await client.post(
        f"/api/v1/services/{service}/devices",
        json={"name": "PC", "publicKey": a_key()} | body,
        headers=await a_login(conn, member),
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields"), answer.text
    assert await served_keys(conn) == set()


async def test_a_new_key_replaces_the_old_one(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, device_limit=1))
    headers, old, new = await a_login(conn, member), a_key(), a_key()
    device = (await add_device(client, headers, service, name="PC", key=old)).json()["data"]["device"]

    answer = await client.put(
        f"/api/v1/services/{service}/devices/{device['id']}/key", json={"publicKey": new}, headers=headers
    )

    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert (data["device"]["name"], data["device"]["publicKey"]) == ("PC", new)
    assert data["tunnel"]["address"] == f"{data['device']['tunnelAddress']}/32"
    assert await served_keys(conn) == {new}
    assert [one["publicKey"] for one in (await show_service(client, headers, service))["devices"]] == [new]


async def test_removing_a_device_cuts_that_device_alone(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers, going, staying = await a_login(conn, member), a_key(), a_key()
    device = (await add_device(client, headers, service, key=going)).json()["data"]["device"]
    await add_device(client, headers, service, key=staying)
    path = f"/api/v1/services/{service}/devices/{device['id']}"

    first = await client.delete(path, headers=headers)
    second = await client.delete(path, headers=headers)

    assert (first.status_code, first.json()) == (200, {"status": 200, "data": None})
    assert (second.status_code, second.json()["code"]) == (404, "device_not_found")
    assert await served_keys(conn) == {staying}


async def test_a_removed_key_does_not_come_back(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers, key = await a_login(conn, member), a_key()
    device = (await add_device(client, headers, service, key=key)).json()["data"]["device"]
    await client.delete(f"/api/v1/services/{service}/devices/{device['id']}", headers=headers)

    again = await add_device(client, headers, service, key=key)

    assert (again.status_code, again.json()["code"]) == (409, "public_key_taken")
    assert await served_keys(conn) == set()


async def test_a_plan_that_grants_fewer_devices_takes_none_from_whoever_has_bought_it(
    client: Client, conn: Connection
) -> None:
    maker = await a_maker(conn, device_limit=3)
    link = await made(client, maker)

    await execute(conn, "UPDATE plans SET device_limit = 1, name = '새 이름'")
    answers = [await add_device(client, maker.headers, maker.service) for _ in range(2)]
    by_link = (await look_up(client, link["token"])).json()["data"]
    answers += [await add_device(client, maker.headers, maker.service) for _ in range(2)]
    shown = await show_service(client, maker.headers, maker.service)

    assert [answer.status_code for answer in answers] == [201, 201, 201, 409]
    assert (by_link["hasPlace"], shown["deviceLimit"], shown["planName"]) == (True, 3, "KT 고정 IP")


async def test_a_plan_that_grants_more_devices_gives_them_to_whoever_has_bought_it(
    client: Client, conn: Connection
) -> None:
    member, plan = await a_member(conn), await a_plan(conn)
    service = await a_service(conn, member, plan=plan)

    await execute(conn, "UPDATE plans SET device_limit = 7")

    assert (await show_service(client, await a_login(conn, member), service))["deviceLimit"] == 7


async def test_a_renewal_has_as_many_devices_as_were_sold_with_it_once_it_has_begun(
    client: Client, conn: Connection
) -> None:
    maker = await a_maker(conn, device_limit=3)
    await execute(conn, "UPDATE plans SET device_limit = 1")
    renewal = await a_renewal(conn, maker.service)
    await services.prolong(conn, [maker.service], renewal, 1, now=datetime.now(UTC))

    before = (await show_service(client, maker.headers, maker.service))["deviceLimit"]
    await let_pass(conn, timedelta(days=40))
    after = (await show_service(client, await a_login(conn, maker.member), maker.service))["deviceLimit"]

    assert (before, after) == (3, 1)
