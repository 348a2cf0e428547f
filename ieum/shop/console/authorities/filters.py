"""Filters of the register."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.console.authorities.words import BRANCHES, KINDS, Branch, RequestKind
from ieum.shop.desk.lists import Text, Where

_STANDINGS = {"waiting": "회신 전", "answered": "회신함", "void": "무효"}


class AuthorityFilters(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """`q` is the beginning of a document's number."""

    q: Text | None = None
    state: (
        Annotated[
            Literal["waiting", "answered", "void"],
            Meta(title="상태", extra_json_schema={"words": _STANDINGS}),
        ]
        | None
    ) = None
    kind: Annotated[RequestKind, Meta(title="구분", extra_json_schema={"words": KINDS})] | None = None
    branch: Annotated[Branch, Meta(title="기관", extra_json_schema={"words": BRANCHES})] | None = None
    since: Annotated[datetime, Meta(title="받은 날")] | None = msgspec.field(name="from", default=None)
    until: datetime | None = msgspec.field(name="to", default=None)


def where_of(filters: AuthorityFilters) -> Where:
    """Conditions on `authority_requests a`."""
    where = Where()
    if filters.state == "waiting":
        where.add("a.outcome IS NULL AND a.void_reason IS NULL")
    elif filters.state == "answered":
        where.add("a.outcome IS NOT NULL AND a.void_reason IS NULL")
    elif filters.state == "void":
        where.add("a.void_reason IS NOT NULL")
    where.add_if(filters.kind, "a.kind = %(kind)s", "kind")
    where.add_if(filters.branch, "a.branch = %(branch)s", "branch")
    where.add_if(filters.q, "starts_with(a.document_number, %(q)s)", "q")
    where.add_if(filters.since, "a.received_on >= (%(since)s AT TIME ZONE 'Asia/Seoul')::date", "since")
    where.add_if(filters.until, "a.received_on < (%(until)s AT TIME ZONE 'Asia/Seoul')::date", "until")
    return where
