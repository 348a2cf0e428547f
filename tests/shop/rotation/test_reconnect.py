"""A service that changes on reconnect gets a new address while all of its devices are silent."""

from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, Database, execute
from ieum.shop.rotation import service as rotations
from tests.shop.builders.rotation import Held, a_dynamic_service, addresses_of, choose, rotation
from tests.shop.builders.services import a_device, let_connect
from tests.shop.builders.shops import Client

LONG_AGO = timedelta(minutes=4)


async def a_used_service(client: Client, conn: Connection, *, on_reconnect: bool = True) -> Held:
    """With two devices that have just connected, on a gateway that calls."""
    held = await a_dynamic_service(conn)
    for _ in range(2):
        await a_device(conn, held.service)
    await choose(client, held, on_reconnect=on_reconnect)
    # The address is older than the connection.
    await execute(conn, "UPDATE leases SET active_at = active_at - interval '1 hour' WHERE state = 'active'")
    await let_connect(conn, held.service)
    await execute(conn, "UPDATE gateways SET last_seen_at = now(), usage_told_at = now()")
    return held


async def fall_silent(conn: Connection, by: timedelta = LONG_AGO, *, devices: int = 2) -> None:
    await execute(
        conn,
        """
        UPDATE device_usage SET last_handshake_at = last_handshake_at - %(by)s,
                                first_handshake_at = first_handshake_at - %(by)s
         WHERE device_id IN (SELECT device_id FROM device_usage ORDER BY device_id LIMIT %(devices)s)
        """,
        by=by,
        devices=devices,
    )


async def test_the_address_changes_once_in_a_silence_and_again_in_the_next(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_used_service(client, conn)

    connected = await rotations.change_silent(db, limit=10)
    await fall_silent(conn)
    silent = [await rotations.change_silent(db, limit=10) for _ in range(2)]
    await execute(conn, "UPDATE leases SET active_at = active_at - interval '1 hour' WHERE state = 'active'")
    await execute(conn, "UPDATE rotations SET reconnect_again_at = reconnect_again_at - interval '1 hour'")
    again = await rotations.change_silent(db, limit=10)

    assert (connected, silent, again) == (0, [1, 0], 1)
    assert len(await addresses_of(conn, held.service)) == 3
    # It counts against no limit.
    assert (await rotation(client, held))["changesLeft"] == 300


@pytest.mark.parametrize(
    ("on_reconnect", "devices", "by", "gateway"),
    [
        pytest.param(False, 2, LONG_AGO, "now()", id="it is off"),
        pytest.param(True, 1, LONG_AGO, "now()", id="one device is connected"),
        pytest.param(True, 2, timedelta(minutes=3), "now()", id="not silent for long enough"),
        pytest.param(True, 2, LONG_AGO, "now() - interval '1 minute'", id="the gateway is away"),
        # As after an outage of the shop: it calls, and what it has to tell comes later.
        pytest.param(
            True, 2, LONG_AGO, "now(), usage_told_at = now() - interval '5 minutes'", id="not told yet"
        ),
        pytest.param(True, 2, LONG_AGO, "now(), usage_told_at = NULL", id="never told"),
    ],
)
async def test_otherwise_the_address_stays(
    client: Client,
    conn: Connection,
    db: Database,
    on_reconnect: bool,
    devices: int,
    by: timedelta,
    gateway: str,
) -> None:
    held = await a_used_service(client, conn, on_reconnect=on_reconnect)
    await fall_silent(conn, by, devices=devices)
    await conn.execute(f"UPDATE gateways SET last_seen_at = {gateway}".encode())

    assert await rotations.change_silent(db, limit=10) == 0
    assert len(await addresses_of(conn, held.service)) == 1


async def test_a_service_that_never_connected_keeps_its_address(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_dynamic_service(conn)
    await a_device(conn, held.service)
    await choose(client, held, on_reconnect=True)
    await execute(conn, "UPDATE gateways SET last_seen_at = now()")

    assert await rotations.change_silent(db, limit=10) == 0


async def test_no_tail_begins_after_a_silence(client: Client, conn: Connection, db: Database) -> None:
    held = await a_used_service(client, conn)
    await choose(client, held, on_reconnect=True, let_run=True)
    await fall_silent(conn)

    await rotations.change_silent(db, limit=10)

    assert (await rotation(client, held))["tailAddress"] is None
    assert len(await addresses_of(conn, held.service)) == 2


async def test_a_service_without_another_address_waits_and_holds_up_nobody(
    client: Client, conn: Connection, db: Database
) -> None:
    held = await a_used_service(client, conn)
    await fall_silent(conn)
    taken = "UPDATE exit_addresses SET withdrawn_at = {} WHERE available_at IS NOT NULL"
    await conn.execute(taken.format("now()").encode())

    tried = [await rotations.change_silent(db, limit=1) for _ in range(3)]
    await conn.execute(taken.format("NULL").encode())
    waits = await rotations.change_silent(db, limit=1)
    await execute(conn, "UPDATE rotations SET reconnect_again_at = now()")
    changed = await rotations.change_silent(db, limit=1)

    assert (tried, waits, changed) == ([1, 0, 0], 0, 1)
    assert len(await addresses_of(conn, held.service)) == 2
