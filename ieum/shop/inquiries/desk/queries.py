"""SQL of the desk: the queue, a thread with all that stands beside it, notes, and who is there."""

from ieum.shop.desk.types import StaffId
from ieum.shop.inquiries.desk import word_queries
from ieum.shop.inquiries.desk.listed import INQUIRIES
from ieum.shop.inquiries.desk.types import (
    Colleague,
    Filling,
    MemberBeside,
    Present,
    SentPicture,
    Standing,
    ThreadRow,
)
from ieum.shop.inquiries.types import InquiryId, MessageId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional

# A page asks who else is there every fifteen seconds; two questions may be lost.
PRESENT_SECONDS = 40


async def find_next(conn: Connection, staff: StaffId, *, beyond: int | None) -> InquiryId | None:
    """The one that waits longest in nobody's hands or one's own, and that nobody else has open.

    `beyond` is the one on the screen: those that wait less long than it come before those it was chosen over.
    """
    return await fetch_optional(
        conn,
        InquiryId,
        """
        SELECT i.id
          FROM inquiries i
          JOIN members m ON m.id = i.member_id AND m.left_at IS NULL
          LEFT JOIN inquiries b ON b.id = %(beyond)s
         WHERE i.waiting_since IS NOT NULL AND i.id IS DISTINCT FROM %(beyond)s
           AND (i.taken_by IS NULL OR i.assignee_id = %(staff)s)
           AND NOT EXISTS (SELECT FROM inquiry_presence p
                            WHERE p.inquiry_id = i.id AND p.staff_id <> %(staff)s
                              AND p.seen_at > now() - make_interval(secs => %(seconds)s))
         ORDER BY (i.waiting_since, i.id) > (b.waiting_since, b.id) DESC NULLS LAST, i.waiting_since, i.id
         LIMIT 1
        """,
        staff=staff,
        beyond=beyond,
        seconds=PRESENT_SECONDS,
    )


async def find_standing(conn: Connection, inquiry: int) -> Standing | None:
    """None where there is no such inquiry, or its member has left."""
    return await fetch_optional(
        conn,
        Standing,
        f"SELECT i.state, i.taken_by FROM {word_queries.SOURCE} WHERE i.id = %(inquiry)s",
        inquiry=inquiry,
    )


async def find_picture(conn: Connection, image: int) -> SentPicture | None:
    """None where the image was not sent, or its member has left."""
    return await fetch_optional(
        conn,
        SentPicture,
        """
        SELECT i.name, i.hidden_at IS NOT NULL AS hidden
          FROM inquiry_images i JOIN members m ON m.id = i.member_id AND m.left_at IS NULL
         WHERE i.id = %(image)s AND i.message_id IS NOT NULL
        """,
        image=image,
    )


async def find_thread(conn: Connection, inquiry: int) -> ThreadRow | None:
    """None where there is no such inquiry, or its member has left."""
    return await fetch_optional(
        conn,
        ThreadRow,
        f"""
        SELECT {INQUIRIES.line},
               (SELECT json_build_object('id', s.id, 'planName', p.name, 'address', host(e.address))
                  FROM services s
                  JOIN plans p ON p.id = s.plan_id
                  LEFT JOIN LATERAL (
                       SELECT address_id FROM leases
                        WHERE service_id = s.id AND active_at IS NOT NULL ORDER BY id DESC LIMIT 1) l ON true
                  LEFT JOIN exit_addresses e ON e.id = l.address_id
                 WHERE s.id = i.service_id) AS service,
               (SELECT json_build_object('orderId', o.id, 'planName', sold.name, 'createdAt', o.created_at)
                  FROM orders o JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
                 WHERE o.id = i.order_id) AS "order",
               ARRAY(SELECT json_build_object(
                            'id', g.id, 'staff', g.staff, 'body', g.body, 'createdAt', g.created_at, 'images', ARRAY(
                               SELECT json_build_object('id', f.id, 'name', f.name, 'width', f.width,
                                                        'height', f.height, 'size', f.size,
                                                        'hidden', f.hidden_at IS NOT NULL)
                                 FROM inquiry_images f WHERE f.message_id = g.id ORDER BY f.position))
                       FROM inquiry_messages g WHERE g.inquiry_id = i.id ORDER BY g.id) AS messages,
               ARRAY(SELECT json_build_object('id', n.id, 'staff', w.name, 'body', n.body, 'writtenAt', n.written_at)
                       FROM inquiry_notes n JOIN staff w ON w.id = n.staff_id
                      WHERE n.inquiry_id = i.id ORDER BY n.id) AS notes,
               ARRAY(SELECT json_build_object('id', a.id, 'action', a.action, 'staff', a.staff, 'doneAt', a.done_at,
                                              'reason', a.reason)
                       FROM inquiry_actions a
                      WHERE a.inquiry_id = i.id AND a.action NOT IN ('shown', 'image_shown')
                      ORDER BY a.id DESC LIMIT 50) AS actions
          FROM {word_queries.SOURCE}
         WHERE i.id = %(inquiry)s
        """,
        inquiry=inquiry,
    )


