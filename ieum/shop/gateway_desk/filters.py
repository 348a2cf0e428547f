"""Filters of the list of gateways; exports read them, too."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Text, Where
from ieum.shop.gateways.state_queries import GatewayState
from ieum.shop.gateways.types import AWAY_SECONDS
from ieum.shop.gateways.words import STATES

type Needs = Literal["somebody", "nobody"]

_NEEDS: dict[Needs, str] = {"somebody": "있음", "nobody": "없음"}


class GatewayFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    q: Text | None = None
    """A part of its name or of the address that devices reach it by."""
    state: Annotated[GatewayState, Meta(title="상태", extra_json_schema={"words": STATES})] | None = None
    needs: Annotated[Needs, Meta(title="살펴볼 것", extra_json_schema={"words": _NEEDS})] | None = None


def where_of(filters: GatewayFilters) -> Where:
    """Over `gateways g`."""
    where = Where()
    where.params["away"] = AWAY_SECONDS
    if filters.q and (q := filters.q.strip()):
        where.add("position(lower(%(q)s) IN lower(g.name || ' ' || g.endpoint)) > 0", q=q)
    where.add_if(filters.state, "g.state = %(state)s", "state")
    if filters.needs:
        where.add(
            """(g.state = 'lost' OR coalesce(g.troubles, g.last_error) IS NOT NULL OR g.public_key IS NULL
                OR g.acked_revision < g.revision
                OR coalesce(g.last_seen_at < now() - make_interval(secs => %(away)s), true)) = %(needs)s""",
            needs=filters.needs == "somebody",
        )
    return where
