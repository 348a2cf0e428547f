"""SQL of uploaded images: waiting to be sent, sent, hidden or deleted."""

from collections.abc import Sequence
from datetime import datetime

from ieum.shop.inquiries.pixels import Drawn
from ieum.shop.inquiries.types import ImageContent, ImageId, ImageUsage, InquiryImage, MessageId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId


async def get_usage(conn: Connection, member: MemberId, *, a_day: int) -> ImageUsage:
    """An upload counts for a day even if its image was deleted, so deleting does not make room for another."""
    return await fetch_one(
        conn,
        ImageUsage,
        """
        SELECT (SELECT count(*) FROM inquiry_images
                 WHERE member_id = %(member)s AND message_id IS NULL
                   AND created_at > now() - interval '1 day') AS waiting,
               (SELECT ceil(extract(epoch FROM uploaded_at + interval '1 day' - now()))::integer
                  FROM inquiry_uploads
                 WHERE member_id = %(member)s AND uploaded_at > now() - interval '1 day'
                 ORDER BY uploaded_at DESC OFFSET %(a_day)s - 1 LIMIT 1) AS wait
        """,
        member=member,
        a_day=a_day,
    )


async def insert_image(conn: Connection, member: MemberId, *, name: str, drawn: Drawn) -> InquiryImage:
    return await fetch_one(
        conn,
        InquiryImage,
        """
        WITH counted AS (INSERT INTO inquiry_uploads (member_id) VALUES (%(member)s))
        INSERT INTO inquiry_images (member_id, name, media_type, width, height, size, content, thumbnail)
        VALUES (%(member)s, %(name)s, %(media_type)s, %(width)s, %(height)s, %(size)s, %(content)b,
                %(thumbnail)b)
        RETURNING id, name, width, height, size, false AS hidden
        """,
        member=member,
        name=name,
        size=len(drawn.content),
        **drawn._asdict(),
    )


async def attach_images(
    conn: Connection, member: MemberId, message: MessageId, images: Sequence[ImageId]
) -> bool:
    """Attach images to a message in this order; False where one is not this member's, or was sent already."""
    return await execute(
        conn,
        """
        UPDATE inquiry_images i SET message_id = %(message)s, position = listed.position
          FROM unnest(%(images)s::bigint[]) WITH ORDINALITY AS listed (id, position)
         WHERE i.id = listed.id AND i.member_id = %(member)s AND i.message_id IS NULL
        """,
        member=member,
        message=message,
        images=list(images),
    ) == len(images)


async def find_content(conn: Connection, image: int, member: MemberId | None = None) -> ImageContent | None:
    """None where the image does not exist, is hidden, or is not this member's; without `member`, anybody's."""
    return await fetch_optional(
        conn,
        ImageContent,
        """
        SELECT media_type, content FROM inquiry_images
         WHERE id = %(image)s AND content IS NOT NULL
           AND (%(member)s::bigint IS NULL OR member_id = %(member)s)
        """,
        image=image,
        member=member,
    )


async def find_thumbnail(conn: Connection, image: int, member: MemberId) -> ImageContent | None:
    """A JPEG; None where the image does not exist, is hidden, or is not this member's."""
    return await fetch_optional(
        conn,
        ImageContent,
        """
        SELECT 'image/jpeg' AS media_type, thumbnail AS content FROM inquiry_images
         WHERE id = %(image)s AND member_id = %(member)s AND thumbnail IS NOT NULL
        """,
        image=image,
        member=member,
    )


async def delete_waiting(conn: Connection, image: int, member: MemberId) -> bool:
    """False where this member has no such image waiting to be sent."""
    return await any_row(
        conn,
        """
        DELETE FROM inquiry_images
         WHERE id = %(image)s AND member_id = %(member)s AND message_id IS NULL
        """,
        image=image,
        member=member,
    )


async def delete_unused(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete images that were uploaded before this moment and never sent; returns how many, at most `limit`."""
    return await execute(
        conn,
        """
        DELETE FROM inquiry_images
         WHERE id = ANY(ARRAY(SELECT id FROM inquiry_images WHERE message_id IS NULL AND created_at < %(before)s
                               ORDER BY created_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
        """,
        before=before,
        limit=limit,
    )


async def delete_uploads(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete the counts of uploads from before this moment; returns how many, at most `limit`."""
    return await execute(
        conn,
        """
        DELETE FROM inquiry_uploads
         WHERE id = ANY(ARRAY(SELECT id FROM inquiry_uploads WHERE uploaded_at < %(before)s
                               ORDER BY uploaded_at, id LIMIT %(limit)s FOR UPDATE SKIP LOCKED))
        """,
        before=before,
        limit=limit,
    )


async def delete_unused_of(conn: Connection, member: MemberId) -> None:
    """Delete the images that a leaving member never sent; the law keeps those that were sent."""
    await execute(
        conn,
        "DELETE FROM inquiry_images WHERE member_id = %(member)s AND message_id IS NULL",
        member=member,
    )
