"""Revenue and cost of each address in a month: kept by months, listed from what is kept."""

from datetime import date, datetime
from typing import Literal, LiteralString

from ieum.shop.console.numbers.profit_sql import PROFIT_SQL
from ieum.shop.console.numbers.profit_types import AddressProfit
from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, execute, fetch_optional

KEEP_PROFITS = "console.keep_profits"

type ProfitOrder = Literal["-profit", "profit"]

_LAST: LiteralString = "coalesce(a.profit, -9e15::bigint)"
_ORDERS: dict[ProfitOrder, Order] = {
    "-profit": Order(
        f"{_LAST} DESC, a.address_id",
        f"""
        {_LAST} <= %(cursor_0)s::bigint
        AND ({_LAST} < %(cursor_0)s::bigint OR a.address_id > %(cursor_1)s::bigint)
        """,
        2,
    ),
    "profit": Order(
        f"{_LAST}, a.address_id DESC",
        f"""
        {_LAST} >= %(cursor_0)s::bigint
        AND ({_LAST} > %(cursor_0)s::bigint OR a.address_id < %(cursor_1)s::bigint)
        """,
        2,
    ),
}
_UNKNOWN = -9 * 10**15


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


async def list_profits(
    conn: Connection, where: Where, order: ProfitOrder, *, after: str | None, size: int
) -> Listed[AddressProfit]:
    """List profits. Addresses whose cost is not known count as less than all others."""

    def cursor(line: AddressProfit) -> tuple[int, int]:
        return (_UNKNOWN if line.profit is None else line.profit), line.id

    return await fetch_listed(
        conn,
        AddressProfit,
        select="""a.address_id AS id, host(e.address) AS address, a.month, a.pool_id, p.code AS pool,
                  g.name AS gateway, a.revenue, a.cost, a.profit""",
        source="""address_profits a JOIN exit_addresses e ON e.id = a.address_id
                  JOIN address_pools p ON p.id = a.pool_id JOIN gateways g ON g.id = e.gateway_id""",
        counted="address_profits a",
        where=where,
        order=_ORDERS[order],
        cursor=cursor,
        after=after,
        size=size,
    )


def month_after(month: date) -> date:
    return month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)


def month_before(month: date) -> date:
    return month.replace(year=month.year - (month.month == 1), month=(month.month - 2) % 12 + 1)
