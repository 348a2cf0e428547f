import json
from pathlib import Path

import pytest

from ieum.gateway import host
from ieum.gateway.host import (
    AddressPlan,
    Device,
    Host,
    connected_networks,
    plan_addresses,
    plan_line_routes,
    plan_removal,
    plan_tunnel_device,
)
from ieum.gateway.policy import Rule, line_rule
from ieum.gateway.uplinks import FIRST_MARK, Line

KT = Line("kt", "kt0", "203.0.113.1", FIRST_MARK, 26981)
POINT_TO_POINT = Line("lte", "wwan0", None, FIRST_MARK + 1, 26982)
TUNNEL = Device(mtu=1420, up=True, addresses=frozenset({("10.64.0.1", 10)}))


def a_host(*addresses: str) -> Host:
    """A host whose carrier device has these addresses."""
    return Host(devices={"kt0": Device(1500, up=True, addresses=frozenset((a, 32) for a in addresses))})


@pytest.mark.parametrize(
    ("device", "plan"),
    [
        (TUNNEL, []),
        (None, ["address add 10.64.0.1/10 dev ieum0", "link set ieum0 mtu 1420", "link set ieum0 up"]),
        (Device(1420, up=False, addresses=TUNNEL.addresses), ["link set ieum0 up"]),
        (
            Device(1380, up=True, addresses=frozenset({("10.0.0.1", 8)})),
            [
                "address del 10.0.0.1/8 dev ieum0",
                "address add 10.64.0.1/10 dev ieum0",
                "link set ieum0 mtu 1420",
            ],
        ),
    ],
    ids=["as-it-should-be", "just-created", "down", "another-network"],
)
def test_the_tunnel_device_gets_the_settings_it_lacks(device: Device | None, plan: list[str]) -> None:
    host = Host(devices={"ieum0": device} if device else {})

    lines = plan_tunnel_device(host, "ieum0", address="10.64.0.1", network="10.64.0.0/10", mtu=1420)

    assert lines == plan


def test_a_line_gets_its_route_and_its_rule_only_once() -> None:
    bare = a_host()
    ready = Host(
        devices=bare.devices,
        rules=frozenset({line_rule(KT)}),
        routes={"26981": ("kt0", "203.0.113.1")},
    )

    assert plan_line_routes(bare, [KT]) == [
        "route replace default via 203.0.113.1 dev kt0 table 26981",
        f"rule add priority 26981 fwmark {KT.mark} lookup 26981",
    ]
    assert plan_line_routes(ready, [KT]) == []


def test_a_lost_route_is_restored_and_the_rule_of_a_former_line_is_deleted() -> None:
    former = Line("former", "eth7", None, FIRST_MARK + 7, 26988)
    host = Host(devices=a_host().devices, rules=frozenset(map(line_rule, (KT, former))))

    assert plan_line_routes(host, [KT]) == [
        "route replace default via 203.0.113.1 dev kt0 table 26981",
        f"rule del priority 26981 fwmark {FIRST_MARK + 7} lookup 26988",
    ]


def test_a_line_whose_device_is_missing_is_left_alone() -> None:
    assert plan_line_routes(a_host(), [POINT_TO_POINT]) == []


@pytest.mark.parametrize(
    ("present", "wanted", "added", "plan"),
    [
        ((), {"1.1.1.1"}, (), AddressPlan({("kt0", "1.1.1.1")}, set(), set())),
        (("1.1.1.1",), {"1.1.1.1"}, (), AddressPlan(set(), set(), set())),
        (("1.1.1.1",), set[str](), (), AddressPlan(set(), set(), set())),
        (
            ("1.1.1.1",),
            set[str](),
            ("1.1.1.1",),
            AddressPlan(set(), {("kt0", "1.1.1.1")}, {("kt0", "1.1.1.1")}),
        ),
        ((), set[str](), ("1.1.1.1",), AddressPlan(set(), set(), {("kt0", "1.1.1.1")})),
    ],
    ids=["new", "present-and-wanted", "the-hosts-own", "ours-and-unwanted", "lost-and-unwanted"],
)
def test_exit_addresses_are_added_and_removed_but_never_the_hosts_own(
    present: tuple[str, ...], wanted: set[str], added: tuple[str, ...], plan: AddressPlan
) -> None:
    result = plan_addresses(
        a_host(*present),
        wanted={("kt0", address) for address in wanted},
        added={("kt0", address) for address in added},
    )

    assert result == plan


