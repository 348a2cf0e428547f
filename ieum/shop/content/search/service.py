"""Notices, questions and guides by their words."""

import asyncio
from collections.abc import AsyncGenerator, Sequence

from ieum.shop.content.paths import path_of
from ieum.shop.content.search import queries, query_words, rules
from ieum.shop.content.search.excerpts import excerpt
from ieum.shop.content.search.types import (
    KINDS,
    Candidate,
    FoundRow,
    Matches,
    Result,
    Results,
    Searched,
    Text,
    Word,
)
from ieum.shop.content.types import QUESTIONS_PER_PAGE, EntryId
from ieum.shop.kernel.db import Connection

PAGE_SIZE = 10
# Nobody reads further; a word that finds more is better said with another one beside it.
MOST = 100
EVERYWHERE = 2**31 - 1
# So many texts that may have a long word are looked into, before all of them are.
CANDIDATES = 4 * (MOST + 1)
# Of a question that nothing answers as a whole; each is a query.
WORDS_TRIED = 5
TAKEN_APART_AT_ONCE = 500


async def index(conn: Connection, ids: Sequence[EntryId]) -> None:
    """Have these found by the words that they have now, or not at all where nobody searches them.

    Needs a transaction that holds the lock of an import.
    """
    searched = await queries.list_searched(conn, ids)
    await queries.delete_documents(conn, sorted({*ids}.difference(searched)))
    for start in range(0, len(searched), TAKEN_APART_AT_ONCE):
        texts = await queries.list_texts(conn, searched[start : start + TAKEN_APART_AT_ONCE])
        # Not where others wait for the loop: a text takes milliseconds.
        await queries.put_documents(conn, await asyncio.to_thread(_documents, texts))


async def index_all(conn: Connection) -> None:
    """As `index`, for everything: what a change of the rules wants."""
    await index(conn, await queries.list_all(conn))


async def search(conn: Connection, q: str, page: int) -> Results:
    """Titles first, then the newest."""
    matches = await find(conn, q)
    start = (page - 1) * PAGE_SIZE
    found = await queries.list_found(conn, matches.ids[start : start + PAGE_SIZE])
    return Results(
        items=[_result(row, matches.words) for row in found],
        page=page,
        page_size=PAGE_SIZE,
        total=len(matches.ids),
        is_total_exact=matches.is_exact,
    )


async def find(conn: Connection, q: str, kinds: Sequence[Searched] = KINDS) -> Matches:
    """What has every word of `q`, up to `MOST`; where nothing has, what has most of them; nothing where it has none."""
    words = query_words.words_of(q)
    found = await _having_all(conn, words, kinds)
    return found if found.ids else await _having_most(conn, words, query_words.parts_of(q), kinds)


async def _having_most(
    conn: Connection, words: list[Word], parts: list[Word], kinds: Sequence[Searched]
) -> Matches:
    """In their order, each part that leaves anything to find: what a question is about comes before its verb."""
    found = Matches([], is_exact=True, words=[])
    for part in parts[:WORDS_TRIED]:
        asked = [*found.words, part]
        # Those found nothing already.
        more = await _having_all(conn, asked, kinds) if asked != words else None
        found = more if more and more.ids else found
    return found


async def _having_all(conn: Connection, words: list[Word], kinds: Sequence[Searched]) -> Matches:
    if not words:
        return Matches([], is_exact=True, words=words)
    limit = MOST + 1 if rules.is_certain(words) else CANDIDATES
    found, complete = await _candidates(conn, words, kinds, enough=MOST, limit=limit)
    if not complete and len(found) <= MOST:
        # What seemed to be many had the right syllables in other places.
        found, complete = await _candidates(conn, words, kinds, enough=EVERYWHERE, limit=None)
    return Matches(found[:MOST], is_exact=complete and len(found) <= MOST, words=words)


async def _candidates(
    conn: Connection, words: list[Word], kinds: Sequence[Searched], *, enough: int, limit: int | None
) -> tuple[list[EntryId], bool]:
    """Up to one more than `MOST` that really have the words, and whether the index was asked for all."""
    candidates = await queries.list_candidates(
        conn,
        strict=rules.strict_tsquery(words),
        loose=rules.tsquery(words),
        among="" if set(kinds) == set(KINDS) else " | ".join(f"'{rules.label(kind)}'" for kind in kinds),
        enough=enough,
        limit=limit,
    )
    complete = len(candidates) != limit and (not candidates or candidates[0].is_complete)
    if rules.is_certain(words):
        return [each.entry_id for each in candidates], complete
    found = list[EntryId]()
    async for one in _having(conn, words, candidates):
        found.append(one)
        if len(found) > MOST:
            break
    return found, complete


async def _having(
    conn: Connection, words: list[Word], candidates: Sequence[Candidate]
) -> AsyncGenerator[EntryId]:
    ids = [each.entry_id for each in candidates]
    for start in range(0, len(ids), MOST + 1):
        some = ids[start : start + MOST + 1]
        rows = {row.entry_id: row for row in await queries.list_bodies(conn, some)}
        for one in some:
            row = rows.get(one)
            if row is not None and rules.occurs_in(words, f"{rules.clean(row.title)}\n{row.body}"):
                yield one


def _documents(texts: Sequence[Text]) -> list[dict[str, object]]:
    return [_document(text) for text in texts]


def _document(text: Text) -> dict[str, object]:
    title_words = rules.lexemes(text.title)
    return {
        "entry_id": text.entry_id,
        "publish_at": text.publish_at,
        "name": f"{text.slug} {text.kind}",
        "body": rules.clean(text.body),
        "title_words": sorted(title_words),
        "words": sorted(title_words | rules.lexemes(text.body) | {rules.label(text.kind)}),
    }


def _result(row: FoundRow, words: list[Word]) -> Result:
    path = path_of(row.kind, row.slug)
    if row.place is not None:
        path = f"{path}?page={row.place // QUESTIONS_PER_PAGE + 1}#{row.slug}"
    return Result(row.kind, path, row.title, excerpt(row.body, words))
