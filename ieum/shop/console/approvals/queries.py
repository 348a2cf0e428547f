from typing import Any

from psycopg.types.json import Jsonb

from ieum.shop.console.approvals.types import ApprovalRow, Rights
from ieum.shop.console.lists import Order, Where, fetch_listed
from ieum.shop.console.permissions import Permission
from ieum.shop.console.types import ApprovalId, Listed, StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional

_COLUMNS = """a.id, a.action, a.params, a.preview, a.reason, json_build_object('id', p.id, 'name', p.name) AS asked_by,
       a.asked_at,
       CASE WHEN a.state = 'asked' AND a.asked_at < now() - interval '7 days' THEN 'expired' ELSE a.state END AS state,
       CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END AS decided_by,
       a.decided_at, a.decision, a.alone, a.result, a.decided_at IS NOT NULL AND a.seen_at IS NULL AS is_unseen"""
_SOURCE = "staff_approvals a JOIN staff p ON p.id = a.asked_by LEFT JOIN staff d ON d.id = a.decided_by"


async def insert(
    conn: Connection, action: str, params: Any, preview: Any, *, reason: str, by: StaffId
) -> ApprovalId:
    return await fetch_one(
        conn,
        ApprovalId,
        """
        INSERT INTO staff_approvals (action, params, preview, reason, asked_by)
        VALUES (%(action)s, %(params)s, %(preview)s, %(reason)s, %(by)s) RETURNING id
        """,
        action=action,
        params=Jsonb(params),
        preview=Jsonb(preview),
        reason=reason,
        by=by,
    )


async def list_approvals(
    conn: Connection, where: Where, *, after: str | None, size: int
) -> Listed[ApprovalRow]:
    """Newest first."""
    return await fetch_listed(
        conn,
        ApprovalRow,
        select=_COLUMNS,
        source=_SOURCE,
        counted="staff_approvals a",
        where=where,
        order=Order("a.id DESC", "a.id < %(cursor_0)s::bigint"),
        cursor=lambda row: (row.id,),
        after=after,
        size=size,
    )


async def find(conn: Connection, approval: ApprovalId) -> ApprovalRow | None:
    return await fetch_optional(
        conn, ApprovalRow, f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE a.id = %(id)s", id=approval
    )


async def lock(conn: Connection, approval: ApprovalId) -> ApprovalRow | None:
    """Hold it until the transaction ends, so that of two who decide at once the second finds it decided."""
    return await fetch_optional(
        conn,
        ApprovalRow,
        f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE a.id = %(id)s FOR UPDATE OF a",
        id=approval,
    )


async def find_rights(conn: Connection, staff: StaffId) -> Rights | None:
    """None where the person was removed. Held until the transaction ends: a removal waits, or is seen here."""
    return await fetch_optional(
        conn,
        Rights,
        """
        SELECT r.is_owner, r.permissions FROM staff s JOIN staff_roles r ON r.id = s.role_id
         WHERE s.id = %(staff)s AND s.removed_at IS NULL FOR SHARE OF s, r
        """,
        staff=staff,
    )


async def set_preview(conn: Connection, approval: ApprovalId, preview: Any) -> None:
    await execute(
        conn,
        "UPDATE staff_approvals SET preview = %(preview)s WHERE id = %(id)s AND state = 'asked'",
        id=approval,
        preview=Jsonb(preview),
    )


async def decide(
    conn: Connection,
    approval: ApprovalId,
    state: str,
    *,
    by: StaffId,
    decision: str = "",
    alone: bool = False,
    result: Any = None,
) -> None:
    await execute(
        conn,
        """
        UPDATE staff_approvals
           SET state = %(state)s, decided_by = %(by)s, decided_at = now(), decision = %(decision)s, alone = %(alone)s,
               result = %(result)s, seen_at = CASE WHEN asked_by = %(by)s THEN now() END
         WHERE id = %(id)s AND state = 'asked'
        """,
        id=approval,
        state=state,
        by=by,
        decision=decision,
        alone=alone,
        result=None if result is None else Jsonb(result),
    )


async def list_forgotten(conn: Connection) -> list[ApprovalId]:
    """Those that nobody may confirm any more, by their time."""
    return await fetch_all(
        conn,
        ApprovalId,
        """
        SELECT id FROM staff_approvals WHERE state = 'asked' AND asked_at < now() - interval '7 days' ORDER BY id
        """,
    )


async def expire(conn: Connection, approval: ApprovalId) -> None:
    await execute(
        conn,
        "UPDATE staff_approvals SET state = 'expired', decided_at = now() WHERE id = %(id)s AND state = 'asked'",
        id=approval,
    )


async def mark_seen(conn: Connection, approval: ApprovalId, staff: StaffId) -> bool:
    """Whoever asked knows what became of it; False where they did before, or there is nothing to know yet."""
    marked = await fetch_optional(
        conn,
        ApprovalId,
        """
        UPDATE staff_approvals SET seen_at = now()
         WHERE id = %(id)s AND asked_by = %(staff)s AND decided_at IS NOT NULL AND seen_at IS NULL RETURNING id
        """,
        id=approval,
        staff=staff,
    )
    return marked is not None


async def count_unseen(conn: Connection, staff: StaffId) -> int:
    """How many of one's own wishes others, or the clock, have decided since one last looked."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM staff_approvals
         WHERE asked_by = %(staff)s AND decided_at IS NOT NULL AND seen_at IS NULL
        """,
        staff=staff,
    )


async def count_others(conn: Connection, permission: Permission, *, but: StaffId) -> int:
    """How many people, who can log in, may confirm what takes this permission."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM staff s JOIN staff_roles r ON r.id = s.role_id
         WHERE s.removed_at IS NULL AND s.password_hash IS NOT NULL AND s.id <> %(but)s
           AND (r.is_owner OR r.permissions @> ARRAY['approvals.confirm', %(permission)s::text])
        """,
        permission=permission,
        but=but,
    )


async def count_waiting(conn: Connection, staff: StaffId, actions: list[str]) -> int:
    """How many wishes of others within the last day are for one of these actions."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM staff_approvals
         WHERE state = 'asked' AND asked_by <> %(staff)s AND asked_at > now() - interval '1 day'
           AND action = ANY(%(actions)s)
        """,
        staff=staff,
        actions=actions,
    )


async def has_reset_the_other(conn: Connection, one: StaffId, other: StaffId) -> bool:
    """Whether the factors of one of the two are, since less than a week, those of a link that the other one made."""
    return await any_row(
        conn,
        """
        SELECT FROM staff_invitations
         WHERE staff_id IN (%(one)s, %(other)s) AND made_by IN (%(one)s, %(other)s) AND made_by <> staff_id
           AND is_reset AND used_at > now() - interval '7 days'
        """,
        one=one,
        other=other,
    )


async def list_mails(conn: Connection) -> list[str]:
    """The mail addresses of all staff who can log in."""
    return await fetch_all(
        conn,
        str,
        "SELECT email FROM staff WHERE removed_at IS NULL AND password_hash IS NOT NULL ORDER BY id",
    )
