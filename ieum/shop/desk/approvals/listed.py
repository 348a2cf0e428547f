"""The list of what waits for a second person, and what came of it."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.approvals.types import ApprovalRow, Person, State
from ieum.shop.desk.approvals.words import STATES, TONES
from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Where, newest_id
from ieum.shop.desk.types import ApprovalId, Preview

_STANDINGS = {"asked": STATES["asked"], "over": "끝남"}


class ApprovalFilters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    state: (
        Annotated[Literal["asked", "over"], Meta(title="상태", extra_json_schema={"words": _STANDINGS})]
        | None
    ) = None


def where_of(filters: ApprovalFilters) -> Where:
    """Conditions on `staff_approvals a`."""
    where = Where()
    if filters.state == "asked":
        where.add("a.state = 'asked' AND a.asked_at > now() - interval '7 days'")
    elif filters.state == "over":
        where.add("(a.state <> 'asked' OR a.asked_at <= now() - interval '7 days')")
    return where


APPROVALS = List(
    name="approvals",
    label="승인",
    permission="own",
    filters=ApprovalFilters,
    where_of=where_of,
    is_kept_here=True,
    key="a.id",
    counted="staff_approvals a",
    source="staff_approvals a JOIN staff p ON p.id = a.asked_by LEFT JOIN staff d ON d.id = a.decided_by",
    orders={"newest": newest_id("a.id")},
    row=ApprovalRow,
    columns=(
        Column("id", "번호", "a.id", type=ApprovalId, on="row"),
        Column("action", "작업", "a.action", type=str, on="row"),
        Column("params", "내용", "a.params", type=Any, on="row"),
        Column("preview", "바꿀 것", "a.preview", "own", Preview),
        Column(
            "state",
            "상태",
            """CASE WHEN a.state = 'asked' AND a.asked_at < now() - interval '7 days' THEN 'expired'
                    ELSE a.state END""",
            "state",
            State,
            words=STATES,
            tones=TONES,
        ),
        Column("asked_by", "요청한 사람", "json_build_object('id', p.id, 'name', p.name)", "own", Person),
        Column("reason", "사유", "a.reason", "own", str),
        Column("asked_at", "요청", "a.asked_at", "when", datetime),
        # A second person answers within a day.
        Column("expires_at", "기한", "a.asked_at + interval '1 day'", "own", datetime),
        Column(
            "decided_by",
            "결정한 사람",
            "CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'name', d.name) END",
            "own",
            Person | None,
            is_extra=True,
        ),
        Column("decided_at", "결정한 때", "a.decided_at", "when", on="row"),
        Column("decision", "결정한 까닭", "a.decision", type=str, on="row"),
        Column("alone", "혼자 확인", "a.alone", "yes", on="row"),
        Column("result", "결과", "a.result", type=Any, on="row"),
        Column("is_unseen", "새 결과", "a.decided_at IS NOT NULL AND a.seen_at IS NULL", "yes", on="row"),
    ),
)
