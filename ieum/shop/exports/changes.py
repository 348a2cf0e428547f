"""Exports as changes: of a list, of one with personal data, and of everything about one member."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ieum.shop.desk.acting import missing
from ieum.shop.desk.changes import AnyChange, Case, Change, Freeze, Made, Nothing, Shown, Thing
from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.looking import PersonSetNeedsRight
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Facts, Rights, Row, StaffId
from ieum.shop.exports import queries, tasks
from ieum.shop.exports.refusals import ListNotExported, TooManyExports
from ieum.shop.exports.saying import said_of
from ieum.shop.exports.types import (
    FORMS,
    OWN_DATA,
    ExportId,
    ExportRow,
    ExportWish,
    screen_of,
)
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import NotFound, ShopError
from ieum.shop.kernel.queue import defer
from ieum.shop.member_archive import archive
from ieum.shop.members.desk import queries as members
from ieum.shop.members.desk.refusals import MemberNotFound
from ieum.shop.members.desk.types import MemberFacts
from ieum.shop.members.types import MemberId

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
# A workbook of more rows opens slowly, if at all.
MOST_IN_WORKBOOK = 200_000

UNMASKED = "가리지 않은 개인정보가 파일에 들어갑니다."
TWO = "개인정보를 가리지 않고 담으므로 두 번째 사람이 확인한 뒤에 만듭니다."
_KEPT = Row("보관", "하루 뒤 삭제, 요청한 사람만 받기")


class ListSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A list whose file is asked for. `said` are its filters in words, `now` its rows at this moment.

    `export` is the request that waits for a second person. `is_of_person`: the filters find somebody by personal data.
    """

    listed: AnyList
    said: Sequence[str]
    now: int
    is_of_person: bool
    export: ExportRow | None = None


class MemberSheet(msgspec.Struct, frozen=True, kw_only=True):
    """A member whose data is asked for, and how many rows it has."""

    facts: MemberFacts
    expected: int
    export: ExportRow | None = None


def list_of(lists: Mapping[str, AnyList], name: str) -> AnyList:
    """Find a list of which files are made. Raises ListNotExported."""
    listed = lists.get(name)
    if listed is None or listed.is_kept_here:
        raise ListNotExported
    return listed


def needed_for(lists: Mapping[str, AnyList], name: str) -> tuple[Permission, ...]:
    """Return the rights to a file. Raises ListNotExported."""
    if name == OWN_DATA:
        return NEEDED_FOR_OWN_DATA
    listed = list_of(lists, name)
    own: tuple[Permission, ...] = () if listed.permission == "own" else (listed.permission,)
    return ("exports.make", *own, *(("exports.personal",) if listed.is_personal else ()))


def changes_of(lists: Mapping[str, AnyList]) -> list[AnyChange]:
    """Declare the exports of these lists, and of a member's own data."""

    async def find(conn: Connection, name: str, query: str, export: ExportRow | None = None) -> ListSheet:
        listed = list_of(lists, name)
        where = listed.where(query)
        is_of_person = where.person is not None
        # `allows` lets only those pass who may search for people without being counted.
        where.is_counted = True
        return ListSheet(
            listed=listed,
            said=await said_of(conn, listed, query),
            now=await queries.count_rows(conn, listed, where),
            is_of_person=is_of_person,
            export=export,
        )

    async def look(conn: Connection, _target: None, wish: ExportWish) -> ListSheet:
        return await find(conn, wish.screen, wish.query)

    async def look_frozen(conn: Connection, stored: Facts) -> ListSheet | None:
        export = await _waiting(conn, stored)
        return export and await find(conn, export.listed, export.query, export)

    def allows(person: Rights, sheet: ListSheet, wish: ExportWish) -> ShopError | None:
        lacking = _lacking(person, needed_for(lists, wish.screen))
        if lacking is not None:
            return missing(lacking)
        is_seen = not sheet.is_of_person or person.may("members.unmask")
        return None if is_seen else PersonSetNeedsRight()

    of = Thing[None, ListSheet](
        name="export",
        label="목록",
        screen="exports",
        key="none",
        find=_nothing,
        missing=NotFound,
    )
    return [
        Change(
            name="exports.make",
            label="목록 내보내기",
            done="내보내기를 시작했습니다. 준비되면 ‘내보낸 파일’에서 받을 수 있습니다.",
            of=of,
            permission="exports.make",
            wish=ExportWish,
            look=look,
            allows=allows,
            refuses=_why_not_alone,
            preview=_preview_list,
            apply=_make,
            raises=(ListNotExported, PersonSetNeedsRight, TooManyExports),
        ),
        Change(
            name="exports.personal",
            label="개인정보가 있는 목록 내보내기",
            done="내보내기를 시작했습니다. 준비되면 ‘내보낸 파일’에서 받을 수 있습니다.",
            of=of,
            permission="exports.personal",
            wish=ExportWish,
            look=look,
            allows=allows,
            refuses=_why_not_personal,
            preview=_preview_list,
            takes_two=lambda _sheet, _wish: TWO,
            freeze=Freeze(store=_store_list, lock=_lock, look=look_frozen, drop=_drop),
            apply=_begin,
            raises=(ListNotExported, PersonSetNeedsRight, TooManyExports),
        ),
        MEMBER_DATA,
    ]


