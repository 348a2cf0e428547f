"""Links that change one service's address and can do nothing else."""

from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.rotation.types import LINKS_A_DAY
from tests.shop.builders.rotation import a_dynamic_service, a_link, addresses_of, pass_time, rotation
from tests.shop.builders.shops import Client

CALLER = "127.0.0.1"


async def test_a_link_changes_the_address_without_a_login(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    before = (await rotation(client, held))["address"]
    made = await a_link(client, held)

    answer = await client.post(made["path"])

    after = await rotation(client, held)
    assert (answer.status_code, sorted(answer.json())) == (202, ["new", "nextAt", "old"])
    assert (answer.json()["old"], answer.json()["new"]) == (before, after["address"])
    assert (answer.headers["referrer-policy"], answer.headers["cache-control"]) == ("no-referrer", "no-store")
    assert after["links"][0]["usedAt"] is not None
    shown = await client.get(f"/api/v1/services/{held.service}/addresses", headers=held.headers)
    assert [one["cause"] for one in shown.json()["data"]] == ["link", "order"]


async def test_the_shop_keeps_no_token(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    made = await a_link(client, held)
    token = made["path"].removeprefix("/r/")

    shown = await client.get(f"/api/v1/services/{held.service}/rotation", headers=held.headers)

    assert len(token) == 64  # 256 bits
    assert token not in shown.text
    assert token not in await fetch_one(conn, str, "SELECT string_agg(l::text, '') FROM rotation_links l")


async def test_a_link_has_the_limits_of_the_button(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    path = (await a_link(client, held))["path"]
    await client.post(path)

    refused = await client.post(path)
    await pass_time(conn, timedelta(minutes=1))
    again = await client.post(path)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_rotations")
    assert 50 <= int(refused.headers["retry-after"]) <= 60
    assert again.status_code == 202


async def test_a_revoked_link_is_none(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    made = await a_link(client, held)
    one = f"/api/v1/services/{held.service}/rotation/links/{made['link']['id']}"

    removed = [(await client.delete(one, headers=held.headers)).status_code for _ in range(2)]
    answer = await client.post(made["path"])

    assert removed == [200, 200]
    assert (answer.status_code, answer.json()["code"]) == (404, "rotation_link_not_found")
    assert len(await addresses_of(conn, held.service)) == 1
    assert (await rotation(client, held))["links"] == []


@pytest.mark.parametrize(
    ("networks", "status"),
    [
        ((CALLER,), 202),
        (("127.0.0.0/8", "203.0.113.0/24"), 202),
        (("::ffff:127.0.0.1",), 202),
        (("::ffff:127.0.0.0/104",), 202),
        (("::ffff:127.0.0.0/95",), 404),
        (("203.0.113.0/24",), 404),
        (("::1",), 404),
    ],
    ids=[
        "its address",
        "its network",
        "its address inside IPv6",
        "its network inside IPv6",
        "a network of IPv6 around all of IPv4",
        "another network",
        "another family",
    ],
)
async def test_a_link_may_be_bound_to_client_addresses(
    client: Client, conn: Connection, networks: tuple[str, ...], status: int
) -> None:
    held = await a_dynamic_service(conn)
    made = await a_link(client, held, *networks)

    assert (await client.post(made["path"])).status_code == status


@pytest.mark.parametrize("wrong", ["203.0.113", "x", "203.0.113.0/33", "", "fe80::1%eth0", "fe80::1%eth0/64"])
async def test_a_network_that_is_none_is_refused(client: Client, conn: Connection, wrong: str) -> None:
    held = await a_dynamic_service(conn)

    answer = await client.post(
        f"/api/v1/services/{held.service}/rotation/links",
        json={"name": "x", "networks": [wrong]},
        headers=held.headers,
    )

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "networks")


async def test_five_links_are_enough(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    for _ in range(5):
        await a_link(client, held)

    answer = await client.post(
        f"/api/v1/services/{held.service}/rotation/links",
        json={"name": "여섯째", "networks": []},
        headers=held.headers,
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_links")


async def test_new_links_are_limited_by_the_day(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    links = f"/api/v1/services/{held.service}/rotation/links"
    for _ in range(LINKS_A_DAY):
        made = await a_link(client, held)
        await client.delete(f"{links}/{made['link']['id']}", headers=held.headers)

    refused = await client.post(links, json={"name": "x", "networks": []}, headers=held.headers)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_links_today")
    assert 86_000 < int(refused.headers["retry-after"]) <= 86_400
    assert "24시간" in refused.json()["detail"]
    await execute(conn, "UPDATE rotation_links SET created_at = created_at - interval '1 day'")
    assert (await client.post(links, json={"name": "x"}, headers=held.headers)).status_code == 201


@pytest.mark.parametrize("state", ["suspended", "ended"])
async def test_the_link_of_a_service_that_does_not_run_is_none(
    client: Client, conn: Connection, state: str
) -> None:
    held = await a_dynamic_service(conn)
    made = await a_link(client, held)
    await execute(
        conn,
        "UPDATE services SET state = %(state)s, closed_at = CASE WHEN %(state)s = 'ended' THEN now() END",
        state=state,
    )

    assert (await client.post(made["path"])).status_code == 404


async def test_to_look_at_a_link_changes_nothing(client: Client, conn: Connection) -> None:
    held = await a_dynamic_service(conn)
    path = (await a_link(client, held))["path"]
    before = await addresses_of(conn, held.service)

    looked = [await client.get(path), await client.head(path)]

    assert [answer.status_code for answer in looked] == [200, 200]
    assert await addresses_of(conn, held.service) == before


async def test_a_token_reaches_no_log(
    client: Client, conn: Connection, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = await a_dynamic_service(conn)
    path = (await a_link(client, held))["path"]

    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("ieum.shop.rotation.service.change_by_link", fail)
    answer = await client.post(path)

    assert answer.status_code == 500
    assert "unhandled error on POST /r/{token}" in caplog.text
    assert path.removeprefix("/r/") not in caplog.text
