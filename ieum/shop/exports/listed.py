"""The list of one's own exports."""

from datetime import datetime

from ieum.shop.desk.listing import Column, List, NoFilters
from ieum.shop.desk.lists import Where, newest_id
from ieum.shop.desk.types import StaffId
from ieum.shop.exports.types import ExportId, ExportRow, ExportState
from ieum.shop.exports.words import STATES, TONES

EXPORTS = List(
    name="exports",
    label="내보낸 파일",
    permission="exports.make",
    filters=NoFilters,
    where_of=lambda _: Where(),
    is_kept_here=True,
    key="x.id",
    counted="exports x",
    source="exports x",
    orders={"newest": newest_id("x.id")},
    row=ExportRow,
    columns=(
        Column("id", "번호", "x.id", type=ExportId, on="row"),
        Column("screen", "목록", "x.screen", "own", str),
        Column("query", "조건", "x.query", type=str, on="row"),
        Column("rows", "줄 수", "x.rows", "own"),
        Column("expected", "요청할 때의 줄 수", "x.expected", "number", int, on="row"),
        Column("state", "상태", "x.state", "state", ExportState, words=STATES, tones=TONES),
        Column("reason", "사유", "x.reason", "own", str),
        Column("asked_at", "요청", "x.asked_at", "when", datetime),
        Column("expires_at", "삭제", "x.expires_at", "own"),
        Column("tries", "시도", "x.tries", "number", int, on="row"),
        Column("bytes", "크기", "x.bytes", "number", on="row"),
        Column("asked_by", "요청한 사람", "x.asked_by", type=StaffId, on="row"),
        Column("made_at", "기준", "x.made_at", "when", on="row"),
        Column("downloads", "받은 횟수", "x.downloads", "number", int, on="row"),
    ),
)
