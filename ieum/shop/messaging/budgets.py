"""Bounds what one mailbox or number gets in a day (docs/decisions/0158).

Anybody may enter somebody else's address at the sign-up. So messages to members who have not proved to read their
address share a small budget of the mailbox, which takes nothing from members who have. Beyond it, a courtesy is
dropped, and a mail that the law asks for leaves within the hour in one mail with the others.
"""

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.queue import defer
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.messaging import budget_queries, kinds, queries, rules, tasks
from ieum.shop.messaging.queries import Message
from ieum.shop.messaging.summary_templates import together
from ieum.shop.site import queries as site_queries

A_DAY_UNPROVEN = 5
# To one mailbox from everybody: more than a member with a hundred services gets on an ordinary day.
A_DAY = 60
# To one number; every number alike, because an SMS costs money.
TEXTS_A_DAY = 10
HELD_FOR = timedelta(hours=1)
# A receipt with its contract is about 4 kB twice, and mail servers take 10 MB.
IN_ONE_MAIL = 100


async def may_leave(db: Database, message: Message, *, key: str) -> bool:
    """Tell whether a message is sent now. If not, it has been dropped or waits with others, and its job is queued.

    A message is counted once, also if it is tried again.
    """
    match message.standing:
        case "admitted":
            return True
        case "merged":
            return False
        case "held":
            return await _leave_together(db, message)
        case "new":
            return await _count(db, message, key=key)


async def _count(db: Database, message: Message, *, key: str) -> bool:
    recipient = _hash(message, key=key)
    now = datetime.now(UTC)
    async with db.transaction() as conn:
        if await budget_queries.spend(
            conn,
            message.id,
            recipient,
            now.astimezone(SEOUL).date(),
            is_proven=message.is_proven or message.channel == "sms",
            most=A_DAY if message.channel == "mail" else TEXTS_A_DAY,
            most_unproven=A_DAY_UNPROVEN,
        ):
            return True
        if kinds.is_dropped(message.channel, message.reference):
            await queries.close(conn, message.id, refusal="budget")
            return False
        if message.channel == "sms":
            await budget_queries.admit(conn, message.id)
            return True
        await _hold(conn, message.id, recipient, now=now)
    return False


async def _hold(conn: Connection, message: int, recipient: bytes, *, now: datetime) -> None:
    """Have it wait with those that wait already; the first one waits for an hour.

    Each has a job of its own, and the first of these puts all into one mail: any of them may be withdrawn meanwhile.
    """
    await budget_queries.lock_recipient(conn, recipient)
    departure = await budget_queries.find_departure(conn, recipient, now=now)
    departure = departure or now + HELD_FOR
    await budget_queries.hold(conn, [message], recipient, until=departure)
    await _queue(conn, message, at=departure, now=now)


async def _leave_together(db: Database, message: Message) -> bool:
    """Put all that are held for the recipient into one mail. True for one that is alone, which is sent as it is."""
    now = datetime.now(UTC)
    recipient = message.held_for
    if recipient is None:
        raise LookupError(f"message {message.id} is held for nobody")
    async with db.transaction() as conn:
        if message.not_before is not None and message.not_before > now:
            await _queue(conn, message.id, at=message.not_before, now=now)
            return False
        await budget_queries.lock_recipient(conn, recipient)
        held = await budget_queries.lock_held(conn, recipient, now=now)
        # Another job has merged it meanwhile; those that are held since then leave in an hour.
        if message.id not in {one.id for one in held}:
            return False
        if len(held) == 1:
            await budget_queries.admit(conn, message.id)
            return True
        parts, later = held[:IN_ONE_MAIL], held[IN_ONE_MAIL:]
        site = (await site_queries.get_config(conn)).site_name
        listed = [(part.subject.removeprefix(f"[{site}] "), part.created_at) for part in parts]
        text = together(site=site, parts=listed)
        summary = await budget_queries.insert_summary(conn, parts, subject=text.subject, body=text.body)
        if summary is not None:
            await defer(conn, tasks.DELIVER["mail"], message=summary)
        if later:
            await budget_queries.hold(conn, [one.id for one in later], recipient, until=now + HELD_FOR)
            for one in later:
                await _queue(conn, one.id, at=now + HELD_FOR, now=now)
    return False


async def _queue(conn: Connection, message: int, *, at: datetime, now: datetime) -> None:
    await defer(conn, tasks.DELIVER["mail"], seconds=rules.seconds_until(at, now), message=message)


def _hash(message: Message, *, key: str) -> bytes:
    """Keyed, because a plain hash of a number or an address is found by trying them all."""
    recipient = rules.mailbox_of(message.recipient) if message.channel == "mail" else message.recipient
    own_key = hmac.digest(key.encode(), b"ieum recipient", hashlib.sha256)
    return hmac.digest(own_key, f"{message.channel}:{recipient}".encode(), hashlib.sha256)
