"""The list of what staff did."""

from datetime import datetime
from typing import Any

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import newest_id
from ieum.shop.desk.record.filters import RecordFilters, where_of
from ieum.shop.desk.record.types import Author

RECORD = List(
    name="record",
    label="기록",
    permission="record.view",
    filters=RecordFilters,
    where_of=where_of,
    search="사유, 요청 번호 찾기",
    key="r.index",
    counted="staff_record r",
    source="staff_record r LEFT JOIN staff s ON s.id = r.staff_id",
    orders={"newest": newest_id("r.index")},
    columns=(
        Column("action", "한 일", "r.action", "own", str),
        Column("object_kind", "대상", "r.object_kind", "own", str),
        Column("object_id", "대상 번호", "r.object_id", on="row+file", type=str),
        Column("staff_name", "직원", "s.name", on="file"),
        # Null where a command or a job did it.
        Column(
            "staff",
            "누가",
            "CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END",
            "own",
            Author | None,
            on="screen",
        ),
        Column("role", "역할", "r.role", on="row+file", type=str),
        Column("reason", "사유", "r.reason", "own", str),
        Column("alone", "확인", "r.alone", "own", bool),
        Column("approval_id", "승인", "r.approval_id", "number", on="row+file"),
        Column("at", "언제", "r.at", "when", datetime),
        Column("address", "접속 주소", "r.address", type=str, is_extra=True),
        Column("index", "번호", "r.index", "number", int, is_extra=True),
        Column("before", "이전", "r.before", "own", Any, on="row+file"),
        Column("after", "이후", "r.after", "own", Any, on="row+file"),
        Column("request_id", "요청 번호", "r.request_id", on="row+file", type=str),
    ),
)
