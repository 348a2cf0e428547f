"""The table in the kernel and the connections that it tracks."""

import logging
from collections.abc import Collection, Iterator
from ipaddress import IPv4Network

import msgspec

from ieum.gateway.commands import CommandError, run, run_lines
from ieum.gateway.rules import TABLE, Content, Frame, changes, cut_off, ruleset

log = logging.getLogger("ieum.gateway")

_WORTH_A_LOOK = 4


class Firewall:
    """Knows what it put into the kernel, so that a change costs what changes and not what is there."""

    def __init__(self) -> None:
        self._installed: tuple[Frame, Content] | None = None
        self._left = ""
        """The table as the kernel showed it then; whatever it shows else was somebody else's doing."""
        self._to_cut: set[str] = set()
        """Sources whose connections go on as they were, until conntrack has been told."""

    def apply(self, frame: Frame, content: Content) -> None:
        """One transaction; then the connections of whoever leaves elsewhere from now on are cut."""
        found = _listing()
        if self._installed and found == self._left:
            present = {tunnel: leaving.address for tunnel, leaving in self._installed[1].exits.items()}
            self._change(frame, content, *self._installed)
        else:
            if self._installed:
                log.warning("the firewall table was changed from outside; it is put back")
            if self._installed or not found:
                # Connections may have gone out untranslated, or by another address, and would stay so. Those
                # that were fine are picked up again by their next packet.
                self._to_cut.add(frame.tunnel_network)
            present = _present_exits() if found else {}
            run("nft", "-f", "-", stdin=ruleset(frame, content))
        self._to_cut.update(cut_off(wanted=content.exits, present=present))
        if found != self._left or self._installed != (frame, content):
            self._installed, self._left = (frame, content), _listing()
        cut_connections(self._to_cut, tunnel_network=frame.tunnel_network)
        self._to_cut.clear()

    def _change(self, frame: Frame, content: Content, old_frame: Frame, old: Content) -> None:
        try:
            if frame == old_frame:
                order = changes(wanted=content, present=old)
                if order:
                    run("nft", "-f", "-", stdin=order)
                return
        except CommandError as refused:
            log.warning("%s; replacing the whole table", refused)
        run("nft", "-f", "-", stdin=ruleset(frame, content))


def cut_connections(tunnel_addresses: Collection[str], *, tunnel_network: str) -> None:
    """Forget their connections: the next packet of each is judged and translated anew. The network is all of them."""
    addresses = set(tunnel_addresses)
    if tunnel_network in addresses:
        addresses = {tunnel_network}
    elif len(addresses) > _WORTH_A_LOOK:
        # Each deletion reads the kernel's whole list, so ask once who has connections at all.
        addresses &= set(_sources(tunnel_network))
    for address in sorted(addresses):
        _run_ignoring_none("conntrack", "-D", "-s", address)


def _sources(tunnel_network: str) -> Iterator[str]:
    for line in run_lines("conntrack", "-L", "-s", tunnel_network):
        _, _, rest = line.partition(" src=")
        yield rest.partition(" ")[0]


def remove(network: IPv4Network | None) -> None:
    run("nft", "-f", "-", stdin=f"table {TABLE}\ndelete table {TABLE}\n")
    if network:
        _run_ignoring_none("conntrack", "-D", "-s", str(network))


def _listing() -> str:
    """Rules and elements, always in the same order; empty where there is no table."""
    try:
        return run("nft", "list", "table", *TABLE.split())
    except CommandError:
        return ""


def _present_exits() -> dict[str, str]:
    """What an agent before this one left: tunnel address → exit address."""
    try:
        listing = run("nft", "-j", "list", "map", *TABLE.split(), "exits")
    except CommandError:
        return {}
    items = msgspec.json.decode(listing, type=dict[str, list[dict[str, msgspec.Raw]]])["nftables"]
    elements: dict[str, str] = {}
    for item in items:
        if "map" in item:
            found = msgspec.json.decode(item["map"], type=_Map)
            elements.update(found.elem)
    return elements


class _Map(msgspec.Struct):
    elem: list[tuple[str, str]] = []


def _run_ignoring_none(*argv: str) -> None:
    """`conntrack -D` calls it a failure when there was nothing to delete."""
    try:
        run(*argv)
    except CommandError as failure:
        if "0 flow entries" not in str(failure):
            raise
