"""Customers' connections while the agent, the shop, the host or WireGuard stops, restarts or is removed."""

import os
import signal
from pathlib import Path

import pytest

from ieum.dev.lab.addresses import KT
from ieum.dev.lab.customer import Customer
from ieum.dev.lab.namespaces import LabError
from ieum.dev.lab.shop import LabShop
from ieum.dev.lab.world import Lab, why_not
from tests.gateway.world import World
from tests.waiting import wait_until

pytestmark = pytest.mark.tunnels


def test_restarting_the_agent_cuts_no_connection(world: World) -> None:
    connection = world.kim.open_connection()
    connection.ask()

    code = world.gateway.stop()
    while_stopped = connection.ask()
    world.gateway.start()
    acks = len(world.shop.acks)
    world.shop.wait(lambda: world.shop.acks[acks:] or None, "no ack")

    assert code == 0
    assert while_stopped == connection.ask() == world.kim.exit_address


def test_a_restarted_agent_asks_for_changes_since_the_saved_revision(world: World) -> None:
    world.gateway.stop()
    streams = len(world.shop.streams)

    world.gateway.start()
    asked = world.shop.wait(lambda: world.shop.streams[streams:] or None, "no stream")

    assert asked[0] == world.shop.revision


def test_an_exit_changed_while_the_agent_was_down_is_applied_and_cuts_connections(world: World) -> None:
    connection = world.kim.open_connection()
    connection.ask()
    world.gateway.stop()
    customer = world.kim.customer
    world.shop.put(customer.public_key, customer.tunnel_address, KT.exit_address(9))

    world.gateway.start()
    world.shop.wait_for_ack()

    assert connection.is_cut()
    assert world.kim.client.fetch_echo() == KT.exit_address(9)


def test_customers_stay_connected_while_the_shop_is_down(world: World) -> None:
    connection = world.kim.open_connection()
    connection.ask()

    world.shop.close()

    assert world.kim.client.fetch_echo() == connection.ask() == world.kim.exit_address


def test_a_rebooted_host_serves_customers_while_the_shop_is_down(world: World) -> None:
    world.shop.close()
    world.gateway.stop()
    host = world.lab.host
    host.ip(f"link delete {world.lab.interface}", f"address del {world.kim.exit_address}/32 dev {KT.device}")
    host.run("nft", "flush", "ruleset")
    for tunnel in (world.kim, world.lee):
        tunnel.client.down()

    world.gateway.start()
    world.gateway.wait_for(lambda: _serves(world, world.lee.customer.public_key))
    for tunnel in (world.kim, world.lee):
        tunnel.client.up(world.conf(tunnel))

    assert world.kim.client.fetch_echo() == world.kim.exit_address
    assert world.lee.client.fetch_echo() == world.lee.exit_address


def test_a_killed_wireguard_go_is_replaced_and_customers_reconnect_by_themselves(world: World) -> None:
    (wireguard_go,) = (pid for pid in world.lab.host.pids() if _command(pid) == "wireguard-go")

    os.kill(wireguard_go, signal.SIGKILL)
    # The customer's WireGuard makes a new handshake after fifteen seconds without an answer.
    world.gateway.wait_for(lambda: world.kim.carries(timeout=1), timeout=30)

    assert world.kim.client.fetch_echo() == world.kim.exit_address


def test_the_agent_needs_less_than_48_megabytes(world: World) -> None:
    status = Path("/proc", str(world.gateway.pid()), "status").read_text()
    resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))

    assert resident * 1024 < 48_000_000


def test_teardown_leaves_nothing_behind() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    with Lab() as lab, LabShop() as shop:
        before = _everything(lab)
        gateway = lab.start_gateway(shop.url, shop.token)
        shop.put(Customer.new("10.64.0.2").public_key, "10.64.0.2", KT.exit_address(0))
        shop.wait_for_ack()
        during = _everything(lab)
        gateway.stop()

        gateway.teardown()
        # A process that was told to end may still be listed for a moment.
        wait_until(lambda: _everything(lab) == before, "something is left after the teardown")
        gateway.teardown()

        assert during != before
        wait_until(lambda: _everything(lab) == before, "something is left after the second teardown")
        assert sorted(path.name for path in gateway.state_dir.iterdir()) == ["lock", "private.key"]


def test_a_host_that_uses_the_tunnel_network_itself_is_left_as_it_is() -> None:
    """Else it would lose its way to its own machines, as hosts in 10.0.0.0/8 of many data centres did."""
    reason = why_not()
    if reason:
        pytest.skip(reason)
    with Lab() as lab, LabShop() as shop:
        lab.host.ip("address add 10.65.0.3/24 dev lo")
        before = _everything(lab)
        gateway = lab.start_gateway(shop.url, shop.token)
        shop.put(Customer.new("10.64.0.2").public_key, "10.64.0.2", KT.exit_address(0))
        refused = shop.wait_for_ack()
        unchanged = _everything(lab)

        lab.host.ip("address del 10.65.0.3/24 dev lo")
        served = shop.wait(
            lambda: next((ack for ack in shop.acks[-1:] if ack["error"] is None), None), "it stays refused"
        )
        gateway.stop()

    assert "10.65.0.0/24 (lo)" in str(refused["error"])
    assert unchanged[:-1] == before[:-1]  # the last is who runs: the agent, too
    assert served["revision"] == 1


def _everything(lab: Lab) -> list[str]:
    return [
        lab.host.run("ip", "-4", "-oneline", "address"),
        lab.host.run("ls", "/sys/class/net"),
        lab.host.run("ip", "-4", "rule"),
        lab.host.run("ip", "-4", "route", "show", "table", "all"),
        lab.host.run("nft", "list", "ruleset"),
        *(flow for flow in lab.host.run("conntrack", "-L").splitlines() if "10.64." in flow),
        " ".join(_command(pid) for pid in lab.host.pids()),
    ]


def _command(pid: int) -> str:
    return Path("/proc", str(pid), "comm").read_text().strip()


def _serves(world: World, public_key: str) -> bool:
    try:
        return public_key in world.gateway_peers()
    except LabError:
        return False  # the interface is not there yet
