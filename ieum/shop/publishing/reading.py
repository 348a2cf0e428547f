"""Reads sources into texts, finding the files they show among those imported with them and those in the shop."""

import asyncio
from collections import ChainMap, defaultdict
from collections.abc import Mapping, Sequence

from ieum.common.progress import QUIET, Advance, Progress
from ieum.shop.files.source_files import SourceFile
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import stored_texts
from ieum.shop.publishing.rendering import File
from ieum.shop.publishing.sources import Source
from ieum.shop.publishing.texts import BadText, Text, read_text

type _Files = ChainMap[str, File]


async def read_texts(
    conn: Connection,
    sources: Sequence[Source],
    *,
    files: Sequence[SourceFile],
    values: Mapping[str, str],
    progress: Progress = QUIET,
) -> tuple[list[Text], list[str]]:
    """The good texts, in the order of their sources; and all that is wrong with the others."""
    available = await _available_files(conn, sources, files)
    # In a thread, because a text takes milliseconds and requests wait for the event loop.
    with progress.step("texts read", total=len(sources)) as advance:
        results = await asyncio.to_thread(_read_each, sources, available, values, advance)
    missing = {n: bad.missing for n, bad in enumerate(results) if isinstance(bad, BadText) and bad.missing}
    if missing:
        # Looked up only now: a file's name can be escaped in many ways, and the parser has resolved them.
        names = {name for names in missing.values() for name in names}
        in_shop = _by_name(await stored_texts.list_files(conn, sorted(names)))
        more = [ChainMap({}, available[n], in_shop) for n in missing]
        again = await asyncio.to_thread(_read_each, [sources[n] for n in missing], more, values)
        for n, result in zip(missing, again, strict=True):
            results[n] = result
    texts = [text for text in results if isinstance(text, Text)]
    return texts, [problem for bad in results if isinstance(bad, BadText) for problem in bad.problems]


async def _available_files(
    conn: Connection, sources: Sequence[Source], files: Sequence[SourceFile]
) -> list[_Files]:
    """For each source: the files for it alone, those for all, and those that the stored text already shows."""
    given = defaultdict[str, dict[str, File]](dict)
    for file in files:
        given[file.only_for][file.name] = File(file.key, len(file.content), file.width, file.height)
    keys = sorted({key for source in sources for key in source.shown})
    rows = {row.key: row for row in await stored_texts.list_files_by_key(conn, keys)}
    nothing = dict[str, File]()
    return [
        ChainMap(
            given.get(source.file_name, nothing) if source.edition else nothing,
            given.get("", nothing),
            _by_name([rows[key] for key in source.shown]),
        )
        for source in sources
    ]


def _by_name(files: Sequence[File]) -> dict[str, File]:
    return {file.name: file for file in files}


def _read_each(
    sources: Sequence[Source],
    files: Sequence[_Files],
    values: Mapping[str, str],
    advance: Advance | None = None,
) -> list[Text | BadText]:
    results = list[Text | BadText]()
    for source, available in zip(sources, files, strict=True):
        results.append(_read(source, available, values))
        if advance:
            advance(1)
    return results


def _read(source: Source, files: _Files, values: Mapping[str, str]) -> Text | BadText:
    try:
        return read_text(source, files=files, values=values)
    except BadText as bad:
        return bad
