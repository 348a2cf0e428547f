"""Writes a notice to many members: what it says, and whom it reaches."""

import msgspec

from ieum.shop.console.messages import broadcast_queries as queries
from ieum.shop.console.messages import queries as outbox
from ieum.shop.console.messages import rules, tasks
from ieum.shop.console.messages.broadcast_types import (
    Broadcast,
    BroadcastForm,
    BroadcastId,
    BroadcastMade,
    BroadcastOrder,
)
from ieum.shop.console.messages.refusals import (
    BroadcastNotFound,
    BroadcastOver,
    BroadcastRepeated,
    NobodyToWriteTo,
)
from ieum.shop.console.messages.words import audience_in_words
from ieum.shop.desk import previews
from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.types import Facts, Preview, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.queue import defer
from ieum.shop.site import queries as site

# More recipients than these take a second person.
ALONE_UP_TO = 100


class Sending(msgspec.Struct):
    """Names the broadcast that the second person confirms. It is stored, with its recipients, when it is asked for.

    `incident` is set if it tells those whom a leak or an intrusion affected, which the law wants within 72 hours.
    """

    broadcast: BroadcastId
    incident: int | None = None


async def preview(conn: Connection, form: BroadcastForm) -> Preview:
    """Say what would be sent to how many, and what it costs.

    Raises InvalidFields, NobodyToWriteTo, and BroadcastRepeated for what was sent within the hour.
    """
    text = await _text_of(conn, form)
    audience = await audience_in_words(conn, form.audience)
    reached = await queries.count_reached(conn, form)
    if reached.recipients == 0:
        raise NobodyToWriteTo
    rows = [Row("받는 회원", f"{reached.recipients:,}명")]
    if reached.members > reached.recipients:
        rows.append(Row("제외", f"광고 수신에 동의하지 않은 {reached.members - reached.recipients:,}명"))
    rows.append(Row("조건", audience))
    costs = rules.cost(text, await outbox.get_prices(conn))
    lately = await queries.find_lately(
        conn, form.channel, subject=text.subject, body=text.body, audience=audience
    )
    if lately and lately.is_same:
        raise BroadcastRepeated
    # Once this one is written down, the same press again would send it twice.
    return _shown(
        text, rows, count=reached.recipients, costs=costs, lately=lately, seen=await queries.newest(conn)
    )


def _shown(
    text: rules.Written,
    rows: list[Row],
    *,
    count: int,
    costs: float | None,
    lately: queries.Lately | None = None,
    seen: int = 0,
) -> Preview:
    if text.kind != "mail":
        rows.append(Row("문자 종류", f"{text.kind.upper()} · {text.bytes}바이트"))
        price = "단가를 적지 않았습니다" if costs is None else f"약 {round(costs * count):,}원"
        rows.append(Row("예상 비용", price))
    rows += [Row("제목", text.subject)] if text.subject else []
    rows.append(Row("내용", text.body))
    warnings = ["문자는 낮(오전 8시부터 오후 9시)에만 나갑니다."] if text.kind != "mail" else []
    if lately:
        warnings.append(
            f"같은 조건의 회원에게 {seoul.minute(lately.made_at)}에 보낸 안내가 있습니다: {lately.subject or '문자'}"
        )
    if count > ALONE_UP_TO:
        warnings.append(f"{ALONE_UP_TO}명보다 많아 두 번째 사람이 확인한 뒤에 나갑니다.")
    amount = None if costs is None else round(costs * count)
    return previews.preview(
        f"회원 {count:,}명에게 보냅니다", rows, warnings=warnings, count=count, amount=amount, seen=seen
    )


async def order(act: Act, data: BroadcastOrder) -> BroadcastMade:
    """Freeze who gets it, and send it, or ask a second person. Raises PreviewChanged besides what `preview` does."""
    broadcast, waits = await freeze(act, data)
    if waits:
        wish = Sending(broadcast, await _incident_with_clock(act.conn, data))
        asked = await approvals.ask(act, SEND, wish, reason=data.reason)
        return BroadcastMade(broadcast, asked.approval_id)
    await begin(act, broadcast, reason=data.reason)
    return BroadcastMade(broadcast)


async def _incident_with_clock(conn: Connection, data: BroadcastOrder) -> int | None:
    incident = data.audience.incident_id
    if incident is None or data.is_advertising:
        return None
    return incident if await queries.has_clock(conn, incident) else None


async def freeze(act: Act, data: BroadcastOrder) -> tuple[BroadcastId, bool]:
    """Store it with its recipients, and say whether it waits for a second person for its own sake.

    Raises PreviewChanged besides what `preview` does.
    """
    require(act.staff, "messages.broadcast")
    await queries.hold_presses(act.conn)
    shown = await preview(act.conn, data)
    if shown.digest != data.digest:
        raise PreviewChanged
    count = shown.count or 0
    text = await _text_of(act.conn, data)
    broadcast = await queries.insert(
        act.conn,
        data,
        subject=text.subject,
        body=text.body,
        audience=await audience_in_words(act.conn, data.audience),
        count=count,
        by=act.staff.id,
    )
    return broadcast, count > ALONE_UP_TO


async def get(conn: Connection, broadcast: BroadcastId, *, holds: bool = False) -> Broadcast:
    found = await queries.find(conn, broadcast, holds=holds)
    if found is None:
        raise BroadcastNotFound
    return found


async def _text_of(conn: Connection, form: BroadcastForm) -> rules.Written:
    """Compose the text. Raises InvalidFields if something is missing that the law or the channel wants."""
    wrong = rules.wrong_in(form)
    if wrong:
        raise InvalidFields(*(Field(name, "invalid", detail) for name, detail in wrong))
    config = await site.get_config(conn)
    return rules.written(form, site=config.site_name, phone=config.phone, mail=config.site_mail)


async def begin(act: Act, broadcast: BroadcastId, *, reason: str = "") -> None:
    """Have the job write to everybody who was frozen."""
    found = await get(act.conn, broadcast)
    await queries.set_state(act.conn, broadcast, "writing")
    await defer(act.conn, tasks.WRITE)
    act.note(
        "messages.broadcast",
        "broadcast",
        broadcast,
        after={
            "channel": found.channel,
            "recipients": found.recipients,
            "audience": found.audience,
            "subject": found.subject,
            "body": found.body,
        },
        reason=reason,
    )


async def preview_frozen(conn: Connection, wish: Sending) -> Preview:
    """Preview the frozen broadcast: both people see the same, however long the second one takes."""
    found = await get(conn, wish.broadcast)
    if found.state != "waiting":
        raise BroadcastOver
    text = rules.measured(found.channel, found.subject, found.body)
    rows = [Row("받는 회원", f"{found.recipients:,}명"), Row("조건", found.audience)]
    return _shown(text, rows, count=found.recipients, costs=rules.cost(text, await outbox.get_prices(conn)))


async def begin_confirmed(act: Act, wish: Sending, world: World) -> Facts:
    del world
    await get(act.conn, wish.broadcast, holds=True)
    await begin(act, wish.broadcast)
    return {"broadcastId": wish.broadcast}


async def drop(conn: Connection, wish: Sending) -> None:
    await queries.set_state(conn, wish.broadcast, "stopped")


SEND = written_out(
    name="messages.broadcast",
    label="여러 회원에게 보내기",
    permission="messages.broadcast",
    params=Sending,
    preview=preview_frozen,
    carry_out=begin_confirmed,
    drop=drop,
    cannot_wait=lambda sending: sending.incident is not None,
)