def _why_not(sheet: ListSheet, wish: ExportWish) -> str | None:
    if wish.form == "xlsx" and sheet.export is None and sheet.now > MOST_IN_WORKBOOK:
        return f"엑셀 파일은 {MOST_IN_WORKBOOK:,}건까지입니다. CSV로 내보내거나 조건을 좁혀 주세요."
    return None


def _why_not_alone(sheet: ListSheet, wish: ExportWish) -> str | None:
    return TWO if sheet.listed.is_personal else _why_not(sheet, wish)


def _why_not_personal(sheet: ListSheet, wish: ExportWish) -> str | None:
    return _why_not(sheet, wish) if sheet.listed.is_personal else "이 목록에는 개인정보가 없습니다."


def _preview_list(sheet: ListSheet, wish: ExportWish) -> Shown:
    """Say what is in the file. A second person sees the request as it was asked for, however long they take."""
    export, listed = sheet.export, sheet.listed
    rows = [
        Row("목록", listed.label),
        Row("조건", ", ".join(sheet.said) or "없음 (전체)"),
        Row("담는 것", ", ".join(column.label for column in listed.file_columns)),
        Row("파일 형식", FORMS[wish.form]),
        _KEPT,
    ]
    warnings = [UNMASKED] if listed.is_personal else []
    count = Row("줄 수", f"{sheet.now:,}건 (지금)")
    if export is not None:
        count = Row("줄 수", f"{export.expected:,}건 (요청할 때)")
        if sheet.now > export.expected * 1.1 + GROWTH:
            warnings.append(
                f"요청한 뒤로 조건에 맞는 줄이 늘어, 지금 만들면 약 {rounded(sheet.now):,}건이 들어갑니다."
            )
    return Shown(
        title=f"{listed.label} 목록을 파일로 내보냅니다",
        rows=rows,
        # A list that goes on is another one with each look. How many people have a name or a number is a search, which
        # no preview counts.
        passing=[] if sheet.is_of_person and export is None else [count],
        warnings=warnings,
        count=export.expected if export else None,
        seen=export and export.id,
    )


def rounded(count: int) -> int:
    """To two figures: a list that grows by a row would be another preview with each look."""
    return round(count, 2 - len(str(count)))


async def _make(conn: Connection, case: Case[None, ListSheet, ExportWish]) -> Made:
    """Have the file made. Raises TooManyExports."""
    export = await _insert_list(conn, case, state="making")
    await defer(conn, tasks.MAKE)
    return _made(export, case, expected=case.sheet.now)


async def _store_list(conn: Connection, case: Case[None, ListSheet, ExportWish]) -> Facts:
    """Write down what waits for a second person. Raises TooManyExports."""
    return {"export": await _insert_list(conn, case, state="waiting")}


async def _begin(conn: Connection, case: Case[None, ListSheet, ExportWish]) -> Made:
    """Have the file made that a second person has confirmed."""
    export = ExportId(case.stored["export"])
    await queries.set_state(conn, export, "making")
    await defer(conn, tasks.MAKE)
    return _made(export, case, expected=case.sheet.export.expected if case.sheet.export else case.sheet.now)


def _made(export: ExportId, case: Case[None, ListSheet, ExportWish], *, expected: int) -> Made:
    wish = case.wish
    return Made(
        id=export,
        facts={"screen": wish.screen, "query": wish.query, "form": wish.form, "expected": expected},
        answer={"exportId": export, "expected": expected},
    )


