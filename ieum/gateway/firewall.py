"""Load the firewall table into the kernel, and have connections cut that must not go on."""

import logging
from collections import Counter
from collections.abc import Collection, Mapping
from collections.abc import Set as AbstractSet
from ipaddress import IPv4Network

from ieum.gateway import connections
from ieum.gateway.guard import Guard, Protected
from ieum.gateway.listing import devices_in, listed_otherwise, read_listing
from ieum.gateway.rules import (
    TABLE,
    Bucket,
    Cut,
    Exit,
    TableElements,
    TableLayout,
    connections_to_cut,
    element_changes,
    ruleset,
)
from ieum.gateway.shell import CommandError, run
from ieum.gateway.waiting_room import Door
from ieum.gateway.watch import firewall_generation

log = logging.getLogger("ieum.gateway")


class Firewall:
    """Remembers what it loaded, so that a change costs as much as what changes, not as the whole table."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._layout: TableLayout | None = None
        self._exits: dict[str, Exit] = {}
        self._closed: set[str] = set()
        self._drawn: Counter[Bucket] = Counter()
        """How many peers draw from each bucket."""
        self._rules = ""
        """The kernel's listing of the table without its elements; another one means that someone else changed it."""
        self._to_cut: set[Cut] = set()
        """Tracked connections that still have to be deleted, kept here if conntrack fails."""
        self._own = 0
        """Transactions of ours since the start."""
        self._others: int | None = None
        """The kernel's number of transactions without ours: another one means that someone else made one."""

    @property
    def elements(self) -> TableElements:
        """A copy of what the table's elements should be."""
        return TableElements(dict(self._exits), frozenset(self._closed))

    def hold_guard(self, protected: Protected, closed: AbstractSet[str]) -> None:
        """Have the guard close these addresses, of which some are about to be added; `apply` is told of them later."""
        self._guard.hold(protected, closed)

    def close_ahead(self, addresses: AbstractSet[str]) -> None:
        """Have the guard close addresses that are about to be added; `change` is told of them later."""
        self._guard.change(close=addresses)

    def apply(
        self, layout: TableLayout, elements: TableElements, *, passed: AbstractSet[str] = frozenset()
    ) -> None:
        """Make the table hold this, whatever it holds, then cut the connections of peers whose exit changed.

        And those of the tunnel addresses `passed`, which go over to other peers.
        """
        others = self.others()
        doors = layout.room.shop if layout.room else frozenset[Door]()
        self._guard.hold(Protected(layout.interface, layout.gateway_address, doors), elements.closed)
        listing = read_table()
        present: dict[str, frozenset[str]] = {}
        if self._layout and not self.differences(listing, self.elements):
            self._take_off_lines(elements.exits)
            present = {tunnel: exit_.addresses for tunnel, exit_ in self._exits.items()}
            self._change(layout, elements)
        else:
            if self._layout:
                log.warning("the firewall table was changed from outside; it is put back")
            if self._layout or not listing:
                self._cut_all(layout, elements)
            else:
                present = self._begin_again(layout, elements, listing)
            self._load(ruleset(layout, elements))
        self._to_cut.update(connections_to_cut(wanted=elements.exits, present=present))
        self._to_cut.update(map(Cut, passed))
        if self._layout != layout or not self._rules:
            self._rules = read_listing(run("nft", "--terse", "list", "table", *TABLE.split())).rules
        self._layout, self._exits, self._closed = layout, dict(elements.exits), set(elements.closed)
        self._drawn = Counter(bucket for exit_ in elements.exits.values() for bucket in exit_.buckets)
        self.accept(others)
        self.cut()

    def change(
        self,
        put: Mapping[str, Exit],
        remove: Collection[str],
        *,
        close: frozenset[str] = frozenset(),
        reopen: frozenset[str] = frozenset(),
        passed: AbstractSet[str] = frozenset(),
    ) -> None:
        """Change the exits of these tunnel addresses, and which host addresses are closed, in one transaction.

        `passed`: those that go over to other peers, by whatever exit.
        """
        self._guard.change(close=close)
        self._take_off_lines(put)
        present = {tunnel: self._exits[tunnel] for tunnel in {*put, *remove} if tunnel in self._exits}
        wanted = TableElements(put, close - self._closed)
        for exit_ in present.values():
            self._drawn.subtract(exit_.buckets)
        others = +self._drawn
        self._drawn.update(bucket for exit_ in put.values() for bucket in exit_.buckets)
        if orders := element_changes(
            wanted=wanted, present=TableElements(present, reopen & self._closed), others=others.keys()
        ):
            self._load(orders)
        for tunnel in present.keys() - put.keys():
            del self._exits[tunnel]
        self._exits.update(put)
        self._closed = (self._closed | close) - reopen
        self._guard.change(reopen=reopen)
        before = {tunnel: exit_.addresses for tunnel, exit_ in present.items()}
        self._to_cut.update(connections_to_cut(wanted=put, present=before))
        self._to_cut.update(map(Cut, passed))

    def _take_off_lines(self, put: Mapping[str, Exit]) -> None:
        """Let nothing of peers out that get another line, until what they have open is cut.

        Else its packets would leave by the new line with an address of the former one, and go on to do so as long as
        an agent that is killed in between is away.
        """
        known = self._exits
        if moved := {one for one, exit_ in put.items() if one in known and known[one].mark != exit_.mark}:
            self.change({}, moved)
            self.cut()

    def _begin_again(
        self, layout: TableLayout, elements: TableElements, listing: str
    ) -> dict[str, frozenset[str]]:
        """Replace the table of an earlier run. Returns by which addresses peers that stay may have something open."""
        devices = {line.mark: line.device for line in layout.lines}
        former = devices_in(listing)
        moved = {
            one
            for one, exit_ in elements.exits.items()
            if former.get(one, devices.get(exit_.mark)) != devices.get(exit_.mark)
        }
        if moved:
            others = {one: exit_ for one, exit_ in elements.exits.items() if one not in moved}
            self._load(ruleset(layout, TableElements(others, elements.closed)))
            connections.cut(set(map(Cut, moved)), tunnel_network=layout.tunnel_network)
        present = _present_exits(listing, layout.tunnel_network)
        return {one: addresses for one, addresses in present.items() if one not in moved}

    def cut(self) -> None:
        """End the connections that must not go on."""
        if self._to_cut and self._layout:
            connections.cut(self._to_cut, tunnel_network=self._layout.tunnel_network)
            self._to_cut.clear()

    def others(self) -> int | None:
        """Count the transactions of other programs, if the kernel can tell."""
        try:
            return firewall_generation() - self._own - self._guard.transactions
        except CommandError:
            return None

    def accept(self, others: int | None) -> None:
        """The table is as it should be after this many transactions of others."""
        self._others = others

    def is_disturbed(self) -> bool:
        """Tell whether others have changed rules since the last comparison with ours, or ended the guard's keeper."""
        others = self.others()
        return others is None or others != self._others or not self._guard.is_kept()

    def differences(self, listing: str, elements: TableElements) -> set[str]:
        """Find what is wrong in the kernel's listing ("rules", or addresses and buckets) or with the guard."""
        found = read_listing(listing)
        others = {"rules"} if found.rules != self._rules else set[str]()
        return listed_otherwise(found, elements) | others | (set() if self._guard.is_kept() else {"guard"})

    def _load(self, orders: str) -> None:
        run("nft", "-f", "-", stdin=orders)
        self._own += 1

    def _cut_all(self, layout: TableLayout, elements: TableElements) -> None:
        """Cut every connection before the rules let anybody open one.

        Without our rules, connections may have left untranslated or by a wrong address, and conntrack would keep them
        so. Correct ones are picked up again by their next packet; but one that is cut while it waits for an answer has
        none to send and would hang, so none may be opened between loading the rules and cutting.
        """
        self._load(ruleset(layout, TableElements({}, elements.closed)))
        everything = Cut(layout.tunnel_network)
        try:
            connections.cut({everything}, tunnel_network=layout.tunnel_network)
        except CommandError as failure:
            log.warning("connections are cut later: %s", failure)
            self._to_cut.add(everything)

    def _change(self, layout: TableLayout, elements: TableElements) -> None:
        try:
            if layout == self._layout:
                if orders := element_changes(wanted=elements, present=self.elements):
                    self._load(orders)
                return
        except CommandError as refused:
            log.warning("%s; replacing the whole table", refused)
        self._load(ruleset(layout, elements))


