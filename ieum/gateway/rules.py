"""The firewall table as text for `nft -f -`, replaced or changed in one transaction."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ieum.gateway import waiting_room
from ieum.gateway.policy import INWARD_MARK
from ieum.gateway.uplinks import Line
from ieum.gateway.waiting_room import WaitingRoom

TABLE = "inet ieum"

_BURST = 65_536  # the largest packet that the host puts together
# Of one device: what it may have open at once, and open in a second. The kernel tracks 262,144 on a usual host.
MOST_OPEN = 4096
_NEW_A_SECOND, _NEW_AT_ONCE = 200, 1000
_DEVICES = 131_072
_IDLE = (
    7440  # seconds, RFC 5382: by Linux' own five days, one that a phone has left counts as open for as long
)
DIRECTIONS: tuple[Literal["up", "down"], ...] = ("up", "down")


@dataclass(frozen=True)
class TableLayout:
    """Basis of the rules. A change of it replaces the whole table; open connections do not notice."""

    interface: str
    tunnel_network: str
    gateway_address: str
    lines: tuple[Line, ...]
    is_limited: bool = False
    """Whether any exit has a speed. A packet of a gateway without any meets no rule for it."""
    room: WaitingRoom | None = None
    """For devices whose service is over; None while there are none, and then no packet meets a rule for them."""


class Bucket(NamedTuple):
    """Speed limit of one exit in one direction; its peers draw from it together."""

    direction: Literal["up", "down"]
    exit: str
    mbit: int

    @property
    def name(self) -> str:
        """With the rate in it: the kernel cannot change a bucket, so another rate is another bucket."""
        return f"{self.direction}_{self.exit}_{self.mbit}"

    @property
    def terms(self) -> str:
        # The kernel adds a second's worth to the burst by itself.
        return f"rate over {self.mbit * 125_000} bytes/second burst {_BURST} bytes"


@dataclass(frozen=True)
class Exit:
    address: str
    """Empty of one that is over, whose devices are in the waiting room."""
    mark: int
    tail: str | None = None
    """The old address by which open connections go on. The table knows nothing of it: conntrack does."""
    buckets: tuple[Bucket, ...] = ()

    @property
    def addresses(self) -> frozenset[str]:
        """By which connections may go on."""
        return frozenset({self.address} if self.tail is None else {self.address, self.tail})


@dataclass(frozen=True)
class TableElements:
    """The elements of the table's maps and sets, which change with the peers."""

    exits: Mapping[str, Exit]
    """Tunnel address → exit."""
    closed: frozenset[str]
    """Exit addresses that the agent added: the host's own services must not answer on them."""


