"""Writes a notice to many members: what it says, and whom it reaches."""

import msgspec

from ieum.shop.broadcasts import queries, rules, tasks
from ieum.shop.broadcasts.audience import audience_in_words
from ieum.shop.broadcasts.queries import Lately
from ieum.shop.broadcasts.refusals import BroadcastNotFound, BroadcastRepeated, NobodyToWriteTo
from ieum.shop.broadcasts.rules import Written
from ieum.shop.broadcasts.types import Broadcast, BroadcastForm, BroadcastId
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.changes import Stays
from ieum.shop.desk.types import Facts, StaffId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.queue import defer
from ieum.shop.outbox import queries as outbox
from ieum.shop.site import queries as site

OVER = "이미 모두 보냈거나 멈춘 보내기입니다. 목록을 새로 고쳐 주세요."


class BroadcastSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Text and readers of a notice that is not sent yet.

    `won` is for one recipient; None if nobody has written the price down. `excluded` have not agreed to advertising.
    `newest` is the number of the newest notice before. `incident` is set if the notice tells members of a leak or an
    intrusion, which the law wants within 72 hours.
    """

    text: Written
    audience: str
    recipients: int
    won: float | None
    excluded: int = 0
    lately: Lately | None = None
    newest: int = 0
    incident: int | None = None


async def look(conn: Connection, form: BroadcastForm) -> BroadcastSheet:
    """Compose the text, and count whom it would reach now.

    Raises InvalidFields, NobodyToWriteTo, and BroadcastRepeated for what was sent within the hour.
    """
    text = await _text_of(conn, form)
    audience = await audience_in_words(conn, form)
    reached = await queries.count_reached(conn, form)
    if reached.recipients == 0:
        raise NobodyToWriteTo
    lately = await queries.find_lately(
        conn, form.channel, subject=text.subject, body=text.body, audience=audience
    )
    if lately and lately.is_same:
        raise BroadcastRepeated
    return BroadcastSheet(
        text=text,
        audience=audience,
        recipients=reached.recipients,
        won=rules.cost(text, await outbox.get_prices(conn)),
        excluded=reached.members - reached.recipients,
        lately=lately,
        newest=await queries.newest(conn),
        incident=await _incident_with_clock(conn, form),
    )


async def _incident_with_clock(conn: Connection, form: BroadcastForm) -> int | None:
    if form.incident is None or form.is_advertising:
        return None
    return form.incident if await queries.has_clock(conn, form.incident) else None


async def _text_of(conn: Connection, form: BroadcastForm) -> Written:
    """Compose the text. Raises InvalidFields if something is missing that the law or the channel wants."""
    refuse_wrong([Field(name, "invalid", detail) for name, detail in rules.wrong_in(form)])
    config = await site.get_config(conn)
    return rules.written(form, site=config.site_name, phone=config.phone, mail=config.site_mail)


async def store(conn: Connection, sheet: BroadcastSheet, form: BroadcastForm, *, by: StaffId) -> BroadcastId:
    """Store the notice with its recipients. It waits until it is begun. The caller holds all presses.

    Raises PreviewChanged if its recipients are no longer as many.
    """
    broadcast = await queries.insert(
        conn,
        form,
        subject=sheet.text.subject,
        body=sheet.text.body,
        audience=sheet.audience,
        count=sheet.recipients,
        by=by,
    )
    if await queries.freeze(conn, broadcast, form) != sheet.recipients:
        # Somebody has joined or left between the two statements.
        raise PreviewChanged
    return broadcast


async def look_stored(conn: Connection, broadcast: BroadcastId) -> BroadcastSheet | None:
    """Look at a stored notice: both people see the same recipients. Raises Stays if it waits no more."""
    found = await queries.find(conn, broadcast)
    if found is None:
        return None
    if found.state != "waiting":
        raise Stays(OVER)
    text = rules.measured(found.channel, found.subject, found.body)
    won = rules.cost(text, await outbox.get_prices(conn))
    return BroadcastSheet(text=text, audience=found.audience, recipients=found.recipients, won=won)


async def begin(conn: Connection, broadcast: BroadcastId) -> Facts:
    """Have the job write to everybody who was stored, and return the facts for the record."""
    found = await get(conn, broadcast)
    await queries.set_state(conn, broadcast, "writing")
    await defer(conn, tasks.WRITE)
    return {
        "channel": found.channel,
        "recipients": found.recipients,
        "audience": found.audience,
        "subject": found.subject,
        "body": found.body,
    }


async def drop(conn: Connection, broadcast: BroadcastId) -> None:
    """End a notice that no second person has confirmed."""
    await queries.set_state(conn, broadcast, "stopped")


async def get(conn: Connection, broadcast: BroadcastId) -> Broadcast:
    found = await queries.find(conn, broadcast)
    if found is None:
        raise BroadcastNotFound
    return found
