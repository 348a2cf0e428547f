"""Sources of an address's reputation: DNS block lists, and a file of carriers' networks."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path

from dns.asyncresolver import Resolver
from dns.exception import DNSException
from dns.resolver import NXDOMAIN, NoAnswer

from ieum.shop.kernel import tables

# Of RFC 5782: what every list that works has, and what it never has.
ALWAYS_LISTED, NEVER_LISTED = "127.0.0.2", "127.0.0.1"
_LISTED = IPv4Network("127.0.0.0/8")
# Here lists say that they do not answer this asker.
_REFUSED = IPv4Network("127.255.255.0/24")
_SECONDS = 4.0


class BlockLists:
    """Asks lists by DNS, at the host's own resolvers or at the server that is given."""

    def __init__(self, names: Sequence[str], *, server: tuple[str, int] | None = None) -> None:
        self.names = tuple(names)
        # The host's own are read only where they are needed: a host without any has no resolv.conf to read.
        self._resolver = Resolver(configure=bool(names) and server is None)
        self._resolver.lifetime = _SECONDS
        if server is not None:
            self._resolver.nameservers = [server[0]]
            self._resolver.port = server[1]

    async def has(self, name: str, address: str) -> bool | None:
        """Tell whether a list has an address; None if it cannot be told."""
        asked = ".".join(reversed(address.split("."))) + f".{name}."
        try:
            answer = await self._resolver.resolve(asked, "A", search=False)
        except (NXDOMAIN, NoAnswer):
            return False
        except (DNSException, OSError):
            return None
        told = [IPv4Address(str(record)) for record in answer]
        return True if all(one in _LISTED and one not in _REFUSED for one in told) else None

    async def works(self, name: str) -> bool:
        """Tell whether a list tells what is listed from what is not. A list that was given up may list everything."""
        return await self.has(name, ALWAYS_LISTED) is True and await self.has(name, NEVER_LISTED) is False


class BadNetworksFileError(Exception):
    """A file of networks that cannot be read; the message says where."""


class CarrierNetworks:
    """Carriers by network. The longest network that has an address decides."""

    def __init__(self, rows: Iterable[tuple[IPv4Network, str]] = ()) -> None:
        self._by_length: dict[int, dict[int, str]] = {}
        for network, carrier in rows:
            of_length = self._by_length.setdefault(network.prefixlen, {})
            of_length[int(network.network_address)] = carrier
        self._lengths = sorted(self._by_length, reverse=True)

    def carrier_of(self, address: str) -> str | None:
        number = int(IPv4Address(address))
        for length in self._lengths:
            carrier = self._by_length[length].get(number >> (32 - length) << (32 - length))
            if carrier is not None:
                return carrier
        return None


class ReputationSources:
    def __init__(self, block_lists: BlockLists, networks: CarrierNetworks) -> None:
        self.block_lists = block_lists
        self.networks = networks


def read_networks(file: Path) -> CarrierNetworks:
    """Read a CSV file with the header `network,carrier`, carriers named as in the pools.

    Raises BadNetworksFileError.
    """
    try:
        with file.open(encoding=tables.encoding_of(file), newline="") as lines:
            rows = tables.read_rows(lines)
            head = next(rows, None)
            if head is None or head.cells != ["network", "carrier"]:
                raise BadNetworksFileError(f"{file}:1: the header must be network,carrier")
            return CarrierNetworks([_row(file, row) for row in rows])
    except (OSError, UnicodeError) as wrong:
        raise BadNetworksFileError(f"{file}: {wrong}") from wrong
    except tables.TableRefused as refused:
        raise BadNetworksFileError(f"{file}:{refused.line}: no table in UTF-8, CP949 or UTF-16") from refused


def _row(file: Path, row: tables.TableRow) -> tuple[IPv4Network, str]:
    if row.is_lost:
        raise BadNetworksFileError(f"{file}:{row.line}: a letter was lost when the file was saved")
    try:
        network, carrier = row.cells
        return IPv4Network(network), carrier
    except ValueError as wrong:
        raise BadNetworksFileError(f"{file}:{row.line}: {wrong}") from wrong
