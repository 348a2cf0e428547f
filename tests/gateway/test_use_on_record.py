"""Recorded use agrees with what the far side received, also after restarts of the agent and its interface."""

import msgspec
import pytest

from ieum.dev.lab.namespaces import LabError
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import PooledDatabase, execute, fetch_one
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.usage import service
from ieum.shop.usage.types import Bytes, Report
from tests.downloads import counted_by, download
from tests.gateway.aside import run_aside
from tests.gateway.told import told
from tests.gateway.world import Tunnel, World
from tests.shop.builders.usage import a_used_device
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

SIZE = 4_000_000
SEALS = service.Seals(Sealer([SANDBOX_SEALING_KEY]), "a-key-of-more-than-32-characters-for-tests")


def serves(world: World, tunnel: Tunnel) -> bool:
    """Whether the gateway has its interface, and this customer on it."""
    try:
        return tunnel.customer.public_key in world.gateway_peers()
    except LabError:
        return False


async def kept_by_the_shop(url: str, key: str, reports: list[Report]) -> Bytes:
    """Bytes in the shop's hours after every report came twice, and the oldest once more at the end."""
    async with PooledDatabase(url, size=2) as db:
        async with db.transaction() as conn:
            used = await a_used_device(conn)
            await execute(conn, "UPDATE devices SET public_key = %(key)s", key=key)
            await execute(conn, "UPDATE endpoints SET identity = %(key)s", key=key)
            gateway = await gateways.get_gateway(conn, GatewayId(used.gateway))
        for report in [*(one for one in reports for _ in range(2)), reports[0]]:
            async with db.transaction() as conn:
                await service.record(conn, gateway, report, SEALS)
        async with db.connection() as conn:
            rows = await fetch_one(
                conn,
                list[int],
                "SELECT ARRAY[coalesce(sum(rx_bytes), 0), coalesce(sum(tx_bytes), 0)]::bigint[] FROM usage_hours",
            )
    return Bytes(*rows)


def test_the_hours_agree_with_the_far_side_over_restarts_of_the_agent_and_its_interface(
    world: World, database_url: str
) -> None:
    kim = world.kim
    kim.client.down()
    world.shop.remove(kim.customer.public_key)
    world.shop.wait_for_ack()
    world.shop.put(kim.customer.public_key, kim.customer.tunnel_address, kim.exit_address)
    world.shop.wait_for_ack()
    world.shop.usage.clear()
    kim.client.up(world.conf(kim))

    download(kim.client, SIZE)
    world.gateway.kill()
    download(kim.client, SIZE)
    world.gateway.start()
    download(kim.client, SIZE)
    before = Bytes(*counted_by(kim.client))
    # What came after the last reading goes with the interface; of readings, only the reports tell.
    wait_until(
        lambda: told(world.shop, kim.customer.public_key).tx >= 0.999 * before.tx,
        "the counters are not told",
    )
    world.lab.host.run("ip", "link", "del", world.lab.interface)
    world.gateway.wait_for(lambda: serves(world, kim), timeout=30)
    kim.client.down()
    kim.client.up(world.conf(kim))
    download(kim.client, SIZE)
    after = Bytes(*counted_by(kim.client))
    # Its last counters are told at once, beside the word that it is gone; otherwise they would be in half a minute.
    world.shop.remove(kim.customer.public_key)
    world.shop.wait_for_ack()
    wait_until(
        lambda: told(world.shop, kim.customer.public_key).tx >= 0.99 * (before.tx + after.tx),
        "its last counters are not told",
        seconds=15,
    )

    reports = [msgspec.convert(report, Report) for report in world.shop.usage]
    kept = run_aside(kept_by_the_shop(database_url, kim.customer.public_key, reports))

    received, sent = before.tx + after.tx, before.rx + after.rx
    assert received > 4 * SIZE
    assert abs(kept.tx - received) <= received / 100, (kept, before, after)
    assert abs(kept.rx - sent) <= max(sent / 100, 5_000), (kept, before, after)
    assert (
        len(
            {
                peer.epoch
                for one in reports
                for peer in one.peers
                if peer.public_key == kim.customer.public_key
            }
        )
        > 1
    )
