"""Indexes notices, questions and guides, and searches them (docs/decisions/0031)."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from itertools import batched

from ieum.common.progress import QUIET, Progress
from ieum.shop.kernel.db import Connection
from ieum.shop.search import queries, query_words, rules
from ieum.shop.search.excerpts import excerpt
from ieum.shop.search.paths import path_of
from ieum.shop.search.types import (
    KINDS,
    QUESTIONS_PER_PAGE,
    Candidate,
    EntryId,
    Matches,
    Result,
    ResultRow,
    Results,
    Searched,
    Text,
    Word,
)

PAGE_SIZE = 10
# Nobody reads further; with one more word a search finds less.
MOST = 100
# As `enough` for `find_texts`: so large that all texts are asked.
EVERYWHERE = 2**31 - 1
# So many candidates for a long word are checked before all of them are fetched.
CANDIDATES = 4 * (MOST + 1)
# Of a query that no text matches as a whole; each costs a statement.
WORDS_TRIED = 5
INDEXED_AT_ONCE = 500


async def index(conn: Connection, ids: Sequence[EntryId], *, progress: Progress = QUIET) -> None:
    """Bring the index up to date for these texts. Needs a transaction that holds the lock of an import."""
    searched = await queries.list_searched(conn, ids)
    await queries.delete_documents(conn, sorted({*ids}.difference(searched)))
    with progress.step("texts indexed", total=len(searched)) as advance:
        for batch in batched(searched, INDEXED_AT_ONCE):
            texts = await queries.list_texts(conn, batch)
            # In a thread, because a text takes milliseconds and requests wait for the event loop.
            await queries.put_documents(conn, await asyncio.to_thread(_documents, texts))
            advance(len(batch))


async def index_all(conn: Connection, *, progress: Progress = QUIET) -> None:
    """Needed when the rules that split texts into lexemes have changed."""
    await index(conn, await queries.list_all(conn), progress=progress)


async def search(conn: Connection, q: str, page: int) -> Results:
    """Texts with the words in their title first, then the newest."""
    matches = await find(conn, q)
    start = (page - 1) * PAGE_SIZE
    rows = await queries.list_results(conn, matches.ids[start : start + PAGE_SIZE])
    return Results(
        items=[_result(row, matches.words) for row in rows],
        page=page,
        page_size=PAGE_SIZE,
        total=len(matches.ids),
        is_total_exact=matches.is_exact,
    )


async def find(conn: Connection, q: str, kinds: Sequence[Searched] = KINDS) -> Matches:
    """Texts that have every word of `q`, up to `MOST`; where there are none, texts that have most of them."""
    words = query_words.words_of(q)
    matches = await _match_all(conn, words, kinds)
    return matches if matches.ids else await _match_most(conn, words, query_words.parts_of(q), kinds)


async def _match_most(
    conn: Connection, words: list[Word], parts: list[Word], kinds: Sequence[Searched]
) -> Matches:
    """Add the parts one by one, dropping those that leave no match: in Korean the subject comes before its verb."""
    matches = Matches([], is_exact=True, words=[])
    for part in parts[:WORDS_TRIED]:
        tried = [*matches.words, part]
        # `find` has tried all words already.
        narrower = await _match_all(conn, tried, kinds) if tried != words else None
        matches = narrower if narrower and narrower.ids else matches
    return matches


async def _match_all(conn: Connection, words: list[Word], kinds: Sequence[Searched]) -> Matches:
    if not words:
        return Matches([], is_exact=True, words=words)
    limit = MOST + 1 if rules.is_certain(words) else CANDIDATES
    ids, complete = await _list_matching(conn, words, kinds, enough=MOST, limit=limit)
    if not complete and len(ids) <= MOST:
        # Many candidates have the right syllables, but not next to each other.
        ids, complete = await _list_matching(conn, words, kinds, enough=EVERYWHERE, limit=None)
    return Matches(ids[:MOST], is_exact=complete and len(ids) <= MOST, words=words)


async def _list_matching(
    conn: Connection, words: list[Word], kinds: Sequence[Searched], *, enough: int, limit: int | None
) -> tuple[list[EntryId], bool]:
    """At most `MOST` + 1 texts that really have the words, and whether all texts were asked."""
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
        return [candidate.entry_id for candidate in candidates], complete
    matching = list[EntryId]()
    async for entry_id in _verify(conn, words, candidates):
        matching.append(entry_id)
        if len(matching) > MOST:
            break
    return matching, complete


async def _verify(
    conn: Connection, words: list[Word], candidates: Sequence[Candidate]
) -> AsyncGenerator[EntryId]:
    """The candidates whose text contains the words, in their order."""
    for batch in batched((candidate.entry_id for candidate in candidates), MOST + 1):
        rows = {row.entry_id: row for row in await queries.list_bodies(conn, batch)}
        for entry_id in batch:
            row = rows.get(entry_id)
            if row is not None and rules.occurs_in(words, f"{rules.clean(row.title)}\n{row.body}"):
                yield entry_id


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


def _result(row: ResultRow, words: list[Word]) -> Result:
    path = path_of(row.kind, row.slug)
    if row.place is not None:
        path = f"{path}?page={row.place // QUESTIONS_PER_PAGE + 1}#{row.slug}"
    return Result(row.kind, path, row.title, excerpt(row.body, words))
