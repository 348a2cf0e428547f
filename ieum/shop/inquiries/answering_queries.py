"""SQL of inquiries as the staff reads and writes them."""

from datetime import datetime

from ieum.shop.inquiries import rules
from ieum.shop.inquiries.types import Assignee, InquiryId, MessageId, SentImage
from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional


async def give(conn: Connection, inquiry: InquiryId, to: Assignee | None) -> None:
    """Put an open inquiry into somebody's hands, or back to where nobody has it."""
    await execute(
        conn,
        """
        UPDATE inquiries SET state = %(state)s, taken_by = %(name)s, assignee_id = %(id)s WHERE id = %(inquiry)s
        """,
        inquiry=inquiry,
        state="received" if to is None else "in_progress",
        name=to and to.name,
        id=to and to.id,
    )


async def close(conn: Connection, inquiry: InquiryId) -> None:
    await execute(
        conn,
        "UPDATE inquiries SET state = 'closed', waiting_since = NULL WHERE id = %(inquiry)s",
        inquiry=inquiry,
    )


async def reopen(conn: Connection, inquiry: InquiryId) -> None:
    """Reopen the inquiry: it waits from now on, in the hands of whoever had it."""
    await execute(
        conn,
        """
        UPDATE inquiries SET state = CASE WHEN taken_by IS NULL THEN 'received' ELSE 'in_progress' END,
               waiting_since = now()
         WHERE id = %(inquiry)s
        """,
        inquiry=inquiry,
    )


async def is_all_seen(conn: Connection, inquiry: InquiryId, *, seen: int) -> bool:
    """Tell whether `seen` is a message of this inquiry and the member has written nothing after it.

    Call it in a statement after the lock, so that a message committed during the wait is seen.
    """
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT FROM inquiry_messages WHERE inquiry_id = %(inquiry)s AND id = %(seen)s)
           AND NOT EXISTS (SELECT FROM inquiry_messages
                            WHERE inquiry_id = %(inquiry)s AND id > %(seen)s AND author = 'member')
        """,
        inquiry=inquiry,
        seen=seen,
    )


async def is_last_reply(conn: Connection, inquiry: InquiryId, *, body: str) -> bool:
    """Tell whether the staff's newest message has exactly this text."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT coalesce((SELECT m.body = %(body)s
                           FROM inquiries i JOIN inquiry_messages m ON m.id = i.last_reply_id
                          WHERE i.id = %(inquiry)s), false)
        """,
        inquiry=inquiry,
        body=body,
    )


async def insert_reply(conn: Connection, inquiry: InquiryId, *, body: str, by: Assignee) -> MessageId:
    """Insert a reply. If the inquiry is in somebody's hands, it stays there."""
    return await fetch_one(
        conn,
        MessageId,
        """
        WITH reply AS (
            INSERT INTO inquiry_messages (inquiry_id, author, staff, body)
            VALUES (%(inquiry)s, 'staff', %(by)s, %(body)s) RETURNING id
        )
        UPDATE inquiries SET state = 'answered', taken_by = coalesce(taken_by, %(by)s), last_message_at = now(),
               assignee_id = CASE WHEN taken_by IS NULL THEN %(staff)s ELSE assignee_id END,
               last_reply_id = reply.id, waiting_since = NULL
          FROM reply WHERE inquiries.id = %(inquiry)s
        RETURNING reply.id
        """,
        inquiry=inquiry,
        body=body,
        by=by.name,
        staff=by.id,
    )


async def hide_image(conn: Connection, image: int) -> SentImage | None:
    """Erase a sent image's content, and its name but for the extension; None where it was not sent or is hidden."""
    return await fetch_optional(
        conn,
        SentImage,
        """
        UPDATE inquiry_images i SET content = NULL, thumbnail = NULL, hidden_at = now(),
               name = concat(%(no_name)s::text, substring(name FROM '\\.[a-z]+$'))
          FROM inquiry_messages m
         WHERE i.id = %(image)s AND m.id = i.message_id AND i.hidden_at IS NULL
        RETURNING m.inquiry_id, i.member_id
        """,
        image=image,
        no_name=rules.NO_NAME,
    )


async def find_sent_image(conn: Connection, image: int) -> SentImage | None:
    """None where the image was not sent, is hidden, or its member has left."""
    return await fetch_optional(
        conn,
        SentImage,
        """
        SELECT m.inquiry_id, i.member_id
          FROM inquiry_images i
          JOIN inquiry_messages m ON m.id = i.message_id
          JOIN members who ON who.id = i.member_id AND who.left_at IS NULL
         WHERE i.id = %(image)s AND i.hidden_at IS NULL
        """,
        image=image,
    )


async def record_action(
    conn: Connection,
    action: str,
    *,
    by: str,
    inquiry: int | None = None,
    member: int | None = None,
    image: int | None = None,
    reason: str = "",
) -> None:
    await execute(
        conn,
        """
        INSERT INTO inquiry_actions (staff, action, inquiry_id, member_id, image_id, reason)
        VALUES (%(by)s, %(action)s, %(inquiry)s, %(member)s, %(image)s, %(reason)s)
        """,
        by=by,
        action=action,
        inquiry=inquiry,
        member=member,
        image=image,
        reason=reason,
    )


async def delete_inquiries(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete inquiries, with messages and images, whose last message is older than this; returns how many."""
    return await execute(
        conn,
        """
        DELETE FROM inquiries
         WHERE id = ANY(ARRAY(SELECT id FROM inquiries WHERE last_message_at < %(before)s
                               ORDER BY last_message_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
        """,
        before=before,
        limit=limit,
    )


async def delete_actions(conn: Connection, *, before: datetime, limit: int) -> int:
    return await execute(
        conn,
        """
        DELETE FROM inquiry_actions
         WHERE id IN (SELECT id FROM inquiry_actions WHERE done_at < %(before)s
                       ORDER BY done_at, id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )
