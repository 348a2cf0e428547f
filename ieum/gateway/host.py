"""The host's addresses, policy rules and routes: read them, and plan the `ip` commands that are missing."""

import socket
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network
from itertools import batched
from operator import attrgetter
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import msgspec

from ieum.gateway.shell import CommandError, run
from ieum.gateway.uplinks import FIRST_MARK, RULE_PRIORITY, Line
from ieum.gateway.watch import events_port

_MARKS = range(FIRST_MARK, FIRST_MARK + 256)
_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = 71  # SO_NETNS_COOKIE, asm-generic/socket.h
_IPV4_SETTINGS = Path("/proc/sys/net/ipv4")
_NETLINK_SOCKETS = Path("/proc/net/netlink")
_ROUTE_FAMILY = "0"
# A socket takes 212,992 bytes unless somebody asks for more, and one address about a thousand.
_ADDRESSES_AT_ONCE = 64
_UNREAD_AT_MOST = 32_768
_LONGEST_WAIT = (
    1.0  # seconds for one part; a program that never reads must not hold up all that come after it
)


class _AddressEntry(msgspec.Struct):
    family: str
    local: str = ""
    prefixlen: int = 32


class _Device(msgspec.Struct):
    ifname: str = ""
    mtu: int = 0
    flags: list[str] = []
    addr_info: list[_AddressEntry] = []


class _Rule(msgspec.Struct):
    priority: int
    fwmark: str = "0"
    table: str = ""


class _Route(msgspec.Struct):
    dst: str = ""
    dev: str = ""
    gateway: str | None = None
    table: str = "main"
    metric: int = 0


@dataclass(frozen=True)
class Device:
    mtu: int
    up: bool
    addresses: frozenset[tuple[str, int]]
    """Address and prefix length."""


@dataclass(frozen=True)
class Host:
    """The network configuration that the kernel has now."""

    devices: Mapping[str, Device] = field(default_factory=dict[str, Device])
    rules: frozenset[tuple[int, str]] = frozenset()
    """The agent's own policy rules: mark and table."""
    routes: Mapping[str, tuple[str, str | None]] = field(default_factory=dict[str, tuple[str, str | None]])
    """Default route of each numbered table: device and next hop."""
    default_routes: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    """Of the main table, best first: device → next hop."""


def read_host() -> Host:
    devices = msgspec.json.decode(run("ip", "-j", "-4", "address", "show"), type=list[_Device])
    rules = msgspec.json.decode(run("ip", "-j", "-4", "rule", "show"), type=list[_Rule])
    listing = run("ip", "-j", "-4", "route", "show", "table", "all", "exact", "default")
    routes = msgspec.json.decode(listing, type=list[_Route])
    main = sorted(
        (route for route in routes if route.table == "main" and route.dev), key=attrgetter("metric")
    )
    best: dict[str, str | None] = {}
    for route in main:
        best.setdefault(route.dev, route.gateway)
    return Host(
        devices={device.ifname: _device(device) for device in devices if device.ifname},
        rules=frozenset(
            (int(rule.fwmark.partition("/")[0], 16), rule.table)
            for rule in rules
            if rule.priority == RULE_PRIORITY and int(rule.fwmark.partition("/")[0], 16) in _MARKS
        ),
        routes={route.table: (route.dev, route.gateway) for route in routes if route.table != "main"},
        default_routes=best,
    )


def index_of(device: str) -> int | None:
    """The kernel's number of this device; one that is created anew under the same name has another."""
    try:
        return socket.if_nametoindex(device)
    except OSError:
        return None


def identity_of(index: int) -> str:
    """What tells the device of this number from all that had, or will have, the same one.

    The kernel numbers devices anew after each boot, and in each network namespace, such as that of a container.
    """
    boot = _BOOT.read_text().strip()
    with socket.socket() as any_socket:
        try:
            namespace = int.from_bytes(any_socket.getsockopt(socket.SOL_SOCKET, _NAMESPACE, 8), sys.byteorder)
        except OSError:
            namespace = 0  # Linux before 5.14 does not tell
    return f"{boot} {namespace} {index}"


def uses_inside(network: str, *, interface: str) -> list[str]:
    """What this host itself uses inside a network: its routes there, which every address of its own brings along.

    Routes of the tunnel interface are not counted.
    """
    listing = run("ip", "-j", "-4", "route", "show", "table", "all", "root", network)
    routes = msgspec.json.decode(listing or "[]", type=list[_Route])
    return sorted({f"{route.dst} ({route.dev})" for route in routes if route.dev != interface})


def connected_networks(host: Host, *, added: Iterable[tuple[str, str]]) -> dict[str, list[IPv4Network]]:
    """The networks of each device's own addresses, leaving out those the agent added as exit addresses."""
    exits = set(added)
    return {
        name: [
            IPv4Network(f"{address}/{length}", strict=False)
            for address, length in sorted(device.addresses)
            if (name, address) not in exits
        ]
        for name, device in host.devices.items()
    }


