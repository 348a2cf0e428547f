"""Bring a folder's texts into the shop: all of them or none. A text that is already there as it is stays."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import quote

from msgspec import structs

from ieum.shop.content import moving, placeholders, release_files, storing
from ieum.shop.content.paths import path_of
from ieum.shop.content.release_files import ReleaseFileRefused
from ieum.shop.content.rendering import File
from ieum.shop.content.search import service as search
from ieum.shop.content.sources import Folder, Source, read_folder
from ieum.shop.content.storing import Entry, Key, Moved, NewVersion, Stored
from ieum.shop.content.texts import BadText, Text, read_text
from ieum.shop.db import Connection
from ieum.shop.site import queries as site

type Outcome = Literal["new", "changed", "withdrawn", "unchanged"]

_NAMED_FILE = re.compile(r"files/([0-9A-Za-z가-힣%][0-9A-Za-z가-힣%._-]*)")


class ContentRefused(Exception):
    """Nothing was imported: everything that is wrong, each with the name of its file."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


class Report(NamedTuple):
    outcomes: list[tuple[str, Outcome]]
    # What was imported and may not be what was meant.
    warnings: list[str]

    def count(self, outcome: Outcome) -> int:
        return sum(each == outcome for _, each in self.outcomes)


class _Change(NamedTuple):
    """What becomes of one text; `new_version` is None where only lists or times change, or nothing at all."""

    text: Text
    outcome: Outcome
    entry: Entry
    changed_at: datetime
    new_version: bool


async def import_folder(
    conn: Connection, root: Path, *, downloads: Path | None = None, dry_run: bool = False
) -> Report:
    """Raises ContentRefused. Needs a transaction; another import waits until it ends.

    Where `downloads` is given, the programs that releases name must lie in it as they say.
    """
    return await import_texts(conn, read_folder(root), downloads=downloads, dry_run=dry_run)


async def import_texts(
    conn: Connection, folder: Folder, *, downloads: Path | None = None, dry_run: bool = False
) -> Report:
    now = await storing.begin(conn)
    given: list[Key] = [(source.kind, source.slug, source.edition) for source in folder.sources]
    # Those that show a picture which comes with this folder are published again, too.
    others = await storing.list_users_of(conn, folder.files, but=given)
    sources = [*folder.sources, *others]
    values = placeholders.values_of(await site.get_config(conn))
    files = await _known_files(conn, folder, sources)
    # Not where others wait for the loop: a text takes milliseconds.
    texts, problems = await asyncio.to_thread(_read_all, sources, files=files, values=values)
    problems = [*folder.problems, *problems, *_twice(texts)]
    problems += _wrong_programs(texts, downloads) if downloads else []
    stored = {one.entry.key: one for one in await storing.list_stored(conn, moving.keys_around(texts))}
    renamed = moving.renamed(texts, stored)
    problems += await moving.conflicts(conn, texts, stored, renamed)
    if problems:
        raise ContentRefused(problems)
    changes = [_change(text, renamed.get(text.key) or stored.get(text.key), now) for text in texts]
    if not dry_run:
        await _write(conn, changes, renamed, folder)
    return Report([(change.text.where, change.outcome) for change in changes], _warnings(texts, folder))


async def follow_configuration(conn: Connection) -> Report | None:
    """Publish again what quotes the configuration, if that says something else than the last time; else None.

    Raises ContentRefused. Needs a transaction.
    """
    said = placeholders.values_of(await site.get_config(conn))
    if said == await storing.find_filled(conn):
        return None
    report = await _publish_again(conn, await storing.list_refreshed(conn, quoting=placeholders.OPENING))
    await storing.put_filled(conn, said)
    return report


async def refresh(conn: Connection) -> Report:
    """Publish again what the shop has, with what its configuration says now; editions of the past stay as they are."""
    return await _publish_again(conn, await storing.list_refreshed(conn))


async def _publish_again(conn: Connection, keys: Sequence[Key]) -> Report:
    sources = [
        Source(" ".join(stored.entry.key).strip(), *stored.entry.key, stored.version.source)
        for stored in await storing.list_stored(conn, keys)
    ]
    return await import_texts(conn, Folder(sources, [], []))


async def _known_files(conn: Connection, folder: Folder, sources: Sequence[Source]) -> dict[str, File]:
    """What texts may show: the folder's own files, else what the shop has under these names."""
    named = {name for source in sources for name in _NAMED_FILE.findall(source.text)}
    rows = await storing.list_files(conn, sorted(named))
    return {row.name: File(row.key, _url(row.key), row.size, row.width, row.height) for row in rows} | {
        file.name: File(file.key, _url(file.key), len(file.content), file.width, file.height)
        for file in folder.files
    }


