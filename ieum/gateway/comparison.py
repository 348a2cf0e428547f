"""Compare the whole host with what it was set up for. This only reads, so that changes may go on meanwhile."""

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ieum.gateway import firewall, host, tunnel, wireguard
from ieum.gateway.addresses import Pair
from ieum.gateway.policy import closing_rules
from ieum.gateway.protocol import Network
from ieum.gateway.rules import TableElements
from ieum.gateway.uplinks import Lines
from ieum.gateway.waiting_room import WaitingRoom


class SetUp(NamedTuple):
    """State for which the host was set up. Changes build on it; without it everything is compared and set up."""

    network: Network
    lines: Lines
    interface: int
    """The kernel's number of it."""
    room: WaitingRoom | None = None


class Expected(NamedTuple):
    """Expected state of the host, as it was when the comparison began."""

    set_up: SetUp
    elements: TableElements
    peers: Mapping[str, str]
    """Public key → tunnel address."""
    addresses: AbstractSet[Pair]
    """The exit addresses in use."""
    added: AbstractSet[Pair]
    """Those that the agent has added."""


def find_differences(
    expected: Expected,
    *,
    name: str,
    public_key: str,
    table: firewall.Firewall,
    lines_of: Callable[[host.Host], Lines],
) -> set[object]:
    """Keys, addresses and names of buckets that are otherwise, and a word for whatever else is."""
    network = expected.set_up.network
    interface = wireguard.read_interface(name)
    present = host.read_host()
    differ: set[object] = set(table.differences(firewall.read_table(), expected.elements))
    if interface is None or not tunnel.has_settings(interface, network, public_key=public_key):
        differ.add("interface")
    else:
        differ |= {key for key, _ in interface.allowed_ips.items() ^ expected.peers.items()}
    differ |= host.plan_addresses(present, wanted=expected.addresses, added=expected.added).add
    lines = lines_of(present)
    if lines != expected.set_up.lines or host.plan_line_routes(present, lines.lines):
        differ.add("lines")
    room = expected.set_up.room
    closing = closing_rules(name, network.tunnel_network, room=room and room.line)
    if host.plan_closing_rules(present, closing):
        differ.add("closing rules")
    if host.wrong_settings(lines.lines, name):
        differ.add("settings")
    if tunnel.plan_device(present, name, network):
        differ.add("device")
    return differ
