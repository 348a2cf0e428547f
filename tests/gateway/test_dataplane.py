"""The order of the steps that change the host, against a host in memory."""

import errno
from pathlib import Path

import pytest

from ieum.gateway import dataplane, journal
from ieum.gateway.dataplane import DataPlane
from ieum.gateway.desired import Desired, Touched, apply_message, touched_by
from ieum.gateway.host import Host, run_address_batch
from ieum.gateway.plane import Applied
from ieum.gateway.protocol import Difference, Exit, Message, Network
from ieum.gateway.shell import CommandError
from ieum.gateway.store import Additions, Store
from ieum.gateway.wireguard import Interface
from tests.gateway.builders import KEYS, LATER, NOW, a_peer, desired_state
from tests.gateway.memory_host import MemoryGuard, MemoryHost, a_plane, a_plane_that_serves


@pytest.fixture
def host_in_memory(monkeypatch: pytest.MonkeyPatch) -> MemoryHost:
    return MemoryHost(monkeypatch)


def told(plane: DataPlane, before: Desired, message: Message) -> Applied:
    after = apply_message(before, message)
    return plane.change(after, touched_by([message], before=before, after=after), now=NOW)


def test_addresses_leave_the_host_in_parts_whatever_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host_in_memory: MemoryHost
) -> None:
    """wireguard-go ends if it is told of a thousand at once."""
    left = {("kt0", f"203.0.{third}.{last}") for third in (114, 115) for last in range(1, 251)}
    Store(tmp_path).save_additions(Additions(set(left)))
    host_in_memory.addresses |= {address for _, address in left}
    sizes: list[int] = []

    def part(lines: list[str]) -> None:
        sizes.append(len(lines))
        assert len(lines) <= 64

    monkeypatch.setattr(dataplane.host, "run_address_batch", run_address_batch)
    monkeypatch.setattr(dataplane.host, "run_ip_batch", part)

    applied = a_plane(tmp_path).converge(desired_state(), now=NOW)

    assert applied.problems == ()
    assert sum(sizes) >= 500


def test_a_set_up_whose_interface_is_gone_at_its_end_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host_in_memory: MemoryHost
) -> None:
    monkeypatch.setattr(host_in_memory, "replace_interface", lambda: None)

    applied = a_plane(tmp_path).converge(desired_state(a_peer()), now=NOW)

    assert applied.problems == ("the interface ieum0 is gone",)


def test_last_counters_are_told_with_the_interface_that_they_were_read_on(
    tmp_path: Path, host_in_memory: MemoryHost
) -> None:
    """Somebody starts WireGuard anew during the set-up, which must not have them told again as the new one's."""
    plane = a_plane_that_serves(desired_state(a_peer()), tmp_path)
    host_in_memory.counters[KEYS[0]] = (1000, 5000, 5000)
    reading = plane.figures()

    def replace(command: str) -> bool:
        if command.startswith("nft") and not host_in_memory.peers:
            host_in_memory.replace_interface()
        return False

    host_in_memory.fails = replace

    applied = plane.converge(desired_state(), now=NOW)

    later = plane.figures()
    assert reading is not None
    assert later is not None
    assert later.interface != reading.interface
    assert (applied.interface, applied.taken_off[KEYS[0]].received) == (reading.interface, 5000)


@pytest.mark.parametrize(
    ("network", "gateway"),
    [("10.64.0.0/33", "10.64.0.1"), ("10.64.0.1/10", "10.64.0.1"), ("10.64.0.0/10", "10.1.0.1"), ("", "")],
)
def test_a_tunnel_network_that_is_none_is_a_problem_and_no_end_of_the_agent(
    tmp_path: Path, host_in_memory: MemoryHost, network: str, gateway: str
) -> None:
    """Saved before it is applied, it would end each further start, too."""
    plane = a_plane(tmp_path)
    told = Network(network, gateway, 51820, 1420)

    with pytest.raises(CommandError, match="a tunnel network that is none"):
        plane.converge(Desired(1, told), now=NOW)
    plane.converge(desired_state(a_peer()), now=NOW)

    assert host_in_memory.peers == {KEYS[0]: "10.64.0.2"}


