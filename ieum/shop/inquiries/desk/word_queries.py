"""Finds inquiries by words, as far as the desk shows these words.

The desk masks a member's own name, mail and number, and a search by beginnings would tell them letter by letter.
"""

from typing import LiteralString

import msgspec

from ieum.shop.inquiries.desk.filters import (
    OPEN,
    SPAN,
    WITH_WORDS,
    InquiryFilters,
    pieces_of,
    plain_words,
    without_words,
    words_of,
    words_of_member,
)
from ieum.shop.inquiries.desk.types import Known
from ieum.shop.inquiries.types import InquiryId
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one

SOURCE: LiteralString = "inquiries i JOIN members m ON m.id = i.member_id AND m.left_at IS NULL"
# A list of words ends where it has so many, or has looked at so many that have the words.
_ENOUGH, _SEEN = 500, 4_000


class _Written(msgspec.Struct):
    id: InquiryId
    text: str
    known: Known


async def find(conn: Connection, filters: InquiryFilters, q: str) -> tuple[list[InquiryId], bool]:
    """The second value is whether older ones may have the words, too."""
    # Of one member there are few, which need no index of words.
    if filters.member is None:
        found, is_cut = await _find_newest(conn, filters, q)
    else:
        where = words_of_member(filters, q)
        found, is_cut = (
            await fetch_all(
                conn, InquiryId, f"SELECT i.id FROM {SOURCE} WHERE {where.sql} ORDER BY i.id", **where.params
            ),
            False,
        )
    return await _drop_hidden(conn, found, q), is_cut


async def _drop_hidden(conn: Connection, found: list[InquiryId], q: str) -> list[InquiryId]:
    """Drop inquiries that have the words only in what is masked. Few are read: those whose member's data is alike."""
    written = await fetch_all(
        conn,
        _Written,
        f"""
        SELECT i.id, t.said AS text, json_build_object('name', m.name, 'email', m.email, 'phone', m.phone) AS known
          FROM {SOURCE}
         CROSS JOIN LATERAL (SELECT i.title UNION ALL
                             SELECT x.body FROM inquiry_messages x WHERE x.inquiry_id = i.id) t (said)
         WHERE i.id = ANY(%(found)s) AND i.id <> %(number)s AND m.login_id IS DISTINCT FROM %(login_id)s
           AND EXISTS (SELECT FROM unnest(%(pieces)s::text[]) piece,
                              lower(concat_ws(' ', m.name, split_part(m.email, '@', 1), m.phone)) own
                        WHERE position(piece IN own) > 0)
         ORDER BY i.id
        """,
        found=found,
        pieces=pieces_of(q),
        **words_of(q),
    )
    if not written:
        return found
    shown = await fetch_all(
        conn,
        InquiryId,
        """
        SELECT DISTINCT id FROM unnest(%(ids)s::bigint[], %(texts)s::text[]) AS masked (id, said)
         WHERE to_tsvector('simple', said) @@ to_tsquery('simple', %(plain)s) ORDER BY id
        """,
        ids=[each.id for each in written],
        texts=[each.known.mask(each.text) for each in written],
        plain=plain_words(q),
    )
    hidden = {each.id for each in written} - set(shown)
    return [inquiry for inquiry in found if inquiry not in hidden]


async def _find_newest(conn: Connection, filters: InquiryFilters, q: str) -> tuple[list[InquiryId], bool]:
    """Look for words among the newest ten thousand, then among twice as many before these, until there is enough.

    The second value is whether older ones may have them, too.
    """
    newest = await fetch_one(conn, int, "SELECT coalesce(max(id), -1) FROM inquiries")
    oldest = 0
    if filters.which in OPEN:
        oldest = await fetch_one(
            conn,
            int,
            """
            SELECT coalesce(min(id), %(none)s)
              FROM (SELECT id FROM inquiries WHERE waiting_since IS NOT NULL OFFSET 0) waiting
            """,
            none=newest + SPAN,
        )
    at, least, width, seen = newest // SPAN, oldest // SPAN, 1, 0
    found: dict[InquiryId, None] = {}
    while at >= least and len(found) < _ENOUGH and seen < _SEEN:
        first = max(least, at - width + 1)
        ids = await fetch_all(conn, InquiryId, WITH_WORDS, **words_of(q, (first, at)))
        where = without_words(filters)
        where.add("i.id = ANY(%(ids)s)", ids=ids)
        if ids:
            found |= dict.fromkeys(
                await fetch_all(
                    conn, InquiryId, f"SELECT i.id FROM {SOURCE} WHERE {where.sql}", **where.params
                )
            )
        at, width, seen = first - 1, width * 2, seen + len(ids)
    return list(found), at >= least
