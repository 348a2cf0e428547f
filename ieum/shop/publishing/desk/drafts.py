"""Drafts as changes are made to them: begun, saved, thrown away."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Thing, to_make
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import queries, service, starting
from ieum.shop.publishing.desk.refusals import (
    DraftChanged,
    DraftNotFound,
    DraftScheduled,
    DraftTaken,
    EditionStays,
    NoSuchText,
)
from ieum.shop.publishing.desk.service import TEXT, name_of
from ieum.shop.publishing.desk.types import DraftRow, NewDraft
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.stored_texts import Key, Stored

# A text of 100,000 characters of Hangul.
LARGEST = 1024 * 1024

DRAFT = Thing[int, DraftRow](
    name=TEXT,
    label="작성 중인 글",
    screen="content",
    find=queries.get_row,
    missing=DraftNotFound,
)


class SaveDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`version` is the one that the words were written on."""

    version: Annotated[int, Meta(title="판", ge=1, le=2**31 - 1)]
    written: Annotated[WrittenText, Meta(title="글")]


class NewSheet(msgspec.Struct, frozen=True):
    key: Key
    stored: Stored | None


async def hold(conn: Connection, draft: int) -> None:
    await queries.get_row(conn, draft, holds=True)


async def _look_new(conn: Connection, _target: None, wish: NewDraft) -> NewSheet:
    """Find the text that there is. Raises NoSuchText, InvalidFields."""
    key = service.key_of(wish.kind, wish.slug, wish.edition or None)
    return NewSheet(key, await editing.find_stored(conn, key))


async def _begin(conn: Connection, case: Case[None, NewSheet, NewDraft]) -> Made:
    """Begin to write. What is there lends its words, to a shop's first legal documents the starter set.

    Raises EditionStays, DraftTaken.
    """
    key, stored = case.sheet.key, case.sheet.stored
    if stored and key[0] == "legal" and service.is_announced(stored):
        raise EditionStays
    written = (
        editing.written_in(key[0], stored.version.source)
        if stored
        else await starting.first_words(conn, case.wish)
    )
    draft = await queries.insert_draft(
        conn, key, written, based_on=stored.entry.current_number if stored else 0, by=case.by
    )
    if draft is None:
        raise DraftTaken
    return Made(id=name_of(key), facts={"draft": draft}, answer={"id": draft})


async def _save(conn: Connection, case: Case[int, DraftRow, SaveDraft]) -> Made:
    """Store what is written, and answer the new version. Raises DraftChanged, DraftScheduled."""
    draft, written = case.sheet, case.wish.written
    if draft.publish_at is not None:
        raise DraftScheduled
    if draft.version != case.wish.version:
        raise DraftChanged
    await queries.update_draft(conn, draft.id, written, by=case.by)
    facts = {"draft": draft.id, "title": written.title}
    return Made(id=name_of(draft.key), facts=facts, answer={"version": draft.version + 1})


def _preview_discard(draft: DraftRow, _wish: object) -> Shown:
    title = draft.written.title or "제목 없음"
    return Shown(
        title="작성 중인 글 버리기", rows=[Row("작성 중인 글", "없음", before=title)], seen=draft.version
    )


async def _discard(conn: Connection, case: Case[int, DraftRow, Nothing]) -> Made:
    await queries.delete_draft(conn, case.target)
    return Made(id=name_of(case.sheet.key), before={"title": case.sheet.written.title})


BEGIN = Change(
    name="content.draft",
    label="쓰기 시작",
    done="글을 쓰기 시작했습니다.",
    of=to_make(DRAFT, NewSheet),
    permission="content.write",
    wish=NewDraft,
    look=_look_new,
    apply=_begin,
    raises=(NoSuchText, EditionStays, DraftTaken),
)
SAVE = Change(
    name="content.write",
    label="저장",
    done="저장했습니다. 아직 게시하지 않았습니다.",
    of=DRAFT,
    permission="content.write",
    wish=SaveDraft,
    lock=hold,
    apply=_save,
    largest=LARGEST,
    raises=(DraftChanged, DraftScheduled),
)
DISCARD = Change(
    name="content.discard",
    label="버리기",
    done="작성 중인 글을 버렸습니다. 게시된 글은 그대로입니다.",
    of=DRAFT,
    permission="content.write",
    wish=Nothing,
    lock=hold,
    preview=_preview_discard,
    apply=_discard,
)
CHANGES = [BEGIN, SAVE, DISCARD]
