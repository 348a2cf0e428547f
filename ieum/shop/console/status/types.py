"""Announcements of the status page on the wire."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.kernel.texts import SAID, WORDS
from ieum.shop.status.types import IncidentId, Level, Part, PartName, Progress

_TITLE = Annotated[str, Meta(min_length=2, max_length=80, pattern=WORDS)]
_WORDS = Annotated[str, Meta(min_length=2, max_length=1000, pattern=SAID)]


class StatusBoard(msgspec.Struct, rename="camel"):
    """What everybody is told at this moment, and where they read it."""

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


class StatusUpdateForm(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How one goes on. Without a level it stays as bad as it was."""

    state: Progress
    words: _WORDS
    level: Level | None = None


class StatusUpdateOrder(StatusUpdateForm, kw_only=True):
    digest: Annotated[str, Meta(max_length=64)]


class StatusForm(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something new. One that is over when it is told of is told of afterwards."""

    title: _TITLE
    parts: Annotated[list[PartName], Meta(min_length=1, max_length=4)]
    level: Level
    state: Progress
    words: _WORDS


class StatusOrder(StatusForm, kw_only=True):
    digest: Annotated[str, Meta(max_length=64)]
