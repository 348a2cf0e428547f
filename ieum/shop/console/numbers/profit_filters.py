"""Filters of the list of profits, which its export reads, too."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.console.numbers.profit_types import Month
from ieum.shop.desk.lists import Where
from ieum.shop.kernel.spans import span_of


class ProfitFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """Without a month, of the newest that is kept. `q` is an address, a network, or the beginning of one."""

    month: Month | None = None
    pool: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None = None
    q: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")] | None = None


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
