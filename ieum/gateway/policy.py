"""Policy rules: which routing table a packet may use, and that a packet without a mark of ours may use none.

They outlive the firewall table: where another program flushes it, the tunnel is closed, not open.
"""

from typing import NamedTuple, Self

import msgspec

from ieum.gateway.uplinks import FIRST_MARK, Line
from ieum.gateway.waiting_room import WAITING_MARK

INWARD_MARK = 0x69650200
"""Of answers to customers: the firewall table puts it on packets of connections that began in the tunnel."""

_LINES = 26981  # the priority of the lines' rules
_CLOSING = range(26983, 26989)
_LINE_MARKS = range(FIRST_MARK, FIRST_MARK + 256)


class ListedRule(msgspec.Struct):
    """A rule as `ip -j rule show` prints it."""

    priority: int
    fwmark: str = "0"
    iif: str = ""
    dst: str = ""
    dstlen: int = 32
    table: str = ""
    action: str = ""


class Rule(NamedTuple):
    priority: int
    selector: str
    action: str

    @classmethod
    def listed(cls, rule: ListedRule) -> Self:
        mark = int(rule.fwmark.partition("/")[0], 16)
        selectors = (
            f"iif {rule.iif}" if rule.iif else "",
            f"to {rule.dst}/{rule.dstlen}" if rule.dst else "",
            f"fwmark {mark}" if mark else "",
        )
        action = f"lookup {rule.table}" if rule.table else rule.action
        return cls(rule.priority, " ".join(filter(None, selectors)), action)

    def __str__(self) -> str:
        return f"priority {self.priority} {self.selector} {self.action}"

    @property
    def table(self) -> str:
        return self.action.removeprefix("lookup ")

    @property
    def is_of_a_line(self) -> bool:
        mark = self.selector.removeprefix("fwmark ")
        return self.priority == _LINES and mark.isdecimal() and int(mark) in _LINE_MARKS

    @property
    def closes(self) -> bool:
        return self.priority in _CLOSING


def line_rule(line: Line) -> Rule:
    return Rule(_LINES, f"fwmark {line.mark}", f"lookup {line.table}")


def closing_rules(interface: str, tunnel_network: str, *, room: Line | None = None) -> frozenset[Rule]:
    """The rules behind those of the lines, by which a packet goes nowhere that the firewall table has not marked.

    From the tunnel nothing is forwarded without the mark of a line, or that of the waiting room, which leaves by the
    line `room`. Into the tunnel goes what the host itself sends (an answer to a ping, the kernel's own reverse-path
    check), and answers with `INWARD_MARK`. A packet is dropped, not refused: a customer's program tries again, and the
    table is back within seconds.

    The kernel's reverse-path check asks for the way back as if the packet came from where it goes, with its mark
    (`src_valid_mark`): for an answer, as if it came from the tunnel.
    """
    waiting, checked, from_tunnel, into_host, into, into_tunnel = _CLOSING
    to = f"to {tunnel_network}"
    by_room = Rule(waiting, f"fwmark {WAITING_MARK}", f"lookup {room.table}") if room else None
    return frozenset(
        {
            *filter(None, [by_room]),
            Rule(checked, f"iif {interface} fwmark {INWARD_MARK}", "lookup main"),
            Rule(from_tunnel, f"iif {interface}", "blackhole"),
            Rule(into_host, f"iif lo {to}", "lookup main"),
            Rule(into, f"{to} fwmark {INWARD_MARK}", "lookup main"),
            Rule(into_tunnel, to, "blackhole"),
        }
    )