def test_an_added_exit_address_does_not_count_as_a_connected_network() -> None:
    host = a_host("203.0.113.2", "198.51.100.9")

    networks = connected_networks(host, added=[("kt0", "198.51.100.9")])

    assert [str(network) for network in networks["kt0"]] == ["203.0.113.2/32"]


def test_removal_deletes_every_rule_of_the_agent_and_its_routes() -> None:
    closing = Rule(26985, "iif ieum0", "blackhole")
    host = Host(
        rules=frozenset({line_rule(KT), line_rule(POINT_TO_POINT), closing}), routes={"26981": ("kt0", None)}
    )

    assert plan_removal(host) == [
        f"rule del priority 26981 fwmark {KT.mark} lookup 26981",
        f"rule del priority 26981 fwmark {POINT_TO_POINT.mark} lookup {POINT_TO_POINT.table}",
        "rule del priority 26985 iif ieum0 blackhole",
        "route flush table 26981",
    ]


def test_what_the_host_uses_inside_a_network_is_named_but_for_the_tunnel_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listing = [
        {"dst": "10.65.0.0/24", "dev": "eth1", "protocol": "kernel", "scope": "link"},
        {"type": "local", "dst": "10.65.0.3", "dev": "eth1", "table": "local"},
        {"dst": "10.64.0.0/10", "dev": "ieum0", "protocol": "kernel"},
        {"type": "local", "dst": "10.64.0.1", "dev": "ieum0", "table": "local"},
    ]
    asked = list[tuple[str, ...]]()

    def run(*argv: str) -> str:
        asked.append(argv)
        return json.dumps(listing)

    monkeypatch.setattr(host, "run", run)

    assert host.uses_inside("10.64.0.0/10", interface="ieum0") == ["10.65.0.0/24 (eth1)", "10.65.0.3 (eth1)"]
    assert asked[0][-2:] == ("root", "10.64.0.0/10")


class Listeners:
    """Others' sockets, by port, each told 60 kB by a part; how many of them it reads in a second."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, **parts_a_second: float) -> None:
        self.unread = dict.fromkeys(parts_a_second, 0.0)
        self.most = dict(self.unread)
        self.now = 0.0
        self._speeds = parts_a_second
        self._file = folder / "netlink"
        self._write()
        monkeypatch.setattr(host, "_NETLINK_SOCKETS", self._file)
        monkeypatch.setattr(host, "events_port", lambda: 1)
        monkeypatch.setattr(host, "run_ip_batch", self._tell)
        monkeypatch.setattr(host, "monotonic", lambda: self.now)
        monkeypatch.setattr(host, "sleep", self._pass)

    def _tell(self, lines: list[str]) -> None:
        assert lines
        self.unread = {port: unread + 60_000 for port, unread in self.unread.items()}
        self.most = {port: max(most, self.unread[port]) for port, most in self.most.items()}
        self._write()

    def _pass(self, seconds: float) -> None:
        self.now += seconds
        read = {port: 60_000 * speed * seconds for port, speed in self._speeds.items()}
        self.unread = {port: max(0.0, unread - read[port]) for port, unread in self.unread.items()}
        self._write()

    def _write(self) -> None:
        rows = (f"ffff 0 {port[1:]} 551 {unread:.0f} 0 0 2 0 7" for port, unread in self.unread.items())
        self._file.write_text("\n".join(("sk Eth Pid Groups Rmem Wmem Dump Locks Drops Inode", *rows)))


def test_a_slow_listener_is_waited_for_however_many_addresses_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """wireguard-go ends if its socket overflows, at 212,992 bytes."""
    listeners = Listeners(monkeypatch, tmp_path, p7=2)

    host.run_address_batch("address add" for _ in range(64 * 20))

    assert listeners.most["p7"] < 100_000


def test_one_that_never_reads_is_waited_for_once_and_the_other_still_each_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listeners = Listeners(monkeypatch, tmp_path, p7=10, p8=0)

    host.run_address_batch("address add" for _ in range(64 * 20))

    assert listeners.most["p7"] < 100_000
    assert listeners.now < 3
