"""Who looks for an address to sell asks for `sellable_at`, which knows proofs, flags and withdrawals."""

from pathlib import Path

SHOP = Path(__file__).parents[3] / "ieum" / "shop"


def test_no_query_takes_an_address_for_free_by_its_lease_alone() -> None:
    by_lease = [
        str(file.relative_to(SHOP))
        for file in sorted(SHOP.rglob("*.py"))
        if "available_at <=" in file.read_text() or "ORDER BY available_at" in file.read_text()
    ]

    assert by_lease == []
