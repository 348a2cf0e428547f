"""Changes of incidents: a new one, and what was found or done."""

from datetime import UTC, datetime, timedelta

import msgspec

from ieum.shop.broadcasts.audience import audience_in_words
from ieum.shop.broadcasts.words import INCIDENTS
from ieum.shop.console.incidents import queries, rules
from ieum.shop.console.incidents.notices import NOTICE
from ieum.shop.console.incidents.sheet import INCIDENT, lock, why_closed
from ieum.shop.console.incidents.types import IncidentForm, IncidentId, IncidentRow, StepForm
from ieum.shop.desk.changes import Case, Change, Made, Shown, to_make
from ieum.shop.desk.types import Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong


class NewIncident(msgspec.Struct, frozen=True):
    """Members who would be affected now. `newest` is the number of the newest incident."""

    audience: str
    affected: int
    newest: int


async def _hold(conn: Connection, _target: None) -> None:
    await queries.hold_beginnings(conn)


async def _look(conn: Connection, _target: None, wish: IncidentForm) -> NewIncident:
    """Look up who would be affected. Raises InvalidFields."""
    if wish.noticed_at > datetime.now(UTC) + timedelta(minutes=1):
        refuse_wrong([Field("noticedAt", "future", "알게 된 때는 지금까지로 적어 주세요.")])
    return NewIncident(
        await audience_in_words(conn, wish.audience),
        await queries.count_affected(conn, wish),
        await queries.newest(conn),
    )


def _preview(sheet: NewIncident, wish: IncidentForm) -> Shown:
    due = rules.due_at(rules.clocks(wish.kind, wish.noticed_at, []))
    return Shown(
        title=f"사고를 기록합니다: {wish.title.strip()}",
        rows=[
            Row("종류", INCIDENTS[wish.kind]),
            Row("상태", "확인됨" if wish.is_confirmed or wish.kind == "outage" else "가능성 있음"),
            Row("영향을 받은 회원", f"{sheet.audience}, {sheet.affected:,}명"),
            Row("알게 된 때", seoul.minute(wish.noticed_at)),
            *([] if due is None else [Row("첫 기한", seoul.minute(due))]),
        ],
        warnings=["영향을 받은 회원은 지금 기준으로 정해지고 나중에 바뀌지 않습니다."],
        count=sheet.affected,
        # The newest, too: once this one is there, the same press again would record it twice.
        seen=[wish.what, sheet.newest],
    )


async def _begin(conn: Connection, case: Case[None, NewIncident, IncidentForm]) -> Made:
    incident, affected = await queries.insert(conn, case.wish, audience=case.sheet.audience, by=case.by)
    facts = {"kind": case.wish.kind, "title": case.wish.title.strip(), "affected": affected}
    return Made(id=incident, facts=facts, answer={"id": incident})


async def _write_step(conn: Connection, case: Case[IncidentId, IncidentRow, StepForm]) -> Made:
    """Append the step; none is ever rewritten."""
    kind = case.wish.kind
    await queries.insert_step(conn, case.target, kind, case.wish.body.strip(), by=case.by)
    if kind == "confirmed":
        await queries.confirm(conn, case.target)
    elif kind == "closed":
        await queries.close(conn, case.target)
    return Made(facts={"step": kind})


BEGIN = Change(
    name="incidents.begin",
    label="사고 기록",
    done="사고를 기록했습니다.",
    of=to_make(INCIDENT, NewIncident),
    permission="incidents.manage",
    wish=IncidentForm,
    lock=_hold,
    look=_look,
    preview=_preview,
    apply=_begin,
)
WRITE_STEP = Change(
    name="incidents.step",
    label="한 일 적기",
    done="한 일을 적었습니다.",
    of=INCIDENT,
    permission="incidents.manage",
    wish=StepForm,
    lock=lock,
    refuses=lambda row, _wish: why_closed(row),
    apply=_write_step,
)
CHANGES = [BEGIN, WRITE_STEP, NOTICE]
