"""A shop whose database was restored from a backup, and gateways that have states which it has forgotten."""

from contextlib import aclosing
from datetime import timedelta
from typing import Any

import pytest

from ieum.shop.gateways import queries, service
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.proofs.service import ask_due
from tests.shop.builders.exits import a_way, exit_on_the_wire, put_exit
from tests.shop.builders.gateways import BEARER, a_gateway, a_key, revision_of
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.streams import Listening, gateway_of

AN_HOUR = timedelta(hours=1)


async def let_be_silent(conn: Connection, gateway: int, since: timedelta = AN_HOUR) -> None:
    """What a backup says of when the gateway's revisions were counted last."""
    await execute(
        conn,
        "UPDATE gateways SET counted_at = counted_at - %(since)s WHERE id = %(id)s",
        since=since,
        id=gateway,
    )


async def first_line(shop: Shop, revision: int) -> dict[str, Any]:
    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), revision, ask=ask_due)
    async with aclosing(stream):
        return await Listening(stream).hear()


async def ack(client: Client, revision: int, *, error: str | None = None) -> int:
    body = {"revision": revision, "publicKey": "G" * 42 + "A=", "agent": "ieum/0.1.0", "error": error}
    return (await client.post("/gateway/v1/ack", json=body, headers=BEARER)).status_code


async def noted(conn: Connection) -> tuple[int, str | None]:
    row = await fetch_one(conn, dict[str, Any], "SELECT to_jsonb(g) FROM gateways g")
    return row["acked_revision"], row["last_error"]


async def test_a_gateway_that_was_away_while_a_restored_shop_changed_things_is_told_all(shop: Shop) -> None:
    """Otherwise its old exits would stay, and their addresses are others' by now."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        way = await a_way(conn, gateway, a_key(), 1)
        restored = await revision_of(conn, gateway)
        await let_be_silent(conn, gateway)
        # As many changes as the shop has forgotten, and more.
        for number in range(2, 9):
            await put_exit(conn, gateway, way.service, number)

    told = await first_line(shop, restored + 5)

    assert (told["type"], told["exits"]) == ("state", [exit_on_the_wire(way, 8)])


async def test_a_short_silence_is_no_restore(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        way = await a_way(conn, gateway, a_key(), 1)
        known = await revision_of(conn, gateway)
        await let_be_silent(conn, gateway, timedelta(seconds=25))
        await put_exit(conn, gateway, way.service, 2)

    told = await first_line(shop, known)

    assert (told["type"], told["revision"]) == ("difference", known + 1)


async def test_an_acknowledgement_from_before_a_restore_says_nothing_of_what_came_after(
    client: Client, conn: Connection
) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    way = await a_way(conn, gateway, a_key(), 1)
    restored = await revision_of(conn, gateway)
    await let_be_silent(conn, gateway)
    await put_exit(conn, gateway, way.service, 2)

    assert await ack(client, restored + 9) == 204

    changed = await fetch_one(conn, int, "SELECT revision FROM exits")
    assert (await noted(conn))[0] < changed


async def test_an_acknowledgement_of_a_revision_that_the_shop_has_forgotten_is_none(
    client: Client, conn: Connection
) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    await a_way(conn, gateway, a_key(), 1)
    restored = await revision_of(conn, gateway)

    assert await ack(client, restored + 9) == 204

    # The shop counts on from there, and the gateway hears everything again.
    assert await noted(conn) == (0, None)
    known = await queries.get_gateway(conn, GatewayId(gateway))
    assert known.revision == known.whole_since > restored + 9


async def test_an_acknowledgement_of_a_forgotten_revision_is_none_the_second_time_either(
    client: Client, conn: Connection
) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    await a_way(conn, gateway, a_key(), 1)
    restored = await revision_of(conn, gateway)

    assert [await ack(client, restored + 9), await ack(client, restored + 9)] == [204, 204]

    assert (await noted(conn))[0] == 0


@pytest.mark.parametrize("since", [timedelta(seconds=5), AN_HOUR])
@pytest.mark.parametrize("changes", [0, 1])
async def test_an_older_acknowledgement_from_before_a_restore_leaves_the_count_beyond_what_the_gateway_has(
    shop: Shop, changes: int, since: timedelta
) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        way = await a_way(conn, gateway, a_key(), 1)
        acknowledged = await revision_of(conn, gateway) + 3
        await let_be_silent(conn, gateway, since)
    assert await ack(shop.client, acknowledged) == 204
    async with shop.db.transaction() as conn:
        for number in range(changes):
            await put_exit(conn, gateway, way.service, 2 + number)

    # What the shop counts next after the acknowledgement, and after it and a change.
    told = await first_line(shop, acknowledged + 1 + changes)

    assert (told["type"], told["exits"]) == ("state", [exit_on_the_wire(way, 1 + changes)])


@pytest.mark.parametrize("said", [2**61, 2**62])
async def test_a_revision_that_nobody_was_told_puts_no_gateway_out_of_order(shop: Shop, said: int) -> None:
    """Whoever had the token for a moment would else leave a gateway whose revisions are refused, with any token."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        way = await a_way(conn, gateway, a_key(), 1)
    assert await ack(shop.client, said) == 204
    assert (await first_line(shop, said))["type"] == "state"

    async with shop.db.transaction() as conn:
        await put_exit(conn, gateway, way.service, 2)
    told = await first_line(shop, 0)

    assert await ack(shop.client, told["revision"]) == 204
    async with shop.db.connection() as conn:
        assert (await noted(conn))[0] == told["revision"]
    assert (await first_line(shop, told["revision"] + 1))["exits"] == [exit_on_the_wire(way, 2)]


async def test_an_acknowledgement_that_arrives_late_takes_nothing_back(
    client: Client, conn: Connection
) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    await a_way(conn, gateway, a_key(), 1)
    newest = await revision_of(conn, gateway)

    assert [await ack(client, newest), await ack(client, newest - 1, error="nft: busy")] == [204, 204]

    assert await noted(conn) == (newest, None)
