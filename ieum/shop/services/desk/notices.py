"""Tells a member that staff have stopped a service of theirs, or let it run again."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from uuid import uuid4

from ieum.shop.kernel.db import Connection
from ieum.shop.members import notices
from ieum.shop.members.types import MemberId
from ieum.shop.messaging import staff_service_templates as texts
from ieum.shop.messaging.templates import Text
from ieum.shop.services.desk.types import ServiceSheet


async def tell_stopped(conn: Connection, sheet: ServiceSheet) -> None:
    await _mail(conn, sheet, "stopped", texts.service_stopped)


async def tell_restarted(conn: Connection, sheet: ServiceSheet) -> None:
    await _mail(conn, sheet, "active", texts.service_restarted)


async def _mail(conn: Connection, sheet: ServiceSheet, what: str, write: Callable[..., Text]) -> None:
    line = sheet.service
    address = line.place.address if line.place else "–"
    text = partial(write, plan=line.plan.name, address=address, at=datetime.now(UTC))
    reference = f"staff-{what}:{line.id}:{uuid4().hex}"
    await notices.mail_member(conn, MemberId(line.holder.id), reference, text)
