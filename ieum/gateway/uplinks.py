"""Carrier lines: which line an exit address belongs to, and the mark and table that route it there."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network

FIRST_MARK = 0x69650100
FIRST_TABLE = 26981
_NO_LINE = "no uplink: the host has no default route, and none is given by --uplink"


class UplinkError(ValueError):
    """An --uplink option that cannot be read."""


@dataclass(frozen=True)
class Uplink:
    """A carrier line as the operator gave it. Without `via`, the host's default route on that device is used."""

    name: str
    device: str
    via: str | None = None
    prefixes: tuple[IPv4Network, ...] = ()


@dataclass(frozen=True)
class Line:
    """A carrier line with the mark and routing table that the kernel uses for it."""

    name: str
    device: str
    via: str | None
    mark: int
    table: int


@dataclass(frozen=True)
class Lines:
    """The lines in use, and the networks that decide which line an exit address belongs to."""

    lines: tuple[Line, ...]
    prefixes: Mapping[str, Sequence[IPv4Network]] = field(default_factory=dict[str, Sequence[IPv4Network]])
    """Line name → networks that the operator gave; they win over connected networks."""
    connected: Mapping[str, Sequence[IPv4Network]] = field(default_factory=dict[str, Sequence[IPv4Network]])
    """Device → networks of its own addresses."""
    others: frozenset[str] = frozenset()
    """Addresses that the host has on other devices."""
    problems: tuple[str, ...] = ()
    """One sentence for each device that the host lacks."""

    def line_of(self, address: IPv4Address) -> Line | None:
        """None, too, for an address that would cut off the host itself, or its line, if it were added."""
        if self._is_taken(address):
            return None
        given = [
            (prefix.prefixlen, line)
            for line in self.lines
            for prefix in self.prefixes.get(line.name, ())
            if address in prefix
        ]
        connected = [
            (network.prefixlen, line)
            for line in self.lines
            for network in self.connected.get(line.device, ())
            if address in network
        ]
        for candidates in (given, connected):
            if candidates:
                return max(candidates, key=lambda candidate: candidate[0])[1]
        return self.lines[0] if len(self.lines) == 1 else None

    def _is_taken(self, address: IPv4Address) -> bool:
        special = address.is_loopback or address.is_multicast or address.is_reserved or address.is_link_local
        return (
            special
            or address.is_unspecified
            or str(address) in self.others
            or any(line.via == str(address) for line in self.lines)
            or any(
                address == network.broadcast_address and network.prefixlen < 31
                for networks in self.connected.values()
                for network in networks
            )
        )


def find_lines(
    uplinks: Sequence[Uplink],
    *,
    default_routes: Mapping[str, str | None],
    connected: Mapping[str, Sequence[IPv4Network]],
    own: Mapping[str, AbstractSet[str]],
) -> Lines:
    """Find the lines of a host with these default routes, as below, and these networks and addresses on each device."""
    lines = number_lines(uplinks, default_routes=default_routes)
    devices = {line.device for line in lines}
    absent = tuple(
        f"uplink {line.name}: no device {line.device}" for line in lines if line.device not in connected
    )
    return Lines(
        lines=lines,
        prefixes={uplink.name: uplink.prefixes for uplink in uplinks},
        connected={line.device: connected.get(line.device, ()) for line in lines},
        others=frozenset(one for device in own.keys() - devices for one in own[device]),
        problems=absent if lines else (_NO_LINE,),
    )


def number_lines(uplinks: Sequence[Uplink], *, default_routes: Mapping[str, str | None]) -> tuple[Line, ...]:
    """Give each uplink its mark and table; without any uplink, the host's best default route is the only line.

    `default_routes` maps devices to next hops in the main table, best route first.
    """
    if not uplinks:
        uplinks = [Uplink("default", device) for device in list(default_routes)[:1]]
    return tuple(
        Line(
            name=uplink.name,
            device=uplink.device,
            via=uplink.via or default_routes.get(uplink.device),
            mark=FIRST_MARK + number,
            table=FIRST_TABLE + number,
        )
        for number, uplink in enumerate(uplinks)
    )


def parse_uplink(text: str) -> Uplink:
    """Read `NAME=DEVICE[:via ADDRESS][:prefix NETWORK]…`; `via=ADDRESS` and `prefix=NETWORK` work too."""
    name, _, rest = text.partition("=")
    device, *words = rest.split(":")
    if not name or not device or len(device) > 15 or any(character in device for character in ' "/\\'):
        raise UplinkError(f"{text!r}: expected NAME=DEVICE[:via ADDRESS][:prefix NETWORK]")
    via: str | None = None
    prefixes: list[IPv4Network] = []
    for word in words:
        key, _, value = word.strip().replace("=", " ", 1).partition(" ")
        try:
            if key == "via":
                via = str(IPv4Address(value.strip()))
            elif key == "prefix":
                prefixes.append(IPv4Network(value.strip()))
            else:
                raise UplinkError(f"{text!r}: {key!r} is neither via nor prefix")
        except ValueError as wrong:
            raise UplinkError(f"{text!r}: {wrong}") from wrong
    return Uplink(name, device, via, tuple(prefixes))


def parse_uplinks(texts: Sequence[str]) -> tuple[Uplink, ...]:
    uplinks = tuple(parse_uplink(text) for text in texts)
    for what, taken in (("name", [u.name for u in uplinks]), ("device", [u.device for u in uplinks])):
        if len(set(taken)) != len(taken):
            raise UplinkError(f"two uplinks with the same {what}")
    return uplinks
