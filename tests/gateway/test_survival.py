"""What happens to customers when something around them dies, restarts or is taken away."""

import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from ieum.sandbox.lab import Customer, Lab, LabError, LabShop, remove_stale, why_not
from ieum.sandbox.lab.addresses import KT
from ieum.sandbox.lab.namespaces import names

from .conftest import World

pytestmark = pytest.mark.tunnels


def test_an_agent_upgrade_cuts_nobody_off(world: World) -> None:
    held = world.kim.hold()
    held.ask()

    code = world.gateway.stop()
    while_stopped = held.ask()
    world.gateway.start()
    acks = len(world.shop.acks)
    world.shop.wait(lambda: world.shop.acks[acks:] or None, "no ack")

    assert code == 0
    assert while_stopped == held.ask() == world.kim.exit_address


def test_the_stream_goes_on_from_the_revision_on_disk(world: World) -> None:
    world.gateway.stop()
    streams = len(world.shop.streams)

    world.gateway.start()
    asked = world.shop.wait(lambda: world.shop.streams[streams:] or None, "no stream")

    assert asked[0] == world.shop.revision


def test_what_changed_while_the_agent_was_away_is_applied_with_its_cuts(world: World) -> None:
    held = world.kim.hold()
    held.ask()
    world.gateway.stop()
    customer = world.kim.customer
    world.shop.put(customer.public_key, customer.tunnel_address, KT.exit_address(9))

    world.gateway.start()
    world.shop.wait_for_ack()

    assert held.is_cut()
    assert world.kim.client.fetch_echo() == KT.exit_address(9)


def test_customers_go_on_while_the_shop_is_down(world: World) -> None:
    held = world.kim.hold()
    held.ask()

    world.shop.close()

    assert world.kim.client.fetch_echo() == held.ask() == world.kim.exit_address


def test_a_host_that_rebooted_without_the_shop_serves_again(world: World) -> None:
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


def test_a_killed_wireguard_go_is_healed_without_the_customer_doing_anything(world: World) -> None:
    (victim,) = (pid for pid in world.lab.host.pids() if _command(pid) == "wireguard-go")

    os.kill(victim, signal.SIGKILL)
    # The customer's side notices after fifteen seconds without an answer and shakes hands anew.
    world.gateway.wait_for(lambda: world.kim.carries(timeout=1), timeout=30)

    assert world.kim.client.fetch_echo() == world.kim.exit_address


def test_the_agent_is_small(world: World) -> None:
    assert world.gateway.memory() < 45_000_000


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
        after_once = _everything(lab)
        gateway.teardown()

        assert during != before
        assert after_once == before
        assert _everything(lab) == before
        assert sorted(path.name for path in gateway.state_dir.iterdir()) == ["lock", "private.key"]


def test_a_lab_leaves_nothing_behind_even_after_an_error() -> None:
    reason = why_not()
    if reason:
        pytest.skip(reason)
    lab = Lab()

    def fail() -> None:
        with lab:
            lab.add_client("kim")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert names(lab.world) == []
    assert not lab.folder.exists()


def test_what_a_dead_lab_left_is_removed_and_a_living_one_is_not(lab: Lab) -> None:
    dead = "ieum-4194305-1-gw"  # above the highest process id Linux gives
    lab.host.run("ip", "netns", "add", dead)
    folder = Path(tempfile.gettempdir(), f"{dead}-keys")
    folder.mkdir()

    removed = remove_stale()

    assert dead in removed
    assert not folder.exists()
    assert lab.folder.exists()
    assert names(lab.world) != []


def _everything(lab: Lab) -> list[str]:
    time.sleep(0.1)  # a process that is ending has its moment to be gone
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
