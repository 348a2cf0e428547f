"""Make the host's WireGuard interface, firewall, addresses and routes match what the shop wants."""

import contextlib
import logging
import os
import threading
from collections.abc import Collection, Generator, Mapping, Sequence
from datetime import datetime
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from ieum.gateway import firewall, host, wireguard
from ieum.gateway.desired import Desired
from ieum.gateway.peers import PeerChanges, PeerSelection, plan_changes, select_peers
from ieum.gateway.plane import Applied
from ieum.gateway.protocol import Network
from ieum.gateway.rules import Exit, TableElements, TableLayout
from ieum.gateway.shell import CommandError, ToolMissingError, missing
from ieum.gateway.store import Additions, Store
from ieum.gateway.uplinks import Line, Lines, Uplink, number_lines
from ieum.gateway.usage import Figures

log = logging.getLogger("ieum.gateway")

_TOOLS = ("ip", "nft", "wg", "conntrack")


class DataPlane:
    """Each run compares the desired state with what the kernel really has, so lost parts come back."""

    def __init__(self, store: Store, *, public_key: str, interface: str, uplinks: Sequence[Uplink]) -> None:
        self._store = store
        self._public_key = public_key
        self._interface = interface
        self._uplinks = uplinks
        self._firewall = firewall.Firewall()
        self._changing = threading.Lock()
        """Held while the host is changed: two threads do."""
        self._lent: set[tuple[str, str]] = set()
        """Device and address of what is on the host for a proof."""

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        """Remove peers first, whatever else fails; add peers last, once rules and addresses are in place."""
        if desired.network is None:
            return Applied()
        with self._changing:
            return self._converge(desired, desired.network, now=now)

    def lend(self, addresses: Collection[str]) -> dict[str, Line]:
        """Have these addresses on the host, closed for everybody outside, and return the line of each.

        One that belongs to no line is left out. They stay until the first `converge` after `take_back`.
        """
        with self._changing:
            present, added = host.read_host(), self._store.additions()
            lines = self._lines(present, added)
            line_of = {address: _line_of(address, lines) for address in addresses}
            found = {address: line for address, line in line_of.items() if line is not None}
            wanted = {(line.device, address) for address, line in found.items()}
            plan = host.plan_addresses(present, wanted=wanted | added.addresses, added=added.addresses)
            self._firewall.close({address for _, address in plan.add})
            self._lent |= wanted
            self._add_addresses(plan, added)
            return found

    def take_back(self, addresses: Collection[str]) -> None:
        self._lent -= {(device, address) for device, address in self._lent if address in addresses}

    def _converge(self, desired: Desired, network: Network, *, now: datetime) -> Applied:
        present = host.read_host()
        self._check_network(network, present)
        added = self._store.additions()
        lines = self._lines(present, added)
        selection = select_peers(desired, lines=lines, now=now)
        exits = {
            (peer.line.device, address)
            for peer in selection.served.values()
            for address in (peer.exit_address, peer.tail_address)
            if address is not None
        }
        addresses = host.plan_addresses(present, wanted=exits | self._lent, added=added.addresses)
        missing_devices = _missing_devices(lines.lines, present, uplinks=self._uplinks)
        steps = _IndependentSteps([*selection.problems, *missing_devices])
        interface = wireguard.read_interface(self._interface)
        wanted = {key: peer.tunnel_address for key, peer in selection.served.items()}
        plan = plan_changes(wanted=wanted, present=interface.allowed_ips if interface else {})
        taken_off: dict[str, Figures] = {}
        with steps.step():
            taken_off = wireguard.take_off(self._interface, plan.remove)
        with steps.step():
            self._prepare_interface(interface, present, network)
        with steps.step():
            host.enable_forwarding(lines.lines)
            host.run_ip_batch(host.plan_line_routes(present, lines.lines))
        with steps.step():
            self._add_addresses(addresses, added)
        with steps.step():
            # One step: a peer must not be let in before the rules that confine it are loaded.
            self._apply_firewall(network, lines, selection, closed=added.addresses - addresses.forget)
            wireguard.set_peers(self._interface, PeerChanges(put=plan.put, remove=frozenset()))
            self._remove_addresses(addresses, added)
            if plan.put or plan.remove:
                log.info("%d peers: %d set, %d removed", len(wanted), len(plan.put), len(plan.remove))
        return Applied(tuple(steps.problems), selection.next_expiry, taken_off)

    def figures(self) -> Mapping[str, Figures] | None:
        interface = wireguard.read_interface(self._interface)
        return None if interface is None else interface.figures

    def _check_network(self, network: Network, present: host.Host) -> None:
        """Refuse a tunnel network in which the host itself has something: the host would lose its way to that.

        It is looked at before the network is taken, once: a route that somebody adds later is theirs to mend, and
        must not keep changes from customers who are connected.
        """
        own = (network.gateway_address, IPv4Network(network.tunnel_network).prefixlen)
        device = present.devices.get(self._interface)
        if device is not None and own in device.addresses:
            return
        if taken := host.uses_inside(network.tunnel_network, interface=self._interface):
            raise CommandError(
                f"this host uses {', '.join(taken[:3])} inside the tunnel network {network.tunnel_network}: "
                "give this gateway another one in the shop (`ieum fleet gateway network`)"
            )

    def _lines(self, present: host.Host, added: Additions) -> Lines:
        return Lines(
            lines=number_lines(self._uplinks, default_routes=present.default_routes),
            prefixes={uplink.name: uplink.prefixes for uplink in self._uplinks},
            connected=host.connected_networks(present, added=added.addresses),
        )

    def _prepare_interface(
        self, interface: wireguard.Interface | None, present: host.Host, network: Network
    ) -> None:
        name = self._interface
        if interface is None:
            if name in present.devices:
                raise CommandError(f"the device {name} exists and is not a WireGuard interface")
            wireguard.create_interface(name)
            present = host.read_host()
        wanted = (self._public_key, network.listen_port)
        if interface is None or (interface.public_key, interface.listen_port) != wanted:
            wireguard.set_interface(name, key_file=self._store.key_file, listen_port=network.listen_port)
        plan = host.plan_tunnel_device(
            present,
            name,
            address=network.gateway_address,
            network=network.tunnel_network,
            mtu=network.mtu,
        )
        host.run_ip_batch(plan)

    def _add_addresses(self, plan: host.AddressPlan, added: Additions) -> None:
        if plan.add:
            added.addresses |= plan.add
            self._store.save_additions(added)
            host.run_ip_batch([f"address add {ip}/32 dev {device}" for device, ip in sorted(plan.add)])

    def _remove_addresses(self, plan: host.AddressPlan, added: Additions) -> None:
        if plan.forget:
            host.run_ip_batch([f"address del {ip}/32 dev {device}" for device, ip in sorted(plan.remove)])
            added.addresses -= plan.forget
            self._store.save_additions(added)

    def _apply_firewall(
        self, network: Network, lines: Lines, selection: PeerSelection, *, closed: set[tuple[str, str]]
    ) -> None:
        elements = TableElements(
            exits={
                peer.tunnel_address: Exit(peer.exit_address, peer.line.mark, peer.tail_address)
                for peer in selection.served.values()
            },
            closed=frozenset(address for _, address in closed),
        )
        layout = TableLayout(self._interface, network.tunnel_network, network.gateway_address, lines.lines)
        self._firewall.apply(layout, elements)


