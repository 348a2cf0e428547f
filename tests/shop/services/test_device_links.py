"""Links by which a person without an account sets up one device: made, opened, used once, withdrawn, over."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import service as leaving
from ieum.shop.services import rules
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.builders.clients import HOME
from tests.shop.builders.device_links import (
    NAME,
    Maker,
    a_maker,
    look_up,
    made,
    make,
    open_links,
    outcome,
    use,
    withdraw,
)
from tests.shop.builders.gateways import a_key
from tests.shop.builders.members import a_login, a_member, an_account, leave
from tests.shop.builders.services import a_service, add_device, served_keys, show_service
from tests.shop.builders.shops import Client, Shop


async def age(conn: Connection, by: str) -> None:
    await execute(
        conn,
        """
        UPDATE device_links
           SET created_at = created_at - %(by)s::interval, expires_at = expires_at - %(by)s::interval,
               used_at = used_at - %(by)s::interval, withdrawn_at = withdrawn_at - %(by)s::interval
        """,
        by=by,
    )


async def test_a_person_without_an_account_sets_up_one_device(client: Client, conn: Connection) -> None:
    maker, key = await a_maker(conn), a_key()
    link = await made(client, maker)

    answer = await use(client, link["token"], key)

    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    address = data["device"]["tunnelAddress"]
    service = await show_service(client, maker.headers, maker.service)
    assert (data["device"]["name"], data["device"]["publicKey"]) == (NAME, key)
    assert data["tunnel"] == {
        "address": f"{address}/32",
        "dns": ["1.1.1.1", "8.8.8.8"],
        "serverPublicKey": "G" * 42 + "A=",
        "endpoint": "vpn.example.com:51820",
        "allowedIps": ["0.0.0.0/0", "::/0"],
        "mtu": 1420,
        "persistentKeepalive": 25,
    }
    assert data["address"] == service["address"]
    assert [one["name"] for one in service["devices"]] == [NAME]
    assert await served_keys(conn) == {key}
    assert await open_links(client, maker) == []


async def test_a_link_lives_an_hour_and_its_token_is_in_the_part_of_the_address_that_stays_in_the_browser(
    client: Client, conn: Connection
) -> None:
    maker = await a_maker(conn)

    link = await made(client, maker, "  김대리 휴대폰 ")

    page, _, token = link["url"].partition("#")
    assert page == f"{HOME}/device-setup"
    assert len(token) == 64  # 256 bits
    shown = (await open_links(client, maker))[0]
    lives = datetime.fromisoformat(shown["expiresAt"]) - datetime.fromisoformat(shown["createdAt"])
    assert (shown["name"], lives, shown["openedAt"], shown["fullAt"]) == (
        NAME,
        timedelta(hours=1),
        None,
        None,
    )
    assert token not in str(shown)
    assert token not in await fetch_one(conn, str, "SELECT string_agg(l::text, '') FROM device_links l")


async def test_to_look_at_a_link_spends_nothing_and_its_maker_sees_it(
    client: Client, conn: Connection
) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)

    shown = [await look_up(client, link["token"]) for _ in range(2)]

    assert shown[0].json() == shown[1].json()
    data = shown[1].json()["data"]
    assert data.pop("expiresAt") == link["expiresAt"]
    assert data == {
        "name": NAME,
        "planName": data["planName"],
        "kind": "static",
        "carrier": data["carrier"],
        "region": data["region"],
        "hasPlace": True,
        "pretendedUse": False,
        "setup": None,
    }
    assert (await open_links(client, maker))[0]["openedAt"] is not None
    assert (await use(client, link["token"])).status_code == 201


async def test_whoever_has_a_link_of_a_demo_is_told_so(client: Client, conn: Connection) -> None:
    link, key = await made(client, await a_maker(conn)), a_key()
    await execute(conn, "UPDATE gateways SET pretends_use = true")

    shown = (await look_up(client, link["token"])).json()["data"]
    used = (await use(client, link["token"], key)).json()["data"]

    assert (shown["pretendedUse"], used["pretendedUse"]) == (True, True)


async def test_nothing_of_its_maker_is_told(client: Client, conn: Connection) -> None:
    account = await an_account(conn, login_id="bossofall")
    await execute(
        conn, "UPDATE members SET name = '홍사장', email = 'boss@example.com', phone = '01099998888'"
    )
    service = await a_service(conn, account.member)
    maker = Maker(account.member, service, account.headers)
    link, key = await made(client, maker), a_key()

    told = (await look_up(client, link["token"])).text + (await use(client, link["token"], key)).text
    told += (await look_up(client, link["token"], publicKey=key)).text

    for personal in ("bossofall", "홍사장", "boss@", "9999", '"endsAt"', '"orderId"'):
        assert personal not in told


async def test_a_link_is_used_once(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)
    await use(client, link["token"])

    answers = [
        await use(client, link["token"]),
        await look_up(client, link["token"]),
        await look_up(client, link["token"], publicKey=a_key()),
    ]

    assert [outcome(answer) for answer in answers] == [(410, "device_link_used")] * 3
    assert len((await show_service(client, maker.headers, maker.service))["devices"]) == 1


async def test_the_same_key_has_the_same_answer_again_for_an_hour(client: Client, conn: Connection) -> None:
    """The first answer may have been lost on its way, and the private key is nowhere else."""
    maker, key = await a_maker(conn), a_key()
    link = await made(client, maker)

    first = await use(client, link["token"], key)
    await age(conn, "59 minutes")
    again = await use(client, link["token"], key)
    seen = await look_up(client, link["token"], publicKey=key)
    await age(conn, "1 minute")
    late = [await use(client, link["token"], key), await look_up(client, link["token"], publicKey=key)]

    assert (again.status_code, again.json()) == (first.status_code, first.json())
    assert seen.json()["data"]["setup"] == first.json()["data"]
    assert [outcome(answer) for answer in late] == [(410, "device_link_used")] * 2
    assert await served_keys(conn) == {key}


async def test_whoever_used_a_link_late_may_ask_again_for_an_hour_from_then(
    client: Client, conn: Connection
) -> None:
    maker, key = await a_maker(conn), a_key()
    link = await made(client, maker)
    await age(conn, "59 minutes")

    await use(client, link["token"], key)
    await age(conn, "30 minutes")

    assert (await use(client, link["token"], key)).status_code == 201


async def test_a_link_expires(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)
    await age(conn, "1 hour")

    answers = [await look_up(client, link["token"]), await use(client, link["token"])]

    assert [outcome(answer) for answer in answers] == [(410, "device_link_expired")] * 2
    assert await open_links(client, maker) == []
    assert await served_keys(conn) == set()


async def test_a_withdrawn_link_says_so_to_whoever_has_it(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)

    withdrawn = [await withdraw(client, maker, link["id"]) for _ in range(2)]
    answers = [await look_up(client, link["token"]), await use(client, link["token"])]

    assert [answer.status_code for answer in withdrawn] == [200, 200]
    assert [outcome(answer) for answer in answers] == [(410, "device_link_withdrawn")] * 2
    assert await open_links(client, maker) == []
    assert await served_keys(conn) == set()


async def test_a_used_link_cannot_be_withdrawn(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)
    await use(client, link["token"])

    assert outcome(await withdraw(client, maker, link["id"])) == (409, "device_link_spent")


async def test_nobody_else_reaches_a_members_links(client: Client, conn: Connection) -> None:
    maker, other = await a_maker(conn), await a_maker(conn)
    link = await made(client, maker)

    answers = [
        await client.get(maker.links, headers=other.headers),
        await client.post(maker.links, json={"name": NAME}, headers=other.headers),
        await client.delete(f"{maker.links}/{link['id']}", headers=other.headers),
        await client.delete(f"{other.links}/{link['id']}", headers=other.headers),
    ]

    assert [outcome(answer) for answer in answers] == [
        (404, "service_not_found"),
        (404, "service_not_found"),
        (404, "device_link_not_found"),
        (404, "device_link_not_found"),
    ]
    assert len(await open_links(client, maker)) == 1


async def test_all_other_tokens_are_unknown_alike(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)
    guess = ("0" if link["token"][0] != "0" else "1") + link["token"][1:]

    answers = [await call(client, token) for token in (guess, "5d" * 32) for call in (look_up, use)]

    assert {outcome(answer) for answer in answers} == {(404, "unknown_device_link")}
    assert len({answer.text for answer in answers}) == 1
    assert (await open_links(client, maker))[0]["openedAt"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"token": "5d" * 31},
        {"token": "5D" * 32},
        {"token": "5d" * 32 + "\n"},
        {"token": None},
        {"publicKey": "A" * 44},
        {"publicKey": None},
        {"privateKey": "A" * 43 + "="},
    ],
    ids=["short", "capital letters", "a line break", "none", "no key", "null for a key", "a private key"],
)
async def test_what_is_no_token_or_key_is_refused(client: Client, body: dict[str, Any]) -> None:
    answer = await client.post(
        "/api/v1/device-links/use", json={"token": "5d" * 32, "publicKey": a_key()} | body
    )

    assert outcome(answer) == (422, "invalid_fields")


@pytest.mark.parametrize("name", ["", "  ", "가" * 41, "폰\u202egpj"])
async def test_the_name_is_that_of_a_device(client: Client, conn: Connection, name: str) -> None:
    maker = await a_maker(conn)

    assert outcome(await make(client, maker, name)) == (422, "invalid_fields")


async def test_no_more_links_than_places(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn, device_limit=2)
    await add_device(client, maker.headers, maker.service)
    first = await made(client, maker)

    refused = await make(client, maker)
    await withdraw(client, maker, first["id"])
    instead = await made(client, maker)
    await use(client, instead["token"])
    full = await make(client, maker)

    assert outcome(refused) == (409, "too_many_device_links")
    assert outcome(full) == (409, "device_limit_reached")


async def test_links_are_limited_by_the_day(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "SPARE_KEYS_A_DAY", 1)
    maker = await a_maker(conn, device_limit=1)
    for _ in range(2):
        await withdraw(client, maker, (await made(client, maker))["id"])

    refused = await make(client, maker)
    await age(conn, "1 day")
    next_day = await make(client, maker)

    assert outcome(refused) == (429, "too_many_device_links_today")
    assert 86_000 < int(refused.headers["retry-after"]) <= 86_400
    assert next_day.status_code == 201


async def test_a_link_holds_no_place_and_says_when_there_is_none(client: Client, conn: Connection) -> None:
    maker = await a_maker(conn, device_limit=1)
    link = await made(client, maker)
    own = (await add_device(client, maker.headers, maker.service)).json()["data"]["device"]["id"]

    seen = await look_up(client, link["token"])
    refused = await use(client, link["token"])
    told = (await open_links(client, maker))[0]["fullAt"]
    await client.delete(f"/api/v1/services/{maker.service}/devices/{own}", headers=maker.headers)
    later = await use(client, link["token"])

    assert seen.json()["data"]["hasPlace"] is False
    assert outcome(refused) == (409, "no_place_for_device")
    # Its maker is told of the press in vain, and the link stays good.
    assert told is not None
    assert later.status_code == 201


async def end(conn: Connection, service: ServiceId) -> None:
    await services.end(conn, [service])


async def suspend(conn: Connection, service: ServiceId) -> None:
    await services.suspend(conn, [service])


async def run_out(conn: Connection, service: ServiceId) -> None:
    """No job has closed it yet."""
    await execute(
        conn,
        "UPDATE services SET starts_at = now() - interval '1 day', ends_at = now() WHERE id = %(service)s",
        service=service,
    )


async def expire(conn: Connection, service: ServiceId) -> None:
    await run_out(conn, service)
    await services.expire_due(conn, limit=10)


@pytest.mark.parametrize(
    ("over", "code"),
    [
        (end, (404, "unknown_device_link")),
        (expire, (404, "unknown_device_link")),
        (suspend, (410, "device_link_over")),
        (run_out, (410, "device_link_over")),
    ],
)
async def test_with_its_service_a_link_is_dead(
    client: Client,
    conn: Connection,
    over: Callable[[Connection, ServiceId], Awaitable[None]],
    code: tuple[int, str],
) -> None:
    maker, key = await a_maker(conn), a_key()
    unused, used = await made(client, maker), await made(client, maker)
    await use(client, used["token"], key)

    await over(conn, maker.service)
    answers = [
        await look_up(client, unused["token"]),
        await use(client, unused["token"]),
        await use(client, used["token"], key),
        await look_up(client, used["token"], publicKey=key),
    ]

    assert [outcome(answer) for answer in answers] == [code] * 4
    # A suspended service keeps the device that is there.
    assert await fetch_one(conn, int, "SELECT count(*) FROM devices") == 1


@pytest.mark.parametrize("over", [suspend, run_out, end])
async def test_no_link_is_made_for_a_service_that_does_not_run(
    client: Client, conn: Connection, over: Callable[[Connection, ServiceId], Awaitable[None]]
) -> None:
    maker = await a_maker(conn)
    await over(conn, maker.service)

    answer = await make(client, maker)

    assert (answer.status_code, answer.json()["code"]) in {
        (409, "service_suspended"),
        (409, "service_not_active"),
    }


@pytest.mark.parametrize("how", ["removed", "another key"])
async def test_a_removed_device_does_not_come_back_by_its_link(
    client: Client, conn: Connection, how: str
) -> None:
    maker, key = await a_maker(conn), a_key()
    link = await made(client, maker)
    device = (await use(client, link["token"], key)).json()["data"]["device"]["id"]
    path = f"/api/v1/services/{maker.service}/devices/{device}"
    if how == "removed":
        await client.delete(path, headers=maker.headers)
    else:
        await client.put(f"{path}/key", json={"publicKey": a_key()}, headers=maker.headers)

    answers = [await use(client, link["token"], key), await look_up(client, link["token"], publicKey=key)]

    assert [outcome(answer) for answer in answers] == [(410, "linked_device_removed")] * 2
    assert key not in await served_keys(conn)


async def test_a_key_that_is_a_devices_already_spends_nothing(client: Client, conn: Connection) -> None:
    maker, key = await a_maker(conn), a_key()
    await add_device(client, maker.headers, maker.service, key=key)
    link = await made(client, maker)

    refused = await use(client, link["token"], key)

    assert outcome(refused) == (409, "public_key_taken")
    assert (await use(client, link["token"])).status_code == 201


async def test_the_member_is_mailed_of_each_device_that_somebody_else_has_set_up(
    client: Client, conn: Connection
) -> None:
    maker = await a_maker(conn)
    for name in ("첫째", "둘째"):
        link = await made(client, maker, name)
        key = a_key()
        for _ in range(2):
            await use(client, link["token"], key)

    mails = await fetch_all(
        conn, str, "SELECT body FROM messages WHERE reference LIKE 'device-link-used:%%' ORDER BY id"
    )

    assert [("첫째" in body, "둘째" in body) for body in mails] == [(True, False), (False, True)]


async def test_the_links_of_a_member_who_leaves_are_forgotten(client: Client, conn: Connection) -> None:
    account = await an_account(conn)
    maker = Maker(account.member, await a_service(conn, account.member), account.headers)
    link = await made(client, maker)
    await services.suspend(conn, [maker.service])

    answer = await leave(client, account)

    assert answer.status_code == 200, answer.text
    assert await fetch_all(conn, str, "SELECT name FROM device_links") == []
    assert outcome(await use(client, link["token"])) == (404, "unknown_device_link")


async def test_links_are_deleted_a_day_after_their_hour(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        maker = await a_maker(conn)
    old = [await made(shop.client, maker, name) for name in ("첫째", "둘째")]
    await use(shop.client, old[0]["token"])
    async with shop.db.transaction() as conn:
        await age(conn, "25 hours")
    young = await made(shop.client, maker)

    for _ in range(2):
        await leaving.destroy_due(shop.db)

    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT id FROM device_links") == [young["id"]]
        assert await fetch_all(conn, str, "SELECT what || ' ' || row_count FROM destructions") == [
            "device_links 2"
        ]
    assert [
        device["name"]
        for device in (await show_service(shop.client, maker.headers, maker.service))["devices"]
    ] == ["첫째"]


async def test_a_token_reaches_no_log(
    client: Client, conn: Connection, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = await a_maker(conn)
    link = await made(client, maker)

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("ieum.shop.services.device_links.use", fail)
    answer = await use(client, link["token"])

    assert answer.status_code == 500
    assert "unhandled error on POST /api/v1/device-links/use" in caplog.text
    assert link["token"] not in caplog.text


async def test_a_network_may_ask_so_often(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ieum.shop.services.device_link_routes.LOOK_UPS_A_MINUTE", 2)
    monkeypatch.setattr("ieum.shop.services.device_links.USES_A_MINUTE", 2)

    looked = [await look_up(client, "5d" * 32) for _ in range(3)]
    used = [await use(client, "5d" * 32) for _ in range(3)]

    assert [answer.status_code for answer in looked] == [404, 404, 429]
    assert [answer.status_code for answer in used] == [404, 404, 429]
    assert all(1 <= int(answers[2].headers["retry-after"]) <= 60 for answers in (looked, used))


async def test_a_login_opens_no_more(client: Client, conn: Connection) -> None:
    """The calls of a link are the same for everybody: they read no login."""
    maker = await a_maker(conn)
    link = await made(client, maker)
    stranger = await a_login(conn, await a_member(conn))

    answer = await client.post(
        "/api/v1/device-links/use",
        json={"token": link["token"], "publicKey": a_key()},
        headers=stranger,
    )

    assert answer.status_code == 201
