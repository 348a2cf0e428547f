"""A balance below zero, which the database refuses, is found by the nightly check if it is there all the same."""

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.reconciliation import invariants
from tests.shop.builders.members import a_member


async def test_a_debt_is_found_by_the_nightly_check(conn: Connection) -> None:
    member = await a_member(conn)
    await execute(conn, "ALTER TABLE point_entries DISABLE TRIGGER points_no_overdraft")
    await execute(
        conn,
        "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, -316800, 'clawed_back')",
        member=member,
    )

    found = await invariants.find_differences(conn)

    assert [difference.what for difference in found] == ["balance_below_nothing"]
