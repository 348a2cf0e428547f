"""Changes of notices to many members: one that is sent, and one that is stopped."""

from ieum.shop.broadcasts import queries, rules, service
from ieum.shop.broadcasts.refusals import BroadcastNotFound, BroadcastRepeated, NobodyToWriteTo
from ieum.shop.broadcasts.service import OVER, BroadcastSheet
from ieum.shop.broadcasts.types import Broadcast, BroadcastForm, BroadcastId
from ieum.shop.desk.changes import Case, Change, Freeze, Made, Nothing, Shown, Stays, Thing, to_make
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.messaging import service as messaging

# References that are withdrawn by one statement.
BATCH = 500
BROADCAST = Thing[BroadcastId, Broadcast](
    name="broadcast",
    label="여러 회원에게 보내기",
    screen="broadcasts",
    find=queries.find,
    missing=BroadcastNotFound,
    facts=lambda broadcast: {"state": broadcast.state},
)


def preview_send(sheet: BroadcastSheet, _form: BroadcastForm) -> Shown:
    """Say what would be sent to how many, and what it costs."""
    rows = [Row("받는 회원", f"{sheet.recipients:,}명")]
    if sheet.excluded:
        rows.append(Row("제외", f"광고 수신에 동의하지 않은 {sheet.excluded:,}명"))
    rows.append(Row("조건", sheet.audience))
    text, amount = sheet.text, None if sheet.won is None else round(sheet.won * sheet.recipients)
    warnings = list[str]()
    if text.kind != "mail":
        rows.append(Row("문자 종류", f"{text.kind.upper()} · {text.bytes}바이트"))
        rows.append(Row("예상 비용", "단가를 적지 않았습니다" if amount is None else f"약 {amount:,}원"))
        warnings.append("문자는 낮(오전 8시부터 오후 9시)에만 나갑니다.")
    rows += [Row("제목", text.subject)] if text.subject else []
    rows.append(Row("내용", text.body))
    if sheet.lately:
        at, subject = seoul.minute(sheet.lately.made_at), sheet.lately.subject
        warnings.append(f"같은 조건의 회원에게 {at}에 보낸 안내가 있습니다: {subject or '문자'}")
    return Shown(
        title=f"회원 {sheet.recipients:,}명에게 보냅니다",
        rows=rows,
        warnings=warnings,
        count=sheet.recipients,
        amount=amount,
        # Once this one is written down, the same press again would send it twice.
        seen=sheet.newest,
    )


def why_two(sheet: BroadcastSheet, _form: BroadcastForm) -> str | None:
    if sheet.recipients <= rules.ALONE_UP_TO:
        return None
    return f"{rules.ALONE_UP_TO}명보다 많아 두 번째 사람이 확인한 뒤에 나갑니다."


async def _look(conn: Connection, _target: None, form: BroadcastForm) -> BroadcastSheet:
    return await service.look(conn, form)


async def _hold_presses(conn: Connection, _form: BroadcastForm) -> None:
    await queries.hold_presses(conn)


async def _store(conn: Connection, case: Case[None, BroadcastSheet, BroadcastForm]) -> Facts:
    broadcast = await service.store(conn, case.sheet, case.wish, by=case.by)
    return {"broadcast": broadcast, "incident": case.sheet.incident}


async def _lock_stored(conn: Connection, stored: Facts) -> None:
    await queries.find(conn, stored["broadcast"], holds=True)


async def _look_stored(conn: Connection, stored: Facts) -> BroadcastSheet | None:
    return await service.look_stored(conn, stored["broadcast"])


async def _drop(conn: Connection, stored: Facts) -> None:
    await service.drop(conn, stored["broadcast"])


async def _send(conn: Connection, case: Case[None, BroadcastSheet, BroadcastForm]) -> Made:
    broadcast = case.stored["broadcast"]
    facts = await service.begin(conn, broadcast)
    return Made(id=broadcast, facts=facts, answer={"broadcastId": broadcast})


async def _lock(conn: Connection, broadcast: BroadcastId) -> None:
    await queries.find(conn, broadcast, holds=True)


def _preview_stop(broadcast: Broadcast, _wish: Nothing) -> Shown:
    return Shown(
        title="보내기를 멈춥니다",
        rows=[Row("받는 회원", f"{broadcast.recipients:,}명"), Row("아직 나가지 않은 메시지", "보내지 않음")],
        warnings=["이미 나간 메시지는 되돌릴 수 없습니다."],
    )


async def _stop(conn: Connection, case: Case[BroadcastId, Broadcast, Nothing]) -> Facts:
    """Write to nobody else, and withdraw what has not been sent. Raises Stays."""
    withdrawn, beyond = 0, 0
    while members := await queries.list_written(conn, case.target, beyond=beyond, limit=BATCH):
        references = [rules.reference(case.target, member) for member in members]
        withdrawn += await messaging.withdraw_all(conn, case.sheet.channel, references)
        beyond = members[-1]
    if case.sheet.state == "done" and withdrawn == 0:
        raise Stays(OVER)
    await queries.set_state(conn, case.target, "stopped")
    return {"withdrawn": withdrawn}


SEND = Change(
    name="messages.broadcast",
    label="여러 회원에게 보내기",
    done="보내기를 시작했습니다.",
    of=to_make(BROADCAST, BroadcastSheet),
    permission="messages.broadcast",
    wish=BroadcastForm,
    lock_wish=_hold_presses,
    look=_look,
    preview=preview_send,
    takes_two=why_two,
    freeze=Freeze(
        store=_store,
        lock=_lock_stored,
        look=_look_stored,
        drop=_drop,
        cannot_wait=lambda stored: stored["incident"] is not None,
    ),
    apply=_send,
    raises=(NobodyToWriteTo, BroadcastRepeated),
)
STOP = Change(
    name="messages.stop",
    label="멈추기",
    done="보내기를 멈췄습니다.",
    of=BROADCAST,
    permission="messages.broadcast",
    wish=Nothing,
    lock=_lock,
    refuses=lambda broadcast, _wish: OVER if broadcast.state == "stopped" else None,
    preview=_preview_stop,
    apply=_stop,
)
CHANGES = [SEND, STOP]
