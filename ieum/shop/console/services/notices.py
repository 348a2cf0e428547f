"""Tells a member that staff have stopped a service of theirs, or let it run again."""

from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from ieum.shop.console.services.types import ServiceSheet
from ieum.shop.kernel.db import Connection
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import staff_service_templates as texts


async def tell_stopped(conn: Connection, sheet: ServiceSheet) -> None:
    """One that waits for a payment after all is told nothing: nothing has changed for its member."""
    line = sheet.service
    if line.state not in {"stopped", "active"}:
        return
    write = texts.service_stopped if line.state == "stopped" else texts.service_restarted
    text = partial(
        write, plan=line.plan.name, address=line.place.address if line.place else "–", at=datetime.now(UTC)
    )
    await notices.mail_member(
        conn, MemberId(line.holder.id), f"staff-{line.state}:{line.id}:{uuid4().hex}", text
    )