def ruleset(layout: TableLayout, elements: TableElements) -> str:
    """Commands that replace the table with this one.

    For speed, a packet of an open connection meets two base chains, four rules on its way out and five on its way in,
    and of the maps only `marks`. Chains at postrouting see a connection's first packet alone (docs/measurements.md
    has the costs).
    """
    tunnel, network = f'"{layout.interface}"', layout.tunnel_network
    exits, closed = elements.exits, elements.closed
    limit_up, limit_down = (
        (f"    limit name ip {field} map @{direction} drop\n" if layout.is_limited else "")
        for direction, field in (("up", "saddr"), ("down", "daddr"))
    )
    lines = [f'meta mark {line.mark} oifname "{line.device}"' for line in layout.lines]
    return f"""\
table {TABLE}
delete table {TABLE}
table {TABLE} {{
{_buckets_clause(elements)}\
  map exits {{
    type ipv4_addr : ipv4_addr
{_elements_clause(f"{tunnel} : {address}" for tunnel, address in _translated(elements).items())}
  }}
  map marks {{
    type ipv4_addr : mark
{_elements_clause(f"{tunnel} : {exit_.mark}" for tunnel, exit_ in exits.items())}
  }}
  map up {{
    type ipv4_addr : limit
{_elements_clause(f'{tunnel} : "{name}"' for tunnel, name in _drawn(elements, "up").items())}
  }}
  map down {{
    type ipv4_addr : limit
{_elements_clause(f'{tunnel} : "{name}"' for tunnel, name in _drawn(elements, "down").items())}
  }}
  set closed {{
    type ipv4_addr
{_elements_clause(sorted(closed))}
  }}
{waiting_room.sets(layout.room)}\
  ct timeout idle {{
    protocol tcp
    l3proto ip
    policy = {{ established : {_IDLE} }}
  }}
  set opened {{
    type ipv4_addr
    size {_DEVICES}
    flags dynamic,timeout
    timeout 1m
  }}
  set open {{
    type ipv4_addr
    size {_DEVICES}
    flags dynamic
  }}
  chain customers {{
    ct state new fib saddr . iif oif missing drop
    meta mark set ip saddr map @marks accept
    # No entry, no way out; IPv6 packets never have one.
    drop
  }}
  chain classify {{
    type filter hook prerouting priority mangle; policy accept;
    iifname {tunnel} goto customers
    ip saddr {network} iifname != "lo" drop
    # Before other programs' translations, which would lead the internet past `input` to a port of theirs. The host
    # itself calls the shop from such an address, to prove it, and hears the answers.
    ct state != established ip daddr @closed meta l4proto != icmp drop
    # Without it, no policy rule lets a packet into the tunnel.
    ct direction reply ct original ip saddr {network} meta mark set {INWARD_MARK}
  }}
  # Here a packet is about to leave by its own carrier line. It goes on if its connection was answered and is
  # translated, or is new and will be. One that conntrack calls invalid, for example, would show a tunnel address; an
  # error of ICMP about another customer's connection (related) would get that customer's address.
  chain leaving {{
    ct state established ct status snat accept
    ct state new goto opening
    drop
  }}
  chain opening {{
    tcp dport 25 reject with tcp reset
    ip daddr 169.254.0.0/16 drop
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
    goto counted
  }}
  # Once for each connection, so that no device fills the host's table of connections.
  chain counted {{
    ct status & confirmed == confirmed accept
    add @opened {{ ip saddr limit rate over {_NEW_A_SECOND}/second burst {_NEW_AT_ONCE} packets }} drop
    add @open {{ ip saddr ct count over {MOST_OPEN} }} drop
    ct timeout set "idle"
  }}
  # A packet leaves by its own carrier line or not at all, so it cannot reach another customer either.
  chain outward {{
{limit_up}\
{_rules(f"{line} goto leaving" for line in lines)}
{waiting_room.outward(layout.room)}\
    drop
  }}
{waiting_room.chains(layout.room)}\
  # What comes from outside was asked for. Only connections from the tunnel are translated, and an assured one is past
  # its handshake; so the first rule is enough for most packets, and the segment size is set before it matches.
  chain inward {{
{limit_down}\
{waiting_room.inward(layout.room)}\
    ct status & (assured | snat) == (assured | snat) accept
    ct state established,related goto answers
    drop
  }}
  chain answers {{
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
  }}
  chain forward {{
    type filter hook forward priority filter; policy accept;
    iifname {tunnel} goto outward
    oifname {tunnel} goto inward
    # An answer that a route of somebody's own, inside the tunnel network, leads elsewhere.
    meta mark {INWARD_MARK} drop
  }}
  chain visitors {{
    ip daddr {layout.gateway_address} icmp type echo-request accept
{waiting_room.visitors(layout.room)}\
    drop
  }}
  chain input {{
    type filter hook input priority filter; policy accept;
    iifname {tunnel} goto visitors
  }}
  # Only the first packet of a connection comes here, before it comes to other programs' chains: the first translation
  # counts, and a usual one (masquerade) has the line's own address. A tunnel address must never leave the host.
  chain translate {{
    type nat hook postrouting priority srcnat - 10; policy accept;
{_rules(f"{line} snat ip to ip saddr map @exits" for line in lines)}
{waiting_room.translate(layout.room)}\
    ip saddr {network} oifname != {{ {tunnel}, "lo" }} drop
  }}
  # Nor in a packet of the host's own.
  chain own {{
    type filter hook output priority filter; policy accept;
    ip saddr {network} oifname != {{ {tunnel}, "lo" }} drop
  }}
}}
"""


