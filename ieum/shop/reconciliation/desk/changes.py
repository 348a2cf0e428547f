"""An alarm that staff have dealt with."""

from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Stays
from ieum.shop.desk.types import Row
from ieum.shop.kernel import alarms, seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.reconciliation.desk import words
from ieum.shop.reconciliation.desk.sheet import ALARM
from ieum.shop.reconciliation.desk.types import AlarmLine

_OVER = "다른 사람이 먼저 처리했거나 저절로 해결된 알람입니다. 목록을 새로 고쳐 주세요."


def _preview(line: AlarmLine, _wish: Nothing) -> Shown:
    return Shown(
        title="알람 처리 완료",
        rows=[
            Row("알람", line.title),
            Row("참조", line.about or "–"),
            Row("내용", line.detail),
            Row("생긴 때", seoul.minute(line.raised_at)),
            Row("상태", words.STATES["cleared"], before=words.STATES["open"]),
        ],
        warnings=[f"돈이나 서비스는 바뀌지 않습니다. {words.after_settling(line.kind, line.reference)}"],
        seen=line.id,
    )


async def _settle(conn: Connection, case: Case[int, AlarmLine, Nothing]) -> Made:
    """Clear it under the name of who presses. Of two at once, one settles it; a cause that remains raises it again."""
    if not await alarms.clear(conn, case.target, by=case.by_name):
        raise Stays(_OVER)
    return Made(before={"kind": case.sheet.kind, "reference": case.sheet.reference})


SETTLE = Change(
    name="reconciliation.settle",
    label="처리 완료로 표시",
    done="처리 완료로 표시했습니다.",
    of=ALARM,
    permission="reconciliation.settle",
    wish=Nothing,
    refuses=lambda line, _wish: None if line.cleared_at is None else _OVER,
    preview=_preview,
    apply=_settle,
)
CHANGES = [SETTLE]
