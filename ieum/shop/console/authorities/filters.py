"""Filters of the register."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.console.authorities.types import Branch, RequestKind
from ieum.shop.desk.lists import Where


class AuthorityFilters(
    msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True
):
    """`q` is the beginning of a document's number."""

    state: Literal["waiting", "answered", "void"] | None = None
    kind: RequestKind | None = None
    branch: Branch | None = None
    q: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")] | None = None
    since: datetime | None = msgspec.field(name="from", default=None)
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
