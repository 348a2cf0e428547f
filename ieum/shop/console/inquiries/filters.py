"""By what the queue can be narrowed. The conditions need `inquiries i` and `members m`."""

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.console.lists import Where
from ieum.shop.inquiries.types import Category

type Which = Literal["waiting", "received", "in_progress", "answered", "closed", "all"]

# States whose inquiries wait for somebody here.
OPEN: frozenset[Which] = frozenset(("waiting", "received", "in_progress"))


class InquiryFilters(msgspec.Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """`state` is what waits, unless said otherwise; `assignee` 0 is nobody; `older_hours` is how long at least."""

    state: Which | None = None
    category: Category | None = None
    assignee: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    member: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None = None
    older_hours: Annotated[int, Meta(ge=1, le=8_760)] | None = None
    q: Annotated[str, Meta(max_length=100)] | None = None

    @property
    def which(self) -> Which:
        return self.state or "waiting"


def where_of(filters: InquiryFilters) -> Where:
    where = Where()
    if filters.which == "waiting":
        where.add("i.waiting_since IS NOT NULL")
    elif filters.which in OPEN:
        where.add("i.waiting_since IS NOT NULL AND i.state = %(state)s", state=filters.which)
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
    if filters.q:
        _add_words(where, filters.q)
    return where


def _add_words(where: Where, q: str) -> None:
    """A number is an inquiry's, a login id its member's; other words begin words of the title or of a message."""
    number = int(q) if q.isascii() and q.isdigit() and 0 < int(q) < 2**63 else 0
    words = " & ".join(f"{word}:*" for word in re.findall(r"[^\W_]+", q))
    where.add(
        """
        i.id IN (SELECT id FROM inquiries WHERE id = %(number)s
                 UNION ALL
                 SELECT o.id FROM members a JOIN inquiries o ON o.member_id = a.id WHERE a.login_id = %(login_id)s
                 UNION ALL
                 (SELECT id FROM inquiries WHERE to_tsvector('simple', title) @@ to_tsquery('simple', %(words)s)
                   LIMIT 10001)
                 UNION ALL
                 (SELECT inquiry_id FROM inquiry_messages
                   WHERE to_tsvector('simple', body) @@ to_tsquery('simple', %(words)s) LIMIT 10001))
        """,
        number=number,
        login_id=q.replace("\0", ""),
        words=words,
    )
