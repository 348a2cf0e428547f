"""Load the firewall table into the kernel and cut connections that must not go on."""

import logging
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from ipaddress import IPv4Network

import msgspec

from ieum.gateway.rules import (
    TABLE,
    Cut,
    TableElements,
    TableLayout,
    connections_to_cut,
    element_changes,
    ruleset,
)
from ieum.gateway.shell import CommandError, run, run_lines

log = logging.getLogger("ieum.gateway")

_MOST_DELETED_UNSEEN = 4
# Of both directions source and destination; ports and counters stand between them.
_FLOW = re.compile(r" src=(?P<tunnel>[\d.]+) dst=[\d.]+ .*? src=[\d.]+ dst=(?P<exit>[\d.]+) ")


class Firewall:
    """Remembers what it loaded, so that a change costs as much as what changes, not as the whole table."""

    def __init__(self) -> None:
        self._loaded: tuple[TableLayout, TableElements] | None = None
        self._listing_then = ""
        """The kernel's listing right after loading; a different listing now means someone else changed it."""
        self._to_cut: set[Cut] = set()
        """Tracked connections that still have to be deleted, kept here if conntrack fails."""

    def apply(self, layout: TableLayout, elements: TableElements) -> None:
        """Change the table in one transaction, then cut the connections of peers whose exit changed."""
        listing = _listing()
        present: dict[str, frozenset[str]] = {}
        if self._loaded and listing == self._listing_then:
            present = {tunnel: exit_.addresses for tunnel, exit_ in self._loaded[1].exits.items()}
            self._change(layout, elements, *self._loaded)
        else:
            if self._loaded:
                log.warning("the firewall table was changed from outside; it is put back")
            if self._loaded or not listing:
                self._cut_all(layout, elements)
            else:
                present = _present_exits(layout.tunnel_network)
            run("nft", "-f", "-", stdin=ruleset(layout, elements))
        self._to_cut.update(connections_to_cut(wanted=elements.exits, present=present))
        if listing != self._listing_then or self._loaded != (layout, elements):
            self._loaded, self._listing_then = (layout, elements), _listing()
        cut_connections(self._to_cut, tunnel_network=layout.tunnel_network)
        self._to_cut.clear()

    def close(self, addresses: Collection[str]) -> None:
        """Close addresses of this host before it gets them, as all that it added. CommandError before `apply`."""
        if self._loaded is None:
            raise CommandError("the firewall table is not loaded yet")
        layout, elements = self._loaded
        self.apply(layout, replace(elements, closed=elements.closed | frozenset(addresses)))

    def _cut_all(self, layout: TableLayout, elements: TableElements) -> None:
        """Cut every connection before the rules let anybody open one.

        Without our rules, connections may have left untranslated or by a wrong address, and conntrack would keep them
        so. Correct ones are picked up again by their next packet; but one that is cut while it waits for an answer has
        none to send and would hang, so none may be opened between loading the rules and cutting.
        """
        run("nft", "-f", "-", stdin=ruleset(layout, TableElements({}, elements.closed)))
        everything = Cut(layout.tunnel_network)
        try:
            cut_connections({everything}, tunnel_network=layout.tunnel_network)
        except CommandError as failure:
            log.warning("connections are cut later: %s", failure)
            self._to_cut.add(everything)

    def _change(
        self, layout: TableLayout, elements: TableElements, old_layout: TableLayout, old: TableElements
    ) -> None:
        try:
            if layout == old_layout:
                if orders := element_changes(wanted=elements, present=old):
                    run("nft", "-f", "-", stdin=orders)
                return
        except CommandError as refused:
            log.warning("%s; replacing the whole table", refused)
        run("nft", "-f", "-", stdin=ruleset(layout, elements))


def cut_connections(cuts: Collection[Cut], *, tunnel_network: str) -> None:
    """Delete these tracked connections, so that their next packets are judged anew.

    If the tunnel network is among the sources, every customer's connections are deleted.
    """
    wanted = set(cuts)
    if Cut(tunnel_network) in wanted:
        wanted = {Cut(tunnel_network)}
    elif len(wanted) > _MOST_DELETED_UNSEEN:
        # Each deletion reads the kernel's whole list, so first list who has connections at all.
        connected = set(_connected_sources(tunnel_network))
        wanted = {cut for cut in wanted if cut.source in connected}
    for cut in sorted(wanted):
        _delete_connections(cut)


def _connected_sources(tunnel_network: str) -> Iterator[str]:
    for line in run_lines("conntrack", "-L", "-s", tunnel_network):
        _, _, rest = line.partition(" src=")
        yield rest.partition(" ")[0]


def remove(network: IPv4Network | None) -> None:
    run("nft", "-f", "-", stdin=f"table {TABLE}\ndelete table {TABLE}\n")
    if network:
        _delete_connections(Cut(str(network)))


def _listing() -> str:
    """The table's rules and elements, always in the same order; empty if there is no table."""
    try:
        return run("nft", "list", "table", *TABLE.split())
    except CommandError:
        return ""


def _present_exits(tunnel_network: str) -> dict[str, frozenset[str]]:
    """The exit addresses of each tunnel address: the one that an earlier run loaded, and those of open connections.

    Such a connection may be the tail of a change that has ended since.
    """
    try:
        listing = run("nft", "-j", "list", "map", *TABLE.split(), "exits")
    except CommandError:
        return {}
    present: dict[str, set[str]] = {}
    for tunnel, address in [*_elements(listing), *_open_exits(tunnel_network)]:
        present.setdefault(tunnel, set()).add(address)
    return {tunnel: frozenset(addresses) for tunnel, addresses in present.items()}


def _elements(listing: str) -> Iterator[tuple[str, str]]:
    items = msgspec.json.decode(listing, type=dict[str, list[dict[str, msgspec.Raw]]])["nftables"]
    for item in items:
        if "map" in item:
            yield from msgspec.json.decode(item["map"], type=_Map).elem


def _open_exits(tunnel_network: str) -> Iterator[tuple[str, str]]:
    """The tunnel address and the exit address of each tracked connection, to which its answers go."""
    for line in run_lines("conntrack", "-L", "-s", tunnel_network):
        if found := _FLOW.search(line):
            yield found["tunnel"], found["exit"]


class _Map(msgspec.Struct):
    elem: list[tuple[str, str]] = []


def _delete_connections(cut: Cut) -> None:
    # Answers to a translated connection go to its exit address.
    by_exit = ("-q", cut.exit_address) if cut.exit_address else ()
    try:
        run("conntrack", "-D", "-s", cut.source, *by_exit)
    except CommandError as failure:
        # conntrack ends with 1 if there was nothing to delete.
        if "0 flow entries" not in str(failure):
            raise
