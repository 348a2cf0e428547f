"""The reader of statements by which walks hold the order of locks."""

import re
from pathlib import Path

import pytest

from tests.shop.builders.lock_order import LockOrder, numbered, waited_for

MIGRATIONS = Path(__file__).parents[3] / "ieum" / "shop" / "migrations"


@pytest.mark.parametrize(
    ("statement", "tables"),
    [
        ("SELECT id FROM orders WHERE id = 1 FOR UPDATE", {"orders"}),
        ("SELECT o.id FROM orders o JOIN plans p ON true WHERE true\n FOR UPDATE OF o", {"orders"}),
        (
            "SELECT 1 FROM gateways WHERE id IN (SELECT gateway_id FROM exits)\n ORDER BY id FOR NO KEY UPDATE",
            {"gateways"},
        ),
        (
            "UPDATE x SET a = 1 WHERE id = ANY(ARRAY(SELECT id FROM leases FOR UPDATE SKIP LOCKED))",
            set[str](),
        ),
        ("WITH t AS (SELECT id FROM leases FOR SHARE) SELECT id FROM services", {"leases"}),
        ("UPDATE orders SET state = 'paid'", set[str]()),
    ],
)
def test_a_statement_says_for_whose_rows_it_waits(statement: str, tables: set[str]) -> None:
    assert waited_for(statement) == tables


def test_a_step_backwards_is_found() -> None:
    order = LockOrder()
    for table in ("orders", "leases", "services"):
        order.see(f"SELECT id FROM {table} FOR UPDATE")
    order.begin()
    order.see("SELECT id FROM orders FOR UPDATE")

    assert list(order.wrong) == ["services after leases"]
    assert list(numbered().values()) == sorted(numbered().values())


def test_every_table_of_the_order_exists() -> None:
    schema = "\n".join(path.read_text(encoding="utf-8") for path in MIGRATIONS.rglob("*.sql"))

    assert len(numbered()) > 10
    assert [
        table for table in numbered() if not re.search(rf"^CREATE TABLE {table}\b", schema, re.MULTILINE)
    ] == []
