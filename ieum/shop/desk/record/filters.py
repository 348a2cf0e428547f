"""Filters of the record."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Id, Text, Where


class RecordFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """`q` is looked for in reasons and request ids."""

    q: Text | None = None
    since: Annotated[datetime, Meta(title="기간")] | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)
    action: Annotated[Text, Meta(title="한 일", extra_json_schema={"options": "actions"})] | None = None
    object: Annotated[Text, Meta(title="대상", extra_json_schema={"options": "objects"})] | None = None
    object_id: Annotated[Text, Meta(title="대상 번호")] | None = None
    staff: Annotated[Id, Meta(title="누가", extra_json_schema={"options": "staff"})] | None = None


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
