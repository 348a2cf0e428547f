from ieum.shop.desk.types import ApprovalId, StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_optional


async def insert_lookup(
    conn: Connection, approval: ApprovalId, lookup: int, *, asked_by: StaffId, confirmed_by: StaffId
) -> None:
    await execute(
        conn,
        """
        INSERT INTO staff_lookups (approval_id, lookup_id, asked_by, confirmed_by)
        VALUES (%(approval)s, %(lookup)s, %(asked_by)s, %(confirmed_by)s)
        """,
        approval=approval,
        lookup=lookup,
        asked_by=asked_by,
        confirmed_by=confirmed_by,
    )


async def find_lookup(conn: Connection, approval: ApprovalId, staff: StaffId) -> int | None:
    """The lookup that this person asked for or confirmed."""
    return await fetch_optional(
        conn,
        int,
        """
        SELECT lookup_id FROM staff_lookups
         WHERE approval_id = %(approval)s AND %(staff)s IN (asked_by, confirmed_by)
        """,
        approval=approval,
        staff=staff,
    )
