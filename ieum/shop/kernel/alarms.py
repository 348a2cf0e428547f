"""Alarms: what an operator has to look at, in the log and in a table. One that is open is not raised again."""

import logging

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one

log = logging.getLogger(__name__)


async def raise_alarm(
    conn: Connection, kind: str, *, reference: str, detail: str, renews: bool = False
) -> None:
    """Raise an alarm in the caller's transaction, unless the same one is open. No personal data in `detail`.

    One that is open keeps its first detail, and has no second line in the log; with `renews` it has this detail from
    now on.
    """
    is_new = await any_row(
        conn,
        """
        INSERT INTO alarms (kind, reference, detail) VALUES (%(kind)s, left(%(reference)s, 200), left(%(detail)s, 1000))
        ON CONFLICT (kind, reference) WHERE cleared_at IS NULL DO NOTHING
        """,
        kind=kind,
        reference=reference,
        detail=detail,
    )
    if is_new:
        # Without the detail, which may name a payment's key: the console has it.
        log.error("alarm %s (%s)", kind, reference)
    elif renews:
        await execute(
            conn,
            """
            UPDATE alarms SET detail = left(%(detail)s, 1000)
             WHERE kind = %(kind)s AND reference = left(%(reference)s, 200) AND cleared_at IS NULL
               AND detail <> left(%(detail)s, 1000)
            """,
            kind=kind,
            reference=reference,
            detail=detail,
        )


async def clear(conn: Connection, alarm: int, *, by: str) -> bool:
    """Clear an open alarm by its number. False where no such alarm is open."""
    return await any_row(
        conn,
        "UPDATE alarms SET cleared_at = now(), cleared_by = %(by)s WHERE id = %(alarm)s AND cleared_at IS NULL",
        alarm=alarm,
        by=by,
    )


async def clear_about(conn: Connection, kind: str, *, reference: str, by: str) -> None:
    """Clear the alarm about something that has been settled; does nothing where none is open."""
    await execute(
        conn,
        """
        UPDATE alarms SET cleared_at = now(), cleared_by = %(by)s
         WHERE kind = %(kind)s AND reference = %(reference)s AND cleared_at IS NULL
        """,
        kind=kind,
        reference=reference,
        by=by,
    )


async def count_open(conn: Connection) -> dict[str, int]:
    """Count the open alarms of each kind."""
    return await fetch_one(
        conn,
        dict[str, int],
        """
        SELECT coalesce(jsonb_object_agg(kind, number), '{}')
          FROM (SELECT kind, count(*) AS number FROM alarms WHERE cleared_at IS NULL GROUP BY kind) open
        """,
    )
