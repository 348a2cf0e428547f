"""The list of incidents, each with the next clock that nobody has answered."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.broadcasts.words import INCIDENTS as KINDS
from ieum.shop.broadcasts.words import IncidentKind
from ieum.shop.console.incidents.types import IncidentId, IncidentLine
from ieum.shop.console.incidents.words import STANDINGS
from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Where, newest


class IncidentFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: (
        Annotated[Literal["open", "closed"], Meta(title="상태", extra_json_schema={"words": STANDINGS})]
        | None
    ) = None


def where_of(filters: IncidentFilters) -> Where:
    """Conditions on `incidents i`."""
    where = Where()
    if filters.state:
        where.add("i.closed_at IS NULL" if filters.state == "open" else "i.closed_at IS NOT NULL")
    return where


INCIDENTS = List(
    name="incidents",
    label="사고",
    permission="incidents.view",
    filters=IncidentFilters,
    where_of=where_of,
    is_kept_here=True,
    key="i.id",
    counted="incidents i",
    source="incidents i",
    orders={"newest": newest("i.noticed_at", "i.id")},
    row=IncidentLine,
    columns=(
        Column("id", "번호", "i.id", type=IncidentId, on="row"),
        Column("title", "사고", "i.title", type=str),
        Column("kind", "종류", "i.kind", type=IncidentKind, words=KINDS),
        Column("closed_at", "상태", "i.closed_at", "own"),
        Column("due_at", "다음 기한", "NULL::timestamptz", "own"),
        Column("affected", "영향 회원", "i.affected", "number", int),
        Column("noticed_at", "알게 된 때", "i.noticed_at", "when", datetime),
        Column("confirmed_at", "사실로 확인한 때", "i.confirmed_at", "when", on="row"),
        Column("audience", "영향을 받은 회원", "i.audience", type=str, on="row"),
    ),
)
