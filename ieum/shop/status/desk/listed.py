"""The list of all announcements, also of those that the page shows no longer."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Where, newest
from ieum.shop.status.types import IncidentId, Level, PartName, Progress
from ieum.shop.status.words import LEVEL_TONES, LEVELS, PROGRESS

_STANDINGS = {"open": "알리는 중", "over": PROGRESS["over"]}


class StatusFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: (
        Annotated[Literal["open", "over"], Meta(title="진행", extra_json_schema={"words": _STANDINGS})] | None
    ) = None


def where_of(filters: StatusFilters) -> Where:
    """Conditions on `status_incidents i`."""
    where = Where()
    if filters.state:
        where.add("i.ended_at IS NULL" if filters.state == "open" else "i.ended_at IS NOT NULL")
    return where


ANNOUNCEMENTS = List(
    name="status/incidents",
    label="상태 공지",
    permission="status.view",
    filters=StatusFilters,
    where_of=where_of,
    is_kept_here=True,
    key="i.id",
    counted="status_incidents i",
    source="""
        status_incidents i
        JOIN LATERAL (SELECT said_at, words FROM status_updates
                       WHERE incident_id = i.id ORDER BY id DESC LIMIT 1) u ON true
    """,
    orders={"newest": newest("i.began_at", "i.id")},
    columns=(
        Column("id", "번호", "i.id", type=IncidentId, on="row"),
        Column("title", "공지", "i.title", type=str),
        Column("state", "진행", "i.state", "own", Progress),
        Column("level", "정도", "i.level", "state", Level, words=LEVELS, tones=LEVEL_TONES),
        Column("parts", "영향", "i.parts", "own", list[PartName]),
        Column("said_at", "마지막 글", "u.said_at", "when", datetime),
        Column("began_at", "시작", "i.began_at", "when", datetime),
        Column("ended_at", "끝", "i.ended_at", "when", on="row"),
        Column("words", "글", "u.words", type=str, on="row"),
    ),
)
