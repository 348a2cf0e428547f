"""What the record is narrowed by, for the screen and for exports alike."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Where

_Text = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")]


class RecordFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """`q` is looked for in reasons and request ids."""

    object: _Text | None = None
    object_id: _Text | None = None
    staff: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None = None
    action: _Text | None = None
    q: _Text | None = None
    since: datetime | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)


def where_of(filters: RecordFilters) -> Where:
    """Conditions on `staff_record r`."""
    where = Where()
    where.add_if(filters.object, "r.object_kind = %(object)s", "object")
    where.add_if(filters.object_id, "r.object_id = %(object_id)s", "object_id")
    where.add_if(filters.staff, "r.staff_id = %(staff)s", "staff")
    where.add_if(filters.action, "r.action = %(action)s", "action")
    where.add_if(filters.since, "r.at >= %(since)s", "since")
    where.add_if(filters.until, "r.at < %(until)s", "until")
    if filters.q:
        where.add("(r.request_id = %(q)s OR position(%(q)s in r.reason) > 0)", q=filters.q)
    return where
