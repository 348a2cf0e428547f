"""Revenue and cost of each address, counted and kept by months."""

from datetime import date, datetime

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, execute, fetch_optional
from ieum.shop.numbers.profit_sql import PROFIT_SQL

KEEP_PROFITS = "numbers.keep_profits"


async def keep(conn: Connection, month: date, now: datetime) -> None:
    """Count one month anew, the present one until now. Nobody sees it half counted: it is one transaction."""
    since, until = seoul.moment_of(month), min(seoul.moment_of(month_after(month)), now)
    await execute(conn, "DELETE FROM address_profits WHERE month = %(month)s", month=month)
    await execute(
        conn,
        f"INSERT INTO address_profits (month, address_id, pool_id, revenue, cost) {PROFIT_SQL}",
        month=month,
        since=since,
        until=until,
    )


async def find_newest(conn: Connection) -> date | None:
    """The newest month that was counted."""
    return await fetch_optional(conn, date, "SELECT month FROM address_profits ORDER BY month DESC LIMIT 1")


def month_after(month: date) -> date:
    return month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)


def month_before(month: date) -> date:
    return month.replace(year=month.year - (month.month == 1), month=(month.month - 2) % 12 + 1)
