"""Texts that were renamed (`moved_from`): which stored text they continue, and which old addresses lead to them."""

from collections.abc import Mapping, Sequence

from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import stored_texts
from ieum.shop.publishing.front_matter import SLUGS
from ieum.shop.publishing.stored_texts import Key, Stored
from ieum.shop.publishing.texts import Text
from ieum.shop.search.paths import path_of
from ieum.shop.search.types import EntryId

# Questions and releases share a page with others, so a new name does not change their address.
_WITHOUT_PAGE = frozenset({"faq", "release"})
_NOTICES = path_of("notice", "")
_FIXED_PATHS = {path_of(kind, slug) for kind, slugs in SLUGS.items() for slug in slugs} | {path_of("faq", "")}


def related_keys(texts: Sequence[Text]) -> list[Key]:
    """The keys of these texts, of those they continue, and of any text at one of their old addresses."""
    old = [key for text in texts for key in (*_old_keys(text), *_notices_at(old_paths(text)))]
    return list(dict.fromkeys([*(text.key for text in texts), *old]))


def _old_keys(text: Text) -> list[Key]:
    names: list[Key] = [(text.kind, old, text.edition) for old in text.moved_from if not old.startswith("/")]
    return names + (_notices_at(text.moved_from) if text.kind == "notice" else [])


def _notices_at(paths: Sequence[str]) -> list[Key]:
    return [("notice", path.removeprefix(_NOTICES), "") for path in paths if path.startswith(_NOTICES)]


def find_renamed(texts: Sequence[Text], stored: Mapping[Key, Stored]) -> dict[Key, Stored]:
    """By the new key, the stored text that a new name continues, with all its versions."""
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


async def list_conflicts(
    conn: Connection, texts: Sequence[Text], stored: Mapping[Key, Stored], renamed: Mapping[Key, Stored]
) -> list[str]:
    """List conflicts: an old address would lead to two texts, or is the address of a text now."""
    problems, seen = list[str](), dict[str, str]()
    gone = {before.entry.key for before in renamed.values()}
    current = _FIXED_PATHS | {path_of(text.kind, text.slug) for text in texts if not text.listing.withdrawn}
    current |= {
        path_of(text.entry.kind, text.entry.slug)
        for key, text in stored.items()
        if key not in gone and not text.entry.withdrawn
    }
    for text in texts:
        for path in old_paths(text):
            if path in current:
                problems.append(f"{text.where}: moved_from: {path} is where a text is now")
            elif seen.setdefault(path, text.where) != text.where:
                problems.append(f"{text.where}: moved_from: {path} is in {seen[path]}, too")
    problems += _claimed_twice(texts, renamed)
    ours = {before.id for text in texts if (before := renamed.get(text.key) or stored.get(text.key))}
    homes = {
        path_of(text.kind, text.slug): text.where
        for text in texts
        if not text.listing.withdrawn and text.kind not in _WITHOUT_PAGE
    }
    for old in await stored_texts.list_old_addresses(conn, [*seen, *homes]):
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


def _claimed_twice(texts: Sequence[Text], renamed: Mapping[Key, Stored]) -> list[str]:
    """Only one text can continue a stored one."""
    heirs = dict[EntryId, str]()
    return [
        f"{text.where}: moved_from: {before.entry.slug} is in {heirs[before.id]}, too"
        for text in texts
        if (before := renamed.get(text.key)) and heirs.setdefault(before.id, text.where) != text.where
    ]
