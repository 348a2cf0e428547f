"""What gateways are told: everything, then every change, whatever was missed."""

import asyncio
import json
from contextlib import aclosing
from typing import Any

import pytest

from ieum.shop.fleet import queries, service
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.fleet import BEARER, a_gateway, a_key, peer_on_the_wire, put_peer, revision_of
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.streams import Listening, gateway_of


async def test_every_change_of_a_peer_raises_the_revision_and_nothing_else_does(conn: Connection) -> None:
    gateway, other = await a_gateway(conn, token="gw_test"), await a_gateway(conn, token="gw_other")
    first, second = a_key(), a_key()

    seen = [await revision_of(conn, gateway)]
    for change in (put_peer(conn, gateway, first, 1), put_peer(conn, gateway, second, 2)):
        await change
        seen.append(await revision_of(conn, gateway))
    await queries.remove_peers(conn, [first, second, a_key()])
    seen.append(await revision_of(conn, gateway))
    await queries.remove_peers(conn, [first, second])
    seen.append(await revision_of(conn, gateway))

    assert seen == [0, 1, 2, 4, 4]
    assert await revision_of(conn, other) == 0
    newest = await fetch_one(conn, int, "SELECT max(revision) FROM gateway_peers")
    assert newest == 4


async def test_a_change_that_is_rolled_back_leaves_no_trace(conn: Connection) -> None:
    gateway = await a_gateway(conn, token="gw_test")

    with pytest.raises(RuntimeError):
        async with conn.transaction():
            await put_peer(conn, gateway, a_key(), 1)
            assert await revision_of(conn, gateway) == 1
            raise RuntimeError

    assert await revision_of(conn, gateway) == 0


async def test_concurrent_changes_get_revisions_of_their_own(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")

    async def change(number: int) -> None:
        async with shop.db.transaction() as conn:
            await put_peer(conn, gateway, a_key(), number)
            # sleep: keeps this transaction open, so that the others meet its locks.
            await asyncio.sleep(0.01)

    await asyncio.gather(*(change(number) for number in range(1, 21)))

    async with shop.db.connection() as conn:
        assert await revision_of(conn, gateway) == 20
        assert await fetch_one(conn, int, "SELECT count(DISTINCT revision) FROM gateway_peers") == 20


async def test_a_new_gateway_gets_a_snapshot_and_then_every_change(shop: Shop) -> None:
    first, second = a_key(), a_key()
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await put_peer(conn, gateway, first, 1)
        await put_peer(conn, gateway, second, 2)
        await queries.remove_peers(conn, [first])

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0)
    async with aclosing(stream):
        listening = Listening(stream)
        snapshot = await listening.hear()
        async with shop.db.transaction() as conn:
            await put_peer(conn, gateway, first, 3)
            await queries.remove_peers(conn, [second])
        changes = await listening.hear()

    assert snapshot == {
        "type": "snapshot",
        "revision": 3,
        "tunnelNetwork": "10.64.0.0/10",
        "gatewayAddress": "10.64.0.1",
        "listenPort": 51820,
        "mtu": 1420,
        "peers": [peer_on_the_wire(second, 2)],
    }
    newest = changes.pop("revision")
    assert changes == {"type": "changes", "put": [peer_on_the_wire(first, 3)], "remove": [second]}
    assert newest > 3


async def test_peers_removed_long_ago_are_not_read_for_a_snapshot(conn: Connection) -> None:
    gateway, gone, here = GatewayId(await a_gateway(conn, token="gw_test")), a_key(), a_key()
    await put_peer(conn, gateway, gone, 1)
    await put_peer(conn, gateway, here, 2)
    await queries.remove_peers(conn, [gone])

    whole = await queries.list_peers_since(conn, gateway, 0, living_only=True)
    missed = await queries.list_peers_since(conn, gateway, 0)

    assert [row.public_key for row in whole] == [here]
    assert sorted((row.public_key, row.removed) for row in missed) == sorted([(here, False), (gone, True)])


async def test_a_restored_shop_sends_a_snapshot_and_then_every_change(shop: Shop) -> None:
    """As docs/operations.md has it done: the peers keep revisions that lie above their gateway's."""
    first, second = a_key(), a_key()
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await put_peer(conn, gateway, first, 1)
        await put_peer(conn, gateway, second, 2)
        await execute(conn, "UPDATE gateways SET revision = 0")

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 7)
    async with aclosing(stream):
        listening = Listening(stream)
        told = await listening.hear()
        async with shop.db.transaction() as conn:
            await queries.remove_peers(conn, [first])
        changes = await listening.hear()

    assert (told["type"], told["revision"], len(told["peers"])) == ("snapshot", 0, 2)
    assert (changes["revision"], changes["remove"], changes["put"]) == (
        1,
        [first],
        [peer_on_the_wire(second, 2)],
    )


async def test_a_returning_gateway_gets_the_changes_it_missed(shop: Shop) -> None:
    old, new = a_key(), a_key()
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await put_peer(conn, gateway, old, 1)
        await put_peer(conn, gateway, new, 2)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 1)
    async with aclosing(stream):
        missed = await Listening(stream).hear()

    assert missed == {"type": "changes", "revision": 2, "put": [peer_on_the_wire(new, 2)], "remove": []}


