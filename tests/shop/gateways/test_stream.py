"""What gateways are told: everything, then every change, whatever was missed."""

import asyncio
import gc
import json
from contextlib import AsyncExitStack, ExitStack, aclosing
from typing import Any

import pytest

from ieum.shop.gateways import desired, messages, queries, service
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.limits import MinuteCounts
from ieum.shop.proofs.service import ask_due
from tests.shop.builders.exits import (
    Way,
    a_way,
    endpoint_on_the_wire,
    exit_on_the_wire,
    put_exit,
    remove_exit,
)
from tests.shop.builders.feed import until_shop_listens
from tests.shop.builders.gateways import BEARER, a_gateway, a_key, revision_of
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.streams import Listening, gateway_of
from tests.waiting import wait_until_async


async def test_every_change_raises_the_revision_of_its_gateway_and_nothing_else_does(
    conn: Connection,
) -> None:
    gateway, other = await a_gateway(conn, token="gw_test"), await a_gateway(conn, token="gw_other")

    first = await a_way(conn, gateway, a_key(), 1)
    seen = [await revision_of(conn, gateway)]
    second = await a_way(conn, gateway, a_key(), 2)
    seen.append(await revision_of(conn, gateway))
    for _ in range(2):
        await desired.remove_endpoints(conn, [first.key, second.key, a_key()])
        seen.append(await revision_of(conn, gateway))
    for _ in range(2):
        await desired.remove_exits_of(conn, [first.service, second.service])
        seen.append(await revision_of(conn, gateway))

    # Two rows of one statement share a revision, and what is so already raises none.
    assert seen == [2, 4, 5, 5, 6, 6]
    assert await revision_of(conn, other) == 0
    assert await fetch_one(conn, int, "SELECT max(revision) FROM exits") == 6
    assert await fetch_one(conn, int, "SELECT max(revision) FROM endpoints") == 5


async def test_a_change_of_many_rows_raises_the_revision_of_each_gateway_once(conn: Connection) -> None:
    """To raise it for each row wrote the gateway's row as often: 20,000 ends took 38 seconds."""
    first, second = await a_gateway(conn, token="gw_test"), await a_gateway(conn, token="gw_other")
    services = [
        (await a_way(conn, gateway, a_key(), n)).service for gateway in (first, second) for n in range(3)
    ]
    before = [await revision_of(conn, gateway) for gateway in (first, second)]

    await execute(
        conn,
        "UPDATE services SET ends_at = ends_at + interval '1 day' WHERE id = ANY(%(services)s)",
        services=services,
    )

    assert [await revision_of(conn, gateway) for gateway in (first, second)] == [one + 1 for one in before]
    raised = "SELECT count(DISTINCT revision) FROM exits WHERE gateway_id = %(gateway)s"
    assert await fetch_one(conn, int, raised, gateway=first) == 1


async def test_a_change_that_is_rolled_back_leaves_no_trace(conn: Connection) -> None:
    gateway = await a_gateway(conn, token="gw_test")
    way = await a_way(conn, gateway, a_key(), 1)

    with pytest.raises(RuntimeError):
        async with conn.transaction():
            await put_exit(conn, gateway, way.service, 2)
            assert await revision_of(conn, gateway) == 3
            raise RuntimeError

    assert await revision_of(conn, gateway) == 2
    # The savepoint took along what was noted of the revision, too.
    await put_exit(conn, gateway, way.service, 3)
    assert await fetch_one(conn, int, "SELECT revision FROM exits") == await revision_of(conn, gateway) == 3


