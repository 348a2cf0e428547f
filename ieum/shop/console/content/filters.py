"""By what the list of texts can be narrowed. The conditions need `content_entries e` and `content_versions v`."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.console.content.types import TextState
from ieum.shop.desk.lists import Where
from ieum.shop.search.types import Kind


class TextFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    kind: Kind | None = None
    state: TextState | None = None
    q: Annotated[str, Meta(max_length=100)] | None = None


def where_of(filters: TextFilters) -> Where:
    where = Where()
    where.add_if(filters.kind, "e.kind = %(kind)s", "kind")
    match filters.state:
        case "withdrawn":
            where.add("e.withdrawn")
        case "coming":
            where.add("NOT e.withdrawn AND e.publish_at > now()")
        case "published":
            where.add("NOT e.withdrawn AND e.publish_at <= now()")
        case None:
            pass
    if filters.q:
        words = filters.q.replace("\0", "")
        where.add("(position(%(q)s in v.title) > 0 OR e.slug = %(q)s)", q=words)
    return where