def remove(network: IPv4Network | None) -> None:
    run("nft", "-f", "-", stdin=f"table {TABLE}\ndelete table {TABLE}\n")
    if network:
        connections.cut({Cut(str(network))}, tunnel_network=str(network))


def read_table() -> str:
    """The kernel's listing of the table; empty if there is none.

    CommandError where there is one that cannot be read: who takes that for none cuts all connections.
    """
    try:
        return run("nft", "list", "table", *TABLE.split())
    except CommandError:
        if f"table {TABLE}" in run("nft", "list", "tables").splitlines():
            raise
        return ""


def read_closed() -> frozenset[str]:
    """The addresses that the table of an earlier run closes."""
    return read_listing(read_table()).closed


def without_exit(peers: Mapping[str, str]) -> frozenset[str]:
    """Peers, of these (public key → tunnel address), without an exit in the table of an earlier run."""
    listing = read_table()
    exits = read_listing(listing).maps["exits"]
    return frozenset(key for key, tunnel in peers.items() if listing and tunnel not in exits)


def others_that_drop() -> tuple[str, ...]:
    """Chains of other tables that drop what is forwarded unless a rule of theirs lets it pass."""
    found: list[str] = []
    table = chain = ""
    for line in run("nft", "list", "chains").splitlines():
        words = line.split()
        if words[:1] == ["table"]:
            table = " ".join(words[1:3])
        elif words[:1] == ["chain"]:
            chain = words[1]
        elif "hook forward" in line and "policy drop" in line and table != TABLE:
            found.append(f"{table} {chain}")
    return tuple(found)


def _present_exits(listing: str, tunnel_network: str) -> dict[str, frozenset[str]]:
    """The exit addresses of each tunnel address: the one that an earlier run loaded, and those of open connections.

    Such a connection may be the tail of a change that has ended since.
    """
    present: dict[str, set[str]] = {}
    for tunnel, address in [
        *read_listing(listing).maps["exits"].items(),
        *connections.tracked(tunnel_network),
    ]:
        present.setdefault(tunnel, set()).add(address)
    return {tunnel: frozenset(addresses) for tunnel, addresses in present.items()}