async def test_concurrent_changes_get_revisions_of_their_own(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        ways = [await a_way(conn, gateway, a_key(), number) for number in range(1, 21)]
        before = await revision_of(conn, gateway)

    async def change(way: Way, number: int) -> None:
        async with shop.db.transaction() as conn:
            await put_exit(conn, gateway, way.service, 100 + number)
            # sleep: keeps this transaction open, so that the others meet its locks.
            await asyncio.sleep(0.01)

    await asyncio.gather(*(change(way, number) for number, way in enumerate(ways)))

    async with shop.db.connection() as conn:
        assert await revision_of(conn, gateway) == before + 20
        assert await fetch_one(conn, int, "SELECT count(DISTINCT revision) FROM exits") == 20


async def test_a_new_gateway_gets_all_and_then_every_difference(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        gone, here, moving = [await a_way(conn, gateway, a_key(), number) for number in (1, 2, 3)]
        await desired.remove_endpoints(conn, [gone.key])
        await remove_exit(conn, gone.exit)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        state = await listening.hear()
        async with shop.db.transaction() as conn:
            await put_exit(conn, gateway, moving.service, 4)
            await desired.remove_endpoints(conn, [here.key])
            await remove_exit(conn, here.exit)
        difference = await listening.hear()

    assert state == {
        "type": "state",
        "revision": 8,
        "tunnelNetwork": "10.64.0.0/10",
        "gatewayAddress": "10.64.0.1",
        "listenPort": 51820,
        "mtu": 1420,
        "exits": [exit_on_the_wire(here, 2), exit_on_the_wire(moving, 3)],
        "endpoints": [endpoint_on_the_wire(here, 2), endpoint_on_the_wire(moving, 3)],
    }
    # A change of address is one exit, whatever uses it.
    assert difference == {
        "type": "difference",
        "revision": 11,
        "putExits": [exit_on_the_wire(moving, 4)],
        "removeExits": [here.exit],
        "putEndpoints": [],
        "removeEndpoints": [here.endpoint],
        "traces": [],
    }


async def test_an_exit_that_comes_back_finds_its_endpoints(shop: Shop) -> None:
    """A gateway that was set up anew while a service was suspended has to know its devices before."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        way = await a_way(conn, gateway, a_key(), 1)
        await remove_exit(conn, way.exit)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        state = await listening.hear()
        async with shop.db.transaction() as conn:
            await put_exit(conn, gateway, way.service, 1)
        back = await listening.hear()

    assert (state["exits"], state["endpoints"]) == ([], [endpoint_on_the_wire(way, 1)])
    assert (back["putExits"], back["putEndpoints"]) == ([exit_on_the_wire(way, 1)], [])


async def test_a_returning_gateway_gets_what_it_missed(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await a_way(conn, gateway, a_key(), 1)
        new = await a_way(conn, gateway, a_key(), 2)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 2, ask=ask_due)
    async with aclosing(stream):
        missed = await Listening(stream).hear()

    assert missed == {
        "type": "difference",
        "revision": 4,
        "putExits": [exit_on_the_wire(new, 2)],
        "removeExits": [],
        "putEndpoints": [endpoint_on_the_wire(new, 2)],
        "removeEndpoints": [],
        "traces": [],
    }


async def test_a_gateway_ahead_of_a_restored_shop_is_told_all(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        way = await a_way(conn, await a_gateway(conn, token="gw_test"), a_key(), 1)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 5, ask=ask_due)
    async with aclosing(stream):
        told = await Listening(stream).hear()

    assert (told["type"], told["exits"]) == ("state", [exit_on_the_wire(way, 1)])
    # The shop counts on from beyond there, so that no number means two things.
    assert told["revision"] > 5


async def test_a_connected_gateway_of_a_restored_shop_is_told_all(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts no change whose revision it has passed already, so that it would miss the next ones."""
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        kept, lost = await a_way(conn, gateway, a_key(), 1), await a_way(conn, gateway, a_key(), 2)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 4, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        assert (await listening.hear())["type"] == "heartbeat"
        async with shop.db.transaction() as conn:
            await execute(conn, "DELETE FROM endpoints WHERE identity = %(lost)s", lost=lost.key)
            await execute(conn, "DELETE FROM exits WHERE id = %(lost)s::bigint", lost=lost.exit)
            await execute(conn, "UPDATE gateways SET revision = 2")
        told = await listening.hear()
        while told["type"] == "heartbeat":
            told = await listening.hear()

    assert (told["type"], told["exits"]) == ("state", [exit_on_the_wire(kept, 1)])
    assert told["revision"] > 4


async def test_a_gateway_whose_network_was_changed_is_told_all(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = GatewayId(await a_gateway(conn, token="gw_test"))
        await a_way(conn, gateway, a_key(), 1)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        async with shop.db.transaction() as conn:
            await queries.replace_network(conn, gateway, "172.20.0.0/16")
        told = await listening.hear()

    assert (told["type"], told["revision"]) == ("state", 3)
    assert (told["tunnelNetwork"], told["gatewayAddress"]) == ("172.20.0.0/16", "172.20.0.1")


async def test_a_gateway_with_another_largest_packet_is_told_all(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = GatewayId(await a_gateway(conn, token="gw_test"))
        await a_way(conn, gateway, a_key(), 1)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        before = await listening.hear()
        async with shop.db.transaction() as conn:
            await queries.set_mtu(conn, gateway, 1280)
        told = await listening.hear()

    assert told == before | {"revision": 3, "mtu": 1280}


async def test_heartbeats_are_sent_while_nothing_changes_and_are_no_sign_of_life(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that was stopped takes them, too: the kernel does, until its buffer is full."""
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        await a_way(conn, await a_gateway(conn, token="gw_test"), a_key(), 1)

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 2, ask=ask_due)
    async with aclosing(stream):
        beats = [await Listening(stream).hear() for _ in range(3)]

    assert beats == [{"type": "heartbeat", "revision": 2}] * 3
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, bool, "SELECT last_seen_at IS NULL FROM gateways")


async def test_a_change_is_sent_although_its_notification_was_lost(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
    await shop.app.state.feed.stop()
    shop.app.state.feed.closing = False

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        async with shop.db.transaction() as conn:
            await a_way(conn, gateway, a_key(), 1)
        heard = [(await listening.hear())["type"] for _ in range(3)]

    assert "difference" in heard


async def test_a_gateway_whose_token_was_replaced_is_disconnected(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revoked token must not go on hearing every customer's key."""
    monkeypatch.setattr(service, "HEARTBEAT_SECONDS", 0.1)
    async with shop.db.transaction() as conn:
        await a_gateway(conn, token="gw_test")

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
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


async def test_a_gateway_with_too_many_streams_keeps_the_newest(shop: Shop) -> None:
    """Whoever has one credential could open all that the process may, and each asks the database at each change."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await a_gateway(conn, token="gw_other")
    feed, caller = shop.app.state.feed, await gateway_of(shop.db)
    other = service.stream(shop.db, feed, await gateway_of(shop.db, "gw_other"), 0, ask=ask_due)
    streams = [service.stream(shop.db, feed, caller, 0, ask=ask_due) for _ in range(service.MOST_STREAMS + 2)]

    async with AsyncExitStack() as open_streams:
        for one in (other, *streams):
            await open_streams.enter_async_context(aclosing(one))
            assert (await Listening(one).hear())["type"] == "state"
        for one in streams[:2]:
            with pytest.raises(StopAsyncIteration):
                await Listening(one).hear()
        async with shop.db.transaction() as conn:
            await a_way(conn, gateway, a_key(), 1)
        heard = [(await Listening(one).hear())["type"] for one in streams[2:]]

        assert set(heard) == {"difference"}
        assert feed.count_waiting(gateway) == service.MOST_STREAMS
        assert feed.count_waiting(gateway + 1) == 1


async def test_streams_that_nobody_reads_are_bounded(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")

    with ExitStack() as unread:
        for _ in range(service.MOST_OPEN_STREAMS):
            unread.enter_context(shop.app.state.feed.waiting_for(gateway, most=service.MOST_STREAMS))
        async with asyncio.timeout(30):
            answer = await shop.client.get("/gateway/v1/stream", headers=BEARER)

    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")


async def test_a_gateway_that_begins_anew_all_the_time_is_told_to_wait_and_others_are_not(shop: Shop) -> None:
    """Whoever has one credential could else have the whole state of 10,000 peers told for as long as they like."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
        await a_gateway(conn, token="gw_other")
    counts = shop.app.state.counts = MinuteCounts(clock=lambda: 0.0)
    begun = {"a_minute": service.STREAMS_A_MINUTE, "weight": service.STREAMS_A_MINUTE}

    counts.count("gateway streams", str(gateway), **begun)
    async with asyncio.timeout(30):
        answer = await shop.client.get("/gateway/v1/stream", headers=BEARER)
        counts.count("gateway streams", str(gateway + 1), **begun)

    assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
    assert int(answer.headers["retry-after"]) > 0


async def test_gateways_that_all_read_leave_connections_to_members(shop: Shop) -> None:
    """A thousand are woken at once, and every call of a member waited behind all of them."""
    tokens = [f"gw_{number}" for number in range(2 * shop.db.pool.max_size)]
    async with shop.db.transaction() as conn:
        for token in tokens:
            await a_gateway(conn, token=token)
    gateways = [await gateway_of(shop.db, token) for token in tokens]

    async with (
        AsyncExitStack() as open_streams,
        asyncio.TaskGroup() as listening,
        shop.db.transaction() as locker,
    ):
        await execute(locker, "LOCK TABLE gateways IN ACCESS EXCLUSIVE MODE")
        for gateway in gateways:
            lines = service.stream(shop.db, shop.app.state.feed, gateway, 0, ask=ask_due)
            await open_streams.enter_async_context(aclosing(lines))
            listening.create_task(Listening(lines).hear())
        feed = shop.app.state.feed
        await wait_until_async(lambda: feed.count_streams() == len(gateways), "not all gateways read")
        answer = await shop.client.get("/api/v1/agreements?for=order")

    assert answer.status_code == 200, answer.text


async def test_what_a_stream_has_told_is_not_kept_while_it_waits(shop: Shop) -> None:
    """A state of a thousand peers is half a megabyte, and a thousand streams wait."""
    async with shop.db.transaction() as conn:
        way = await a_way(conn, await a_gateway(conn, token="gw_test"), a_key(), 1)
    lines = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)

    async with aclosing(lines):
        assert (await Listening(lines).hear())["endpoints"][0]["identity"] == way.key
        waiting = asyncio.create_task(anext(lines))
        await wait_until_async(
            lambda: not any(isinstance(one, messages.State | service.Told) for one in gc.get_objects()),
            "what was told is kept",
        )
        waiting.cancel()
        await asyncio.wait([waiting])


async def test_a_stopping_shop_disconnects_its_gateways(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        await a_gateway(conn, token="gw_test")

    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
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
    stream = service.stream(shop.db, feed, await gateway_of(shop.db), 0, ask=ask_due)
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
            await a_way(conn, gateway, a_key(), 1)

        assert (await listening.hear())["type"] == "difference"


async def test_a_change_is_sent_at_once(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        async with shop.db.transaction() as conn:
            await a_way(conn, gateway, a_key(), 1)

        # Long before it would have looked by itself.
        heard = await listening.hear(service.HEARTBEAT_SECONDS - 2)

    assert heard["type"] == "difference"


async def test_announcements_that_nobody_can_read_do_not_end_the_feed(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, token="gw_test")
    stream = service.stream(shop.db, shop.app.state.feed, await gateway_of(shop.db), 0, ask=ask_due)
    async with aclosing(stream):
        listening = Listening(stream)
        await listening.hear()
        await until_shop_listens(shop.db)
        async with shop.db.transaction() as conn:
            for channel in ("gateway_changed", "gateway_acknowledged"):
                for payload in ("", "²", "x 1", "1 x", "1" * 5000):
                    await execute(conn, "SELECT pg_notify(%(c)s, %(p)s)", c=channel, p=payload)
        async with shop.db.transaction() as conn:
            await a_way(conn, gateway, a_key(), 1)

        heard = await listening.hear(service.HEARTBEAT_SECONDS - 2)

    assert heard["type"] == "difference"


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
    assert json.loads(body["body"])["type"] == "state"
    assert body["more_body"] is True


@pytest.mark.parametrize("wrong", ["-1", "x", str(2**63), "%00"])
@pytest.mark.parametrize("name", ["revision", "protocol"])
async def test_a_wrong_revision_or_protocol_is_refused(
    client: Client, conn: Connection, name: str, wrong: str
) -> None:
    await a_gateway(conn, token="gw_test")

    async with asyncio.timeout(30):
        answer = await client.get(f"/gateway/v1/stream?{name}={wrong}", headers=BEARER)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")
