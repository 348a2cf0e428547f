"""Read the kernel's listing of the firewall table, and find what is not as it should be."""

import re
from typing import NamedTuple

from ieum.gateway.rules import DIRECTIONS, TableElements, buckets, maps_of

_CONTAINER = re.compile(r"(?:map|set) (?P<name>\w+) \{(?P<content>.*?)\n\s*\}\n", re.DOTALL)
_ELEMENT = re.compile(r"\b(\d+\.\d+\.\d+\.\d+)(?: : \"?([\w.]+))?")
_LINE = re.compile(r"meta mark (\w+) oifname \"([^\"]+)\"")
_BUCKET = re.compile(r"[^\S\n]*limit (?P<name>\w+) \{\n[^}]*\}\n\n?")


class Listing(NamedTuple):
    """The kernel's listing of the table, with its elements apart from the rest."""

    rules: str
    maps: dict[str, dict[str, str]]
    closed: frozenset[str]
    buckets: frozenset[str]


def read_listing(listing: str) -> Listing:
    elements: dict[str, list[tuple[str, str]]] = {}
    named: list[str] = []

    def take_out(container: re.Match[str]) -> str:
        elements[container["name"]] = _ELEMENT.findall(container["content"])
        return f"{container['name']} {{}}\n"

    def take_bucket(bucket: re.Match[str]) -> str:
        named.append(bucket["name"])
        return ""

    rules = _CONTAINER.sub(take_out, _BUCKET.sub(take_bucket, listing))
    maps = {name: dict(elements.get(name, ())) for name in ("exits", "marks", *DIRECTIONS)}
    maps["marks"] = {tunnel: str(int(mark, 0)) for tunnel, mark in maps["marks"].items()}
    closed = frozenset(address for address, _ in elements.get("closed", ()))
    return Listing(rules, maps, closed, frozenset(named))


def devices_in(listing: str) -> dict[str, str]:
    """By which device the packets of each tunnel address leave, where the listing's rules say so."""
    devices = {str(int(mark, 0)): device for mark, device in _LINE.findall(listing)}
    marks = read_listing(listing).maps["marks"]
    return {tunnel: devices[mark] for tunnel, mark in marks.items() if mark in devices}


def listed_otherwise(found: Listing, elements: TableElements) -> set[str]:
    """The tunnel addresses, closed addresses and names of buckets in which a listing differs from what should be."""
    differ = set(found.closed ^ elements.closed)
    differ |= found.buckets ^ {one.name for one in buckets(elements.exits.values())}
    for name, wanted in maps_of(elements).items():
        plain = {tunnel: value.strip('"') for tunnel, value in wanted.items()}
        differ |= {tunnel for tunnel, _ in found.maps[name].items() ^ plain.items()}
    return differ
