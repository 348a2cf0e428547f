"""The lists of texts and of drafts."""

from datetime import datetime

from ieum.shop.desk.listing import Column, List, NoFilters
from ieum.shop.desk.lists import Where, newest
from ieum.shop.publishing.desk.filters import TextFilters, where_of
from ieum.shop.publishing.desk.types import DraftLine, TextLine, TextState
from ieum.shop.publishing.desk.words import STATES, TONES
from ieum.shop.publishing.words import KINDS
from ieum.shop.search.types import Kind

TEXTS = List(
    name="content/texts",
    label="글",
    permission="content.view",
    filters=TextFilters,
    where_of=where_of,
    search="제목 찾기",
    key="e.id",
    counted="""
        content_entries e JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
    """,
    source="""
        content_entries e JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
    """,
    orders={"newest": newest("e.publish_at", "e.id")},
    row=TextLine,
    is_kept_here=True,
    columns=(
        Column("id", "번호", "e.id", "number", on="row"),
        Column("title", "제목", "v.title", "own", str),
        Column("kind", "종류", "e.kind", type=Kind, words=KINDS),
        Column(
            "state",
            "상태",
            "CASE WHEN e.withdrawn THEN 'withdrawn' WHEN e.publish_at > now() THEN 'coming' ELSE 'published' END",
            "state",
            TextState,
            words=STATES,
            tones=TONES,
        ),
        Column("publish_at", "게시", "e.publish_at", "when", datetime),
        Column("changed_at", "마지막 변경", "v.changed_at", "when", datetime),
        Column(
            "draft",
            "작성 중",
            """(SELECT d.id FROM content_drafts d
                 WHERE (d.kind, d.slug, d.edition) = (e.kind, e.slug, e.edition))""",
            "own",
            int | None,
        ),
        Column("slug", "이름", "e.slug", "own", str, is_extra=True),
        Column("edition", "판", "e.edition", type=str, on="row"),
        Column("number", "판 번호", "e.current_number", "number", int, on="row"),
        Column("pinned", "고정", "e.pinned", "yes", on="row"),
    ),
)
DRAFTS = List(
    name="content/drafts",
    label="작성 중인 글",
    permission="content.view",
    filters=NoFilters,
    where_of=lambda _filters: Where(),
    key="d.id",
    counted="content_drafts d",
    source="""
        content_drafts d
        JOIN staff s ON s.id = d.changed_by
        LEFT JOIN content_entries e ON (e.kind, e.slug, e.edition) = (d.kind, d.slug, d.edition)
    """,
    orders={"changed": newest("d.changed_at", "d.id")},
    row=DraftLine,
    is_kept_here=True,
    columns=(
        Column("id", "번호", "d.id", "number", on="row"),
        Column("title", "제목", "d.written->>'title'", type=str),
        Column("kind", "종류", "d.kind", type=Kind, words=KINDS),
        Column("slug", "이름", "d.slug", type=str, on="row"),
        Column("edition", "판", "d.edition", type=str, on="row"),
        Column("entry_id", "글", "e.id", "number", on="row"),
        Column("version", "판 번호", "d.version", "number", on="row"),
        Column("changed_at", "마지막 변경", "d.changed_at", "when", datetime),
        Column("changed_by", "누가", "s.name"),
        Column("publish_at", "게시 예약", "d.publish_at", "when"),
        Column("problem", "게시하지 못한 이유", "d.problem", type=str),
    ),
)
