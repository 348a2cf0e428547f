"""The agent with the one right that its unit leaves it (`deploy/systemd/ieum-gateway.service`)."""

import shutil
import sys
from pathlib import Path

import pytest

from ieum.dev.lab.addresses import KT
from tests.gateway.world import World
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels

NO_RIGHT = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
ONE_RIGHT = ("setpriv", "--bounding-set=-all,+net_admin", "--inh-caps=-all", "--no-new-privs")


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is not installed (Debian: util-linux)")
def test_cap_net_admin_is_all_that_the_agent_needs(world: World) -> None:
    """Peers, the firewall, routes, addresses, tracked connections, and the kernel's settings of networks."""
    world.gateway.stop()
    world.gateway.teardown()

    world.gateway.start([*ONE_RIGHT, sys.executable, "-m", "ieum.gateway"])
    world.shop.put(world.kim.customer.public_key, world.kim.customer.tunnel_address, KT.exit_address(9))
    ack = world.shop.wait_for_ack(timeout=20)

    status = Path("/proc", str(world.gateway.pid()), "status").read_text()
    assert int(status.split("CapEff:")[1].split()[0], 16) == 1 << 12
    assert ack["error"] is None
    world.kim.client.up(world.conf(world.kim))
    assert world.kim.client.fetch_echo() == KT.exit_address(9)
    world.gateway.stop()
    world.gateway.start()


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="setpriv is not installed (Debian: util-linux)")
def test_without_it_the_agent_says_so_in_one_line(world: World) -> None:
    world.gateway.stop()

    world.gateway.start([*NO_RIGHT, sys.executable, "-m", "ieum.gateway"])
    wait_until(lambda: not world.gateway.running(), "the agent runs without any right")

    assert (
        world.gateway.log().splitlines()[-1].endswith("needed to set up interfaces, routes and the firewall")
    )
