from typing import Any

from psycopg.types.json import Jsonb

from ieum.shop.desk.approvals.listed import APPROVALS
from ieum.shop.desk.approvals.types import ApprovalRow, Company
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import ApprovalId, Rights, StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional


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


async def find(conn: Connection, approval: ApprovalId) -> ApprovalRow | None:
    return await fetch_optional(
        conn, ApprovalRow, f"SELECT {APPROVALS.line} FROM {APPROVALS.source} WHERE a.id = %(id)s", id=approval
    )


async def lock(conn: Connection, approval: ApprovalId) -> ApprovalRow | None:
    """Hold it until the transaction ends, so that of two who decide at once the second finds it decided."""
    return await fetch_optional(
        conn,
        ApprovalRow,
        f"SELECT {APPROVALS.line} FROM {APPROVALS.source} WHERE a.id = %(id)s FOR UPDATE OF a",
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


async def list_expired(conn: Connection) -> list[ApprovalId]:
    """List expired requests, oldest first."""
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
    """Mark the decision as seen by its asker. False if it was seen before, or is not decided."""
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
    """Count a person's own requests that were decided or have expired since they last looked."""
    return await fetch_one(
        conn,
        int,
        """
        SELECT count(*) FROM staff_approvals
         WHERE asked_by = %(staff)s AND decided_at IS NOT NULL AND seen_at IS NULL
        """,
        staff=staff,
    )


async def find_company(
    conn: Connection, permission: Permission, *, asker: StaffId, viewer: StaffId
) -> Company:
    """Finds who else could confirm a wish that takes this permission, and what keeps people from it for seven days."""
    return await fetch_one(
        conn,
        Company,
        """
        WITH able AS (
            SELECT s.id, s.removed_at, s.password_hash IS NOT NULL AS can_log_in
              FROM staff s JOIN staff_roles r ON r.id = s.role_id
             WHERE r.is_owner OR r.permissions @> ARRAY['approvals.confirm', %(permission)s::text]
        )
        SELECT (SELECT count(*) FROM able
                 WHERE removed_at IS NULL AND can_log_in AND id NOT IN (%(asker)s, %(viewer)s)
                   AND id NOT IN (SELECT staff_id FROM staff_newcomers)) AS others,
               EXISTS (SELECT FROM staff_newcomers WHERE staff_id = %(asker)s) AS is_asker_new,
               EXISTS (SELECT FROM staff_newcomers WHERE staff_id = %(viewer)s) AS is_viewer_new,
               EXISTS (SELECT FROM orders WHERE paid_at IS NOT NULL)
               AND (EXISTS (SELECT FROM able
                             WHERE removed_at > now() - interval '7 days'
                               AND EXISTS (SELECT FROM staff_sessions x WHERE x.staff_id = able.id))
                    OR EXISTS (SELECT FROM staff_approvals
                                WHERE alone AND state = 'confirmed' AND decided_at > now() - interval '7 days'
                                  AND result -> 'closesAlone' ? %(permission)s)) AS was_colleague_removed
        """,
        permission=permission,
        asker=asker,
        viewer=viewer,
    )


async def count_waiting(conn: Connection, staff: StaffId, actions: list[str]) -> int:
    """Count colleagues' requests of the last day for these actions."""
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


async def list_mails(conn: Connection) -> list[str]:
    """The mail addresses of all staff who can log in."""
    return await fetch_all(
        conn,
        str,
        "SELECT email FROM staff WHERE removed_at IS NULL AND password_hash IS NOT NULL ORDER BY id",
    )
