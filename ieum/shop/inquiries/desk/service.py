"""Inquiries as the desk shows them, and who has one open."""

from typing import Any

from msgspec.structs import asdict, replace

from ieum.shop.desk.acting import Act
from ieum.shop.desk.types import Staff
from ieum.shop.inquiries import answering, answering_queries, rules
from ieum.shop.inquiries.desk import filling, queries
from ieum.shop.inquiries.desk.types import (
    FilledAnswer,
    Filling,
    InquiryLine,
    InquiryThread,
    Known,
    Presence,
    PresenceForm,
    QueueRow,
    ThreadRow,
)
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import ImageContent
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.masking import mask_name
from ieum.shop.site import queries as site


async def show(conn: Connection, staff: Staff, inquiry: int) -> InquiryThread:
    """Looking is written down, too, in the desk's own log. Raises InquiryNotFound."""
    row = await queries.find_thread(conn, inquiry)
    if row is None:
        raise InquiryNotFound
    await answering_queries.record_action(conn, "shown", by=staff.name, inquiry=row.id, member=row.member.id)
    beside = await queries.find_beside(
        conn,
        row.id,
        points=staff.may("members.view"),
        services=staff.may("services.view"),
        orders=staff.may("orders.view"),
    )
    columns: dict[str, Any] = asdict(row) | _masked(row) | {"beside": beside}
    del columns["known"]
    return InquiryThread(**columns)


def line_of(row: QueueRow) -> InquiryLine:
    """The inquiry in the queue, its title masked."""
    columns: dict[str, Any] = {name: getattr(row, name) for name in InquiryLine.__struct_fields__}
    columns["title"] = row.known.mask(row.title)
    return InquiryLine(**columns)


def _masked(row: ThreadRow) -> dict[str, Any]:
    """Mask what the shop knows of the member, here as everywhere, whoever wrote it, and to whom."""
    mask = row.known.mask
    return {
        "title": mask(row.title),
        "messages": [replace(message, body=mask(message.body)) for message in row.messages],
        "notes": [replace(note, body=mask(note.body)) for note in row.notes],
        "actions": [replace(action, reason=mask(action.reason)) for action in row.actions],
    }


async def be_present(act: Act, inquiry: int, form: PresenceForm) -> Presence:
    """Say that one has it open, and hear who else has. Not on the record: nothing of the shop changes.

    Raises InquiryNotFound.
    """
    if not await queries.has_inquiry(act.conn, inquiry):
        raise InquiryNotFound
    await queries.set_presence(
        act.conn, inquiry, act.staff.id, is_here=form.is_here, is_writing=form.is_writing
    )
    act.nothing_changed()
    return Presence(
        await queries.list_others(act.conn, inquiry, act.staff.id),
        await queries.newest_message(act.conn, inquiry),
    )


async def filled_answer(conn: Connection, staff: Staff, inquiry: int, body: str) -> FilledAnswer:
    """The answer as it will be sent, but with the member's name masked. Raises InquiryNotFound, InvalidFields."""
    return FilledAnswer(await fill(conn, inquiry, body, staff=staff.name, masks=True))


async def fill(conn: Connection, inquiry: int, body: str, *, staff: str, masks: bool) -> str:
    """Return the answer with its placeholders filled in; `staff` is the name of who answers.

    Raises InquiryNotFound, InvalidFields.
    """
    refuse_wrong(rules.wrong_body(rules.tidy_text(body)))
    found = await queries.find_filling(conn, inquiry)
    if found is None:
        raise InquiryNotFound
    config = await site.get_config(conn)
    values = filling.values_of(
        _masked_filling(found) if masks else found,
        inquiry=inquiry,
        staff=staff,
        site=config.site_name,
    )
    return filling.fill(rules.tidy_text(body), values)


def _masked_filling(found: Filling) -> Filling:
    known = Known(found.name, found.email, found.phone)
    return replace(found, name=mask_name(found.name), title=known.mask(found.title))


async def image(conn: Connection, staff: Staff, image: int) -> ImageContent:
    """Show an image, and record it. Raises ImageNotFound."""
    return await answering.image(conn, image, by=staff.name)
