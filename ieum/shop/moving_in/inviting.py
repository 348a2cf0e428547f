"""Mails moved members the link by which they choose a password: once, and once more to who has not used it.

How many go out in an hour is counted in the table, so that the command may be started again and again, also by a timer.
"""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

import msgspec

from ieum.shop.kernel.db import Connection, Database
from ieum.shop.messaging import moving_templates
from ieum.shop.messaging import service as messaging
from ieum.shop.moving_in import link_queries
from ieum.shop.site import queries as site

AN_HOUR = 600
BATCH = 50
# So long a link can be used, and after so long who has not used it is mailed another: that is the last one.
LASTS = timedelta(days=14)


class Sent(msgspec.Struct):
    mailed: int
    left: int
    used: int


async def start(db: Database, *, an_hour: int, public_url: str) -> Sent:
    """Mail those whose turn it is, up to `an_hour` within the last hour. Two at once share the number."""
    mailed = 0
    while True:
        async with db.transaction() as conn:
            await link_queries.lock_turn(conn)
            room = an_hour - await link_queries.count_mailed(conn, within=timedelta(hours=1))
            sent = await _mail(conn, min(BATCH, room), public_url=public_url) if room > 0 else 0
        mailed += sent
        if not sent:
            break
    async with db.connection() as conn:
        counts = await link_queries.count(conn, again_after=LASTS)
    return Sent(mailed, counts.waiting, counts.used)


async def _mail(conn: Connection, limit: int, *, public_url: str) -> int:
    invited = await link_queries.lock_invited(conn, again_after=LASTS, limit=limit)
    config = await site.get_config(conn)
    expires_at = datetime.now(UTC) + LASTS
    for one in invited:
        token = secrets.token_urlsafe(32)
        token_hash = hash_token(token)
        await link_queries.put(conn, one.member_id, token_hash, expires_at=expires_at)
        text = moving_templates.moved_in(
            site=config.site_name,
            name=one.name,
            login_id=one.login_id,
            came_from=one.came_from,
            link=f"{public_url}/moving-in#{token}",
            until=expires_at,
            again=one.mails > 0,
        )
        # What carries a link that opens an account is deleted once it is sent.
        await messaging.mail(
            conn,
            to=one.email,
            text=text,
            # Each link has its mail: whose address was corrected is mailed a first one again.
            reference=f"moving-in:{one.member_id}:{token_hash.hex()[:16]}",
            member=one.member_id,
            code_until=expires_at,
        )
    return len(invited)


def hash_token(token: str) -> bytes:
    return hashlib.sha256(b"moving-in:" + token.encode()).digest()
