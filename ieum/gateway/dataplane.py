"""Make the host's WireGuard interface, firewall, addresses and routes match what the shop wants."""

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from functools import partial
from ipaddress import AddressValueError, IPv4Address

from ieum.gateway import connections, firewall, host, tunnel, wireguard
from ieum.gateway.addresses import ExitAddresses, Pair
from ieum.gateway.comparison import Expected, SetUp, find_differences
from ieum.gateway.desired import Desired, Touched
from ieum.gateway.guard import Guard, Protected
from ieum.gateway.parking import Parking
from ieum.gateway.peers import passed_on, plan_changes
from ieum.gateway.plane import Applied, Knocks, Paths
from ieum.gateway.policy import closing_rules
from ieum.gateway.protocol import Network
from ieum.gateway.rules import Exit, TableElements, TableLayout
from ieum.gateway.selection import Selection, SelectionChange, ServedPeer, select_peers
from ieum.gateway.shell import CommandError
from ieum.gateway.steps import IndependentSteps
from ieum.gateway.store import Store
from ieum.gateway.uplinks import Line, Lines, Uplink, find_lines
from ieum.gateway.usage import Figures, Reading
from ieum.gateway.waiting_room import WAITING_MARK, Door, WaitingRoom
from ieum.gateway.watch import FirewallNews, HostEvents
from ieum.gateway.ways import Own, own_peers

log = logging.getLogger("ieum.gateway")

_TIDIED_AT_ONCE = 50  # addresses; a change that comes meanwhile waits for so many at most


class NotSetUpError(CommandError):
    """The host is being set up, or repaired."""


