"""SQL of inquiries and their messages, as members read and write them."""

from msgspec.structs import asdict

from ieum.shop.inquiries.types import (
    InquiryCheck,
    InquiryId,
    InquiryItem,
    InquiryView,
    InsertedInquiry,
    LockedInquiry,
    MessageCheck,
    MessageId,
    NewInquiry,
    NewMessage,
    State,
)
from ieum.shop.kernel.db import Connection, any_row, fetch_one, fetch_optional
from ieum.shop.kernel.paging import Listing, fetch_page
from ieum.shop.members.types import MemberId

# The same text about the same things with the same images, sent twice within this time, is a repeated request.
SAME_WITHIN_MINUTES = 10
PAGE_SIZE = 10


async def list_inquiries(conn: Connection, member: MemberId, page: int) -> Listing[InquiryItem]:
    """Newest first."""
    return await fetch_page(
        conn,
        InquiryItem,
        """
        SELECT id, category, title, state, created_at, last_message_at,
               coalesce(last_reply_id > seen_reply_id, false) AS has_new_reply
          FROM inquiries
         WHERE member_id = %(member)s
         ORDER BY id DESC
         LIMIT %(limit)s OFFSET %(offset)s
        """,
        "SELECT count(*) FROM inquiries WHERE member_id = %(member)s",
        page=page,
        size=PAGE_SIZE,
        member=member,
    )


async def find_inquiry(conn: Connection, inquiry: int, member: MemberId | None = None) -> InquiryView | None:
    """The inquiry with its messages, oldest first, and their images as attached.

    None where the inquiry does not exist or is not this member's; without `member`, anybody's.
    """
    return await fetch_optional(
        conn,
        InquiryView,
        """
        SELECT i.id, i.category, i.title, i.state, i.created_at, i.last_message_at,
               coalesce(i.last_reply_id > i.seen_reply_id, false) AS has_new_reply,
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
               ARRAY(SELECT json_build_object('id', m.id, 'author', m.author, 'body', m.body, 'createdAt', m.created_at,
                                              'images', ARRAY(
                               SELECT json_build_object('id', f.id, 'name', f.name, 'width', f.width,
                                                        'height', f.height, 'size', f.size,
                                                        'hidden', f.hidden_at IS NOT NULL)
                                 FROM inquiry_images f WHERE f.message_id = m.id ORDER BY f.position))
                       FROM inquiry_messages m WHERE m.inquiry_id = i.id ORDER BY m.id) AS messages
          FROM inquiries i
         WHERE i.id = %(inquiry)s AND (%(member)s::bigint IS NULL OR i.member_id = %(member)s)
        """,
        inquiry=inquiry,
        member=member,
    )


async def hold_service(conn: Connection, service: int, member: MemberId) -> bool:
    """Tell whether this member has the service. Call it before the member is locked: everybody locks in that order."""
    return await any_row(
        conn,
        "SELECT 1 FROM services WHERE id = %(service)s AND member_id = %(member)s FOR KEY SHARE",
        service=service,
        member=member,
    )


async def hold_order(conn: Connection, order_id: str, member: MemberId) -> bool:
    return await any_row(
        conn,
        "SELECT 1 FROM orders WHERE id = %(order_id)s AND member_id = %(member)s FOR KEY SHARE",
        order_id=order_id,
        member=member,
    )


async def check_inquiry(conn: Connection, member: MemberId, new: NewInquiry, *, a_day: int) -> InquiryCheck:
    """Tell whether the inquiry was sent already, or is one too many. Call it after the member is locked."""
    return await fetch_one(
        conn,
        InquiryCheck,
        """
        WITH recent AS (
            SELECT id, category, title, service_id, order_id, created_at FROM inquiries
             WHERE member_id = %(member)s AND created_at > now() - interval '1 day'
        )
        SELECT (SELECT max(i.id)
                  FROM recent i
                 CROSS JOIN LATERAL (
                       SELECT id, body FROM inquiry_messages WHERE inquiry_id = i.id ORDER BY id LIMIT 1) first
                 WHERE i.category = %(category)s AND i.title = %(title)s AND first.body = %(body)s
                   AND i.service_id IS NOT DISTINCT FROM %(service_id)s AND i.order_id IS NOT DISTINCT FROM %(order_id)s
                   AND ARRAY(SELECT id FROM inquiry_images WHERE message_id = first.id ORDER BY position)
                       = %(images)s::bigint[]
                   AND i.created_at > now() - make_interval(mins => %(minutes)s)) AS same,
               (SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
                  FROM recent ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1) AS wait
        """,
        member=member,
        **asdict(new),
        minutes=SAME_WITHIN_MINUTES,
        a_day=a_day,
    )


