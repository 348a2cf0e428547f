"""Queries on the outbox, the table `messages`."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional

type Channel = Literal["mail", "sms"]
type Standing = Literal["new", "held", "merged", "admitted"]


class Message(msgspec.Struct):
    """A message in the outbox.

    `not_before`: sent from then on, and by day only; None: at any hour. `awaited_until`: until then somebody waits for
    this SMS; after that it is sent by day only. `stale`: it carries a code that has expired.
    """

    id: int
    channel: Channel
    recipient: str
    subject: str
    body: str
    sent_at: datetime | None
    given_up_at: datetime | None = None
    not_before: datetime | None = None
    awaited_until: datetime | None = None
    stale: bool = False
    button_label: str = ""
    button_path: str = ""
    # The HTML form of a mail, which is written when it is sent (`layout.py`).
    html: str = ""
    # The picture that the HTML form shows as `cid:logo`; empty for none.
    logo: bytes = b""
    reference: str = ""
    # Counts the message against the budget of its recipient (`budgets.py`): `new` has not been counted yet.
    standing: Standing = "admitted"
    # False for a member who has not proved to read the address or number.
    is_proven: bool = True
    held_for: bytes | None = None
    # The mails that this one is made of, oldest first.
    parts: list["Message"] = []


class Letter(msgspec.Struct, frozen=True):
    """A message that is not in the outbox yet."""

    channel: Channel
    to: str
    subject: str
    body: str
    reference: str
    member: int | None
    code_until: datetime | None = None
    button_label: str = ""
    button_path: str = ""


class Waiting(msgspec.Struct):
    """A message that is to be delivered."""

    id: int
    channel: Channel


async def insert_letters(
    conn: Connection, letters: Sequence[Letter], *, not_before: datetime | None
) -> list[int]:
    """Insert messages with one statement and return the ids of those that are new by channel and reference."""
    return await fetch_all(
        conn,
        int,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference, member_id, code_until, button_label,
                              button_path, not_before)
        SELECT l.*, %(not_before)s::timestamptz
          FROM json_to_recordset(%(letters)s::json)
               AS l (channel text, "to" text, subject text, body text, reference text, member bigint,
                     code_until timestamptz, button_label text, button_path text)
        ON CONFLICT (channel, reference) DO NOTHING
        RETURNING id
        """,
        letters=msgspec.json.encode(letters).decode(),
        not_before=not_before,
    )


async def find_message(conn: Connection, message: int) -> Message | None:
    return await fetch_optional(
        conn,
        Message,
        """
        SELECT id, channel, recipient, subject, body, button_label, button_path, sent_at, given_up_at, not_before,
               CASE WHEN channel = 'sms' AND code_until IS NULL THEN created_at + interval '10 minutes' END
                   AS awaited_until,
               coalesce(code_until <= clock_timestamp(), false) AS stale, reference, held_for,
               CASE WHEN merged_into IS NOT NULL THEN 'merged'
                    WHEN admitted_at IS NOT NULL OR code_until IS NOT NULL THEN 'admitted'
                    WHEN held_for IS NOT NULL THEN 'held' ELSE 'new' END AS standing,
               member_id IS NULL OR EXISTS (
                   SELECT FROM members w JOIN members o ON o.id = coalesce(w.owner_id, w.id)
                    WHERE w.id = m.member_id AND lower(o.email) = lower(m.recipient)
                      AND o.email_verified_at IS NOT NULL) AS is_proven
          FROM messages m WHERE id = %(message)s
        """,
        message=message,
    )


async def find_logo(conn: Connection, address: str) -> bytes:
    """The logo at an address of ours, as `ieum content logo` keeps it; empty for any other."""
    found = await fetch_optional(
        conn,
        bytes,
        """
        SELECT content FROM content_files
         WHERE '/files/' || key = %(address)s AND name = 'site-logo.png' AND media_type = 'image/png'
        """,
        address=address,
    )
    return found or b""


async def close(conn: Connection, message: int, *, refusal: str | None) -> None:
    """Mark a message as sent, or given up for this reason, and those that it contains; delete the text of a code."""
    await execute(
        conn,
        """
        UPDATE messages
           SET sent_at = CASE WHEN %(refusal)s::text IS NULL THEN now() END,
               given_up_at = CASE WHEN %(refusal)s::text IS NOT NULL THEN now() END,
               refusal = %(refusal)s, body = CASE WHEN code_until IS NULL THEN body ELSE '' END
         WHERE (id = %(message)s OR merged_into = %(message)s) AND sent_at IS NULL AND given_up_at IS NULL
        """,
        message=message,
        refusal=refusal,
    )


async def postpone(conn: Connection, message: int, not_before: datetime) -> None:
    await execute(
        conn,
        "UPDATE messages SET not_before = %(not_before)s WHERE id = %(message)s",
        message=message,
        not_before=not_before,
    )


async def give_up_waiting(conn: Connection) -> int:
    """Give up what waits to be sent now, because it was sent in a time that the database does not know of any more.

    What waits for a later hour stays. Returns how many messages.
    """
    return await execute(
        conn,
        """
        UPDATE messages
           SET given_up_at = now(), refusal = 'restored', body = CASE WHEN code_until IS NULL THEN body ELSE '' END
         WHERE sent_at IS NULL AND given_up_at IS NULL AND coalesce(not_before <= now(), true)
        """,
    )


