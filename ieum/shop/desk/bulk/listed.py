"""The list of bulk runs, and the list of the rows of one."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ieum.shop.desk.bulk.types import BulkRowState, BulkRun, BulkRunId, BulkState
from ieum.shop.desk.bulk.words import ROW_TONES, STATES, TONES
from ieum.shop.desk.bulk.words import ROWS as RESULTS
from ieum.shop.desk.listing import Column, List, NoFilters
from ieum.shop.desk.lists import Order, Where, newest_id
from ieum.shop.desk.types import ApprovalId, StaffId


class RowFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: Annotated[BulkRowState, Meta(title="결과", extra_json_schema={"words": RESULTS})] | None = None


def rows_where(filters: RowFilters) -> Where:
    """Conditions on `bulk_rows r`."""
    where = Where()
    where.add_if(filters.state, "r.state = %(state)s", "state")
    return where


RUNS = List(
    name="bulk",
    label="여러 건 처리",
    permission="bulk.run",
    filters=NoFilters,
    where_of=lambda _: Where(),
    is_kept_here=True,
    key="b.id",
    counted="bulk_runs b",
    source="bulk_runs b JOIN staff s ON s.id = b.made_by",
    orders={"newest": newest_id("b.id")},
    row=BulkRun,
    columns=(
        Column("id", "번호", "b.id", type=BulkRunId, on="row"),
        Column("change", "작업", "b.kind", type=str, on="row"),
        Column("title", "한 일", "b.title", type=str),
        Column("state", "상태", "b.state", "state", BulkState, words=STATES, tones=TONES),
        Column("done", "처리", "b.done", "number", int),
        Column("failed", "실패", "b.failed", "number", int),
        Column("skipped", "건너뜀", "b.skipped", "number", int, on="row"),
        Column("total", "전체", "b.total", "number", int),
        Column("reason", "사유", "b.reason", "own", str),
        Column("made_by_name", "누가", "s.name", type=str),
        Column("made_at", "언제", "b.made_at", "when", datetime),
        Column("made_by", "직원 번호", "b.made_by", type=StaffId, on="row"),
        Column("ended_at", "끝", "b.ended_at", "when", on="row"),
        Column("approval_id", "승인", "b.approval_id", type=ApprovalId | None, on="row"),
        Column("undoes", "되돌리는 것", "b.undoes", type=BulkRunId | None, on="row"),
        Column(
            "undone_by",
            "되돌린 것",
            "(SELECT u.id FROM bulk_runs u WHERE u.undoes = b.id)",
            type=BulkRunId | None,
            on="row",
        ),
    ),
)
ROWS = List(
    name="bulk-rows",
    below="bulk/{id:int}/rows",
    label="줄마다의 결과",
    permission="bulk.run",
    filters=RowFilters,
    where_of=rows_where,
    is_kept_here=True,
    # Objects stand in several runs; within a statement, this is the fastest way back to a row.
    key="r.ctid",
    counted="bulk_rows r",
    source="bulk_rows r",
    orders={"done": Order("r.object_id", "r.object_id > %(cursor_0)s::bigint", cursor="r.object_id")},
    columns=(
        Column("object_id", "대상", "r.object_id", "own", int),
        Column("state", "결과", "r.state", "state", BulkRowState, words=RESULTS, tones=ROW_TONES),
        Column("detail", "내용", "r.detail", "own", str),
        Column("before", "이전", "r.before", type=Any, on="row"),
        Column("after", "이후", "r.after", type=Any, on="row"),
        Column("at", "언제", "r.at", "when", on="row"),
    ),
)
