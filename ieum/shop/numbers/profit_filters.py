"""Filters of the list of profits."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Id, Text, Where
from ieum.shop.kernel.spans import span_of
from ieum.shop.numbers.profit_types import Month


class ProfitFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without a month, of the newest that is kept. `q` is an address, a network, or the beginning of one."""

    month: (
        Annotated[
            Month, Meta(title="달", extra_json_schema={"options": "months_of_profits", "unset": "가장 최근"})
        ]
        | None
    ) = None
    pool: Annotated[Id, Meta(title="풀", extra_json_schema={"options": "pools_of_profits"})] | None = None
    q: Text | None = None


def where_of(filters: ProfitFilters) -> Where:
    """Conditions on `address_profits a`."""
    where = Where()
    if filters.month:
        where.add("a.month = %(month)s", month=date.fromisoformat(f"{filters.month}-01"))
    else:
        where.add("a.month = (SELECT max(month) FROM address_profits)")
    where.add_if(filters.pool, "a.pool_id = %(pool)s", "pool")
    if filters.q and filters.q.strip():
        span = span_of(filters.q)
        if span is None:
            where.add("false")
        else:
            where.add(
                """a.address_id IN (SELECT id FROM exit_addresses
                                     WHERE address BETWEEN %(first)s::inet AND %(last)s::inet)""",
                first=span.first,
                last=span.last,
            )
    return where
