"""Filters of the list of addresses; bulk changes and exports read them, too."""

from typing import Annotated, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.address_desk.types import ListedState
from ieum.shop.desk.lists import Id, Text, Where
from ieum.shop.kernel.spans import span_of
from ieum.shop.stock.words import STATES

_FINE: LiteralString = "e.withdrawn_at IS NULL AND e.flagged_at IS NULL"
# As the view `address_states` says them, each so that an index has it.
_STATES: dict[ListedState, LiteralString] = {
    "withdrawn": "e.withdrawn_at IS NOT NULL",
    "flagged": "e.flagged_at IS NOT NULL AND e.withdrawn_at IS NULL",
    "held": f"{_FINE} AND e.id IN (SELECT address_id FROM leases WHERE state IN ('held', 'coming'))",
    # What is not available and not held either is leased; those that are held are few.
    "leased": f"""{_FINE} AND e.available_at IS NULL
                  AND e.id NOT IN (SELECT address_id FROM leases WHERE state IN ('held', 'coming'))""",
    "resting": f"{_FINE} AND e.available_at > now()",
    "unproven": f"{_FINE} AND (e.available_at > now()) IS FALSE AND (e.proven_at IS NULL OR e.cleared_at IS NULL)",
    "free": "e.usable_at <= now()",
}
_WORDS = {
    state: STATES[state]
    for state in ("free", "leased", "held", "resting", "flagged", "unproven", "withdrawn")
}


class AddressFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    q: Text | None = None
    """An address, a network, or the beginning of one."""
    state: Annotated[ListedState, Meta(title="상태", extra_json_schema={"words": _WORDS})] | None = None
    carrier: Annotated[Text, Meta(title="통신사", extra_json_schema={"options": "carriers"})] | None = None
    gateway: (
        Annotated[Id, Meta(title="게이트웨이", extra_json_schema={"options": "stock_gateways"})] | None
    ) = None
    pool: Annotated[Id, Meta(title="풀", extra_json_schema={"options": "stock_pools"})] | None = None
    plan: Annotated[Id, Meta(title="상품", extra_json_schema={"options": "plans"})] | None = None


def where_of(filters: AddressFilters) -> Where:
    """Over `exit_addresses e`."""
    where = Where()
    if filters.q and filters.q.strip():
        span = span_of(filters.q)
        if span is None:
            where.add("false")
        else:
            where.add(
                "e.address BETWEEN %(first)s::inet AND %(last)s::inet", first=span.first, last=span.last
            )
    where.add_if(filters.gateway, "e.gateway_id = %(gateway)s", "gateway")
    where.add_if(filters.pool, "e.pool_id = %(pool)s", "pool")
    where.add_if(
        filters.carrier,
        "e.pool_id = ANY (ARRAY(SELECT id FROM address_pools WHERE carrier = %(carrier)s))",
        "carrier",
    )
    where.add_if(
        filters.plan,
        """e.pool_id = ANY (ARRAY(SELECT pool_id FROM plans WHERE id = %(plan)s AND pool_id IS NOT NULL
                                   UNION SELECT pool_id FROM plan_pools WHERE plan_id = %(plan)s))""",
        "plan",
    )
    if filters.state:
        where.add(_STATES[filters.state])
    return where