def test_an_address_of_a_tail_that_is_new_to_the_host_is_closed(
    tmp_path: Path, host_in_memory: MemoryHost
) -> None:
    before = desired_state(a_peer())
    plane = a_plane_that_serves(before, tmp_path)
    host_in_memory.done.clear()

    exit_ = Exit(KEYS[0], "203.0.113.12", LATER, "203.0.113.11", LATER)
    told(plane, before, Difference(2, [exit_], [], [], []))

    assert {"203.0.113.11", "203.0.113.12"} <= host_in_memory.addresses
    [closing] = [line for line in host_in_memory.done if "add element inet ieum closed" in line]
    assert all(address in closing for address in ("203.0.113.11", "203.0.113.12"))


@pytest.mark.parametrize("is_whole", [False, True], ids=["a-change", "the-whole-host"])
def test_peers_that_exchange_tunnel_addresses_are_silent_until_the_rules_are_theirs(
    tmp_path: Path, host_in_memory: MemoryHost, *, is_whole: bool
) -> None:
    before = desired_state(a_peer(), a_peer(KEYS[1], "10.64.0.3", "203.0.113.11"))
    after = desired_state(
        a_peer(tunnel="10.64.0.3"), a_peer(KEYS[1], "10.64.0.2", "203.0.113.11"), revision=2
    )
    plane = a_plane_that_serves(before, tmp_path)
    host_in_memory.done.clear()

    if is_whole:
        plane.converge(after, now=NOW)
    else:
        plane.change(after, Touched((), KEYS[:2]), now=NOW)

    silenced, rules, *cuts, put = host_in_memory.done
    assert all(f"peer {key} allowed-ips  " in f"{silenced}  " for key in KEYS[:2])
    assert rules.startswith("nft -f")
    assert {f"conntrack -D -s {tunnel}" for tunnel in ("10.64.0.2", "10.64.0.3")} <= set(cuts)
    assert put.startswith("wg set")
    assert host_in_memory.peers == {KEYS[0]: "10.64.0.3", KEYS[1]: "10.64.0.2"}


@pytest.mark.parametrize("broken", ["nft", "ip address add"])
def test_what_could_not_be_lent_is_taken_back(
    tmp_path: Path, host_in_memory: MemoryHost, broken: str
) -> None:
    state = desired_state(a_peer())
    plane = a_plane_that_serves(state, tmp_path)
    host_in_memory.fails = lambda command: command.startswith(broken)
    with pytest.raises(CommandError):
        plane.lend(["203.0.113.50"])
    host_in_memory.fails = lambda _: False
    signs = plane.is_disturbed(), bool(plane.compare())
    host_in_memory.addresses.add("203.0.113.50")  # it may have come, whatever the tool said

    plane.converge(state, now=NOW)

    assert signs == (True, True)
    assert (plane.is_disturbed(), plane.compare()) == (False, ())
    if broken != "nft":  # else it was never written down as added
        assert host_in_memory.addresses == {"203.0.113.10"}


def test_what_could_not_be_taken_back_is_looked_for_again(tmp_path: Path, host_in_memory: MemoryHost) -> None:
    state = desired_state(a_peer())
    plane = a_plane_that_serves(state, tmp_path)
    plane.lend(["203.0.113.50"])
    host_in_memory.fails = lambda command: command.startswith("ip address del")
    with pytest.raises(CommandError):
        plane.take_back(["203.0.113.50"])
    host_in_memory.fails = lambda _: False
    is_disturbed = plane.is_disturbed()

    plane.converge(state, now=NOW)

    assert is_disturbed
    assert host_in_memory.addresses == {"203.0.113.10"}


