"""By what the queue can be narrowed. The conditions need `inquiries i` and `members m`."""

import re
from typing import Annotated, Literal, LiteralString

import msgspec
from msgspec import Meta

from ieum.shop.desk.lists import Id, Person, Text, Where
from ieum.shop.inquiries.types import Category
from ieum.shop.inquiries.words import CATEGORIES, STATES

type Which = Literal["waiting", "received", "in_progress", "answered", "closed", "all"]

MOST_WORDS = 8
_WHICH: dict[Which, str] = {**STATES, "all": "모두"}
_HOURS = {"4": "4시간 넘게", "24": "하루 넘게", "72": "3일 넘게"}
# States whose inquiries wait for somebody here.
OPEN: frozenset[Which] = frozenset(("waiting", "received", "in_progress"))


class InquiryFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """`state` is what waits, unless said otherwise; `assignee` 0 is nobody; `older_hours` is how long at least."""

    state: (
        Annotated[Which, Meta(title="상태", extra_json_schema={"words": _WHICH, "unset": "기다리는 문의"})]
        | None
    ) = None
    older_hours: (
        Annotated[int, Meta(ge=1, le=8_760, title="기다린 시간", extra_json_schema={"words": _HOURS})] | None
    ) = None
    assignee: (
        Annotated[int, Meta(ge=0, le=2**63 - 1, title="담당", extra_json_schema={"options": "answerers"})]
        | None
    ) = None
    category: Annotated[Category, Meta(title="분류", extra_json_schema={"words": CATEGORIES})] | None = None
    member: Annotated[Id, Meta(title="회원")] | None = None
    q: Text | None = None

    @property
    def which(self) -> Which:
        return self.state or "waiting"


def where_of(filters: InquiryFilters) -> Where:
    """For exports, which say how many rows there are: words may be those of a name, so they take the right to unmask.

    A list compares what it has found with what it shows instead, see `word_queries`.
    """
    if not filters.q:
        return without_words(filters)
    if filters.member is not None:
        where = words_of_member(filters, filters.q)
    else:
        where = without_words(filters)
        where.add(f"i.id = ANY(ARRAY({WITH_WORDS}))", **words_of(filters.q))
    where.person = Person("name", filters.q)
    return where


def words_of_member(filters: InquiryFilters, q: str) -> Where:
    """Of one member's inquiries, without the index of words."""
    where = without_words(filters)
    where.add(
        """
        (i.id = %(number)s
         OR to_tsvector('simple', i.title) @@ to_tsquery('simple', %(plain)s)
         OR EXISTS (SELECT FROM inquiry_messages x WHERE x.inquiry_id = i.id
                       AND to_tsvector('simple', x.body) @@ to_tsquery('simple', %(plain)s)))
        """,
        number=_number_in(q),
        plain=plain_words(q),
    )
    return where


def without_words(filters: InquiryFilters) -> Where:
    where = Where()
    if filters.which == "waiting":
        where.add("i.waiting_since IS NOT NULL")
    elif filters.which in OPEN:
        # All in such a state wait. PostgreSQL, which does not know it, would expect few, and sort them instead of
        # reading them in their order; it has no guess about an expression.
        where.add("i.waiting_since IS NOT NULL AND coalesce(i.state, '') = %(state)s", state=filters.which)
    elif filters.which != "all":
        where.add("i.state = %(state)s", state=filters.which)
    where.add_if(filters.category, "i.category = %(category)s", "category")
    if filters.assignee == 0:
        where.add("i.taken_by IS NULL")
    else:
        where.add_if(filters.assignee, "i.assignee_id = %(assignee)s", "assignee")
    where.add_if(filters.member, "i.member_id = %(member)s", "member")
    if filters.older_hours is not None:
        oldest = "i.waiting_since" if filters.which in OPEN else "i.last_message_at"
        where.add(f"{oldest} < now() - make_interval(hours => %(hours)s)", hours=filters.older_hours)
    return where


# Of how many inquiries the indexes keep the words together, see `words_of_inquiry`.
SPAN = 10_000
# What is looked for in each span, `#` being its number, as one query of the text search.
_SOUGHT: LiteralString = """
    (SELECT string_agg(replace(%(words)s, '#', bucket::text), ' | ')::tsquery
       FROM generate_series(%(first)s::bigint,
                            coalesce(%(last)s::bigint, (SELECT max(id) / 10000 FROM inquiries))) bucket)
"""
# A number is an inquiry's, a login id its member's; other words begin words of the title or of a message.
WITH_WORDS: LiteralString = f"""
    SELECT id FROM inquiries WHERE id = %(number)s
     UNION
    SELECT o.id FROM members a JOIN inquiries o ON o.member_id = a.id WHERE a.login_id = %(login_id)s
     UNION
    SELECT id FROM inquiries WHERE words_of_inquiry(id, title) @@ {_SOUGHT}
     UNION
    SELECT inquiry_id FROM inquiry_messages WHERE words_of_inquiry(inquiry_id, body) @@ {_SOUGHT}
"""


def words_of(q: str, spans: tuple[int, int] | None = None) -> dict[str, object]:
    """The parameters of `WITH_WORDS`, in some of the spans or in all there are."""
    sought = " & ".join(f"'#.{word}':*" for word in _words_in(q))
    return {
        "number": _number_in(q),
        "login_id": q.replace("\0", ""),
        "words": f"({sought})" if sought else None,
        "first": spans[0] if spans else 0,
        "last": spans[1] if spans else None,
    }


def plain_words(q: str) -> str:
    """The words as one query of the text search; each of them begins a word."""
    return " & ".join(f"{word}:*" for word in _words_in(q))


def pieces_of(q: str) -> list[str]:
    """Every two characters of the words, and words of one: a text that has a piece of neither has no such word."""
    return sorted({word[at : at + 2] for word in _words_in(q) for at in range(max(1, len(word) - 1))})


def _words_in(q: str) -> list[str]:
    """Split the query into words, and keep a few: each is looked up in full before the first row is known."""
    return re.findall(r"[^\W_]+", q.lower())[:MOST_WORDS]


def _number_in(q: str) -> int:
    return int(q) if q.isascii() and q.isdigit() and 0 < int(q) < 2**63 else 0
