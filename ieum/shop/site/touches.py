"""First touches: a cookie keeps where a visitor came from at first, and sign-up reads it. Off until the owner asks.

The cookie holds no id. It says in plain words what the visit's record says of source, keyword and campaign, so that no
visit can be traced to a member, and whoever forges one only spoils a figure.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.kernel import cookies
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.texts import LINE
from ieum.shop.site.types import VisitRow

NAME = "ieum_first"
# Browsers refuse longer cookies, and 4,096 is all of name, value and attributes.
LONGEST = 3_000

type _Word = Annotated[str, Meta(max_length=200, pattern=LINE)]


class FirstTouch(msgspec.Struct, frozen=True, array_like=True):
    """The first visit from another site; `touched_at` in UTC. What is not known is empty."""

    touched_at: datetime
    referrer_host: Annotated[str, Meta(max_length=253, pattern=LINE)]
    keyword: _Word
    campaign: _Word


def answer(visit: VisitRow, header: str, settings: Settings, *, days: int) -> str | None:
    """The `Set-Cookie` header for a visit; None where there is nothing to remember, or something already."""
    if not days or visit.robot or read(header, settings) is not None:
        return None
    if not (visit.referrer_host or visit.keyword or visit.campaign):
        return None
    touch = FirstTouch(datetime.now(UTC), visit.referrer_host, visit.keyword, visit.campaign)
    value = urlsafe_b64encode(msgspec.json.encode(touch)).decode().rstrip("=")
    seconds = int(timedelta(days=days).total_seconds())
    return cookies.line(NAME, value, settings, seconds=seconds) if len(value) <= LONGEST else None


def read(header: str, settings: Settings) -> FirstTouch | None:
    """Read the cookie; None if there is none or it is none of ours."""
    value = cookies.find(header, NAME, settings)
    if not value or len(value) > LONGEST:
        return None
    try:
        plain = urlsafe_b64decode(value + "=" * (-len(value) % 4))
        touch = msgspec.json.decode(plain, type=FirstTouch)
    except ValueError:
        return None
    return touch if touch.touched_at.tzinfo is not None else None


async def keep(conn: Connection, member: int, touch: FirstTouch) -> None:
    """Note where this new member came from, if the shop wants to know and it is not too long ago."""
    await execute(
        conn,
        """
        INSERT INTO first_touches (member_id, touched_at, referrer_host, keyword, campaign)
        SELECT %(member)s, %(at)s, %(host)s, %(keyword)s, %(campaign)s
          FROM site_config
         WHERE first_touch_days > 0
           AND %(at)s BETWEEN now() - make_interval(days => first_touch_days) AND now() + interval '1 minute'
        """,
        member=member,
        at=touch.touched_at,
        host=touch.referrer_host,
        keyword=touch.keyword,
        campaign=touch.campaign,
    )


async def forget(conn: Connection) -> int:
    """Delete what is as old as visits may get: a rare keyword may identify a person."""
    return await execute(
        conn,
        """
        DELETE FROM first_touches
         WHERE touched_at < now() - make_interval(months => (SELECT visit_months FROM site_config))
        """,
    )
