"""Staff's words on the status page: what they will change is seen before, and nothing of them is ever rewritten."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import Meta, structs

from ieum.shop.desk.changes import Case, Change, Made, Shown, Thing
from ieum.shop.desk.types import Facts, Link
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.texts import SAID, WORDS
from ieum.shop.status import queries, service
from ieum.shop.status.desk import rules
from ieum.shop.status.types import (
    Incident,
    IncidentId,
    IncidentNotFound,
    IncidentOver,
    Level,
    Measured,
    PartName,
    Progress,
)
from ieum.shop.status.words import LEVELS, PROGRESS


def _words(words: Mapping[Any, str]) -> dict[str, Any]:
    return {"words": dict(words)}


Degree = Annotated[Level, Meta(title="정도", extra_json_schema=_words(LEVELS))]
Course = Annotated[Progress, Meta(title="진행", extra_json_schema=_words(PROGRESS))]
Told = Annotated[str, Meta(min_length=2, max_length=1000, pattern=SAID, title="알릴 글")]


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new announcement. One that is over when it is told of is told of afterwards."""

    title: Annotated[
        str,
        Meta(
            min_length=2,
            max_length=80,
            pattern=WORDS,
            title="제목",
            description="예: 카드 결제가 늦어지고 있습니다",
        ),
    ]
    parts: Annotated[list[PartName], Meta(min_length=1, max_length=4, title="영향을 받는 곳")]
    level: Degree
    state: Course
    words: Told


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Continuation of an announcement. Without a level it stays as bad as it was."""

    level: Degree | None = None
    state: Course
    words: Told


class Board(msgspec.Struct):
    """Contents of the page at this moment."""

    measured: Measured
    present: list[Incident]


class IncidentSheet(Board):
    """An announcement, and the page that it stands on."""

    incident: Incident


async def _look_at_board(conn: Connection, _target: None, _wish: Say) -> Board:
    return Board(await queries.measure(conn), await queries.list_incidents(conn))


async def _find_none(_conn: Connection, _target: None) -> Board | None:
    return None


async def _find(conn: Connection, incident: IncidentId) -> IncidentSheet | None:
    found = await queries.find_incident(conn, incident)
    if found is None:
        return None
    return IncidentSheet(await queries.measure(conn), await queries.list_incidents(conn), found)


def _facts(sheet: IncidentSheet) -> Facts:
    return {"level": sheet.incident.level, "state": sheet.incident.state}


NEW_INCIDENT = Thing(
    name="status",
    label="상태 공지",
    screen="status",
    key="none",
    find=_find_none,
    missing=IncidentNotFound,
)
INCIDENT = Thing(
    name="status",
    label="상태 공지",
    screen="status",
    find=_find,
    missing=IncidentNotFound,
    facts=_facts,
)


def _parts(wish: Say) -> list[PartName]:
    return list(dict.fromkeys(wish.parts))


def _preview_say(board: Board, wish: Say) -> Shown:
    now = datetime.now(UTC)
    title = wish.title.strip()
    told = Incident(IncidentId(0), title, _parts(wish), wish.level, wish.state, now, None, [])
    newest = max((one.id for one in board.present), default=0)
    return _shown(f"서비스 상태에 알립니다: {title}", board, told, seen=newest)


def _preview_go_on(sheet: IncidentSheet, wish: GoOn) -> Shown:
    before = sheet.incident
    told = structs.replace(before, state=wish.state, level=wish.level or before.level)
    return _shown(
        f"서비스 상태에 이어서 알립니다: {before.title}",
        sheet,
        told,
        before=before,
        seen=len(before.updates),
    )


def _shown(title: str, board: Board, told: Incident, *, before: Incident | None = None, seen: int) -> Shown:
    """`seen` differs once somebody else has said something, which changes what this one means."""
    measured, present = board.measured, board.present
    after = [told, *(one for one in present if one.id != told.id)]
    warnings = [rules.GOES if told.state == "over" else rules.STAYS, rules.CUSTOMERS_ONLY]
    alike = [] if before else rules.alike(told.parts, present)
    if alike:
        warnings.insert(0, rules.told_already(alike))
    if told.state == "over":
        warnings.append(rules.ENDS)
        if ill := rules.still_ill(measured, told.parts, after):
            warnings.append(f"해결로 알려도 페이지는 아직 이렇게 보입니다: {rules.named(ill)}")
    if hidden := rules.hidden(measured, after):
        warnings.append(f"측정된 것보다 좋게 보이게 됩니다. 측정: {rules.named(hidden)}")
    return Shown(
        title=title,
        rows=[*(rules.changed(told, before) if before else []), *rules.turned(measured, present, after)],
        warnings=warnings,
        links=[Link(f"‘{one.title}’ 공지 열기", f"/console/status/{one.id}") for one in alike],
        seen=seen,
    )


async def _hold_beginnings(conn: Connection, _target: None) -> None:
    await queries.hold_beginnings(conn)


async def _say(conn: Connection, case: Case[None, Board, Say]) -> Made:
    wish = case.wish
    title, words, parts = wish.title.strip(), wish.words.strip(), _parts(wish)
    incident = await service.begin(conn, title, words, parts=parts, level=wish.level, state=wish.state)
    facts = {"title": title, "parts": parts, "level": wish.level, "state": wish.state, "words": words}
    return Made(id=incident, facts=facts, answer={"id": incident})


async def _go_on(conn: Connection, case: Case[IncidentId, IncidentSheet, GoOn]) -> Facts:
    wish = case.wish
    words, level = wish.words.strip(), wish.level or case.sheet.incident.level
    await service.go_on(conn, case.target, words, state=wish.state, level=wish.level)
    return {"level": level, "state": wish.state, "words": words}


SAY = Change(
    name="status.say",
    label="서비스 상태에 알리기",
    done="서비스 상태에 알렸습니다.",
    of=NEW_INCIDENT,
    permission="status.say",
    wish=Say,
    lock=_hold_beginnings,
    look=_look_at_board,
    preview=_preview_say,
    asks_reason=False,
    apply=_say,
)
GO_ON = Change(
    name="status.go_on",
    label="이어서 알리기",
    done="서비스 상태에 알렸습니다.",
    of=INCIDENT,
    permission="status.say",
    wish=GoOn,
    lock=queries.lock_state,
    refuses=lambda sheet, _wish: IncidentOver.detail if sheet.incident.state == "over" else None,
    preview=_preview_go_on,
    asks_reason=False,
    apply=_go_on,
)
CHANGES = [SAY, GO_ON]
