"""The status page as staff see it, on the wire."""

import msgspec

from ieum.shop.status.types import Part


class StatusBoard(msgspec.Struct, rename="camel"):
    """Status that everybody is told at this moment, and where they read it."""

    parts: list[Part]
    address: str
    is_elsewhere: bool
    """Whether a host of its own serves it, too."""