class _IndependentSteps:
    """Collects the failures of steps: each step runs even if the one before it failed."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems

    @contextlib.contextmanager
    def step(self) -> Generator[None]:
        try:
            yield
        except (CommandError, OSError) as failure:
            self.problems.append(str(failure))


def check_host() -> None:
    """Refuse to start where the data plane could never work."""
    if os.geteuid() != 0:
        raise ToolMissingError("root is needed to set up interfaces, routes and the firewall")
    if tools := missing(_TOOLS):
        raise ToolMissingError(f"not installed: {', '.join(tools)}")


def teardown(store: Store, *, interface: str) -> None:
    """Undo everything the agent ever did to this host's network; a second run changes nothing."""
    network = store.load().network
    present = host.read_host()
    if interface in present.devices:
        host.run_ip_batch([f"link delete {interface}"])  # wireguard-go ends with its device
    firewall.remove(None if network is None else IPv4Network(network.tunnel_network))
    host.run_ip_batch(host.plan_removal(present))
    plan = host.plan_addresses(present, wanted=(), added=store.additions().addresses)
    host.run_ip_batch([f"address del {ip}/32 dev {device}" for device, ip in sorted(plan.remove)])
    store.forget()


def _line_of(address: str, lines: Lines) -> Line | None:
    try:
        return lines.line_of(IPv4Address(address))
    except AddressValueError:
        return None


def _missing_devices(lines: Sequence[Line], present: host.Host, *, uplinks: Sequence[Uplink]) -> list[str]:
    if not lines and not uplinks:
        return ["no uplink: the host has no default route, and none is given by --uplink"]
    return [
        f"uplink {line.name}: no device {line.device}" for line in lines if line.device not in present.devices
    ]
