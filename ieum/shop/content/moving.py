"""Texts under another name: whose versions go on, and where old addresses lead."""

from collections.abc import Mapping, Sequence

from ieum.shop.content import storing
from ieum.shop.content.front_matter import SLUGS
from ieum.shop.content.paths import path_of
from ieum.shop.content.storing import Key, Stored
from ieum.shop.content.texts import Text
from ieum.shop.content.types import EntryId
from ieum.shop.kernel.db import Connection

# Questions and releases share their page with others: another name is no other address.
_WITHOUT_PAGE = frozenset({"faq", "release"})
_NOTICES = path_of("notice", "")
_PLACES = {path_of(kind, slug) for kind, slugs in SLUGS.items() for slug in slugs} | {path_of("faq", "")}


def keys_around(texts: Sequence[Text]) -> list[Key]:
    """The texts themselves, and whatever stands where they say they stood."""
    around = [key for text in texts for key in (*_old_keys(text), *_notices_at(old_paths(text)))]
    return list(dict.fromkeys([*(text.key for text in texts), *around]))


def _old_keys(text: Text) -> list[Key]:
    names: list[Key] = [(text.kind, old, text.edition) for old in text.moved_from if not old.startswith("/")]
    return names + (_notices_at(text.moved_from) if text.kind == "notice" else [])


def _notices_at(paths: Sequence[str]) -> list[Key]:
    return [("notice", path.removeprefix(_NOTICES), "") for path in paths if path.startswith(_NOTICES)]


def renamed(texts: Sequence[Text], stored: Mapping[Key, Stored]) -> dict[Key, Stored]:
    """A text that is new and says that it had another name is the text of that name, with all its versions."""
    given = {text.key for text in texts}
    return {
        text.key: stored[before]
        for text in texts
        if text.key not in stored
        for before in _old_keys(text)
        if before in stored and before not in given
    }


def old_paths(text: Text) -> list[str]:
    paths = [
        old if old.startswith("/") else path_of(text.kind, old)
        for old in text.moved_from
        if old.startswith("/") or text.kind not in _WITHOUT_PAGE
    ]
    return list(dict.fromkeys(paths))


async def conflicts(
    conn: Connection, texts: Sequence[Text], stored: Mapping[Key, Stored], renamed: Mapping[Key, Stored]
) -> list[str]:
    """An old address leads to one place, and nothing else is shown there."""
    problems, seen = list[str](), dict[str, str]()
    gone = {one.entry.key for one in renamed.values()}
    living = _PLACES | {path_of(text.kind, text.slug) for text in texts if not text.listing.withdrawn}
    living |= {
        path_of(one.entry.kind, one.entry.slug)
        for key, one in stored.items()
        if key not in gone and not one.entry.withdrawn
    }
    for text in texts:
        for path in old_paths(text):
            if path in living:
                problems.append(f"{text.where}: moved_from: {path} is where a text is now")
            elif seen.setdefault(path, text.where) != text.where:
                problems.append(f"{text.where}: moved_from: {path} is in {seen[path]}, too")
    problems += _two_of_one(texts, renamed)
    ours = {one.id for text in texts if (one := renamed.get(text.key) or stored.get(text.key))}
    homes = {
        path_of(text.kind, text.slug): text.where
        for text in texts
        if not text.listing.withdrawn and text.kind not in _WITHOUT_PAGE
    }
    for old in await storing.list_old_addresses(conn, [*seen, *homes]):
        if old.entry_id in ours:
            continue
        if old.from_path in seen:
            problems.append(
                f"{seen[old.from_path]}: moved_from: {old.from_path} leads to another text already"
            )
        else:
            problems.append(
                f"{homes[old.from_path]}: {old.from_path} leads to {old.kind} {old.slug};"
                " take it out of the moved_from there in the same import"
            )
    return problems


def _two_of_one(texts: Sequence[Text], renamed: Mapping[Key, Stored]) -> list[str]:
    """Only one text can go on with the versions of another."""
    heirs = dict[EntryId, str]()
    return [
        f"{text.where}: moved_from: {one.entry.slug} is in {heirs[one.id]}, too"
        for text in texts
        if (one := renamed.get(text.key)) and heirs.setdefault(one.id, text.where) != text.where
    ]
