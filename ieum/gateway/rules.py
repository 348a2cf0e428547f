"""The firewall as text for `nft -f -`: one table, replaced or changed in one transaction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ieum.gateway.uplinks import Line

TABLE = "inet ieum"


@dataclass(frozen=True)
class Frame:
    """What the rules hang on; a change of it replaces the table, which no open connection notices."""

    interface: str
    tunnel_network: str
    gateway_address: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Exit:
    address: str
    mark: int


@dataclass(frozen=True)
class Content:
    """What the maps hold."""

    exits: Mapping[str, Exit]
    """Tunnel address → where it leaves."""
    closed: frozenset[str]
    """Addresses that are on this host only to be sold: nothing on the host itself answers on them."""


def ruleset(frame: Frame, content: Content) -> str:
    """The whole table, swapped in for whatever was there.

    A packet of an open connection meets as few rules as can be: two or three in each direction.
    """
    tunnel, network = f'"{frame.interface}"', frame.tunnel_network
    exits, closed = content.exits, content.closed
    pairs = ", ".join(f'{line.mark} . "{line.device}"' for line in frame.lines)
    translate = [
        f'meta mark {line.mark} oifname "{line.device}" snat ip to ip saddr map @exits'
        for line in frame.lines
    ]
    return f"""\
table {TABLE}
delete table {TABLE}
table {TABLE} {{
  map exits {{
    type ipv4_addr : ipv4_addr
{_elements(f"{source} : {leaving.address}" for source, leaving in exits.items())}
  }}
  map marks {{
    type ipv4_addr : mark
{_elements(f"{source} : {leaving.mark}" for source, leaving in exits.items())}
  }}
  set closed {{
    type ipv4_addr
{_elements(sorted(closed))}
  }}
  chain customers {{
    ct state new fib saddr . iif oif missing drop
    meta mark set ip saddr map @marks accept
    # Whoever has no entry goes nowhere, and neither does IPv6.
    drop
  }}
  chain classify {{
    type filter hook prerouting priority mangle; policy accept;
    iifname {tunnel} goto customers
    ip saddr {network} iifname != "lo" drop
  }}
  # Each by its own line or not at all: not by another carrier's, and not to another customer.
  chain outward {{
    {f"meta mark . oifname != {{ {pairs} }} drop" if pairs else "drop"}
    ct state established accept
    tcp dport 25 reject with tcp reset
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
  }}
  chain inward {{
    ct state != {{ established, related }} drop
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
  }}
  chain forward {{
    type filter hook forward priority filter; policy accept;
    iifname {tunnel} goto outward
    oifname {tunnel} goto inward
  }}
  chain input {{
    type filter hook input priority filter; policy accept;
    iifname {tunnel} ip daddr {frame.gateway_address} icmp type echo-request accept
    iifname {tunnel} drop
    ip daddr @closed meta l4proto != icmp drop
  }}
  chain translate {{
    type nat hook postrouting priority srcnat; policy accept;
{_lines(translate)}
  }}
  # Conntrack leaves what it holds for invalid untranslated: a tunnel address must not be seen outside.
  chain seal {{
    type filter hook postrouting priority srcnat + 10; policy accept;
    ip saddr {network} oifname != {{ {tunnel}, "lo" }} drop
  }}
}}
"""


def changes(*, wanted: Content, present: Content) -> str:
    """The difference as one transaction, empty where there is none."""
    gone = [tunnel for tunnel, leaving in present.exits.items() if wanted.exits.get(tunnel) != leaving]
    new = {
        tunnel: leaving for tunnel, leaving in wanted.exits.items() if present.exits.get(tunnel) != leaving
    }
    orders = [
        _order("delete", "exits", gone),
        _order("delete", "marks", gone),
        _order("delete", "closed", sorted(present.closed - wanted.closed)),
        _order("add", "exits", [f"{tunnel} : {leaving.address}" for tunnel, leaving in new.items()]),
        _order("add", "marks", [f"{tunnel} : {leaving.mark}" for tunnel, leaving in new.items()]),
        _order("add", "closed", sorted(wanted.closed - present.closed)),
    ]
    return "".join(orders)


def cut_off(*, wanted: Mapping[str, Exit], present: Mapping[str, str]) -> list[str]:
    """Tunnel addresses whose open connections must end: they leave elsewhere from now on, or no more."""
    return [
        tunnel
        for tunnel, address in present.items()
        if (leaving := wanted.get(tunnel)) is None or leaving.address != address
    ]


def _order(verb: str, name: str, elements: list[str]) -> str:
    return f"{verb} element {TABLE} {name} {{ {', '.join(elements)} }}\n" if elements else ""


def _elements(elements: Iterable[str]) -> str:
    text = ", ".join(elements)
    return f"    elements = {{ {text} }}" if text else ""


def _lines(rules: Iterable[str]) -> str:
    return "\n".join(f"    {rule}" for rule in rules)
