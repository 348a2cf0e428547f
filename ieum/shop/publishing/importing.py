"""Imports a folder's texts into the shop: all of them or none. Texts that have not changed stay untouched."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import structs

from ieum.common.progress import QUIET, Progress
from ieum.shop.files import queries as files
from ieum.shop.files import release_files
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import editions, placeholders, renaming, stored_texts, writing
from ieum.shop.publishing.reading import read_texts
from ieum.shop.publishing.sources import Folder, read_folder
from ieum.shop.publishing.stored_texts import Entry, Key, Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.publishing.writing import MovedPage, NewVersion
from ieum.shop.search import service as search
from ieum.shop.search.paths import path_of
from ieum.shop.site import queries as site

type Outcome = Literal["new", "changed", "withdrawn", "unchanged"]


class ContentRefused(Exception):
    """Texts of which none was imported; `problems` lists everything that is wrong, each with the name of its file."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)


class Report(NamedTuple):
    outcomes: list[tuple[str, Outcome]]
    # Imported, but perhaps not as it was meant.
    warnings: list[str]
    # What is wrong with the texts that were skipped and stay as they were.
    skipped: list[str]

    def count(self, outcome: Outcome) -> int:
        return sum(each == outcome for _, each in self.outcomes)


class _Change(NamedTuple):
    """Change that the import makes to a text; without `new_version` at most the entry changes."""

    text: Text
    outcome: Outcome
    entry: Entry
    changed_at: datetime
    new_version: bool


async def import_folder(
    conn: Connection,
    root: Path,
    *,
    downloads: Path | None = None,
    dry_run: bool = False,
    progress: Progress = QUIET,
) -> Report:
    """Import a folder, in a transaction, for whose end another import waits. Raises ContentRefused.

    Where the folder `downloads` is given, the programs that releases name must be in it, with that size and hash.
    """
    return await import_texts(
        conn, read_folder(root), downloads=downloads, dry_run=dry_run, progress=progress
    )


async def import_texts(
    conn: Connection,
    folder: Folder,
    *,
    downloads: Path | None = None,
    dry_run: bool = False,
    skip_bad: bool = False,
    progress: Progress = QUIET,
) -> Report:
    """`skip_bad` reports the texts that are wrong and publishes the others."""
    now = await stored_texts.begin(conn)
    config = await site.get_config(conn)
    values = placeholders.values_of(config)
    texts, bad = await read_texts(conn, folder.sources, files=folder.files, values=values, progress=progress)
    problems = [*folder.problems, *_duplicates(texts)]
    related = await stored_texts.list_stored(conn, renaming.related_keys(texts))
    stored = {text.entry.key: text for text in related}
    renamed = renaming.find_renamed(texts, stored)
    problems += await renaming.list_conflicts(conn, texts, stored, renamed)
    # Other texts that show a file of this folder are published again with its new content.
    given = [*(text.key for text in texts), *(before.entry.key for before in renamed.values())]
    users = await stored_texts.list_stored(
        conn, await stored_texts.list_users_of(conn, folder.files, but=given)
    )
    stored |= {text.entry.key: text for text in users}
    sources = [text.source for text in users]
    republished, problems_of_users = await read_texts(conn, sources, files=folder.files, values=values)
    texts += republished
    problems += problems_of_users
    problems += _release_file_problems(texts, downloads) if downloads else []
    if not skip_bad:
        problems, bad = [*problems, *bad], []
    if problems:
        raise ContentRefused(problems)
    texts = editions.keep_replaced(texts, stored, now, config.refund_mode)
    changes = [_change(text, renamed.get(text.key) or stored.get(text.key), now) for text in texts]
    if not dry_run:
        await _write(conn, changes, renamed, folder, progress)
    return Report(
        [(change.text.where, change.outcome) for change in changes],
        warnings=_warnings(texts, folder),
        skipped=bad,
    )


async def follow_configuration(conn: Connection) -> Report | None:
    """Publish texts with placeholders again if the values have changed since the last time; None if they have not.

    A text that cannot take the new values stays as it is, and the report says why. Needs a transaction.
    """
    await stored_texts.begin(conn)
    values = placeholders.values_of(await site.get_config(conn))
    if values == await stored_texts.find_followed_values(conn):
        return None
    keys = await stored_texts.list_refreshable(conn, containing=placeholders.OPENING)
    report = await _publish_again(conn, keys, skip_bad=True)
    await writing.put_followed_values(conn, values)
    return report


async def refresh(conn: Connection, *, progress: Progress = QUIET) -> Report:
    """Publish every text again, except replaced editions. Raises ContentRefused. Needs a transaction."""
    await stored_texts.begin(conn)
    return await _publish_again(
        conn, await stored_texts.list_refreshable(conn), skip_bad=False, progress=progress
    )


