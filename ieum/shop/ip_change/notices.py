"""The mails that say what became of a change."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from ieum.shop.ip_change import queries
from ieum.shop.ip_change.types import Settled, Told, Waiting
from ieum.shop.kernel.db import Connection
from ieum.shop.members import notices
from ieum.shop.messaging import service_templates
from ieum.shop.messaging.templates import Text


async def tell(conn: Connection, change: Waiting, outcome: Settled) -> None:
    """Once: a change is settled once. Whose service is over was told so when it ended."""
    if outcome == "ended":
        return
    told = await queries.get_told(conn, change.id)
    left = await queries.tickets_left(conn, change.member_id)
    text = _text(told, outcome, tickets_left=left)
    await notices.mail_member(conn, change.member_id, f"ip-change:{change.id}", text)


def _text(told: Told, outcome: Settled, *, tickets_left: int) -> Callable[..., Text]:
    if outcome == "taken_back":
        return partial(
            service_templates.ip_change_taken_back, plan=told.plan_name, address=told.previous_address
        )
    write = (
        service_templates.ip_change_undone
        if told.is_undo
        else partial(service_templates.ip_changed, undo_until=told.undo_until)
    )
    return partial(
        write,
        plan=told.plan_name,
        previous=told.previous_address,
        address=told.address,
        tickets_left=tickets_left,
        at=datetime.now(UTC),
    )