class DataPlane:
    """A change costs what it changes, by what this object remembers of the host.

    Whatever may make that untrue leads to `converge`, which compares the desired state with what the kernel really has,
    so lost parts come back.
    """

    def __init__(
        self,
        store: Store,
        *,
        public_key: str,
        interface: str,
        uplinks: Sequence[Uplink],
        doors: Callable[[], frozenset[Door]] = frozenset[Door],
    ) -> None:
        """`doors`: says where the shop is now for devices of the waiting room."""
        self._doors = doors
        self._store = store
        self._public_key = public_key
        self._interface = interface
        self._uplinks = uplinks
        self._firewall = firewall.Firewall(Guard(store.folder))
        self._addresses = ExitAddresses(store)
        self._selection: Selection | None = None
        self._set_up: SetUp | None = None
        self._events: HostEvents | None = None
        self._news: FirewallNews | None = None
        self._hands = threading.Lock()
        """Held while the host is changed, but not while `compare` reads it."""
        self._touched: set[object] = set()
        """Keys and addresses that were changed since `compare` began to read."""
        self._changes = 0
        self._is_limited = False
        """Whether any exit has had a speed; the rules for it then stay until the agent is started anew."""
        self._is_waited_in = False
        """Whether any device has been in the waiting room, likewise."""
        self._peers_differ = False
        """Whether the interface had other peers or settings than it should have when its counters were read."""
        self._is_distrusted = False
        """Whether a failure that no change has told of left the host otherwise than remembered."""
        self._lent: set[Pair] = set()
        """What is on the host for a proof."""
        self._own = Own()
        self._parking: Parking | None = None
        """None until the host was read for the first time."""

    def converge(self, desired: Desired, *, now: datetime) -> Applied:
        with self._hands:
            return self._converge(desired, now)

    def change(self, desired: Desired, touched: Touched, *, now: datetime) -> Applied:
        with self._hands:
            if self._set_up is None or self._selection is None or self._set_up.network != desired.network:
                return self._converge(desired, now)
            try:
                change = self._selection.update(desired, touched, now=now)
                if self._changes_the_rules(change):
                    return self._converge(desired, now)
                return self._change(self._selection, change)
            except BaseException:
                self._set_up = None
                raise

    def _changes_the_rules(self, change: SelectionChange) -> bool:
        """Tell whether these are the first peers with a speed, or the first of the waiting room."""
        after = change.after.values()
        return (not self._is_limited and any(peer.buckets for peer in after)) or (
            not self._is_waited_in and any(peer.waits for peer in after)
        )

    def _converge(self, desired: Desired, now: datetime) -> Applied:
        """Remove peers first, whatever else fails; add peers last, once rules and addresses are in place."""
        self._set_up, self._is_distrusted = None, False
        self._changes += 1
        if desired.network is None:
            return Applied()
        if self._events is None:
            # Before the host is read, so that nothing happens unseen.
            self._events, self._news = HostEvents(), FirewallNews()
        present = host.read_host()
        tunnel.check_network(desired.network, present, interface=self._interface)
        lines = self._lines(present)
        selection = self._selection = select_peers(desired, lines=lines, now=now, own_key=self._public_key)
        self._addresses.note_present(present)
        self._addresses.adopt(present, firewall.read_closed)
        steps = IndependentSteps()
        own = self._own = self._own_peers(desired, desired.network, lines, present)
        there = wireguard.read_interface(self._interface)
        # Before a peer is taken off: its last counters are of this one, whoever replaces it meanwhile.
        identity = self._identity() if there else ""
        interface = there.without(own.peers.keys()) if there else None
        known: Mapping[str, str] = interface.allowed_ips if interface else {}
        self._begin_parking(selection, known)
        wanted = {key: peer.tunnel_address for key, peer in selection.served.items()}
        wanted_addresses = selection.host_addresses | self._lent
        room = self._room(selection)
        plan = plan_changes(wanted=wanted, present=known)
        taken_off: dict[str, Figures] = {}
        # The counters of a new interface have another life in any case.
        begun = self._begin_lives(plan.put.keys() - known.keys()) if interface else {}
        with steps.step():
            taken_off = wireguard.take_off(self._interface, plan.remove)
        with steps.step():
            tunnel.prepare(
                interface,
                present,
                desired.network,
                name=self._interface,
                public_key=self._public_key,
                key_file=self._store.key_file,
            )
        with steps.step():
            host.enable_forwarding(lines.lines, self._interface)
            host.run_ip_batch(host.plan_line_routes(present, lines.lines))
        with steps.step():
            self._add_closed(wanted_addresses, desired.network, room)
        with steps.step():
            # One step: a peer must not be let in before the rules that confine it are loaded.
            wireguard.silence(self._interface, plan.put.keys() & known.keys())
            self._apply_firewall(
                desired.network, lines, selection, room=room, passed=passed_on(plan.put, known)
            )
            closing = closing_rules(self._interface, desired.network.tunnel_network, room=room and room.line)
            host.run_ip_batch(host.plan_closing_rules(present, closing))
            wireguard.put_peers(self._interface, plan.put)
            # Anew: WireGuard takes no handshake that is older than the last one, as after a clock that was ahead.
            wireguard.remove(
                self._interface, own.peers.keys() & (there.allowed_ips.keys() if there else set())
            )
            wireguard.put_peers(self._interface, own.peers)
            self._remove_addresses(self._addresses.unneeded(wanted_addresses))
            if plan.put or plan.remove:
                log.info("%d peers: %d set, %d removed", len(wanted), len(plan.put), len(plan.remove))
        index = host.index_of(self._interface)
        if index is None:
            steps.problems.append(f"the interface {self._interface} is gone")
        elif not steps.problems:
            self._set_up = SetUp(desired.network, lines, index, room)
        return replace(
            _applied(steps, lines.problems, selection, taken_off, begun),
            interface=identity or self._identity(),
        )

    def _change(self, selection: Selection, change: SelectionChange) -> Applied:
        """In the same order: no packet of a peer ever finds rules that are older than its own."""
        before, after = change.before, change.after
        steps = IndependentSteps()
        self._changes += 1
        taken_off: dict[str, Figures] = {}
        begun = self._begin_lives(after.keys() - before.keys())
        present = {key: peer.tunnel_address for key, peer in before.items()}
        wanted = {key: peer.tunnel_address for key, peer in after.items()}
        plan = plan_changes(wanted=wanted, present=present)
        if self._parking:
            self._parking.place({**dict.fromkeys(before), **{key: peer.place for key, peer in after.items()}})
        exits = self._let_through(after)
        self._touched |= {*before, *after}
        for peer in (*before.values(), *after.values()):
            self._touched |= {peer.tunnel_address, *(bucket.name for bucket in peer.buckets)}
        with steps.step():
            taken_off = wireguard.take_off(self._interface, plan.remove)
        with steps.step():
            used = {pair for peer in after.values() for pair in peer.host_addresses}
            self._firewall.close_ahead({address for _, address in self._addresses.lacking(used)})
            added = self._addresses.add(used)
            self._touched |= {*added, *(address for _, address in added)}
        with steps.step():
            closed = {
                address for peer in after.values() for _, address in peer.host_addresses
            } & self._addresses.names
            gone = set(present.values()) - exits.keys()
            # Else one's packets would leave by the exit of another, whose tunnel address it still has.
            wireguard.silence(self._interface, plan.put.keys() & present.keys())
            passed = passed_on(plan.put, present)
            self._firewall.change(exits, gone, close=frozenset(closed), passed=passed)
            self._firewall.cut()
            wireguard.put_peers(self._interface, plan.put)
        former = {pair for peer in before.values() for pair in peer.host_addresses}
        self._addresses.leave(pair for pair in former if not selection.uses(pair))
        standing = self._set_up.lines.problems if self._set_up and not steps.problems else ()
        if steps.problems:
            self._set_up = None
        return _applied(steps, standing, selection, taken_off, begun)

    def _identity(self) -> str:
        """Return which interface there is, as a reading names it; empty where there is none."""
        index = host.index_of(self._interface)
        return "" if index is None else host.identity_of(index)

    def _begin_lives(self, keys: AbstractSet[str]) -> dict[str, int]:
        """Draw lives for the counters of peers that are about to be put. A full disk keeps nobody out."""
        begun = {key: secrets.randbits(62) for key in keys}
        try:
            if begun:
                self._store.add_lives(begun)
        except OSError as failure:
            log.info("new lives of counters are saved later: %s", failure)
        return begun

    def tidy(self) -> bool:
        with self._hands:
            if self._set_up is None or self._selection is None:
                return False  # what is left over goes when everything is compared
            some = self._addresses.some_left_over(_TIDIED_AT_ONCE, unless=self._uses)
            self._touched |= {*some, *(address for _, address in some)}
            try:
                self._remove_addresses(some)
            except (CommandError, OSError):
                self._set_up = None
                raise
            return bool(some)

    def park(self, reading: Reading, *, now: float, at: float) -> frozenset[str]:
        with self._hands:
            if self._parking is None:
                return frozenset()
            changed = self._parking.observe(reading.peers, now=now, at=at)
            if self._set_up and self._selection and (changed.parked or changed.freed):
                served = self._selection.served
                peers = {key: served[key] for key in (*changed.parked, *changed.freed) if key in served}
                for peer in peers.values():
                    self._touched |= {peer.tunnel_address, *(bucket.name for bucket in peer.buckets)}
                exits = self._let_through(peers)
                try:
                    self._firewall.change(
                        exits, {peer.tunnel_address for peer in peers.values()} - exits.keys()
                    )
                    self._firewall.cut()
                except BaseException:
                    self._distrust()
                    raise
            return self._parking.parked

    def _let_through(self, peers: Mapping[str, ServedPeer]) -> dict[str, Exit]:
        """The exits of these peers by tunnel address; one that is parked has none."""
        parked = self._parking.parked if self._parking else frozenset[str]()
        return {peer.tunnel_address: _exit(peer) for key, peer in peers.items() if key not in parked}

    async def wait_for_news(self, seconds: float) -> None:
        if self._news is None:
            await asyncio.sleep(seconds)
        else:
            await self._news.wait(seconds)

    def is_disturbed(self) -> bool:
        if not self._hands.acquire(blocking=False):
            return False  # a change is under way; the next look finds what there is to find
        try:
            if self._is_distrusted:
                return True
            if self._set_up is None or self._events is None or self._selection is None:
                return False
            indexes = (host.index_of(line.device) for line in self._set_up.lines.lines)
            devices = {index for index in indexes if index is not None}
            wanted = self._addresses.names | {self._set_up.network.gateway_address}
            told = self._events.concern(wanted, devices)
            replaced = host.index_of(self._interface) != self._set_up.interface
            is_shut = bool(host.wrong_settings(self._set_up.lines.lines, self._interface))
            is_elsewhere = self._set_up.room != self._room(self._selection)
            return (
                told
                or replaced
                or is_shut
                or is_elsewhere
                or self._peers_differ
                or self._firewall.is_disturbed()
            )
        finally:
            self._hands.release()

    def compare(self) -> tuple[str, ...]:
        with self._hands:
            set_up, selection = self._set_up, self._selection
            if self._is_distrusted:
                return ("what was lent for proofs",)
            if set_up is None or selection is None:
                return ()
            if set_up.room != self._room(selection):
                return ("where the shop is",)
            others = self._firewall.others()
            self._touched.clear()
            self._peers_differ = False
            added = frozenset(self._addresses.added)
            expected = Expected(
                set_up,
                self._firewall.elements,
                {**{key: peer.tunnel_address for key, peer in selection.served.items()}, **self._own.peers},
                selection.host_addresses,
                added,
            )
        differ = find_differences(
            expected,
            name=self._interface,
            public_key=self._public_key,
            table=self._firewall,
            lines_of=partial(self._lines, also=added),
        )
        with self._hands:
            differ -= self._touched
            if not differ:
                self._firewall.accept(others)
        return tuple(sorted(map(str, differ)))

    def is_setting_up(self) -> bool:
        return self._set_up is None and self._hands.locked()

    def figures(self) -> Reading | None:
        changes = self._changes
        index = host.index_of(self._interface)
        interface = wireguard.read_interface(self._interface)
        if host.index_of(self._interface) != index or (index is None) != (interface is None):
            raise CommandError(f"the interface {self._interface} was replaced while it was read")
        if index is None or interface is None:
            return None
        if self._set_up and self._selection and changes == self._changes:
            served = {key: peer.tunnel_address for key, peer in self._selection.served.items()}
            self._peers_differ = interface.allowed_ips != {**served, **self._own.peers} or not (
                tunnel.has_settings(interface, self._set_up.network, public_key=self._public_key)
            )
        return Reading(host.identity_of(index), interface.without(self._own.peers.keys()).figures)

    def open_by(self, addresses: Collection[str]) -> frozenset[tuple[str, str]] | None:
        set_up = self._set_up
        if set_up is None:
            return None
        return connections.open_by(addresses, tunnel_network=set_up.network.tunnel_network)

    def fill(self) -> connections.Fill | None:
        return connections.read_fill()

    def paths(self) -> Paths | None:
        """The agent's own customers, while the host is set up; None else."""
        set_up, own, selection = self._set_up, self._own, self._selection
        if set_up is None or selection is None:
            return None
        taken = {peer.tunnel_address for peer in selection.served.values()}
        ways = tuple(way for way in own.ways if way.tunnel_address not in taken)
        return Paths(ways, own.knocker, set_up.network.listen_port, self._public_key)

    def knocks(self) -> Knocks:
        """Read the knocker's bytes and the newest handshake of any customer."""
        interface = wireguard.read_interface(self._interface)
        knocker = self._own.knocker
        if interface is None or knocker is None:
            return Knocks(0, 0)
        figures = interface.figures.get(knocker.public_key)
        others = interface.without(self._own.peers.keys()).figures.values()
        return Knocks(figures.received if figures else 0, max((one.handshake for one in others), default=0))

    def others_that_drop(self) -> tuple[str, ...]:
        return firewall.others_that_drop()

    def taken_inside(self) -> tuple[str, ...]:
        set_up = self._set_up
        if set_up is None:
            return ()
        return tuple(host.uses_inside(set_up.network.tunnel_network, interface=self._interface))

    def lend(self, addresses: Collection[str]) -> dict[str, Line]:
        """Have these addresses on the host, closed for everybody outside, until `take_back`; return the line of each.

        One that belongs to no line is left out. NotSetUpError while the host is not set up.
        """
        with self._hands:
            if self._set_up is None:
                raise NotSetUpError("the host is not set up yet")
            line_of = {address: _line_of(address, self._set_up.lines) for address in addresses}
            found = {address: line for address, line in line_of.items() if line is not None}
            pairs = {(line.device, address) for address, line in found.items()}
            new = self._addresses.lacking(pairs)
            self._touched |= {*new, *(address for _, address in new)}
            self._lent |= pairs
            try:
                self._firewall.change({}, (), close=frozenset(address for _, address in new))
                self._addresses.add(pairs)
            except BaseException:
                self._lent -= pairs
                self._addresses.leave(pairs)
                self._distrust()
                raise
            return found

    def take_back(self, addresses: Collection[str]) -> None:
        """Take from the host what was lent and is not an exit meanwhile."""
        with self._hands:
            pairs = frozenset(pair for pair in self._lent if pair[1] in addresses)
            self._lent -= pairs
            unused = frozenset(pair for pair in pairs & self._addresses.added if not self._uses(pair))
            self._touched |= {*unused, *(address for _, address in unused)}
            self._addresses.leave(unused)
            try:
                self._remove_addresses(unused)
            except BaseException:
                self._distrust()
                raise

    def _distrust(self) -> None:
        """Forget what is known of the host, which may be untrue: everything is read and set up anew."""
        self._set_up, self._is_distrusted = None, True

    def close(self) -> None:
        if self._events is not None:
            self._events.close()
        if self._news is not None:
            self._news.close()

    def _uses(self, pair: Pair) -> bool:
        return pair in self._lent or (self._selection is not None and self._selection.uses(pair))

    def _remove_addresses(self, pairs: frozenset[Pair]) -> None:
        self._firewall.change({}, (), reopen=self._addresses.remove(pairs))

    def _own_peers(self, desired: Desired, network: Network, lines: Lines, present: host.Host) -> Own:
        return own_peers(
            lines.lines,
            _own_addresses(present, added=self._addresses.added),
            tunnel_network=network.tunnel_network,
            taken={endpoint.tunnel_address for endpoint in desired.endpoints.values()},
            private_key=self._store.read_key,
        )

    def _lines(self, present: host.Host, *, also: AbstractSet[Pair] = frozenset()) -> Lines:
        """The lines of this host. An address that was an exit when the host was read counts as one in `also`."""
        added = also | self._addresses.added
        return find_lines(
            self._uplinks,
            default_routes=present.default_routes,
            connected=host.connected_networks(present, added=added),
            own=_own_addresses(present, added=added),
        )

    def _room(self, selection: Selection) -> WaitingRoom | None:
        """The waiting room, on the first line that has an address of its own; None where nobody has been in it."""
        self._is_waited_in |= selection.waiting > 0
        way = next(iter(self._own.ways), None)
        return WaitingRoom(way.line, way.exit_address, self._doors()) if self._is_waited_in and way else None

    def _begin_parking(self, selection: Selection, known: Mapping[str, str]) -> None:
        if self._parking is None:
            # Whom an agent before this one had parked, so that nobody changes places because it was started anew.
            self._parking = Parking(firewall.without_exit(known) if known else ())
        self._parking.replace({key: peer.place for key, peer in selection.served.items() if peer.place})

    def _add_closed(self, wanted: AbstractSet[Pair], network: Network, room: WaitingRoom | None) -> None:
        """Add exit addresses. The guard closes them before, or the host would answer visitors of a new one."""
        doors = room.shop if room else frozenset[Door]()
        coming = {address for _, address in self._addresses.lacking(wanted)}
        self._firewall.hold_guard(
            Protected(self._interface, network.gateway_address, doors), self._addresses.names | coming
        )
        self._addresses.add(wanted)

    def _apply_firewall(
        self,
        network: Network,
        lines: Lines,
        selection: Selection,
        *,
        room: WaitingRoom | None,
        passed: AbstractSet[str],
    ) -> None:
        elements = TableElements(
            exits={way.tunnel_address: Exit(way.exit_address, way.line.mark) for way in self._own.ways}
            | self._let_through(selection.served),
            closed=frozenset(self._addresses.names),
        )
        self._is_limited |= any(exit_.buckets for exit_ in elements.exits.values())
        layout = TableLayout(
            self._interface,
            network.tunnel_network,
            network.gateway_address,
            lines.lines,
            self._is_limited,
            room,
        )
        self._firewall.apply(layout, elements, passed=passed)


def _own_addresses(present: host.Host, *, added: AbstractSet[Pair]) -> dict[str, set[str]]:
    """The addresses that each device has by others' doing."""
    return {
        name: {address for address, _ in device.addresses if (name, address) not in added}
        for name, device in present.devices.items()
    }


def _applied(
    steps: IndependentSteps,
    of_lines: Sequence[str],
    selection: Selection,
    taken_off: Mapping[str, Figures],
    begun: Mapping[str, int],
) -> Applied:
    return Applied(
        tuple(steps.problems),
        (*of_lines, *selection.problems),
        None if of_lines else selection.faulty,
        selection.next_expiry,
        taken_off,
        begun,
    )


def _line_of(address: str, lines: Lines) -> Line | None:
    try:
        return lines.line_of(IPv4Address(address))
    except AddressValueError:
        return None


def _exit(peer: ServedPeer) -> Exit:
    if peer.line is None:
        return Exit("", WAITING_MARK)
    return Exit(peer.exit_address, peer.line.mark, peer.tail_address, peer.buckets)
