"""Rules for devices whose service is over: they reach DNS and the shop, slowly, by the gateway's own address (0145)."""

from typing import NamedTuple

from ieum.gateway.uplinks import Line

WAITING_MARK = 0x69650300
"""Of packets from such devices. A policy rule leads them to the room's line, and without the mark they go nowhere."""
RESOLVERS = ("1.1.1.1", "8.8.8.8")
"""The name servers of the files that customers import."""

# Of each device, in each direction: one that takes all it can get leaves the others theirs. The burst is a first page.
_UP = "update @waiting_up { ip saddr limit rate 32 kbytes/second burst 128 kbytes }"
_DOWN = "update @waiting_down { ip daddr limit rate 64 kbytes/second burst 512 kbytes }"


class Door(NamedTuple):
    """An address and TCP port of the shop."""

    address: str
    port: int


class WaitingRoom(NamedTuple):
    line: Line
    address: str
    """The gateway's own on this line."""
    shop: frozenset[Door]


def sets(room: WaitingRoom | None) -> str:
    """Sets that remember how much each device has had lately. A device that finds a set full gets nothing."""
    if room is None:
        return ""
    return "".join(
        f"""\
  set {name} {{
    type ipv4_addr
    size 65535
    flags dynamic,timeout
    timeout 1m
  }}
"""
        for name in ("waiting_up", "waiting_down")
    )


def chains(room: WaitingRoom | None) -> str:
    if room is None:
        return ""
    return f"""\
  chain waiting {{
    {_UP} goto waited
    drop
  }}
  chain waited {{
    ct state new goto asking
    ct state established ct status snat accept
    drop
  }}
  chain asking {{
    ct mark set {WAITING_MARK}
    ip daddr {{ {", ".join(RESOLVERS)} }} meta l4proto {{ tcp, udp }} th dport 53 goto counted
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
{_to_the_shop(room, "goto counted")}\
    drop
  }}
  chain waiting_answers {{
    ct state != {{ established, related }} drop
    tcp flags & (syn | rst) == syn tcp option maxseg size set rt mtu
    {_DOWN} accept
    drop
  }}
"""


def outward(room: WaitingRoom | None) -> str:
    """The device comes first, so that nobody takes this for the rule of a line."""
    return _rule(room and f'oifname "{room.line.device}" meta mark {WAITING_MARK} goto waiting')


def inward(room: WaitingRoom | None) -> str:
    return _rule(room and f"ct mark {WAITING_MARK} goto waiting_answers")


def visitors(room: WaitingRoom | None) -> str:
    """A shop on this very host is reached by its own address, not forwarded."""
    return _to_the_shop(room, "accept", f"meta mark {WAITING_MARK} ") if room else ""


def translate(room: WaitingRoom | None) -> str:
    return _rule(room and f'oifname "{room.line.device}" meta mark {WAITING_MARK} snat ip to {room.address}')


def _rule(rule: str | None) -> str:
    return f"    {rule}\n" if rule else ""


def _to_the_shop(room: WaitingRoom, verdict: str, condition: str = "") -> str:
    doors = ", ".join(f"{door.address} . {door.port}" for door in sorted(room.shop))
    return _rule(f"{condition}ip daddr . tcp dport {{ {doors} }} {verdict}" if doors else None)
