"""Reads and checks files of exit addresses, before anything is written. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Literal

import msgspec

from ieum.shop.kernel import tables
from ieum.shop.kernel.tables import TableRow
from ieum.shop.kernel.texts import WORDS
from ieum.shop.stock.types import NewAddress

COLUMNS = ("gateway", "address", "pool", "carrier", "region")
# What members see of a pool.
LONGEST_PLACE = 60
# As the table has it.
SHORTEST_PREFIX, LONGEST_PREFIX = 8, 29
CODE = re.compile(r"[a-z0-9][a-z0-9-]{1,39}")
# The networks of documentation and of measurements (RFC 5737, RFC 2544), in which demo and lab have theirs.
_OF_EXAMPLES = tuple(map(IPv4Network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15")))
# Selectors of forms, and a heap of marks that would cover the lines around it.
_UNSEEN = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]|[\u0300-\u036f]{4}")
# A name, an IPv4 address, or an IPv6 address in brackets.
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,45}\]")

type Wrong = Literal[
    "header",
    "empty",
    "csv",
    "lost",
    "columns",
    "name",
    "address",
    "place",
    "twice",
    "pool_above",
    "gateway",
    "exists",
    "tunnel",
    "pool",
]


class BadRow(msgspec.Struct, frozen=True):
    """`row`: what could be read of it."""

    line: int
    wrong: Wrong
    row: NewAddress | None = None


class WrongTable(Exception):
    """The table ends here, because its next row cannot be read."""

    def __init__(self, row: BadRow) -> None:
        super().__init__(row.wrong)
        self.row = row


def rows_of(text: str) -> Iterator[TableRow]:
    """Rows of a table below its header `gateway,address,pool,carrier,region`. Raises WrongTable."""
    try:
        rows = tables.read_text(text)
        head = next(rows, None)
        if head is None or tuple(head.cells) != COLUMNS:
            raise WrongTable(BadRow(1, "header"))
        yield from rows
    except tables.TableRefused as refused:
        raise WrongTable(BadRow(max(refused.line, 1), "csv")) from refused


def read_addresses(rows: Iterable[TableRow]) -> tuple[list[NewAddress], list[BadRow]]:
    """Return the good rows and the bad ones; each is judged alone, see `contradictions`."""
    good: list[NewAddress] = []
    bad: list[BadRow] = []
    try:
        for row in rows:
            if fault := _fault(row):
                bad.append(BadRow(row.ends, fault))
            else:
                good.append(NewAddress(*row.cells, line=row.ends))
    except WrongTable as wrong:
        bad.append(wrong.row)
    return good, bad


def contradictions(rows: Iterable[NewAddress]) -> list[BadRow]:
    """Find the rows that contradict a row above. Given good rows only: nothing repeats a row that is not imported."""
    bad: list[BadRow] = []
    seen: set[str] = set()
    pools: dict[str, tuple[str, str]] = {}
    for row in rows:
        place = (row.carrier, row.region)
        if row.address in seen:
            bad.append(BadRow(row.line, "twice", row))
        elif pools.get(row.pool, place) != place:
            bad.append(BadRow(row.line, "pool_above", row))
        else:
            seen.add(row.address)
            pools[row.pool] = place
    return bad


def _fault(row: TableRow) -> Wrong | None:
    if row.is_lost:
        return "lost"
    if len(row.cells) != len(COLUMNS) or not all(row.cells):
        return "columns"
    gateway, address, pool, carrier, region = row.cells
    if not CODE.fullmatch(gateway) or not CODE.fullmatch(pool):
        return "name"
    if not _can_be_an_exit(address):
        return "address"
    if not is_place(carrier) or not is_place(region):
        return "place"
    return None


def is_place(text: str) -> bool:
    """Tell whether a carrier or a region can be shown to members: visible words on one line, without a lost letter.

    Nothing in it is unseen, not even the joiners that `WORDS` allows: two pools that look alike would be two.
    """
    return (
        len(text) <= LONGEST_PLACE
        and re.search(WORDS, text) is not None
        and tables.LOST not in text
        and not _UNSEEN.search(text)
        and not any(unicodedata.category(sign) in {"Cf", "Co", "Cn"} for sign in text)
    )


def _can_be_an_exit(text: str) -> bool:
    """A private address would be somebody's own network, and is translated again on its way."""
    try:
        address = IPv4Address(text)
    except AddressValueError:
        return False
    return (address.is_global and not address.is_multicast) or any(address in one for one in _OF_EXAMPLES)


def is_endpoint(text: str) -> bool:
    """Tell whether devices could connect to it: host:port."""
    host, _, port = text.rpartition(":")
    return bool(_HOST.fullmatch(host)) and port.isdecimal() and port.isascii() and 0 < int(port[:6]) <= 65535


def is_tunnel_network(text: str) -> bool:
    """Tell whether it is a tunnel network. It has to be private, because its addresses never leave a host."""
    try:
        network = IPv4Network(text)
    except ValueError:
        return False
    return network.is_private and SHORTEST_PREFIX <= network.prefixlen <= LONGEST_PREFIX