def plan_tunnel_device(host: Host, name: str, *, address: str, network: str, mtu: int) -> list[str]:
    """Give the WireGuard device its address; the kernel derives the route to all customers from it."""
    device = host.devices.get(name, Device(mtu=0, up=False, addresses=frozenset()))
    own = (address, IPv4Network(network).prefixlen)
    lines = [f"address del {ip}/{length} dev {name}" for ip, length in sorted(device.addresses - {own})]
    if own not in device.addresses:
        lines.append(f"address add {own[0]}/{own[1]} dev {name}")
    if device.mtu != mtu:
        lines.append(f"link set {name} mtu {mtu}")
    if not device.up:
        lines.append(f"link set {name} up")
    return lines


def plan_line_routes(host: Host, lines: Iterable[Line]) -> list[str]:
    """Give each line whose device exists its policy rule and default route; delete rules of former lines."""
    usable = [line for line in lines if line.device in host.devices]
    wanted = {(line.mark, str(line.table)) for line in usable}
    orders = [
        f"rule del priority {RULE_PRIORITY} fwmark {mark} lookup {table}"
        for mark, table in sorted(host.rules - wanted)
    ]
    for line in usable:
        if host.routes.get(str(line.table)) != (line.device, line.via):
            hop = f"via {line.via} " if line.via else ""
            orders.append(f"route replace default {hop}dev {line.device} table {line.table}")
        if (line.mark, str(line.table)) not in host.rules:
            orders.append(f"rule add priority {RULE_PRIORITY} fwmark {line.mark} lookup {line.table}")
    return orders


class AddressPlan(NamedTuple):
    """Each exit address as a pair of device and address."""

    add: set[tuple[str, str]]
    remove: set[tuple[str, str]]
    forget: set[tuple[str, str]]
    """Addresses that no longer count as added by the agent; includes all of `remove`."""


def plan_addresses(
    host: Host, *, wanted: Iterable[tuple[str, str]], added: Iterable[tuple[str, str]]
) -> AddressPlan:
    """Plan by what the agent added itself: an address that the host already had is used but never removed."""
    present = {(name, ip) for name, device in host.devices.items() for ip, _ in device.addresses}
    possible = {(device, ip) for device, ip in wanted if device in host.devices}
    forget = set(added) - possible
    return AddressPlan(add=possible - present, remove=forget & present, forget=forget)


def plan_removal(host: Host) -> list[str]:
    """Delete every policy rule of the agent and the routes it leads to."""
    orders = [
        f"rule del priority {RULE_PRIORITY} fwmark {mark} lookup {table}"
        for mark, table in sorted(host.rules)
    ]
    return orders + [f"route flush table {table}" for _, table in sorted(host.rules) if table in host.routes]


def run_ip_batch(lines: list[str]) -> None:
    """Run `ip` commands in one process. All are tried; if any fails, the first failure is raised at the end."""
    if lines:
        run("ip", "-force", "-batch", "-", stdin="".join(f"{line}\n" for line in lines))


def run_address_batch(lines: Iterable[str]) -> None:
    """The same for addresses, in parts, none before those who listen to such changes have heard of the one before.

    wireguard-go ends, and with it every tunnel, if its socket overflows with such news.
    """
    failure: CommandError | None = None
    deaf: set[str] = set()
    for number, part in enumerate(batched(lines, _ADDRESSES_AT_ONCE)):
        if number:
            deaf |= _wait_for_readers(deaf)
        try:
            run_ip_batch(list(part))
        except CommandError as failed:
            failure = failure or failed
    if failure:
        raise failure


def _wait_for_readers(deaf: set[str]) -> set[str]:
    """Wait until all but these have read most of what they were told, and return which have not after a while."""
    end = monotonic() + _LONGEST_WAIT
    while behind := _ports_with_news() - deaf:
        if monotonic() > end:
            return behind
        sleep(0.002)
    return set()


def _ports_with_news() -> set[str]:
    """The ports of the sockets in which others listen to changes of the network and have much left to read.

    One that has overflowed before is past saving, and its program may never read again.
    """
    own = str(events_port())  # read once a second, and large enough for a thousand addresses
    sockets = (line.split() for line in _NETLINK_SOCKETS.read_text().splitlines()[1:])
    return {
        port
        for _, family, port, _, unread, _, _, _, drops, *_ in sockets
        if family == _ROUTE_FAMILY and port != own and drops == "0" and int(unread) > _UNREAD_AT_MOST
    }


def enable_forwarding(lines: Iterable[Line]) -> None:
    """Turn on forwarding, and loosen the reverse-path check on each line that has the strict one.

    The strict check ignores marks, so it would drop answers that arrive on any line but the default route's.
    """
    _write(_IPV4_SETTINGS / "ip_forward", "1")
    all_devices = _IPV4_SETTINGS / "conf/all/rp_filter"
    for line in lines:
        own = _IPV4_SETTINGS / "conf" / line.device / "rp_filter"
        if own.exists() and max(int(own.read_text()), int(all_devices.read_text())) == 1:
            _write(own, "2")


def _write(path: Path, value: str) -> None:
    if path.read_text().strip() == value:
        return
    try:
        path.write_text(value)
    except OSError as refused:
        raise CommandError(f"{path}: {refused.strerror}") from refused


def _device(device: _Device) -> Device:
    return Device(
        mtu=device.mtu,
        up="UP" in device.flags,
        addresses=frozenset(
            (a.local, a.prefixlen) for a in device.addr_info if a.family == "inet" and a.local
        ),
    )
