"""Filters of the list of texts. The conditions need `content_entries e` and `content_versions v`."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Text, Where
from ieum.shop.publishing.desk.types import TextState
from ieum.shop.publishing.desk.words import STATES
from ieum.shop.publishing.words import KINDS
from ieum.shop.search.types import Kind


class TextFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    q: Text | None = None
    kind: Annotated[Kind, Meta(title="종류", extra_json_schema={"words": KINDS})] | None = None
    state: Annotated[TextState, Meta(title="상태", extra_json_schema={"words": STATES})] | None = None


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