async def find_beside(
    conn: Connection, inquiry: int, *, points: bool, services: bool, orders: bool
) -> MemberBeside:
    """Find what the inquiry's member has and owes, as far as it may be seen."""
    return await fetch_one(
        conn,
        MemberBeside,
        """
        SELECT m.joined_at AS member_since,
               (SELECT count(*) FROM inquiries o WHERE o.member_id = m.id) AS inquiries,
               CASE WHEN %(points)s THEN (SELECT coalesce(sum(amount), 0) FROM point_entries
                                           WHERE member_id = m.id) END AS points,
               CASE WHEN %(points)s THEN (SELECT coalesce(sum(amount), 0) FROM ticket_entries
                                           WHERE member_id = m.id) END AS tickets,
               CASE WHEN %(services)s THEN ARRAY(
                    SELECT json_build_object('id', s.id, 'planName', p.name, 'state', s.state, 'endsAt', s.ends_at,
                                             'address', host(e.address))
                      FROM (SELECT * FROM services WHERE member_id = m.id
                             ORDER BY closed_at IS NULL DESC, id DESC LIMIT 5) s
                      JOIN plans p ON p.id = s.plan_id
                      LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
                      LEFT JOIN exit_addresses e ON e.id = l.address_id
                     ORDER BY s.closed_at IS NULL DESC, s.id DESC) END AS services,
               CASE WHEN %(orders)s THEN ARRAY(
                    SELECT json_build_object('id', o.id, 'planName', sold.name, 'amount', o.amount, 'state', o.state,
                                             'createdAt', o.created_at)
                      FROM (SELECT * FROM orders WHERE member_id = m.id
                             ORDER BY created_at DESC, id LIMIT 5) o
                      JOIN order_lines sold ON sold.order_id = o.id AND sold.number = 1
                     ORDER BY o.created_at DESC, o.id) END AS orders,
               CASE WHEN %(orders)s THEN ARRAY(
                    SELECT json_build_object('subscriptionId', u.id, 'orderId', NULL, 'state', u.state,
                                             'amount', u.amount, 'dueAt', u.due_at)
                      FROM subscriptions u WHERE u.member_id = m.id AND u.state IN ('past_due', 'suspended')
                     UNION ALL
                    SELECT json_build_object('subscriptionId', NULL, 'orderId', o.id, 'state', o.state,
                                             'amount', o.amount, 'dueAt', o.deposit_due_at)
                      FROM orders o WHERE o.member_id = m.id AND o.state = 'awaiting_deposit') END AS owes
          FROM inquiries i JOIN members m ON m.id = i.member_id
         WHERE i.id = %(inquiry)s
        """,
        inquiry=inquiry,
        points=points,
        services=services,
        orders=orders,
    )


