"""Announcements of the status page on the wire."""

from datetime import datetime

import msgspec

from ieum.shop.status.types import IncidentId, Level, Part, PartName, Progress


class StatusBoard(msgspec.Struct, rename="camel"):
    """Status that everybody is told at this moment, and where they read it."""

    parts: list[Part]
    address: str
    is_elsewhere: bool
    """Whether a host of its own serves it, too."""


class StatusLine(msgspec.Struct, rename="camel"):
    """An announcement in the list, with what was said last."""

    id: IncidentId
    title: str
    parts: list[PartName]
    level: Level
    state: Progress
    began_at: datetime
    ended_at: datetime | None
    said_at: datetime
    words: str