def test_an_address_that_is_gone_is_open_again_though_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host_in_memory: MemoryHost
) -> None:
    """What was its name here is nobody's: it must not stay closed, should the host get it as its own."""
    plane = a_plane_that_serves(desired_state(a_peer()), tmp_path)
    plane.lend(["203.0.113.50"])
    monkeypatch.setattr(journal.os, "pwrite", no_space)

    plane.take_back(["203.0.113.50"])

    assert host_in_memory.addresses == {"203.0.113.10"}
    assert "delete element inet ieum closed { 203.0.113.50 }" in host_in_memory.done[-1]


def no_space(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def nothing_of_its_own(_: str, *, interface: str) -> list[str]:
    del interface
    return []


def test_peers_are_removed_even_if_the_interface_and_the_rules_cannot_be_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def wg(*argv: str) -> str:
        calls.append(" ".join(argv))
        return ""

    def read_interface(_: str) -> Interface:
        return Interface("another key", 51820, {KEYS[0]: "10.64.0.2", KEYS[1]: "10.64.0.3"}, {})

    def broken(*_: object, **__: object) -> None:
        raise CommandError("tool: does not work")

    monkeypatch.setattr(dataplane.host, "read_host", Host)
    monkeypatch.setattr(dataplane.host, "uses_inside", nothing_of_its_own)
    monkeypatch.setattr(dataplane.host, "run_ip_batch", broken)
    monkeypatch.setattr(dataplane.host, "enable_forwarding", broken)
    monkeypatch.setattr(dataplane.firewall.Firewall, "apply", broken)
    monkeypatch.setattr(dataplane, "Guard", MemoryGuard)
    monkeypatch.setattr(dataplane.wireguard, "read_interface", read_interface)
    monkeypatch.setattr(dataplane.wireguard, "set_interface", broken)
    monkeypatch.setattr(dataplane.wireguard, "run", wg)
    plane = DataPlane(Store(tmp_path), public_key="own", interface="ieum0", uplinks=())

    applied = plane.converge(desired_state(a_peer(until=NOW), a_peer(KEYS[1], "10.64.0.3")), now=NOW)

    plane.close()
    assert any(f"peer {KEYS[0]} remove" in call for call in calls)
    assert not any("10.64.0.3" in call for call in calls)
    assert "tool: does not work" in applied.problems


def test_what_an_earlier_run_has_closed_stays_closed_though_the_file_of_it_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host_in_memory: MemoryHost
) -> None:
    """Else the host's own services answer by addresses for sale, and those stay on the host for good."""
    a_plane_that_serves(desired_state(a_peer()), tmp_path)
    host_in_memory.addresses.add("203.0.113.99")  # somebody else's, which no rule has closed
    listing = "table inet ieum {\n  set closed {\n    elements = { 203.0.113.10 }\n  }\n}\n"
    monkeypatch.setattr(dataplane.firewall, "read_table", lambda: listing)
    for left in tmp_path.glob("additions*"):
        left.unlink()

    a_plane(tmp_path).converge(desired_state(a_peer()), now=NOW)

    table = [one for one in host_in_memory.done if "set closed" in one][-1]
    assert "type ipv4_addr\n    elements = { 203.0.113.10 }" in table
    assert Store(tmp_path).additions() == Additions({("kt0", "203.0.113.10")})


def test_what_is_left_of_a_run_whose_file_is_lost_goes_with_its_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host_in_memory: MemoryHost
) -> None:
    a_plane_that_serves(desired_state(a_peer()), tmp_path)
    listing = "table inet ieum {\n  set closed {\n    elements = { 203.0.113.10 }\n  }\n}\n"
    monkeypatch.setattr(dataplane.firewall, "read_table", lambda: listing)
    Store(tmp_path).rewrite(desired_state())
    (tmp_path / "additions.json").write_bytes(b"{")

    a_plane(tmp_path).converge(desired_state(), now=NOW)

    assert host_in_memory.addresses == set()