def _url(key: str) -> str:
    return f"/files/{quote(key)}"


def _read_all(
    sources: Sequence[Source], *, files: Mapping[str, File], values: Mapping[str, str]
) -> tuple[list[Text], list[str]]:
    texts, problems = list[Text](), list[str]()
    for source in sources:
        try:
            texts.append(read_text(source, files=files, values=values))
        except BadText as bad:
            problems += bad.problems
    return texts, problems


def _twice(texts: Sequence[Text]) -> list[str]:
    """Two files of one edition."""
    seen = dict[Key, str]()
    return [
        f"{text.where}: the same edition as {seen[text.key]}"
        for text in texts
        if seen.setdefault(text.key, text.where) != text.where
    ]


def _wrong_programs(texts: Sequence[Text], downloads: Path) -> list[str]:
    problems = list[str]()
    for text in texts:
        details = text.version.details
        if details.get("file") and not text.listing.withdrawn:
            try:
                release_files.check(
                    downloads, details["file"], size=details["size"], sha256=details["sha256"]
                )
            except ReleaseFileRefused as refused:
                problems.append(f"{text.where}: file: {refused}")
    return problems


def _change(text: Text, before: Stored | None, now: datetime) -> _Change:
    listing = text.listing
    publish_at = listing.publish_at or (before.entry.publish_at if before else now)
    entry = Entry(
        kind=text.kind,
        slug=text.slug,
        edition=text.edition,
        current_number=before.entry.current_number if before else 1,
        publish_at=publish_at,
        withdrawn=listing.withdrawn,
        pinned=listing.pinned,
        category=listing.category,
        position=listing.position,
        at_home=listing.at_home,
        effective_from=listing.effective_from,
    )
    if before is None:
        # A text that was published before it came here has not been changed by coming here.
        changed_at = text.updated_at or listing.publish_at or now
        return _Change(text, "withdrawn" if listing.withdrawn else "new", entry, changed_at, new_version=True)
    if before.version != text.version:
        # The time of an export that stands in it still is the time of the text before.
        changed_at = text.updated_at if text.updated_at not in {None, before.changed_at} else None
        entry = structs.replace(entry, current_number=before.entry.current_number + 1)
        withdrawn = listing.withdrawn and not before.entry.withdrawn
        return _Change(
            text, "withdrawn" if withdrawn else "changed", entry, changed_at or now, new_version=True
        )
    outcome = "unchanged" if entry == before.entry else "changed"
    return _Change(text, outcome, entry, before.changed_at, new_version=False)


async def _write(
    conn: Connection, changes: Sequence[_Change], renamed: Mapping[Key, Stored], folder: Folder
) -> None:
    for key, before in renamed.items():
        await storing.rename(conn, before.id, key[1])
    changes = [change for change in changes if change.outcome != "unchanged"]
    if not changes:
        return
    used = {key for change in changes for key in change.text.version.files}
    for file in folder.files:
        if file.key in used:
            await storing.insert_file(conn, file)
    ids = await storing.put_entries(conn, [change.entry for change in changes])
    await storing.insert_versions(
        conn,
        [
            NewVersion(ids[c.text.key], c.entry.current_number, c.changed_at, c.text.version)
            for c in changes
            if c.new_version
        ],
    )
    moved = [
        Moved(
            path,
            None if change.text.listing.withdrawn else path_of(change.text.kind, change.text.slug),
            ids[change.text.key],
        )
        for change in changes
        for path in moving.old_paths(change.text)
    ]
    await storing.replace_moved(conn, list(ids.values()), moved)
    await search.index(conn, list(ids.values()))


def _warnings(texts: Sequence[Text], folder: Folder) -> list[str]:
    used = {key for text in texts for key in text.version.files}
    unfilled = dict[str, list[str]]()
    for text in texts:
        for name in dict.fromkeys(text.unfilled):
            unfilled.setdefault(name, []).append(text.where)
    return [
        f"{{{{{name}}}}}: the site's configuration says nothing yet, so nothing stands there in {', '.join(where)}"
        for name, where in unfilled.items()
    ] + [
        f"files/{file.name}: no text shows it, so it was left out"
        for file in folder.files
        if file.key not in used
    ]
