"""The host's addresses, policy rules and routes: what there is, and the `ip` lines that are missing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network
from pathlib import Path
from typing import NamedTuple

import msgspec

from ieum.gateway.commands import CommandError, run
from ieum.gateway.uplinks import FIRST_MARK, RULE_PRIORITY, Line

_MARKS = range(FIRST_MARK, FIRST_MARK + 256)
_SYSCTL = Path("/proc/sys/net/ipv4")


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
    """What the kernel has."""

    devices: Mapping[str, Device] = field(default_factory=dict[str, Device])
    rules: frozenset[tuple[int, str]] = frozenset()
    """Our own policy rules: mark and table."""
    routes: Mapping[str, tuple[str, str | None]] = field(default_factory=dict[str, tuple[str, str | None]])
    """Default route of each numbered table: device and next hop."""
    default_routes: Mapping[str, str | None] = field(default_factory=dict[str, str | None])
    """Of the main table, best first: device → next hop."""


def read_host() -> Host:
    devices = msgspec.json.decode(run("ip", "-j", "-4", "address", "show"), type=list[_Device])
    rules = msgspec.json.decode(run("ip", "-j", "-4", "rule", "show"), type=list[_Rule])
    listing = run("ip", "-j", "-4", "route", "show", "table", "all", "exact", "default")
    routes = msgspec.json.decode(listing, type=list[_Route])
    main = sorted((route for route in routes if route.table == "main" and route.dev), key=_metric)
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


def connected_networks(host: Host, *, added: Iterable[tuple[str, str]]) -> dict[str, list[IPv4Network]]:
    """The networks of each device's own addresses, without those that were only added to be sold."""
    ours = set(added)
    return {
        name: [
            IPv4Network(f"{address}/{length}", strict=False)
            for address, length in sorted(device.addresses)
            if (name, address) not in ours
        ]
        for name, device in host.devices.items()
    }


def plan_tunnel_device(host: Host, name: str, *, address: str, network: str, mtu: int) -> list[str]:
    """Bring the tunnel's own device to its address, which also brings the route to all customers."""
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


def plan_lines(host: Host, lines: Iterable[Line]) -> list[str]:
    """The policy rule and the default route of each line whose device exists."""
    there = [line for line in lines if line.device in host.devices]
    wanted = {(line.mark, str(line.table)) for line in there}
    orders = [
        f"rule del priority {RULE_PRIORITY} fwmark {mark} lookup {table}"
        for mark, table in sorted(host.rules - wanted)
    ]
    for line in there:
        if host.routes.get(str(line.table)) != (line.device, line.via):
            hop = f"via {line.via} " if line.via else ""
            orders.append(f"route replace default {hop}dev {line.device} table {line.table}")
        if (line.mark, str(line.table)) not in host.rules:
            orders.append(f"rule add priority {RULE_PRIORITY} fwmark {line.mark} lookup {line.table}")
    return orders


class AddressPlan(NamedTuple):
    """Exit addresses as device and address."""

    add: set[tuple[str, str]]
    take_off: set[tuple[str, str]]
    forget: set[tuple[str, str]]
    """What no longer counts as added by us; holds all of `take_off`."""


def plan_addresses(
    host: Host, *, wanted: Iterable[tuple[str, str]], added: Iterable[tuple[str, str]]
) -> AddressPlan:
    """An address that the host already had is used, and left alone for ever."""
    there = {(name, ip) for name, device in host.devices.items() for ip, _ in device.addresses}
    possible = {(device, ip) for device, ip in wanted if device in host.devices}
    forget = set(added) - possible
    return AddressPlan(add=possible - there, take_off=forget & there, forget=forget)


def plan_removal(host: Host) -> list[str]:
    """Take off every rule of ours with the routes it leads to."""
    orders = [
        f"rule del priority {RULE_PRIORITY} fwmark {mark} lookup {table}"
        for mark, table in sorted(host.rules)
    ]
    return orders + [f"route flush table {table}" for _, table in sorted(host.rules) if table in host.routes]


def apply_lines(lines: list[str]) -> None:
    """All of them, also after one that fails; the first failure is told then."""
    if lines:
        run("ip", "-force", "-batch", "-", stdin="".join(f"{line}\n" for line in lines))


def enable_forwarding(lines: Iterable[Line]) -> None:
    """Forward packets, and accept answers on a line that is not the host's own default route.

    With the strict reverse-path check such an answer is dropped: the check knows no marks.
    """
    _write(_SYSCTL / "ip_forward", "1")
    everywhere = _SYSCTL / "conf/all/rp_filter"
    for line in lines:
        own = _SYSCTL / "conf" / line.device / "rp_filter"
        if own.exists() and max(int(own.read_text()), int(everywhere.read_text())) == 1:
            _write(own, "2")


def _write(path: Path, value: str) -> None:
    if path.read_text().strip() == value:
        return
    try:
        path.write_text(value)
    except OSError as refused:
        raise CommandError(f"{path}: {refused.strerror}") from refused


def _metric(route: _Route) -> int:
    return route.metric


def _device(device: _Device) -> Device:
    return Device(
        mtu=device.mtu,
        up="UP" in device.flags,
        addresses=frozenset(
            (a.local, a.prefixlen) for a in device.addr_info if a.family == "inet" and a.local
        ),
    )