async def _insert_list(conn: Connection, case: Case[None, ListSheet, ExportWish], *, state: str) -> ExportId:
    await _refuse_many(conn, case.by)
    return await queries.insert(
        conn,
        screen_of(case.wish),
        case.wish.query,
        reason=case.reason,
        expected=case.sheet.now,
        state=state,
        by=case.by,
    )


async def _refuse_many(conn: Connection, staff: StaffId) -> None:
    """Refuse another export if too many are being made. Raises TooManyExports."""
    await queries.hold_presses(conn, staff)
    if await queries.count_making(conn, staff) >= MOST_AT_ONCE:
        raise TooManyExports


def _lacking(person: Rights, needed: Sequence[Permission]) -> Permission | None:
    return next((one for one in needed if not person.may(one)), None)


async def _nothing(_conn: Connection, _target: None) -> Any:
    return None


async def _waiting(conn: Connection, stored: Facts) -> ExportRow | None:
    found = await queries.find(conn, ExportId(stored["export"]))
    return found if found is not None and found.state == "waiting" else None


async def _lock(conn: Connection, stored: Facts) -> None:
    await queries.find(conn, ExportId(stored["export"]), holds=True)


async def _drop(conn: Connection, stored: Facts) -> None:
    await queries.set_state(conn, ExportId(stored["export"]), "failed")


async def _find_member(conn: Connection, member: MemberId) -> MemberSheet | None:
    facts = await members.find_facts(conn, member)
    if facts is None:
        return None
    return MemberSheet(facts=facts, expected=await archive.count_rows(conn, facts.id))


async def _look_at_frozen_member(conn: Connection, stored: Facts) -> MemberSheet | None:
    export = await _waiting(conn, stored)
    if export is None or export.member is None:
        return None
    facts = await members.find_facts(conn, export.member)
    return facts and MemberSheet(facts=facts, expected=export.expected, export=export)


async def _store_member(conn: Connection, case: Case[MemberId, MemberSheet, Nothing]) -> Facts:
    """Write down what waits for a second person. Raises TooManyExports."""
    await _refuse_many(conn, case.by)
    export = await queries.insert(
        conn,
        OWN_DATA,
        f"member={case.target}",
        reason=case.reason,
        expected=case.sheet.expected,
        state="waiting",
        by=case.by,
    )
    return {"export": export}


async def _begin_member(conn: Connection, case: Case[MemberId, MemberSheet, Nothing]) -> Made:
    export = ExportId(case.stored["export"])
    await queries.set_state(conn, export, "making")
    await defer(conn, tasks.MAKE)
    return Made(facts={"export": export}, answer={"exportId": export})


def _allows_member(person: Rights, _sheet: MemberSheet, _wish: Nothing) -> ShopError | None:
    lacking = _lacking(person, NEEDED_FOR_OWN_DATA)
    return None if lacking is None else missing(lacking)


def _preview_member(sheet: MemberSheet, _wish: Nothing) -> Shown:
    return Shown(
        title=f"회원 {sheet.facts.id}의 정보를 파일로 만듭니다",
        rows=[
            Row("회원", f"{sheet.facts.id}"),
            Row("내용", "보관하는 정보 전부 (키와 비밀번호 제외)"),
            Row("파일 형식", "ZIP (CSV 여러 개)"),
            _KEPT,
        ],
        passing=[Row("줄 수", f"{sheet.expected:,}건 ({'요청할 때' if sheet.export else '지금'})")],
        warnings=[UNMASKED, "본인이나 대리인의 요청인지 확인한 뒤 본인에게만 전달해 주세요."],
        count=sheet.export.expected if sheet.export else None,
        seen=sheet.export and sheet.export.id,
    )


MEMBER_DATA = Change(
    name="exports.member",
    label="본인 정보 파일 만들기",
    done="파일을 만들기 시작했습니다. 준비되면 ‘내보낸 파일’에서 받을 수 있습니다.",
    of=Thing[MemberId, MemberSheet](
        name="member",
        label="회원",
        screen="exports",
        unit="명",
        find=_find_member,
        missing=MemberNotFound,
    ),
    permission="exports.personal",
    wish=Nothing,
    allows=_allows_member,
    preview=_preview_member,
    takes_two=lambda _sheet, _wish: TWO,
    freeze=Freeze(store=_store_member, lock=_lock, look=_look_at_frozen_member, drop=_drop),
    apply=_begin_member,
    raises=(TooManyExports,),
)