async def insert_inquiry(conn: Connection, member: MemberId, new: NewInquiry) -> InsertedInquiry:
    """Inserts the first message, too."""
    return await fetch_one(
        conn,
        InsertedInquiry,
        """
        WITH inquiry AS (
            INSERT INTO inquiries (member_id, category, title, service_id, order_id)
            VALUES (%(member)s, %(category)s, %(title)s, %(service_id)s, %(order_id)s) RETURNING id
        )
        INSERT INTO inquiry_messages (inquiry_id, author, body)
        SELECT id, 'member', %(body)s FROM inquiry
        RETURNING inquiry_id AS id, id AS message_id
        """,
        member=member,
        **asdict(new),
    )


async def lock_inquiry(
    conn: Connection, inquiry: int, member: MemberId | None = None
) -> LockedInquiry | None:
    return await fetch_optional(
        conn,
        LockedInquiry,
        """
        SELECT id, member_id, state, title, created_at, taken_by, assignee_id FROM inquiries
         WHERE id = %(inquiry)s AND (%(member)s::bigint IS NULL OR member_id = %(member)s)
           FOR NO KEY UPDATE
        """,
        inquiry=inquiry,
        member=member,
    )


async def check_message(
    conn: Connection, inquiry: InquiryId, member: MemberId, new: NewMessage, *, a_day: int
) -> MessageCheck:
    """Tell whether the message was sent already, or is one too many. Call it after both are locked."""
    return await fetch_one(
        conn,
        MessageCheck,
        """
        SELECT (SELECT count(*) FROM inquiry_messages WHERE inquiry_id = %(inquiry)s) AS messages,
               (SELECT ceil(extract(epoch FROM m.created_at + interval '1 day' - now()))::integer
                  FROM inquiries i JOIN inquiry_messages m ON m.inquiry_id = i.id
                 WHERE i.member_id = %(member)s AND i.last_message_at > now() - interval '1 day'
                   AND m.author = 'member' AND m.created_at > now() - interval '1 day'
                 ORDER BY m.created_at DESC OFFSET %(a_day)s - 1 LIMIT 1) AS wait,
               coalesce((SELECT author = 'member' AND body = %(body)s
                                AND ARRAY(SELECT id FROM inquiry_images WHERE message_id = last.id ORDER BY position)
                                    = %(images)s::bigint[]
                                AND created_at > now() - make_interval(mins => %(minutes)s)
                           FROM inquiry_messages last WHERE inquiry_id = %(inquiry)s
                          ORDER BY id DESC LIMIT 1), false) AS is_same
        """,
        inquiry=inquiry,
        member=member,
        **asdict(new),
        minutes=SAME_WITHIN_MINUTES,
        a_day=a_day,
    )


async def insert_message(conn: Connection, inquiry: InquiryId, *, body: str, state: State) -> MessageId:
    """Insert a message of the member and set the inquiry's state, which is one that waits."""
    return await fetch_one(
        conn,
        MessageId,
        """
        WITH updated AS (
            UPDATE inquiries SET state = %(state)s, last_message_at = now(),
                   waiting_since = coalesce(waiting_since, now())
             WHERE id = %(inquiry)s
        )
        INSERT INTO inquiry_messages (inquiry_id, author, body) VALUES (%(inquiry)s, 'member', %(body)s) RETURNING id
        """,
        inquiry=inquiry,
        body=body,
        state=state,
    )


async def mark_seen(conn: Connection, inquiry: int, member: MemberId, *, message: int) -> bool:
    """False where this member has no such inquiry. A reply that was seen once stays seen."""
    return await any_row(
        conn,
        """
        UPDATE inquiries SET seen_reply_id = greatest(seen_reply_id, least(%(message)s, coalesce(last_reply_id, 0)))
         WHERE id = %(inquiry)s AND member_id = %(member)s
        """,
        inquiry=inquiry,
        member=member,
        message=message,
    )
