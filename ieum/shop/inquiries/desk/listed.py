"""The queue of inquiries."""

from typing import LiteralString

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import newest, oldest
from ieum.shop.inquiries.desk.filters import OPEN, InquiryFilters, where_of
from ieum.shop.inquiries.desk.types import QueueRow
from ieum.shop.inquiries.desk.word_queries import SOURCE
from ieum.shop.inquiries.words import CATEGORIES, STAFF_TONES, STATES

# Members who left are few, and read once: a list that is counted does not look up the member of each.
_COUNTED: LiteralString = """
    (SELECT * FROM inquiries WHERE member_id NOT IN (SELECT id FROM members WHERE left_at IS NOT NULL)) i
"""
_NEWEST = newest("i.last_message_at", "i.id")
_LONGEST_WAITING = oldest("i.waiting_since", "i.id")
INQUIRIES = List(
    name="inquiries",
    label="문의",
    permission="inquiries.view",
    filters=InquiryFilters,
    where_of=where_of,
    search="제목·내용, 아이디, 문의 번호",
    key="i.id",
    counted=_COUNTED,
    source=SOURCE,
    # Waiting ones are listed the longest first; done ones, and all of them, the newest first.
    orders={"newest": _NEWEST, "waiting": _LONGEST_WAITING},
    order_of=lambda filters: "waiting" if filters.which in OPEN else "newest",
    row=QueueRow,
    is_personal=True,
    columns=(
        Column("title", "제목", "i.title", "own", on="screen"),
        Column("id", "번호", "i.id", "own", is_extra=True),
        Column("whole_title", "제목", "i.title", on="file"),
        Column("whole_category", "분류", "i.category", words=CATEGORIES, on="file"),
        Column("state", "상태", "i.state", "state", words=STATES, tones=STAFF_TONES),
        Column("waiting_since", "기다린 때", "i.waiting_since", "when", on="screen"),
        Column("category", "분류", "i.category", "own", words=CATEGORIES, on="screen"),
        Column(
            "member",
            "회원",
            "json_build_object('id', m.id, 'loginId', m.login_id, 'name', m.name)",
            "own",
            on="screen",
        ),
        Column("assignee_id", "담당 번호", "i.assignee_id", on="row"),
        Column("taken_by", "담당", "i.taken_by", "own", on="screen"),
        Column(
            "has_notes",
            "메모",
            "EXISTS (SELECT FROM inquiry_notes n WHERE n.inquiry_id = i.id)",
            "own",
            on="screen",
        ),
        Column("received_at", "접수일시", "i.created_at", on="file"),
        Column("last_message_at", "마지막 글", "i.last_message_at", "when", is_extra=True),
        Column("created_at", "접수", "i.created_at", "when", is_extra=True, on="screen"),
        Column("waiting_from", "기다린 때부터", "i.waiting_since", on="file"),
        Column("member_id", "회원번호", "i.member_id", on="file"),
        Column("login_id", "아이디", "m.login_id", on="file"),
        Column("name", "이름", "m.name", on="file"),
        # What the shop knows of the member is masked in the title; it never leaves the server.
        Column(
            "known",
            "아는 것",
            "json_build_object('name', m.name, 'email', m.email, 'phone', m.phone)",
            on="row",
        ),
    ),
)
