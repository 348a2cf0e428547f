"""Reads numbered pages of lists. Apart from `http`, because jobs and commands need no web framework."""

from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, Shape, fetch_all, fetch_one


class Listing[T](msgspec.Struct, rename="camel"):
    """A page of a list; `page` counts from 1."""

    items: list[T]
    page: int
    page_size: int
    total: int


async def fetch_page[T](
    conn: Connection,
    of: Shape[T],
    query: LiteralString,
    total: LiteralString,
    *,
    page: int,
    size: int = 20,
    **params: object,
) -> Listing[T]:
    """Fetch one page of a list with `query`, which takes `limit` and `offset`, and the list's length with `total`."""
    items = await fetch_all(conn, of, query, limit=size, offset=(page - 1) * size, **params)
    return Listing(items, page, size, await fetch_one(conn, int, total, **params))