async def test_a_gateway_ahead_of_a_restored_shop_gets_a_snapshot(shop: Shop) -> None:
    key = a_key()
    async with shop.db.transaction() as conn:
        await put_peer(conn, await a_gateway(conn, token="gw_test"), key, 1)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 5)
    async with aclosing(stream):
        told = await Listening(stream).hear()

    assert (told["type"], told["revision"], told["peers"]) == ("snapshot", 1, [peer_on_the_wire(key, 1)])


async def test_a_connected_gateway_of_a_restored_shop_gets_a_snapshot(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts no change whose revision it has passed already, so that it would miss the next ones."""
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    kept, lost = a_key(), a_key()
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await put_peer(conn, gateway, kept, 1)
        await put_peer(conn, gateway, lost, 2)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 2)
    async with aclosing(stream):
        listening = Listening(stream)
        assert (await listening.hear())["type"] == "heartbeat"
        async with shop.db.transaction() as conn:
            await execute(conn, "DELETE FROM gateway_peers WHERE public_key = %(lost)s", lost=lost)
            await execute(conn, "UPDATE gateways SET revision = 1")
        told = await listening.hear()
        while told["type"] == "heartbeat":
            told = await listening.hear()

    assert (told["type"], told["revision"], told["peers"]) == ("snapshot", 1, [peer_on_the_wire(kept, 1)])


async def test_heartbeats_are_sent_while_nothing_changes(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        await put_peer(conn, await a_gateway(conn, token="gw_test"), a_key(), 1)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 1)
    async with aclosing(stream):
        beats = [await Listening(stream).hear() for _ in range(3)]

    assert beats == [{"type": "heartbeat", "revision": 1}] * 3
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, bool, "SELECT last_seen_at IS NOT NULL FROM gateways")


async def test_a_change_is_sent_although_its_notification_was_lost(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
    await shop.app.state.feed.stop()
    shop.app.state.feed.closing = False

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        async with shop.db.transaction() as conn:
            await put_peer(conn, gateway, a_key(), 1)
        heard = [(await listening.hear())["type"] for _ in range(3)]

    assert "changes" in heard


async def test_a_gateway_whose_token_was_replaced_is_disconnected(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revoked token must not go on hearing every customer's key."""
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        await a_gateway(conn, token="gw_test")

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        async with shop.db.transaction() as conn:
            await execute(
                conn, "UPDATE gateways SET token_hash = %(hash)s", hash=service.hash_token("gw_other")
            )
        with pytest.raises(StopAsyncIteration):
            for _ in range(5):
                await listening.hear()


async def test_a_stopping_shop_disconnects_its_gateways(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_gateway(conn, token="gw_test")

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        await shop.app.state.feed.stop()
        with pytest.raises(StopAsyncIteration):
            await listening.hear()


async def test_the_feed_reconnects_after_its_connection_died(shop: Shop) -> None:
    feed = shop.app.state.feed
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
    stream = service.stream(shop.db, feed, await gateway_of(shop.db), 0)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        before = await until_shop_listens(shop.db)
        async with shop.db.connection() as conn:
            await execute(
                conn, "SELECT pg_terminate_backend(pid) FROM unnest(%(pids)s) AS pid", pids=list(before)
            )
        await until_shop_listens(shop.db, instead_of=before)
        async with shop.db.transaction() as conn:
            await put_peer(conn, gateway, a_key(), 1)

        assert (await listening.hear())["type"] == "changes"


async def test_a_change_is_sent_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        async with shop.db.transaction() as conn:
            await put_peer(conn, gateway, a_key(), 1)

        # Long before it would have looked by itself.
        heard = await listening.hear(service.HEARTBEAT_SECONDS - 2)

    assert heard["type"] == "changes"


async def test_over_http_the_stream_is_lines_of_json(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_gateway(conn, token="gw_test")
    sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/gateway/v1/stream",
        "raw_path": b"/gateway/v1/stream",
        "query_string": b"revision=0",
        "root_path": "",
        "headers": [(b"authorization", b"Bearer gw_test")],
        "client": ("127.0.0.1", 1),
        "server": ("testserver.local", 80),
    }

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    listening = asyncio.create_task(shop.app(scope, receive, sent.put))  # pyright: ignore[reportArgumentType] - a plain scope
    async with asyncio.timeout(30):
        start, body = await sent.get(), await sent.get()
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)

    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    assert (start["status"], headers["cache-control"]) == (200, "no-store")
    # Else nginx keeps the lines until there are kilobytes of them, and the gateway hears nothing.
    assert headers["x-accel-buffering"] == "no"
    assert headers["content-type"].startswith("application/x-ndjson")
    assert json.loads(body["body"])["type"] == "snapshot"
    assert body["more_body"] is True


@pytest.mark.parametrize("revision", ["-1", "x", str(2**63), "%00"])
async def test_a_wrong_revision_is_refused(client: Client, conn: Connection, revision: str) -> None:
    await a_gateway(conn, token="gw_test")

    async with asyncio.timeout(30):
        answer = await client.get(f"/gateway/v1/stream?revision={revision}", headers=BEARER)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")