def element_changes(
    *, wanted: TableElements, present: TableElements, others: AbstractSet[Bucket] = frozenset()
) -> str:
    """Commands for the elements that differ, to run as one transaction; empty if none do.

    `others` are the buckets of peers that are in neither, so that they are there and stay.
    """
    removed: list[str] = []
    added: list[str] = []
    for name, pairs in maps_of(present).items():
        new = maps_of(wanted)[name]
        gone = [tunnel for tunnel, value in pairs.items() if new.get(tunnel) != value]
        come = [f"{tunnel} : {value}" for tunnel, value in new.items() if pairs.get(tunnel) != value]
        removed.append(_order("delete", name, gone))
        added.append(_order("add", name, come))
    removed.append(_order("delete", "closed", sorted(present.closed - wanted.closed)))
    added.append(_order("add", "closed", sorted(wanted.closed - present.closed)))
    drawn, left = buckets(wanted.exits.values()), buckets(present.exits.values())
    new_buckets = [
        f"add limit {TABLE} {one.name} {{ {one.terms} ; }}\n" for one in sorted(drawn - left - others)
    ]
    old_buckets = [f"delete limit {TABLE} {one.name}\n" for one in sorted(left - drawn - others)]
    return "".join((*new_buckets, *removed, *added, *old_buckets))


def buckets(exits: Iterable[Exit]) -> set[Bucket]:
    return {bucket for exit_ in exits for bucket in exit_.buckets}


def maps_of(elements: TableElements) -> dict[str, dict[str, str]]:
    """Return what each map should hold by tunnel address."""
    exits = elements.exits.items()
    return {
        "exits": _translated(elements),
        "marks": {tunnel: str(exit_.mark) for tunnel, exit_ in exits},
        **{
            direction: {tunnel: f'"{name}"' for tunnel, name in _drawn(elements, direction).items()}
            for direction in DIRECTIONS
        },
    }


def _translated(elements: TableElements) -> dict[str, str]:
    """Tunnel address → exit address, of all that have one."""
    return {tunnel: exit_.address for tunnel, exit_ in elements.exits.items() if exit_.address}


def _drawn(elements: TableElements, direction: str) -> dict[str, str]:
    """Tunnel address → the bucket that its packets draw from in this direction."""
    return {
        tunnel: bucket.name
        for tunnel, exit_ in elements.exits.items()
        for bucket in exit_.buckets
        if bucket.direction == direction
    }


def _buckets_clause(elements: TableElements) -> str:
    return "".join(
        f"  limit {one.name} {{\n    {one.terms}\n  }}\n" for one in sorted(buckets(elements.exits.values()))
    )


class Cut(NamedTuple):
    """Connections that must end: those of a tunnel address or network that go out by an exit address, "" being any."""

    source: str
    exit_address: str = ""


def connections_to_cut(*, wanted: Mapping[str, Exit], present: Mapping[str, frozenset[str]]) -> set[Cut]:
    """All connections of tunnel addresses that have no exit any more, and those by addresses that they had before.

    A connection that was opened by the new exit meanwhile goes on: if it were cut while it waits for an answer, the
    host would refuse the answer. So does what a tail lets run.
    """
    gone = {Cut(tunnel) for tunnel in present if tunnel not in wanted}
    return gone | {
        Cut(tunnel, address)
        for tunnel, addresses in present.items()
        if tunnel in wanted
        for address in addresses - wanted[tunnel].addresses
    }


def _order(verb: str, name: str, elements: list[str]) -> str:
    return f"{verb} element {TABLE} {name} {{ {', '.join(elements)} }}\n" if elements else ""


def _rules(rules: Iterable[str]) -> str:
    return "\n".join(f"    {rule}" for rule in rules)


def _elements_clause(elements: Iterable[str]) -> str:
    text = ", ".join(elements)
    return f"    elements = {{ {text} }}" if text else ""
