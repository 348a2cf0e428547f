"""Reads the register of requests by authorities, and counts half a year for the report."""

from datetime import date

from ieum.shop.console.authorities import queries
from ieum.shop.console.authorities.refusals import AuthorityRequestNotFound
from ieum.shop.console.authorities.types import AuthorityRequest, AuthorityRequestId, HalfYear
from ieum.shop.kernel.db import Connection


async def get(conn: Connection, request: AuthorityRequestId) -> AuthorityRequest:
    found = await queries.find(conn, request)
    if found is None:
        raise AuthorityRequestNotFound
    return found


def present_half(today: date) -> str:
    return f"{today.year}-{1 if today.month <= 6 else 2}"


async def half_year(conn: Connection, half: str) -> HalfYear:
    """`half` is `2026-1` or `2026-2`, already checked."""
    year, part = int(half[:4]), int(half[5])
    since = date(year, 1 if part == 1 else 7, 1)
    before = date(year, 7, 1) if part == 1 else date(year + 1, 1, 1)
    return HalfYear(half, await queries.count_by_kind(conn, since=since, before=before))
