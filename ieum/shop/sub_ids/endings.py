"""Tells owners that sub-ids of theirs end: a week before, a day before, and at the end, whose devices then stand still.

A sub-id has neither mail nor phone of its own. What of an owner ends on one day stands in one letter.
"""

from collections.abc import Sequence
from datetime import date, datetime
from itertools import groupby

import msgspec

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.months import last_day
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging import sub_id_templates as texts
from ieum.shop.messaging.queries import Letter


class EndingSubId(msgspec.Struct):
    """A sub-id that ends soon or has ended, and whom to tell. `days`: of which notice it is the turn."""

    id: MemberId
    login_id: str
    ends_at: datetime
    days: int
    owner_id: MemberId
    owner_name: str
    email: str
    phone: str
    sms_opt_in: bool
    site: str

    @property
    def letter(self) -> tuple[MemberId, date, int]:
        return self.owner_id, last_day(self.ends_at), self.days


async def tell(conn: Connection, *, limit: int) -> int:
    """Tell the owners of the next sub-ids, each once of a last day; returns how many sub-ids."""
    due = await list_to_tell(conn, limit=limit)
    letters = [
        letter
        for (_, day, days), group in groupby(due, key=lambda one: one.letter)
        for letter in _letters(list(group), day, days)
    ]
    await messaging.send_all(conn, letters)
    await set_told(conn, due)
    return len(due)


async def list_to_tell(conn: Connection, *, limit: int) -> list[EndingSubId]:
    """List sub-ids by owner and day; none that ended more than a week ago, or was made when its notice was due."""
    return await fetch_all(
        conn,
        EndingSubId,
        """
        SELECT m.id, m.login_id, m.access_ends_at AS ends_at, turn.days, o.id AS owner_id, o.name AS owner_name,
               o.email, o.phone, o.sms_opt_in, c.site_name AS site
          FROM members m
          JOIN members o ON o.id = m.owner_id AND o.left_at IS NULL AND o.blocked_at IS NULL
         CROSS JOIN site_config c
         CROSS JOIN LATERAL (SELECT CASE WHEN m.access_ends_at <= now() THEN 0
                                         WHEN m.access_ends_at <= now() + interval '1 day' THEN 1
                                         ELSE 7 END AS days) turn
          LEFT JOIN sub_id_ends_told t ON t.sub_id = m.id AND t.ends_at = m.access_ends_at
         WHERE m.access_ends_at BETWEEN now() - interval '7 days' AND now() + interval '7 days'
           AND m.removed_at IS NULL AND m.suspended_at IS NULL AND coalesce(t.days, 8) > turn.days
           AND m.joined_at < m.access_ends_at - make_interval(days => turn.days)
         ORDER BY o.id, m.access_ends_at, m.id LIMIT %(limit)s
        """,
        limit=limit,
    )


async def set_told(conn: Connection, told: Sequence[EndingSubId]) -> None:
    await execute(
        conn,
        """
        INSERT INTO sub_id_ends_told (sub_id, ends_at, days)
        SELECT * FROM unnest(%(ids)s::bigint[], %(ends)s::timestamptz[], %(days)s::smallint[])
        ON CONFLICT (sub_id) DO UPDATE SET ends_at = excluded.ends_at, days = excluded.days
        """,
        ids=[one.id for one in told],
        ends=[one.ends_at for one in told],
        days=[one.days for one in told],
    )


def _letters(ending: list[EndingSubId], day: date, days: int) -> list[Letter]:
    """The mail, and the text message for an owner who agreed to have some."""
    owner, until = ending[0], f"{day:%Y.%m.%d}"
    who = [one.login_id for one in ending]
    reference = f"sub-ids-end:{owner.owner_id}:{day:%Y%m%d}:{days}:{owner.id}"
    text = texts.sub_ids_end(site=owner.site, name=owner.owner_name, who=who, until=until, days=days)
    letters = [messaging.mail_letter(to=owner.email, text=text, reference=reference, member=owner.owner_id)]
    if owner.sms_opt_in:
        sms = texts.sub_ids_end_sms(site=owner.site, who=who, until=until, days=days)
        letters.append(Letter("sms", owner.phone, "", sms, reference, owner.owner_id))
    return letters
