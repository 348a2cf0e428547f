"""Load the firewall table into the kernel and cut connections that must not go on."""

import logging
from collections.abc import Collection, Iterator
from ipaddress import IPv4Network

import msgspec

from ieum.gateway.rules import TABLE, TableElements, TableLayout, element_changes, ruleset, sources_to_cut
from ieum.gateway.shell import CommandError, run, run_lines

log = logging.getLogger("ieum.gateway")

_MOST_DELETED_UNSEEN = 4


class Firewall:
    """Remembers what it loaded, so that a change costs as much as what changes, not as the whole table."""

    def __init__(self) -> None:
        self._loaded: tuple[TableLayout, TableElements] | None = None
        self._listing_then = ""
        """The kernel's listing right after loading; a different listing now means someone else changed it."""
        self._to_cut: set[str] = set()
        """Sources whose tracked connections still have to be deleted, kept here if conntrack fails."""

    def apply(self, layout: TableLayout, elements: TableElements) -> None:
        """Change the table in one transaction, then cut the connections of peers whose exit changed."""
        listing = _listing()
        if self._loaded and listing == self._listing_then:
            present = {tunnel: exit_.address for tunnel, exit_ in self._loaded[1].exits.items()}
            self._change(layout, elements, *self._loaded)
        else:
            if self._loaded:
                log.warning("the firewall table was changed from outside; it is put back")
            if self._loaded or not listing:
                # Without our rules, connections may have left untranslated or by a wrong address, and
                # conntrack would keep them so. Correct ones are picked up again by their next packet.
                self._to_cut.add(layout.tunnel_network)
            present = _present_exits() if listing else {}
            run("nft", "-f", "-", stdin=ruleset(layout, elements))
        self._to_cut.update(sources_to_cut(wanted=elements.exits, present=present))
        if listing != self._listing_then or self._loaded != (layout, elements):
            self._loaded, self._listing_then = (layout, elements), _listing()
        cut_connections(self._to_cut, tunnel_network=layout.tunnel_network)
        self._to_cut.clear()

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


def cut_connections(tunnel_addresses: Collection[str], *, tunnel_network: str) -> None:
    """Delete the tracked connections of these addresses, so that their next packets are judged anew.

    If the tunnel network is among the addresses, every customer's connections are deleted.
    """
    addresses = set(tunnel_addresses)
    if tunnel_network in addresses:
        addresses = {tunnel_network}
    elif len(addresses) > _MOST_DELETED_UNSEEN:
        # Each deletion reads the kernel's whole list, so first list who has connections at all.
        addresses &= set(_connected_sources(tunnel_network))
    for address in sorted(addresses):
        _delete_connections(address)


def _connected_sources(tunnel_network: str) -> Iterator[str]:
    for line in run_lines("conntrack", "-L", "-s", tunnel_network):
        _, _, rest = line.partition(" src=")
        yield rest.partition(" ")[0]


def remove(network: IPv4Network | None) -> None:
    run("nft", "-f", "-", stdin=f"table {TABLE}\ndelete table {TABLE}\n")
    if network:
        _delete_connections(str(network))


def _listing() -> str:
    """The table's rules and elements, always in the same order; empty if there is no table."""
    try:
        return run("nft", "list", "table", *TABLE.split())
    except CommandError:
        return ""


def _present_exits() -> dict[str, str]:
    """The exits that an earlier run of the agent loaded: tunnel address → exit address."""
    try:
        listing = run("nft", "-j", "list", "map", *TABLE.split(), "exits")
    except CommandError:
        return {}
    items = msgspec.json.decode(listing, type=dict[str, list[dict[str, msgspec.Raw]]])["nftables"]
    elements: dict[str, str] = {}
    for item in items:
        if "map" in item:
            elements.update(msgspec.json.decode(item["map"], type=_Map).elem)
    return elements


class _Map(msgspec.Struct):
    elem: list[tuple[str, str]] = []


def _delete_connections(source: str) -> None:
    try:
        run("conntrack", "-D", "-s", source)
    except CommandError as failure:
        # conntrack ends with 1 if there was nothing to delete.
        if "0 flow entries" not in str(failure):
            raise