async def withdraw(conn: Connection, reference: str) -> None:
    """Cancel an SMS that still waits for the day, because what it says is no longer true."""
    await execute(
        conn,
        """
        UPDATE messages SET given_up_at = now(), refusal = 'overtaken'
         WHERE channel = 'sms' AND reference = %(reference)s
           AND not_before > now() AND sent_at IS NULL AND given_up_at IS NULL
        """,
        reference=reference,
    )


async def copy(conn: Connection, message: int) -> Waiting | None:
    """Insert a closed message anew, once.

    None for one that waits, has a code, has been emptied, has its copy, or is made of others, which can be sent anew.
    """
    return await fetch_optional(
        conn,
        Waiting,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference, member_id, button_label, button_path)
        SELECT channel, recipient, subject, body, 'again:' || id, member_id, button_label, button_path
          FROM messages
         WHERE id = %(message)s AND (sent_at IS NOT NULL OR given_up_at IS NOT NULL)
           AND code_until IS NULL AND body <> '' AND recipient <> '' AND NOT starts_with(reference, 'together:')
        ON CONFLICT (channel, reference) DO NOTHING
        RETURNING id, channel
        """,
        message=message,
    )


async def withdraw_all(conn: Connection, channel: str, references: Sequence[str]) -> int:
    """Cancel those of these messages that are not sent, nor in a mail that is on its way, and return how many."""
    return await execute(
        conn,
        """
        UPDATE messages SET given_up_at = now(), refusal = 'withdrawn'
         WHERE channel = %(channel)s AND reference = ANY(%(references)s)
           AND sent_at IS NULL AND given_up_at IS NULL AND merged_into IS NULL
        """,
        channel=channel,
        references=list(references),
    )


async def list_unsent(conn: Connection, *, older_than_seconds: int, jobs: Sequence[str]) -> list[Waiting]:
    """List unsent messages that no job of these names will deliver: two jobs for one message would send it twice."""
    return await fetch_all(
        conn,
        Waiting,
        """
        SELECT id, channel FROM messages m
         WHERE sent_at IS NULL AND given_up_at IS NULL AND merged_into IS NULL
           AND coalesce(not_before, created_at) < now() - make_interval(secs => %(seconds)s)
           AND greatest(created_at, not_before) > now() - interval '2 days'
           AND NOT EXISTS (SELECT 1 FROM procrastinate_jobs j
                            WHERE j.task_name = ANY(%(jobs)s) AND j.status IN ('todo', 'doing')
                              AND j.args ->> 'message' = m.id::text)
         ORDER BY id LIMIT 200
        """,
        seconds=older_than_seconds,
        jobs=list(jobs),
    )


async def give_up_late(conn: Connection) -> int:
    """Give up what could not be sent for two days, after which nothing is tried again; staff may send it anew.

    Returns how many messages.
    """
    return await execute(
        conn,
        """
        UPDATE messages
           SET given_up_at = now(), refusal = 'too_late', body = CASE WHEN code_until IS NULL THEN body ELSE '' END
         WHERE sent_at IS NULL AND given_up_at IS NULL AND merged_into IS NULL
           AND greatest(created_at, not_before) <= now() - interval '2 days'
        """,
    )


async def delete_code_messages(conn: Connection, *, older_than_days: int) -> None:
    await execute(
        conn,
        """
        DELETE FROM messages
         WHERE code_until IS NOT NULL AND created_at < now() - make_interval(days => %(days)s)
        """,
        days=older_than_days,
    )


async def forget_sent_to(conn: Connection, member: int, addresses: list[str]) -> None:
    """Empty the messages to a member, or to these addresses, and cancel SMS to the member that wait for the day.

    The rows stay, so that nothing is sent again under the same reference. A mail that is held for the next hour is
    sent all the same, because it may be a contract or a refund.
    """
    await execute(
        conn,
        """
        UPDATE messages
           SET recipient = '', body = '',
               given_up_at = CASE WHEN sent_at IS NULL THEN coalesce(given_up_at, now()) END,
               refusal = CASE WHEN sent_at IS NULL THEN coalesce(refusal, 'member_left') END
         WHERE (member_id = %(member)s OR recipient = ANY(%(addresses)s))
           AND (sent_at IS NOT NULL OR given_up_at IS NOT NULL
                OR (member_id = %(member)s AND channel = 'sms' AND not_before > now()))
        """,
        member=member,
        addresses=addresses,
    )


async def forget_old(conn: Connection, *, before: datetime, limit: int) -> int:
    """Empty older messages, then all that went to members who have left, the confirmation of that included."""
    emptied = await execute(
        conn,
        """
        UPDATE messages SET recipient = '', body = ''
         WHERE id = ANY(ARRAY(SELECT id FROM messages WHERE recipient <> '' AND created_at < %(before)s
                               ORDER BY created_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
        """,
        before=before,
        limit=limit,
    )
    if emptied == limit:
        return emptied
    return emptied + await execute(
        conn,
        """
        UPDATE messages SET recipient = '', body = ''
         WHERE id = ANY(ARRAY(SELECT id FROM messages
                               WHERE recipient <> '' AND (sent_at IS NOT NULL OR given_up_at IS NOT NULL)
                                 AND member_id IN (SELECT id FROM members WHERE left_at IS NOT NULL)
                               ORDER BY created_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
        """,
        limit=limit - emptied,
    )
