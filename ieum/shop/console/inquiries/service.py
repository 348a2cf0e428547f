"""What the desk does with an inquiry, each step on the record. The text of an answer stands in its thread alone."""

from typing import Any

from msgspec.structs import asdict, replace

from ieum.shop.console.inquiries import filling, queries
from ieum.shop.console.inquiries.types import (
    AnswerForm,
    ClosingForm,
    FilledAnswer,
    Filling,
    InquiryThread,
    Known,
    Presence,
    PresenceForm,
    ThreadRow,
)
from ieum.shop.desk.access import Act
from ieum.shop.desk.types import Staff, StaffId
from ieum.shop.inquiries import desk, desk_queries, rules
from ieum.shop.inquiries.service import InquiryNotFound
from ieum.shop.inquiries.types import Assignee, ImageContent, MessageId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError, refuse_wrong
from ieum.shop.kernel.masking import mask_name
from ieum.shop.site import queries as site

KIND = "inquiry"


class ColleagueNotFound(ShopError):
    status = 404
    code = "colleague_not_found"
    title = "담당할 직원을 찾을 수 없습니다"
    detail = "문의에 답변할 수 있는 직원이 아닙니다. 목록에서 다시 골라 주세요."


async def show(conn: Connection, staff: Staff, inquiry: int) -> InquiryThread:
    """Looking is written down, too, in the desk's own log. Raises InquiryNotFound."""
    row = await queries.find_thread(conn, inquiry)
    if row is None:
        raise InquiryNotFound
    await desk_queries.record_action(conn, "shown", by=staff.name, inquiry=row.id, member=row.member.id)
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


def _masked(row: ThreadRow) -> dict[str, Any]:
    """What the shop knows of the member is masked here as everywhere, whoever wrote it, and to whom."""
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


async def preview_answer(conn: Connection, staff: Staff, inquiry: int, body: str) -> FilledAnswer:
    """The answer as it will be sent, but with the member's name masked. Raises InquiryNotFound, InvalidFields."""
    return FilledAnswer(await _fill(conn, staff, inquiry, body, masks=True))


async def answer(act: Act, inquiry: int, form: AnswerForm) -> MessageId:
    """Raises InquiryNotFound, InvalidFields, and as `desk.answer` does."""
    # The desk locks after this, and refuses what was written meanwhile.
    body = await _fill(act.conn, act.staff, inquiry, form.body, masks=False)
    sent = await desk.answer(
        act.conn,
        inquiry,
        body,
        seen=form.seen,
        by=act.staff.name,
        staff=act.staff.id,
        further=form.further,
    )
    act.note("inquiries.answer", KIND, inquiry, after={"message": sent, "characters": len(body)})
    return sent


async def _fill(conn: Connection, staff: Staff, inquiry: int, body: str, *, masks: bool) -> str:
    refuse_wrong(rules.wrong_body(rules.tidy_text(body)))
    found = await queries.find_filling(conn, inquiry)
    if found is None:
        raise InquiryNotFound
    config = await site.get_config(conn)
    values = filling.values_of(
        _masked_filling(found) if masks else found,
        inquiry=inquiry,
        staff=staff.name,
        site=config.site_name,
    )
    return filling.fill(rules.tidy_text(body), values)


def _masked_filling(found: Filling) -> Filling:
    known = Known(found.name, found.email, found.phone)
    return replace(found, name=mask_name(found.name), title=known.mask(found.title))


async def note(act: Act, inquiry: int, body: str) -> int:
    """Raises InquiryNotFound."""
    body = rules.tidy_text(body)
    refuse_wrong(rules.wrong_body(body))
    written = await queries.insert_note(act.conn, inquiry, act.staff.id, body)
    if written is None:
        raise InquiryNotFound
    act.note("inquiries.note", KIND, inquiry, after={"note": written})
    return written


async def assign(act: Act, inquiry: int, to: StaffId | None) -> None:
    """Raises ColleagueNotFound, and as `desk.give` does."""
    assignee = None
    if to is not None:
        colleagues = await queries.list_colleagues(act.conn)
        assignee = next((Assignee(one.name, one.id) for one in colleagues if one.id == to), None)
        if assignee is None:
            raise ColleagueNotFound
    before = await desk.give(act.conn, inquiry, assignee, by=act.staff.name)
    act.note(
        "inquiries.assign",
        KIND,
        inquiry,
        before={"assignee": before.taken_by},
        after={"assignee": assignee and assignee.name},
    )


async def close(act: Act, inquiry: int, form: ClosingForm) -> None:
    """Raises as `desk.close` does."""
    before = await desk.close(act.conn, inquiry, seen=form.seen, reason=form.reason, by=act.staff.name)
    _note_state(act, inquiry, before.state, "closed", reason=form.reason)


async def reopen(act: Act, inquiry: int, reason: str) -> None:
    """Raises as `desk.reopen` does."""
    before = await desk.reopen(act.conn, inquiry, by=act.staff.name)
    after = "in_progress" if before.taken_by else "received"
    _note_state(act, inquiry, before.state, after, reason=reason)


def _note_state(act: Act, inquiry: int, before: str, after: str, *, reason: str) -> None:
    act.note(
        "inquiries.close" if after == "closed" else "inquiries.reopen",
        KIND,
        inquiry,
        before={"state": before},
        after={"state": after},
        reason=reason,
    )


async def hide_image(act: Act, image: int, reason: str) -> None:
    """Raises ImageNotFound, InvalidFields."""
    await desk.hide_image(act.conn, image, reason=reason, by=act.staff.name)
    act.note("inquiries.hide_image", "inquiry_image", image, reason=reason)


async def image(conn: Connection, staff: Staff, image: int) -> ImageContent:
    """Raises ImageNotFound."""
    return await desk.image(conn, image, by=staff.name)
