"""Builds previews, whose digest stands for everything that they say. Pure."""

from collections.abc import Sequence
from hashlib import sha256

import msgspec

from ieum.shop.desk.types import Link, Preview, Row


def preview(
    title: str,
    rows: Sequence[Row],
    *,
    warnings: Sequence[str] = (),
    count: int | None = None,
    amount: int | None = None,
    links: Sequence[Link] = (),
    seen: object = None,
) -> Preview:
    """`seen` is whatever else the change depends on and the rows do not say, such as the ids of a selection."""
    said = [title, list(rows), list(warnings), count, amount, seen, *links]
    digest = sha256(msgspec.json.encode(said, order="sorted")).hexdigest()[:32]
    return Preview(title, list(rows), list(warnings), count, amount, digest, list(links))
