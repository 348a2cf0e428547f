"""Connections that the kernel tracks: open ones by exit address, those that must end, and the fill of its table."""

import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ieum.gateway.rules import Cut
from ieum.gateway.shell import CommandError, run, run_lines

# A listing for an address takes half of what listing everybody's connections takes, but another one for each address.
_MOST_LISTED_ALONE = 2
_MOST_DELETED_UNSEEN = 4
_SETTINGS = Path("/proc/sys/net/netfilter")
# Protocol, seconds left, TCP's state; then of both directions source and destination, with ports and counters between.
_FLOW = re.compile(
    r"^(?P<protocol>\w+) +\d+ (?:(?P<left>\d+) )?(?P<state>[A-Z_0-9]+ )?"
    r"src=(?P<tunnel>[\d.]+) dst=[\d.]+ .*?src=[\d.]+ dst=(?P<exit>[\d.]+) "
)
# Both sides have said that they are done; what may still come are repetitions of that.
_OVER = frozenset({"LAST_ACK ", "TIME_WAIT ", "CLOSE "})
# UDP has no end. Who wants to be reached sends sooner than this, or routers on the way forget them.
_SILENCE = 30


class Fill(NamedTuple):
    """Number of connections that the kernel tracks, and can track; packets of further connections are dropped."""

    tracked: int
    most: int


def open_by(addresses: Collection[str], *, tunnel_network: str) -> frozenset[tuple[str, str]]:
    """Tunnel address and exit address of what is open by these exit addresses."""
    timeouts = _udp_timeouts()
    if len(addresses) <= _MOST_LISTED_ALONE:
        lines = (
            line for address in sorted(addresses) for line in run_lines("conntrack", "-L", "-q", address)
        )
    else:
        lines = run_lines("conntrack", "-L", "-s", tunnel_network)
    return frozenset(pair for pair in open_flows(lines, udp_timeouts=timeouts) if pair[1] in addresses)


def open_flows(lines: Iterable[str], *, udp_timeouts: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """Yield tunnel and exit address of each open flow. `udp_timeouts`: after one packet, and of a conversation."""
    for line in lines:
        flow = _FLOW.match(line)
        if flow is None or flow["state"] in _OVER:
            continue
        if flow["protocol"] == "udp" and flow["left"]:
            timeout = udp_timeouts["[ASSURED]" in line]
            if timeout - int(flow["left"]) >= _SILENCE:
                continue
        yield flow["tunnel"], flow["exit"]


def tracked(tunnel_network: str) -> Iterator[tuple[str, str]]:
    """Tunnel address and exit address of everything that is tracked, open or over."""
    for line in run_lines("conntrack", "-L", "-s", tunnel_network):
        if flow := _FLOW.match(line):
            yield flow["tunnel"], flow["exit"]


def cut(cuts: Collection[Cut], *, tunnel_network: str) -> None:
    """Delete these tracked connections, so that their next packets are judged anew.

    If the tunnel network is among the sources, every customer's connections are deleted.
    """
    wanted = set(cuts)
    if Cut(tunnel_network) in wanted:
        wanted = {Cut(tunnel_network)}
    elif len(wanted) > _MOST_DELETED_UNSEEN:
        # Each deletion reads the kernel's whole list, so first list who has connections at all.
        connected = {tunnel for tunnel, _ in tracked(tunnel_network)}
        wanted = {one for one in wanted if one.source in connected}
    for one in sorted(wanted):
        _delete(one)


def read_fill() -> Fill | None:
    """None where the kernel tracks nothing."""
    try:
        return Fill(_setting("nf_conntrack_count"), _setting("nf_conntrack_max"))
    except (OSError, ValueError):
        return None


def _delete(one: Cut) -> None:
    # Answers to a translated connection go to its exit address.
    by_exit = ("-q", one.exit_address) if one.exit_address else ()
    try:
        run("conntrack", "-D", "-s", one.source, *by_exit)
    except CommandError as failure:
        # conntrack ends with 1 if there was nothing to delete.
        if "0 flow entries" not in str(failure):
            raise


def _udp_timeouts() -> tuple[int, int]:
    return _setting("nf_conntrack_udp_timeout"), _setting("nf_conntrack_udp_timeout_stream")


def _setting(name: str) -> int:
    return int((_SETTINGS / name).read_text())
