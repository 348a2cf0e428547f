"""Every refusal that the shop has words of its own for: polite Korean, and no two under one code."""

import re
from collections import defaultdict
from collections.abc import Iterator

from ieum.shop.kernel.errors import ShopError
from ieum.shop.server.app import create_app
from tests.cases import Cases

POLITE = re.compile(r"(니다|세요|니까)\.?$")
# Names and formats that a Korean sentence writes in Latin letters, too.
LATIN = {
    "IP",
    "IPv4",
    "IPv6",
    "VPN",
    "WireGuard",
    "PASS",
    "SMS",
    "QR",
    "HEIC",
    "JPG",
    "MB",
    "PIN",
    "PNG",
    "WebP",
    "HWP",
    "PDF",
    "TXT",
    "ZIP",
    "SVG",
    "EXE",
    "MSI",
    "MSIX",
    "APK",
    "DMG",
    "PKG",
}


assert callable(create_app), "with it every room is loaded"


def every(kind: type[ShopError]) -> Iterator[type[ShopError]]:
    for one in kind.__subclasses__():
        yield one
        yield from every(one)


REFUSALS = sorted(
    (one for one in every(ShopError) if one.__module__.startswith("ieum.")),
    key=lambda one: (one.code, one.__name__),
)


def test_a_refusal_speaks_polite_korean() -> None:
    cases = Cases()

    for refusal in REFUSALS:
        with cases.case(refusal.__name__):
            for sentence in (refusal.title, *filter(None, [refusal.detail])):
                assert re.search(r"[가-힣]", sentence), sentence
                assert not set(re.findall(r"[A-Za-z][A-Za-z0-9]+", sentence)) - LATIN, sentence
                assert "!" not in sentence
            if refusal.detail:
                assert POLITE.search(refusal.detail), refusal.detail

    cases.assert_right(at_least=270)


def test_a_code_means_one_thing() -> None:
    """A program that reads the code must know what happened; a base class may lend its code to nobody."""
    by_code: dict[str, set[str]] = defaultdict(set)
    for refusal in REFUSALS:
        by_code[refusal.code].add(f"{refusal.status} {refusal.title}")

    assert {code: said for code, said in by_code.items() if len(said) > 1} == {}
