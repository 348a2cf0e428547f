"""Filters of the list of alarms."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Text, Where
from ieum.shop.reconciliation.desk import words
from ieum.shop.reconciliation.desk.words import AlarmArea, AlarmState

AREAS: dict[AlarmArea, list[str]] = {
    "fleet": [
        r"gateway\_%",
        r"address\_flagged",
        r"address\_listed\_%",
        r"address\_proofs\_%",
        r"block\_list\_%",
        r"%\_enrolment\_code",
    ],
    "backups": [r"backup\_%"],
    "logs": [r"address\_log\_%", r"staff\_record\_%"],
}
# All but these: what remains is the money, and what 오늘 counts as alarms.
LEFT_OUT: dict[AlarmArea, list[str]] = {
    "money": [pattern for patterns in AREAS.values() for pattern in patterns],
    "others": AREAS["backups"],
}


class AlarmFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`q` is the whole reference: an order, a gateway, an address; or the words that stand for it."""

    state: Annotated[AlarmState, Meta(title="상태", extra_json_schema={"words": words.STATES})] | None = None
    area: Annotated[AlarmArea, Meta(title="분야", extra_json_schema={"words": words.AREAS})] | None = None
    kind: Annotated[str, Meta(max_length=60, pattern=r"^[a-z0-9_]*$", title="종류")] | None = None
    q: Text | None = None
    since: Annotated[datetime, Meta(title="기간")] | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)


def where_of(filters: AlarmFilters) -> Where:
    """Conditions on `alarms a`."""
    where = Where()
    if filters.state is not None:
        where.add("a.cleared_at IS NULL" if filters.state == "open" else "a.cleared_at IS NOT NULL")
    if left_out := LEFT_OUT.get(filters.area) if filters.area else None:
        where.add("NOT a.kind LIKE ANY(%(area)s)", area=left_out)
    elif filters.area is not None:
        where.add("a.kind LIKE ANY(%(area)s)", area=AREAS[filters.area])
    where.add_if(filters.kind, "a.kind = %(kind)s", "kind")
    if filters.q and (q := filters.q.strip()):
        where.add(
            "a.reference = ANY(%(q)s)", q=[q, *(key for key, word in words.REFERENCES.items() if word == q)]
        )
    where.add_if(filters.since, "a.raised_at >= %(since)s", "since")
    where.add_if(filters.until, "a.raised_at < %(until)s", "until")
    return where
