"""The notice of a leak on the site: begun by one press, taken down by the clock after 30 days."""

import re
from datetime import UTC, datetime, timedelta

import msgspec

from ieum.shop.console.incidents import queries, rules
from ieum.shop.console.incidents.sheet import INCIDENT, lock, why_closed
from ieum.shop.console.incidents.types import IncidentId, IncidentNotice, IncidentRow, NoticeForm
from ieum.shop.desk.acting import missing
from ieum.shop.desk.changes import Case, Change, Made, Shown, seen_as
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.refusals import PermissionMissing
from ieum.shop.desk.types import Rights, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.publishing import editing
from ieum.shop.publishing.desk import queries as texts
from ieum.shop.publishing.desk.problems import in_korean
from ieum.shop.publishing.desk.refusals import TextRefused
from ieum.shop.publishing.editing import WrittenText
from ieum.shop.publishing.importing import ContentRefused
from ieum.shop.publishing.stored_texts import Key
from ieum.shop.search.paths import path_of


class NoticeSheet(msgspec.Struct, frozen=True):
    """`problems` keep the text from being published."""

    row: IncidentRow
    standing: IncidentNotice | None
    problems: list[str]


async def _find(conn: Connection, incident: IncidentId) -> NoticeSheet | None:
    row = await queries.find(conn, incident)
    return None if row is None else NoticeSheet(row, await queries.find_notice(conn, incident), [])


async def _look(conn: Connection, incident: IncidentId, wish: NoticeForm) -> NoticeSheet | None:
    sheet = await _find(conn, incident)
    if sheet is None:
        return None
    key = _key(incident)
    _, problems = await editing.read_one(conn, key, await _source(conn, key, wish, _now()))
    return msgspec.structs.replace(sheet, problems=list(map(in_korean, problems)))


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def _allows(rights: Rights, _sheet: NoticeSheet, _wish: NoticeForm) -> PermissionMissing | None:
    return None if rights.may("content.publish") else missing("content.publish")


def _why_not(sheet: NoticeSheet, _wish: NoticeForm) -> str | None:
    if sheet.row.kind == "outage":
        return "30일 공지는 개인정보 유출과 침해 사고에만 올립니다. 장애는 콘텐츠의 공지사항으로 알려 주세요."
    if sheet.standing is not None and sheet.standing.is_shown:
        return "이 사고의 공지가 이미 올라가 있습니다. 내용은 콘텐츠에서 고칠 수 있습니다."
    return why_closed(sheet.row)


def _preview(sheet: NoticeSheet, wish: NoticeForm) -> Shown:
    """Preview a notice. Raises InvalidFields, TextRefused."""
    if rules.BRACKETS in wish.body:
        refuse_wrong([Field("body", "unfinished", f"‘{rules.BRACKETS}’라고 된 곳을 채워 주세요.")])
    if sheet.problems:
        raise TextRefused(" ".join(sheet.problems))
    return Shown(
        title="홈페이지에 유출 공지를 올립니다",
        rows=[
            Row("제목", wish.title.strip()),
            Row("주소", path_of("notice", _key(sheet.row.id)[1])),
            Row("시작", "지금 바로"),
            Row("끝", f"{seoul.day(_last_day(_now()))}까지, 그 뒤 자동으로 내려갑니다"),
        ],
        warnings=[
            "누구나 볼 수 있습니다. 회원의 이름이나 연락처, 아직 알리면 안 되는 내용이 없는지 확인해 주세요.",
            "연락처를 아는 회원에게는 따로 알려야 합니다. 이 공지만으로는 회원 통지 기한이 끝나지 않습니다.",
        ],
        seen=wish.body,
    )


def _key(incident: IncidentId) -> Key:
    return "notice", f"incident-{incident}", ""


def ends_at(begun_at: datetime) -> datetime:
    """The midnight in Seoul after thirty whole days."""
    return seoul.moment_of(begun_at.astimezone(seoul.SEOUL).date() + timedelta(days=31))


def _last_day(begun_at: datetime) -> datetime:
    return ends_at(begun_at) - timedelta(minutes=1)


async def _source(conn: Connection, key: Key, form: NoticeForm, now: datetime) -> str:
    stored = await editing.find_stored(conn, key)
    period = f"공지 기간: {seoul.day(now)} ~ {seoul.day(_last_day(now))}"
    written = WrittenText(title=form.title.strip(), body=f"{form.body.strip()}\n\n{period}", pinned=True)
    before = stored.version.source if stored else None
    return editing.compose(key, written, before=before, publish_at=now)


async def _begin(conn: Connection, case: Case[IncidentId, NoticeSheet, NoticeForm]) -> Made:
    """Publish it, pinned, and have the clock take it down. Raises TextRefused."""
    await editing.hold(conn)
    now, key = await texts.this_second(conn), _key(case.target)
    await _publish(conn, key, await _source(conn, key, case.wish, now))
    await queries.put_notice(conn, case.target, key[1], begun_at=now, ends_at=ends_at(now), by=case.by)
    step = (
        f"홈페이지에 공지했습니다: {case.wish.title.strip()} ({path_of('notice', key[1])}), "
        f"{seoul.day(now)} ~ {seoul.day(_last_day(now))}"
    )
    await queries.insert_step(conn, case.target, "site_notice", step, by=case.by)
    return Made(facts={"slug": key[1], "endsAt": ends_at(now).isoformat()})


async def _publish(conn: Connection, key: Key, source: str) -> None:
    try:
        await editing.publish_one(conn, key, source)
    except ContentRefused as refused:
        raise TextRefused(" ".join(map(in_korean, refused.problems))) from refused


async def end(conn: Connection, incident: IncidentId) -> None:
    """Take down what has stood for its time; nothing where that has been done, or is too early. Raises TextRefused."""
    notice = await queries.hold_due_notice(conn, incident)
    if notice is None:
        return
    key = _key(incident)
    await editing.hold(conn)
    stored = await editing.find_stored(conn, key)
    if stored and not stored.entry.withdrawn:
        source = editing.compose(
            key,
            editing.written_in("notice", stored.version.source),
            before=stored.version.source,
            withdrawn=True,
        )
        await _publish(conn, key, source)
    await queries.end_notice(conn, incident)
    await queries.insert_step(
        conn, incident, "site_notice", "공지 기간이 끝나 홈페이지에서 내렸습니다.", by=None
    )
    by = By(role="공지 기간 끝", request_id="", address="")
    note = Note(
        action="incidents.notice",
        object_kind="incident",
        object_id=str(incident),
        after={"slug": notice, "state": "ended"},
    )
    await record.append(conn, by, [note])


def draft(body: str) -> str:
    """The words for members as a page for everybody, in Markdown: each line is a paragraph or a heading."""
    lines = [re.sub(r"^■ ", "## ", line) for line in body.splitlines() if line.strip()]
    lines[0] = lines[0].replace("회원님의 개인정보가", "회원 일부의 개인정보가", 1)
    why = "연락처를 알 수 없어 따로 알려 드리지 못한 회원이 있어 홈페이지에 공지합니다."
    return "\n\n".join([lines[0], why, *lines[1:]])


NOTICE = Change(
    name="incidents.notice",
    label="공지 올리기",
    done="홈페이지에 공지했습니다. 30일이 지나면 자동으로 내려갑니다.",
    of=seen_as(INCIDENT, _find),
    permission="incidents.manage",
    wish=NoticeForm,
    lock=lock,
    look=_look,
    allows=_allows,
    refuses=_why_not,
    preview=_preview,
    apply=_begin,
    raises=(TextRefused,),
)
