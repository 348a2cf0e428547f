"""Public parts of the log: signed heads, and hashes with which an entry is followed to its day's head."""

from datetime import date

from ieum.shop.address_log import published_queries, queries, rules
from ieum.shop.address_log.service import signed_head
from ieum.shop.address_log.types import Day, Hashes, SignedHead
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Gone, NotFound
from ieum.shop.kernel.paging import Listing

HEADS_A_PAGE = 100
HASHES_A_PAGE = 1000


class NoSuchDay(NotFound):
    code = "log_day_not_found"
    title = "기록을 찾을 수 없습니다"
    detail = "그날의 기록이 없거나 아직 하루가 끝나지 않았습니다. 기록은 한국 시간 자정이 지나면 공개합니다."


class DayDestroyed(Gone):
    code = "log_day_destroyed"
    title = "보관 기간이 지난 기록입니다"
    detail = (
        "법이 정한 보관 기간이 지나 그날의 기록을 파기했습니다. 서명된 마지막 해시만 확인하실 수 있습니다."
    )


async def list_heads(conn: Connection, page: int) -> Listing[SignedHead]:
    """The signed heads, the newest first."""
    days = await published_queries.list_closed_days(conn, page=page, size=HEADS_A_PAGE)
    return Listing([signed_head(day) for day in days.items], days.page, days.page_size, days.total)


async def get_closed(conn: Connection, day: date) -> Day:
    """Return a closed day. Raises NoSuchDay, also for a day that is not over."""
    found = await queries.find_day(conn, day)
    if found is None or found.is_open:
        raise NoSuchDay
    return found


async def list_hashes(conn: Connection, day: date, page: int) -> Hashes:
    """The entries' own hashes, in the order of the chain. Raises NoSuchDay and DayDestroyed."""
    found = await get_closed(conn, day)
    if found.destroyed_at is not None:
        raise DayDestroyed
    first = (page - 1) * HASHES_A_PAGE + 1
    # The one before is read with them, because its value is what the first goes on from.
    rows = await queries.list_entries(conn, day, first=first - 1, limit=HASHES_A_PAGE + (page > 1))
    before = rules.opening(found.day, found.previous)
    if page > 1 and rows:
        before = rows.pop(0).hash
    return Hashes(
        day, found.entry_count, page, HASHES_A_PAGE, before.hex(), [rules.own_hash(row).hex() for row in rows]
    )
