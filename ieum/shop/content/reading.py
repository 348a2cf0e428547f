"""Sources into texts, with the files that come with them and those that the shop has."""

import asyncio
from collections import ChainMap, defaultdict
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from ieum.shop.content import storing
from ieum.shop.content.rendering import File
from ieum.shop.content.sources import Source, SourceFile
from ieum.shop.content.storing import FileRow
from ieum.shop.content.texts import BadText, Text, read_text
from ieum.shop.kernel.db import Connection

type _Files = ChainMap[str, File]


async def read_texts(
    conn: Connection, sources: Sequence[Source], *, files: Sequence[SourceFile], values: Mapping[str, str]
) -> tuple[list[Text], list[str]]:
    """In the order of the sources; and all that is wrong with the others."""
    known = await _known(conn, sources, files)
    # Not where others wait for the loop: a text takes milliseconds.
    found = await asyncio.to_thread(_read_each, sources, known, values)
    lacking = {n: each.missing for n, each in enumerate(found) if isinstance(each, BadText) and each.missing}
    if lacking:
        # Asked for by what the parser made of their names: they can be written in many ways.
        names = {name for names in lacking.values() for name in names}
        in_shop = _by_name(await storing.list_files(conn, sorted(names)))
        more = [ChainMap({}, known[n], in_shop) for n in lacking]
        again = await asyncio.to_thread(_read_each, [sources[n] for n in lacking], more, values)
        for n, each in zip(lacking, again, strict=True):
            found[n] = each
    texts = [each for each in found if isinstance(each, Text)]
    return texts, [problem for each in found if isinstance(each, BadText) for problem in each.problems]


async def _known(conn: Connection, sources: Sequence[Source], files: Sequence[SourceFile]) -> list[_Files]:
    """For each source: its very own files, those for all, and what it shows already if it is of the shop."""
    given = defaultdict[str, dict[str, File]](dict)
    for file in files:
        shown = File(file.key, _url(file.key), len(file.content), file.width, file.height)
        given[file.only_for][file.name] = shown
    keys = sorted({key for source in sources for key in source.shown})
    rows = {row.key: row for row in await storing.list_these_files(conn, keys)}
    nothing = dict[str, File]()
    return [
        ChainMap(
            given.get(source.file_name, nothing) if source.edition else nothing,
            given.get("", nothing),
            _by_name([rows[key] for key in source.shown]),
        )
        for source in sources
    ]


def _by_name(rows: Sequence[FileRow]) -> dict[str, File]:
    return {row.name: File(row.key, _url(row.key), row.size, row.width, row.height) for row in rows}


def _url(key: str) -> str:
    return f"/files/{quote(key)}"


def _read_each(
    sources: Sequence[Source], files: Sequence[_Files], values: Mapping[str, str]
) -> list[Text | BadText]:
    return [_read(source, of_it, values) for source, of_it in zip(sources, files, strict=True)]


def _read(source: Source, files: _Files, values: Mapping[str, str]) -> Text | BadText:
    try:
        return read_text(source, files=files, values=values)
    except BadText as bad:
        return bad