async def _publish_again(
    conn: Connection, keys: Sequence[Key], *, skip_bad: bool, progress: Progress = QUIET
) -> Report:
    """With the values that the site's configuration has now."""
    sources = [stored.source for stored in await stored_texts.list_stored(conn, keys)]
    return await import_texts(conn, Folder(sources, [], []), skip_bad=skip_bad, progress=progress)


def _duplicates(texts: Sequence[Text]) -> list[str]:
    seen = dict[Key, str]()
    return [
        f"{text.where}: the same edition as {seen[text.key]}"
        for text in texts
        if seen.setdefault(text.key, text.where) != text.where
    ]


def _release_file_problems(texts: Sequence[Text], downloads: Path) -> list[str]:
    problems = list[str]()
    for text in texts:
        details = text.version.details
        if details.get("file") and not text.listing.withdrawn:
            problem = release_files.find_problem(
                downloads, details["file"], size=details["size"], sha256=details["sha256"]
            )
            if problem:
                problems.append(f"{text.where}: file: {problem}")
    return problems


def _change(text: Text, before: Stored | None, now: datetime) -> _Change:
    listing = text.listing
    publish_at = listing.publish_at or (before.entry.publish_at if before else now)
    entry = Entry(
        kind=text.kind,
        slug=text.slug,
        edition=text.edition,
        current_number=before.entry.current_number if before else 1,
        **structs.asdict(structs.replace(listing, publish_at=publish_at)),
    )
    if before is None:
        # A text with an earlier publish_at counts as last changed then, not by this import.
        changed_at = text.updated_at or listing.publish_at or now
        return _Change(text, "withdrawn" if listing.withdrawn else "new", entry, changed_at, new_version=True)
    if before.version != text.version:
        # An updated_at that an export left in the file is the time of the version before.
        changed_at = text.updated_at if text.updated_at not in {None, before.changed_at} else None
        entry = structs.replace(entry, current_number=before.entry.current_number + 1)
        withdrawn = listing.withdrawn and not before.entry.withdrawn
        return _Change(
            text, "withdrawn" if withdrawn else "changed", entry, changed_at or now, new_version=True
        )
    outcome = "unchanged" if entry == before.entry else "changed"
    return _Change(text, outcome, entry, before.changed_at, new_version=False)


async def _write(
    conn: Connection,
    changes: Sequence[_Change],
    renamed: Mapping[Key, Stored],
    folder: Folder,
    progress: Progress,
) -> None:
    for key, before in renamed.items():
        await writing.rename(conn, before.id, key[1])
    changes = [change for change in changes if change.outcome != "unchanged"]
    if not changes:
        return
    used = {key for change in changes for key in change.text.version.files}
    for file in folder.files:
        if file.key in used:
            await files.insert_file(conn, file)
    ids = await writing.put_entries(conn, [change.entry for change in changes])
    await writing.insert_versions(
        conn,
        [
            NewVersion(ids[c.text.key], c.entry.current_number, c.changed_at, c.text.version)
            for c in changes
            if c.new_version
        ],
    )
    moved = [
        MovedPage(
            path,
            None if change.text.listing.withdrawn else path_of(change.text.kind, change.text.slug),
            ids[change.text.key],
        )
        for change in changes
        for path in renaming.old_paths(change.text)
    ]
    await writing.replace_moved_pages(conn, list(ids.values()), moved)
    await search.index(conn, list(ids.values()), progress=progress)
    await _make_job_check_all(conn, changes)


async def _make_job_check_all(conn: Connection, changes: Sequence[_Change]) -> None:
    """Make the next run of `follow_configuration` publish texts again, if one may have other values than it noted."""
    followed = await stored_texts.find_followed_values(conn) or {}
    has_other_values = any(not change.text.version.said.items() <= followed.items() for change in changes)
    # The edition before it is in force again, with the values of its own time.
    is_repealed = any(change.text.kind == "legal" and change.text.listing.withdrawn for change in changes)
    if has_other_values or is_repealed:
        await writing.delete_followed_values(conn)


def _warnings(texts: Sequence[Text], folder: Folder) -> list[str]:
    used = {key for text in texts for key in text.version.files}
    unfilled = defaultdict[str, list[str]](list)
    for text in texts:
        for name, value in text.version.said.items():
            if not value:
                unfilled[name].append(text.where)
    return [
        f"{{{{{name}}}}}: empty in the site's configuration, so it is left blank in {', '.join(where)}"
        for name, where in unfilled.items()
    ] + [
        f"{file.where}: no text shows it, so it was left out" for file in folder.files if file.key not in used
    ]
