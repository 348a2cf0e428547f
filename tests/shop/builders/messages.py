"""The messages in the outbox."""

import msgspec

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.members.types import MemberId


class Message(msgspec.Struct):
    channel: str
    recipient: str
    subject: str
    body: str
    reference: str


async def outbox(conn: Connection) -> list[Message]:
    """Every message, oldest first."""
    return await fetch_all(
        conn, Message, "SELECT channel, recipient, subject, body, reference FROM messages ORDER BY id"
    )


async def references_sent(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT reference FROM messages ORDER BY id")


async def sent_to(conn: Connection, member: MemberId) -> list[str]:
    """The channel and kind of every message to this member, oldest first."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT channel || ' ' || split_part(reference, ':', 1) FROM messages
         WHERE member_id = %(member)s ORDER BY id
        """,
        member=member,
    )
