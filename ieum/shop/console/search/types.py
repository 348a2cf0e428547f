from typing import Annotated

import msgspec
from msgspec import Meta

type _Text = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00]*$")]


class FoundItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the search leads to: `path` is a screen of the console, `title` and `detail` are masked."""

    id: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
    title: Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00]*$")]
    path: Annotated[str, Meta(max_length=500, pattern=r"^/console(?:[/?][^\x00\\\s]*)?$")]
    detail: _Text | None = None


class FoundGroup(msgspec.Struct, frozen=True):
    kind: str
    label: str
    items: list[FoundItem]


class FoundAll(msgspec.Struct, frozen=True):
    groups: list[FoundGroup]


class KeptFound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Items that somebody opened last, and items that they pinned; the newest first."""

    recent: Annotated[list[FoundItem], Meta(max_length=8)]
    pinned: Annotated[list[FoundItem], Meta(max_length=30)]