async def find_filling(conn: Connection, inquiry: int) -> Filling | None:
    """Find what placeholders stand for: what the inquiry is about, or else the newest that the member has."""
    return await fetch_optional(
        conn,
        Filling,
        """
        SELECT m.name, m.email, m.phone, i.title, p.name AS plan_name, host(e.address) AS address, s.ends_at,
               coalesce(i.order_id, s.order_id,
                        (SELECT id FROM orders WHERE member_id = m.id ORDER BY created_at DESC, id LIMIT 1)) AS order_id
          FROM inquiries i
          JOIN members m ON m.id = i.member_id AND m.left_at IS NULL
          LEFT JOIN LATERAL (
               SELECT * FROM services WHERE member_id = m.id AND (i.service_id IS NULL OR id = i.service_id)
                ORDER BY closed_at IS NULL DESC, id DESC LIMIT 1) s ON true
          LEFT JOIN plans p ON p.id = s.plan_id
          LEFT JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          LEFT JOIN exit_addresses e ON e.id = l.address_id
         WHERE i.id = %(inquiry)s
        """,
        inquiry=inquiry,
    )


async def list_colleagues(conn: Connection) -> list[Colleague]:
    """List the colleagues who may answer, by name."""
    return await fetch_all(
        conn,
        Colleague,
        """
        SELECT s.id, s.name FROM staff s JOIN staff_roles r ON r.id = s.role_id
         WHERE s.removed_at IS NULL AND s.password_hash IS NOT NULL
           AND (r.is_owner OR 'inquiries.answer' = ANY(r.permissions))
         ORDER BY s.name, s.id
        """,
    )


async def get_name(conn: Connection, staff: StaffId) -> str:
    return await fetch_one(conn, str, "SELECT name FROM staff WHERE id = %(staff)s", staff=staff)


async def insert_note(conn: Connection, inquiry: int, staff: StaffId, body: str) -> int:
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO inquiry_notes (inquiry_id, staff_id, body) VALUES (%(inquiry)s, %(staff)s, %(body)s)
        RETURNING id
        """,
        inquiry=inquiry,
        staff=staff,
        body=body,
    )


async def has_inquiry(conn: Connection, inquiry: int) -> bool:
    return await any_row(conn, f"SELECT FROM {word_queries.SOURCE} WHERE i.id = %(inquiry)s", inquiry=inquiry)


async def set_presence(
    conn: Connection, inquiry: int, staff: StaffId, *, is_here: bool, is_writing: bool
) -> None:
    """Say that somebody has the inquiry open, or not any more; what is long past is swept away with it."""
    await execute(
        conn,
        """
        DELETE FROM inquiry_presence
         WHERE (inquiry_id = %(inquiry)s AND staff_id = %(staff)s AND NOT %(is_here)s)
            OR seen_at < now() - interval '10 minutes'
        """,
        inquiry=inquiry,
        staff=staff,
        is_here=is_here,
    )
    if is_here:
        await execute(
            conn,
            """
            INSERT INTO inquiry_presence (inquiry_id, staff_id, is_writing)
            VALUES (%(inquiry)s, %(staff)s, %(is_writing)s)
                ON CONFLICT (inquiry_id, staff_id)
                DO UPDATE SET seen_at = now(), is_writing = excluded.is_writing
            """,
            inquiry=inquiry,
            staff=staff,
            is_writing=is_writing,
        )


async def list_others(conn: Connection, inquiry: int, staff: StaffId) -> list[Present]:
    return await fetch_all(
        conn,
        Present,
        """
        SELECT s.id, s.name, p.is_writing
          FROM inquiry_presence p JOIN staff s ON s.id = p.staff_id AND s.removed_at IS NULL
         WHERE p.inquiry_id = %(inquiry)s AND p.staff_id <> %(staff)s
           AND p.seen_at > now() - make_interval(secs => %(seconds)s)
         ORDER BY s.name, s.id
        """,
        inquiry=inquiry,
        staff=staff,
        seconds=PRESENT_SECONDS,
    )


async def newest_message(conn: Connection, inquiry: int) -> MessageId:
    return await fetch_one(
        conn,
        MessageId,
        "SELECT coalesce(max(id), 0) FROM inquiry_messages WHERE inquiry_id = %(inquiry)s",
        inquiry=inquiry,
    )


async def find_thumbnail_owner(conn: Connection, image: int) -> int | None:
    """The member who sent this image, None where it was not sent or its member has left."""
    return await fetch_optional(
        conn,
        int,
        """
        SELECT i.member_id FROM inquiry_images i JOIN members m ON m.id = i.member_id AND m.left_at IS NULL
         WHERE i.id = %(image)s AND i.message_id IS NOT NULL
        """,
        image=image,
    )
