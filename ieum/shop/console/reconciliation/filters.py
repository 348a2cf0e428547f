"""What the list of alarms is narrowed by."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.console.lists import Where

type AlarmState = Literal["open", "cleared"]


class AlarmFilters(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """`q` is the whole reference: an order, a gateway, an address."""

    state: AlarmState | None = None
    kind: Annotated[str, Meta(max_length=60, pattern=r"^[a-z0-9_]*$")] | None = None
    q: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")] | None = None
    since: datetime | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)


def where_of(filters: AlarmFilters) -> Where:
    """Conditions on `alarms a`."""
    where = Where()
    if filters.state is not None:
        where.add("a.cleared_at IS NULL" if filters.state == "open" else "a.cleared_at IS NOT NULL")
    where.add_if(filters.kind, "a.kind = %(kind)s", "kind")
    if filters.q and filters.q.strip():
        where.add("a.reference = %(q)s", q=filters.q.strip())
    where.add_if(filters.since, "a.raised_at >= %(since)s", "since")
    where.add_if(filters.until, "a.raised_at < %(until)s", "until")
    return where
