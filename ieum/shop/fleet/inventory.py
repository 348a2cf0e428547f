"""Reads and checks files of exit addresses, before anything is written. Pure."""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping
from ipaddress import AddressValueError, IPv4Address, IPv4Network
from typing import Literal, cast

import msgspec

from ieum.shop.fleet.types import NewAddress

COLUMNS = ("gateway", "address", "pool", "carrier", "region")
# As the table has it.
SHORTEST_PREFIX, LONGEST_PREFIX = 8, 29
CODE = re.compile(r"[a-z0-9][a-z0-9-]{1,39}")
# The networks of documentation and of measurements (RFC 5737, RFC 2544), in which demo and lab have theirs.
_OF_EXAMPLES = tuple(map(IPv4Network, ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15")))
# A name, an IPv4 address, or an IPv6 address in brackets.
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:]{2,45}\]")

type Wrong = Literal[
    "header",
    "empty",
    "csv",
    "columns",
    "name",
    "address",
    "twice",
    "pool_above",
    "gateway",
    "exists",
    "tunnel",
    "pool",
]


class BadRow(msgspec.Struct, frozen=True):
    line: int
    wrong: Wrong


def read_addresses(lines: Iterable[str]) -> tuple[list[NewAddress], list[BadRow]]:
    """Return the good rows and the bad ones of a CSV file with the header `gateway,address,pool,carrier,region`."""
    reader = csv.DictReader(lines)
    if tuple(reader.fieldnames or ()) != COLUMNS:
        return [], [BadRow(1, "header")]
    good: list[NewAddress] = []
    bad: list[BadRow] = []
    seen: set[str] = set()
    pools: dict[str, tuple[str, str]] = {}
    for row in _rows(reader, bad):
        values = [(row.get(column) or "").strip() for column in COLUMNS]
        fault = _fault(values, row, seen, pools)
        if fault:
            bad.append(BadRow(reader.line_num, fault))
        else:
            new = NewAddress(*values, line=reader.line_num)
            seen.add(new.address)
            pools[new.pool] = (new.carrier, new.region)
            good.append(new)
    return good, bad


def _rows(reader: csv.DictReader[str], bad: list[BadRow]) -> Iterator[Mapping[str | None, str | None]]:
    """Read rows as far as the file is valid CSV, and add the line where it is not to `bad`."""
    try:
        # Cells beyond the last column come as a list under the key None; only whether there are any matters.
        yield from cast("Iterable[Mapping[str | None, str | None]]", reader)
    except csv.Error:
        bad.append(BadRow(reader.line_num, "csv"))


def _fault(
    values: list[str],
    row: Mapping[str | None, str | None],
    seen: set[str],
    pools: dict[str, tuple[str, str]],
) -> Wrong | None:
    gateway, address, pool, carrier, region = values
    if None in row or not all(values):
        return "columns"
    if not CODE.fullmatch(gateway) or not CODE.fullmatch(pool):
        return "name"
    if not _can_be_an_exit(address):
        return "address"
    if address in seen:
        return "twice"
    if pools.get(pool, (carrier, region)) != (carrier, region):
        return "pool_above"
    return None


def _can_be_an_exit(text: str) -> bool:
    """A private address would be somebody's own network, and is translated again on its way."""
    try:
        address = IPv4Address(text)
    except AddressValueError:
        return False
    return (address.is_global and not address.is_multicast) or any(address in one for one in _OF_EXAMPLES)


def is_endpoint(text: str) -> bool:
    """Whether devices could connect to it: host:port."""
    host, _, port = text.rpartition(":")
    return bool(_HOST.fullmatch(host)) and port.isdecimal() and port.isascii() and 0 < int(port[:6]) <= 65535


def is_tunnel_network(text: str) -> bool:
    """It has to be private, because its addresses never leave a host."""
    try:
        network = IPv4Network(text)
    except ValueError:
        return False
    return network.is_private and SHORTEST_PREFIX <= network.prefixlen <= LONGEST_PREFIX
