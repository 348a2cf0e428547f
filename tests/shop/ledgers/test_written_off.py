"""The migration that writes off balances below zero, and the check that finds such balances."""

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.reconciliation import invariants
from ieum.shop.server.migrate import MIGRATIONS
from tests.shop.builders.members import a_member

MIGRATION = MIGRATIONS / "0035_points_never_below_zero.sql"


async def test_a_debt_is_found_by_the_nightly_check_and_written_off_by_the_migration(
    conn: Connection,
) -> None:
    member = await a_member(conn)
    await execute(conn, "ALTER TABLE point_entries DISABLE TRIGGER points_no_overdraft")
    await execute(
        conn,
        "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, -316800, 'clawed_back')",
        member=member,
    )
    found = await invariants.find_differences(conn)

    await conn.execute(MIGRATION.read_bytes())

    assert [difference.what for difference in found] == ["balance_below_nothing"]
    assert await fetch_all(conn, str, "SELECT kind || ' ' || amount FROM point_entries ORDER BY id") == [
        "clawed_back -316800",
        "written_off 316800",
    ]
    assert not await invariants.find_differences(conn)
