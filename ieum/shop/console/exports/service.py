"""Asks for a file, and hands it to whoever asked for it."""

from typing import Any

import msgspec

from ieum.shop.console.exports import queries, tasks
from ieum.shop.console.exports.own import archive
from ieum.shop.console.exports.refusals import (
    ExportNotFound,
    ExportNotReady,
    ExportOver,
    ListNotExported,
    TooManyExports,
)
from ieum.shop.console.exports.sources import SOURCES, Source
from ieum.shop.console.exports.types import OWN_DATA, ExportId, ExportMade, ExportRow, ExportSeen, ExportWish
from ieum.shop.desk import previews
from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.looking import refuse_person
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Facts, Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.queue import defer
from ieum.shop.members.desk import service as members

# The file has what each of these shows, unmasked.
NEEDED_FOR_OWN_DATA: tuple[Permission, ...] = (
    "exports.make",
    "exports.personal",
    "members.view",
    "members.unmask",
    "orders.view",
    "invoices.view",
    "services.view",
    "subscriptions.view",
    "inquiries.view",
    "messages.view",
)

# Of one person at a time.
MOST_AT_ONCE = 5
# A list that has grown by more than a tenth and these rows since it was asked for is told of to whoever confirms.
GROWTH = 20


class PersonalExport(msgspec.Struct):
    """Names the export that the second person confirms. It is written down when it is asked for."""

    export: ExportId


async def order(act: Act, wish: ExportWish) -> ExportMade:
    """Have a file made; one with personal data once a second person has confirmed it.

    Raises ListNotExported, PermissionMissing, InvalidFields, TooManyExports.
    """
    source = _source_of(wish.screen)
    _require_for(act, wish.screen)
    where = source.where(wish.query)
    refuse_person(act.staff, where)
    await _refuse_many(act)
    expected = await queries.count_rows(act.conn, source, where)
    export = await queries.insert(
        act.conn,
        wish.screen,
        wish.query,
        reason=wish.reason,
        expected=expected,
        state="waiting" if source.is_personal else "making",
        by=act.staff.id,
    )
    if source.is_personal:
        asked = await approvals.ask(act, EXPORT, PersonalExport(export), reason=wish.reason)
        return ExportMade(export, expected, asked.approval_id)
    await _begin(act, await get(act.conn, export))
    return ExportMade(export, expected)


async def order_own_data(act: Act, member: int, reason: str) -> ExportMade:
    """Ask a second person to let a file of everything that is kept about a member be made.

    Raises PermissionMissing, MemberNotFound, TooManyExports.
    """
    _require_for(act, OWN_DATA)
    facts = await members.get_facts(act.conn, member)
    await _refuse_many(act)
    expected = await archive.count_rows(act.conn, facts.id)
    export = await queries.insert(
        act.conn,
        OWN_DATA,
        f"member={facts.id}",
        reason=reason,
        expected=expected,
        state="waiting",
        by=act.staff.id,
    )
    asked = await approvals.ask(act, EXPORT, PersonalExport(export), reason=reason)
    return ExportMade(export, expected, asked.approval_id)


async def begin_download(act: Act, export: ExportId) -> ExportRow:
    """Write down that whoever asked for the file takes it. Raises ExportNotFound, ExportNotReady, ExportOver."""
    found = await get(act.conn, export, holds=True)
    if found.asked_by != act.staff.id:
        raise ExportNotFound
    _require_for(act, found.screen)
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
        label=_label_of(row.screen),
        query=row.query,
        reason=row.reason,
        state=row.state,
        expected=row.expected,
        rows=row.rows,
        bytes=row.bytes,
        file_name=row.file_name,
        asked_at=row.asked_at,
        made_at=row.made_at,
        expires_at=row.expires_at,
        downloads=row.downloads,
    )


def _source_of(screen: str) -> Source[Any] | AnyList:
    source = SOURCES.get(screen)
    if source is None:
        raise ListNotExported
    return source


def _label_of(screen: str) -> str:
    if screen == OWN_DATA:
        return "회원 본인의 정보"
    return SOURCES[screen].label if screen in SOURCES else screen


async def _refuse_many(act: Act) -> None:
    """Refuse another export if too many are being made. Raises TooManyExports."""
    if await queries.count_making(act.conn, act.staff.id) >= MOST_AT_ONCE:
        raise TooManyExports


def _require_for(act: Act, screen: str) -> None:
    """Raise PermissionMissing if somebody may not see what is in the file, or not take personal data away."""
    if screen == OWN_DATA:
        for permission in NEEDED_FOR_OWN_DATA:
            require(act.staff, permission)
        return
    source = _source_of(screen)
    require(act.staff, source.permission)
    if source.is_personal:
        require(act.staff, "exports.personal")


async def _begin(act: Act, export: ExportRow) -> None:
    await defer(act.conn, tasks.MAKE)
    if export.member is not None:
        act.note("exports.member", "member", export.member, after={"export": export.id}, reason=export.reason)
        return
    act.note(
        "exports.make",
        "export",
        export.id,
        after={"screen": export.screen, "query": export.query, "expected": export.expected},
        reason=export.reason,
    )


def rounded(count: int) -> int:
    """To two figures: a list that grows by a row would be another preview with each look."""
    return round(count, 2 - len(str(count)))


async def _preview(conn: Connection, wish: PersonalExport) -> Preview:
    """Preview the export as it was asked for: both people see the same, however long the second one takes."""
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
    if found.member is not None:
        rows[:2] = [Row("회원", f"{found.member}"), Row("내용", "보관하는 정보 전부 (키와 비밀번호 제외)")]
        title = f"회원 {found.member}의 정보를 파일로 만듭니다"
        warnings = [*warnings, "본인이나 대리인의 요청인지 확인한 뒤 본인에게만 전달해 주세요."]
    else:
        title = f"{shown.label} 목록을 파일로 내보냅니다"
        source = _source_of(found.screen)
        where = source.where(found.query)
        # Who asked for it had the right to see such a set.
        where.is_counted = True
        now = await queries.count_rows(conn, source, where)
        if now > found.expected * 1.1 + GROWTH:
            warnings.append(
                f"요청한 뒤로 조건에 맞는 줄이 늘어, 지금 만들면 약 {rounded(now):,}건이 들어갑니다."
            )
    return previews.preview(title, rows, warnings=warnings, count=found.expected, seen=found.id)


async def _carry_out(act: Act, wish: PersonalExport, world: World) -> Facts:
    del world
    found = await get(act.conn, wish.export, holds=True)
    await queries.set_state(act.conn, found.id, "making")
    await _begin(act, found)
    return {"exportId": found.id}


async def _drop(conn: Connection, wish: PersonalExport) -> None:
    await queries.set_state(conn, wish.export, "failed")


EXPORT = written_out(
    name="exports.personal",
    label="개인정보가 있는 목록 내보내기",
    permission="exports.personal",
    params=PersonalExport,
    preview=_preview,
    carry_out=_carry_out,
    drop=_drop,
)
