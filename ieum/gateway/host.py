"""The host's addresses, policy rules and routes: read them, and plan the `ip` commands that are missing."""

import socket
import sys
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from ipaddress import IPv4Network
from itertools import batched
from operator import attrgetter
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import msgspec

from ieum.gateway.policy import ListedRule, Rule, line_rule
from ieum.gateway.shell import CommandError, run
from ieum.gateway.uplinks import Line
from ieum.gateway.watch import events_port

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = 71  # SO_NETNS_COOKIE, asm-generic/socket.h
_FORWARDING = Path("/proc/sys/net/ipv4/ip_forward")
_CONF = Path("/proc/sys/net/ipv4/conf")
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
    rules: frozenset[Rule] = frozenset()
    """The agent's own policy rules."""
    routes: Mapping[str, tuple[str, str | None]] = field(default_factory=dict[str, tuple[str, str | None]])
    """Default route of each numbered table: device and next hop."""
    default_routes: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    """Of the main table, best first: device → next hop."""


def read_host() -> Host:
    devices = msgspec.json.decode(run("ip", "-j", "-4", "address", "show"), type=list[_Device])
    rules = msgspec.json.decode(run("ip", "-j", "-4", "rule", "show"), type=list[ListedRule])
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
        rules=frozenset(rule for rule in map(Rule.listed, rules) if rule.is_of_a_line or rule.closes),
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
    """Identify the device of this number, apart from all that had, or will have, an equal number.

    The kernel numbers devices anew after each boot, and in each network namespace, such as that of a container.
    """
    boot = _BOOT.read_text().strip()
    with socket.socket() as any_socket:
        return f"{boot} {namespace_of(any_socket)} {index}"


def namespace_of(any_socket: socket.socket) -> int:
    """The kernel's number of the network namespace of a socket, 0 where Linux (before 5.14) does not tell."""
    try:
        return int.from_bytes(any_socket.getsockopt(socket.SOL_SOCKET, _NAMESPACE, 8), sys.byteorder)
    except OSError:
        return 0


def uses_inside(network: str, *, interface: str) -> list[str]:
    """List what this host itself uses inside a network: its routes there; each of its addresses brings some along.

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
    routes = [
        f"route replace default {f'via {line.via} ' if line.via else ''}dev {line.device} table {line.table}"
        for line in usable
        if host.routes.get(str(line.table)) != (line.device, line.via)
    ]
    present = {rule for rule in host.rules if rule.is_of_a_line}
    return routes + _plan_rules(present, wanted=set(map(line_rule, usable)))


def plan_closing_rules(host: Host, wanted: AbstractSet[Rule]) -> list[str]:
    return _plan_rules({rule for rule in host.rules if rule.closes}, wanted=wanted)


def _plan_rules(present: AbstractSet[Rule], *, wanted: AbstractSet[Rule]) -> list[str]:
    """Add before deleting, so that no packet meets neither of two."""
    return [
        *(f"rule add {rule}" for rule in sorted(wanted - present)),
        *(f"rule del {rule}" for rule in sorted(present - wanted)),
    ]


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
    """Delete every policy rule of the agent and the routes that those of lines lead to."""
    orders = [f"rule del {rule}" for rule in sorted(host.rules)]
    tables = [rule.table for rule in sorted(host.rules) if rule.is_of_a_line]
    return orders + [f"route flush table {table}" for table in tables if table in host.routes]


def run_ip_batch(lines: list[str]) -> None:
    """Run `ip` commands in one process. All are tried; if any fails, the first failure is raised at the end."""
    if lines:
        run("ip", "-force", "-batch", "-", stdin="".join(f"{line}\n" for line in lines))


def run_address_batch(lines: Iterable[str]) -> None:
    """Run `ip` commands on addresses, in parts: each waits until listeners have heard of the changes before.

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


def wrong_settings(lines: Iterable[Line], interface: str) -> dict[Path, str]:
    """The kernel's settings by which nothing would be forwarded, or no answer taken, and what they should be.

    The strict reverse-path check would drop answers that arrive on any line but the default route's. It holds where a
    device or all devices have it, unless the device has the loose one. That one has to ask with the packet's mark,
    because without it no rule leads from or into the tunnel.
    """
    devices = [interface, *(line.device for line in lines)]
    wrong = {_FORWARDING: "1"} if _read(_FORWARDING) != "1" else {}
    everywhere = _read(_CONF / "all/rp_filter")
    for device in devices:
        own = _CONF / device
        forwarding, filtering, by_mark = own / "forwarding", own / "rp_filter", own / "src_valid_mark"
        if _read(forwarding) == "0":
            wrong[forwarding] = "1"
        here = _read(filtering)
        if here and max(here, everywhere) == "1":
            wrong[filtering] = "2"
        if _read(by_mark) == "0":
            wrong[by_mark] = "1"
    return wrong


def enable_forwarding(lines: Iterable[Line], interface: str) -> None:
    """Put right what is wrong of the settings. Forwarding of the host comes first: it sets all devices'."""
    for path, value in wrong_settings(lines, interface).items():
        try:
            path.write_text(value)
        except OSError as refused:
            raise CommandError(f"{path}: {refused.strerror}") from refused


def _read(path: Path) -> str:
    """Read a setting; empty for one of a device that is not there."""
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _device(device: _Device) -> Device:
    return Device(
        mtu=device.mtu,
        up="UP" in device.flags,
        addresses=frozenset(
            (a.local, a.prefixlen) for a in device.addr_info if a.family == "inet" and a.local
        ),
    )
