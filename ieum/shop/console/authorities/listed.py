"""The register of requests by authorities."""

from datetime import date, datetime

from ieum.shop.console.authorities.filters import AuthorityFilters, where_of
from ieum.shop.console.authorities.types import AuthorityRequest, AuthorityRequestId
from ieum.shop.console.authorities.words import BRANCHES, KINDS, Branch, Outcome, RequestKind
from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Order

REGISTER = List(
    name="authorities",
    label="수사기관 요청",
    permission="authorities.view",
    filters=AuthorityFilters,
    where_of=where_of,
    search="문서번호 앞부분",
    is_kept_here=True,
    key="a.id",
    counted="authority_requests a",
    source="""
        authority_requests a JOIN staff r ON r.id = a.registered_by LEFT JOIN staff w ON w.id = a.answered_by
    """,
    orders={
        "newest": Order(
            "a.received_on DESC, a.id DESC",
            "(a.received_on, a.id) < (%(cursor_0)s::date, %(cursor_1)s::bigint)",
            width=2,
            cursor="a.received_on, a.id",
        )
    },
    row=AuthorityRequest,
    columns=(
        Column("id", "번호", "a.id", type=AuthorityRequestId, on="row"),
        Column("document_number", "문서번호", "a.document_number", type=str),
        Column("authority", "기관", "a.authority", type=str),
        Column("kind", "구분", "a.kind", type=RequestKind, words=KINDS),
        Column("received_on", "받은 날", "a.received_on", "day", date),
        Column("people_asked", "요청 인원", "a.people_asked", "number", int),
        # Of an answer, its outcome; an entry that is void has no other state.
        Column("outcome", "상태", "a.outcome", "own", Outcome | None),
        Column("branch", "기관 구분", "a.branch", type=Branch, words=BRANCHES, is_extra=True),
        Column("registered_by", "등록", "r.name", type=str, is_extra=True),
        Column("permit_number", "법원 허가서·영장 번호", "a.permit_number", type=str, on="row"),
        Column("asked", "요청 내용", "a.asked", type=str, on="row"),
        Column("registered_at", "등록한 때", "a.registered_at", "when", datetime, on="row"),
        Column("given", "제공한 자료", "a.given", type=str, on="row"),
        Column("people_given", "제공 인원", "a.people_given", "number", on="row"),
        Column("answered_by", "회신한 사람", "w.name", on="row"),
        Column("answered_at", "회신한 때", "a.answered_at", "when", on="row"),
        Column("void_reason", "무효 사유", "a.void_reason", on="row"),
    ),
)
