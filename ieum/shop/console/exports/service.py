"""Asks for a file, and hands it to whoever asked for it."""

from typing import Any

import msgspec

from ieum.shop.console import previews
from ieum.shop.console.access import Act, require
from ieum.shop.console.approvals import service as approvals
from ieum.shop.console.approvals.types import Action, World
from ieum.shop.console.exports import queries, tasks
from ieum.shop.console.exports.refusals import (
    ExportNotFound,
    ExportNotReady,
    ExportOver,
    ListNotExported,
    TooManyExports,
)
from ieum.shop.console.exports.sources import SOURCES, Source
from ieum.shop.console.exports.types import ExportId, ExportMade, ExportRow, ExportSeen, ExportWish
from ieum.shop.console.types import Facts, Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer

# Of one person at a time.
MOST_AT_ONCE = 5


class PersonalExport(msgspec.Struct):
    """Which one the second person confirms: it is written down when it is asked for."""

    export: ExportId


async def order(act: Act, wish: ExportWish) -> ExportMade:
    """Have a file made; one with personal data once a second person has confirmed it.

    Raises ListNotExported, PermissionMissing, InvalidFields, TooManyExports.
    """
    source = _source_of(wish.screen)
    _require(act, source)
    where = source.where(wish.query)
    if await queries.count_making(act.conn, act.staff.id) >= MOST_AT_ONCE:
        raise TooManyExports
    export = await queries.insert(
        act.conn,
        wish.screen,
        wish.query,
        reason=wish.reason,
        expected=await queries.count_rows(act.conn, source, where),
        state="waiting" if source.is_personal else "making",
        by=act.staff.id,
    )
    if source.is_personal:
        asked = await approvals.ask(act, EXPORT, PersonalExport(export), reason=wish.reason)
        return ExportMade(export, asked.approval_id)
    await _begin(act, await get(act.conn, export))
    return ExportMade(export)


async def begin_download(act: Act, export: ExportId) -> ExportRow:
    """Write down that whoever asked for the file takes it. Raises ExportNotFound, ExportNotReady, ExportOver."""
    found = await get(act.conn, export, holds=True)
    if found.asked_by != act.staff.id:
        raise ExportNotFound
    _require(act, _source_of(found.screen))
    if found.state == "over":
        raise ExportOver
    if found.state != "ready":
        raise ExportNotReady
    await queries.count_download(act.conn, export)
    act.note(
        "exports.download",
        "export",
        export,
        after={"screen": found.screen, "query": found.query, "rows": found.rows},
        reason=found.reason,
    )
    return found


async def get(conn: Connection, export: ExportId, *, holds: bool = False) -> ExportRow:
    found = await queries.find(conn, export, holds=holds)
    if found is None:
        raise ExportNotFound
    return found


def seen(row: ExportRow) -> ExportSeen:
    return ExportSeen(
        id=row.id,
        screen=row.screen,
        label=SOURCES[row.screen].label if row.screen in SOURCES else row.screen,
        query=row.query,
        reason=row.reason,
        state=row.state,
        expected=row.expected,
        rows=row.rows,
        bytes=row.bytes,
        asked_at=row.asked_at,
        expires_at=row.expires_at,
        downloads=row.downloads,
    )


def _source_of(screen: str) -> Source[Any]:
    source = SOURCES.get(screen)
    if source is None:
        raise ListNotExported
    return source


def _require(act: Act, source: Source[Any]) -> None:
    """Raises PermissionMissing where somebody may not see the list, or not take its personal data away."""
    require(act.staff, source.permission)
    if source.is_personal:
        require(act.staff, "exports.personal")


async def _begin(act: Act, export: ExportRow) -> None:
    await defer(act.conn, tasks.MAKE)
    act.note(
        "exports.make",
        "export",
        export.id,
        after={"screen": export.screen, "query": export.query, "expected": export.expected},
        reason=export.reason,
    )


async def _preview(conn: Connection, wish: PersonalExport) -> Preview:
    """What was asked for, so that it is the same for both, however long the second one takes."""
    found = await get(conn, wish.export)
    if found.state != "waiting":
        raise ExportNotReady
    shown = seen(found)
    rows = [
        Row("목록", shown.label),
        Row("조건", found.query or "없음 (전체)"),
        Row("줄 수", f"{found.expected:,}건 (요청할 때)"),
        Row("보관", "하루 뒤 삭제, 요청한 사람만 받기"),
    ]
    warnings = ["가리지 않은 개인정보가 파일에 들어갑니다."]
    title = f"{shown.label} 목록을 파일로 내보냅니다"
    return previews.preview(title, rows, warnings=warnings, count=found.expected, seen=found.id)


async def _carry_out(act: Act, wish: PersonalExport, world: World) -> Facts:
    del world
    found = await get(act.conn, wish.export, holds=True)
    await queries.set_state(act.conn, found.id, "making")
    await _begin(act, found)
    return {"exportId": found.id}


async def _drop(conn: Connection, wish: PersonalExport) -> None:
    await queries.set_state(conn, wish.export, "failed")


EXPORT = Action(
    name="exports.personal",
    label="개인정보가 있는 목록 내보내기",
    permission="exports.personal",
    params=PersonalExport,
    preview=_preview,
    carry_out=_carry_out,
    drop=_drop,
)
