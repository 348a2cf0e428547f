"""Queries on what one recipient gets in a day, and on the mails that wait to leave together."""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.messaging.queries import Message


class Held(msgspec.Struct):
    """A mail that waits beyond the budget of its recipient."""

    id: int
    recipient: str
    subject: str
    member_id: int | None
    created_at: datetime


async def spend(
    conn: Connection,
    message: int,
    recipient: bytes,
    day: date,
    *,
    is_proven: bool,
    most: int,
    most_unproven: int,
) -> bool:
    """Count a message and admit it, in one statement. False, and nothing counted, beyond the budget of the day."""
    return (
        await fetch_optional(
            conn,
            bool,
            """
        WITH counted AS (
            INSERT INTO message_budgets AS b (recipient, day, letters, unproven)
            VALUES (%(recipient)s, %(day)s, 1, %(unproven)s)
            ON CONFLICT (recipient, day) DO UPDATE
               SET letters = b.letters + 1, unproven = b.unproven + excluded.unproven
             WHERE b.letters < %(most)s AND (excluded.unproven = 0 OR b.unproven < %(most_unproven)s)
            RETURNING true
        )
        UPDATE messages SET admitted_at = now() WHERE id = %(message)s AND EXISTS (SELECT FROM counted)
        RETURNING true
        """,
            message=message,
            recipient=recipient,
            day=day,
            unproven=0 if is_proven else 1,
            most=most,
            most_unproven=most_unproven,
        )
        or False
    )


async def admit(conn: Connection, message: int) -> None:
    """Let a message go that is not counted."""
    await execute(
        conn,
        "UPDATE messages SET admitted_at = now(), held_for = NULL, not_before = NULL WHERE id = %(message)s",
        message=message,
    )


async def lock_recipient(conn: Connection, recipient: bytes) -> None:
    """Let holding and merging for one recipient wait for one another. Read in a later statement."""
    await execute(
        conn,
        "SELECT pg_advisory_xact_lock(hashtextextended(encode(%(recipient)s, 'hex'), 7213))",
        recipient=recipient,
    )


async def find_departure(conn: Connection, recipient: bytes, *, now: datetime) -> datetime | None:
    """Find when the mails that are held for this recipient leave; None if none is held, or they leave now."""
    return await fetch_optional(
        conn,
        datetime,
        """
        SELECT not_before FROM messages
         WHERE held_for = %(recipient)s AND merged_into IS NULL AND sent_at IS NULL AND given_up_at IS NULL
           AND not_before > %(now)s
         ORDER BY not_before LIMIT 1
        """,
        recipient=recipient,
        now=now,
    )


async def hold(conn: Connection, messages: Sequence[int], recipient: bytes, *, until: datetime) -> None:
    await execute(
        conn,
        """
        UPDATE messages SET held_for = %(recipient)s, not_before = %(until)s
         WHERE id = ANY(%(messages)s) AND merged_into IS NULL AND sent_at IS NULL AND given_up_at IS NULL
        """,
        messages=list(messages),
        recipient=recipient,
        until=until,
    )


async def lock_held(conn: Connection, recipient: bytes, *, now: datetime) -> list[Held]:
    """Lock the mails that are held for this recipient until now and in no other mail yet, oldest first."""
    return await fetch_all(
        conn,
        Held,
        """
        SELECT id, recipient, subject, member_id, created_at FROM messages
         WHERE held_for = %(recipient)s AND merged_into IS NULL AND sent_at IS NULL AND given_up_at IS NULL
           AND not_before <= %(now)s
         ORDER BY created_at, id FOR UPDATE
        """,
        recipient=recipient,
        now=now,
    )


async def insert_summary(conn: Connection, parts: Sequence[Held], *, subject: str, body: str) -> int | None:
    """Insert the mail that contains these, which is not counted. None where they have one already.

    It is a member's own only if all are: it names the others' subjects, and who has entered a stranger's address must
    not read those among their own data.
    """
    members = {part.member_id for part in parts}
    return await fetch_optional(
        conn,
        int,
        """
        WITH summary AS (
            INSERT INTO messages (channel, recipient, subject, body, reference, member_id, admitted_at)
            VALUES ('mail', %(to)s, %(subject)s, %(body)s, %(reference)s, %(member)s, now())
            ON CONFLICT (channel, reference) DO NOTHING
            RETURNING id
        ), merged AS (
            UPDATE messages m SET merged_into = s.id FROM summary s WHERE m.id = ANY(%(parts)s)
        )
        SELECT id FROM summary
        """,
        to=parts[0].recipient,
        subject=subject,
        body=body,
        reference=f"together:{parts[0].id}",
        member=members.pop() if len(members) == 1 else None,
        parts=[part.id for part in parts],
    )


async def list_parts(conn: Connection, summary: int) -> list[Message]:
    """List the mails that this one contains, oldest first."""
    return await fetch_all(
        conn,
        Message,
        """
        SELECT id, channel, recipient, subject, body, sent_at, button_label, button_path FROM messages
         WHERE merged_into = %(summary)s ORDER BY created_at, id
        """,
        summary=summary,
    )


async def settle_parts(conn: Connection) -> None:
    """Close the mails whose summary was given up in bulk, and let those go singly whose summary was sent without them.

    The release before this one sends a summary as a mail of its own, if its worker gets the job during an upgrade.
    """
    await execute(
        conn,
        """
        UPDATE messages p SET merged_into = NULL, held_for = NULL, not_before = NULL, admitted_at = now()
          FROM messages s
         WHERE p.merged_into IS NOT NULL AND p.sent_at IS NULL AND p.given_up_at IS NULL
           AND s.id = p.merged_into AND s.sent_at IS NOT NULL
        """,
    )
    await execute(
        conn,
        """
        UPDATE messages p SET given_up_at = s.given_up_at, refusal = s.refusal
          FROM messages s
         WHERE p.merged_into IS NOT NULL AND p.sent_at IS NULL AND p.given_up_at IS NULL
           AND s.id = p.merged_into AND s.given_up_at IS NOT NULL
        """,
    )


async def forget_days(conn: Connection, *, before: date) -> None:
    await execute(conn, "DELETE FROM message_budgets WHERE day < %(before)s", before=before)
