"""The list of profits of addresses in a month."""

from typing import LiteralString

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Order
from ieum.shop.numbers.profit_filters import ProfitFilters, where_of

# Addresses of pools whose cost is not known count as less than all others.
_LAST: LiteralString = "coalesce(a.profit, -9e15::bigint)"
_CURSOR: LiteralString = f"{_LAST}, a.address_id"
_MONTH: LiteralString = "to_char(a.month, 'YYYY.MM')"
PROFITS = List(
    name="address-profits",
    label="IP별 이익",
    permission="numbers.view",
    filters=ProfitFilters,
    where_of=where_of,
    search="IP, 네트워크 찾기",
    # Of one statement: an address has a row in every month.
    key="a.ctid",
    counted="address_profits a",
    source="""
        address_profits a
        JOIN exit_addresses e ON e.id = a.address_id
        JOIN address_pools p ON p.id = a.pool_id
        JOIN gateways g ON g.id = e.gateway_id
    """,
    orders={
        "-profit": Order(
            f"{_LAST} DESC, a.address_id",
            f"""
            {_LAST} <= %(cursor_0)s::bigint
            AND ({_LAST} < %(cursor_0)s::bigint OR a.address_id > %(cursor_1)s::bigint)
            """,
            width=2,
            cursor=_CURSOR,
        ),
        "profit": Order(
            f"{_LAST}, a.address_id DESC",
            f"""
            {_LAST} >= %(cursor_0)s::bigint
            AND ({_LAST} > %(cursor_0)s::bigint OR a.address_id < %(cursor_1)s::bigint)
            """,
            width=2,
            cursor=_CURSOR,
        ),
    },
    columns=(
        Column("id", "IP 번호", "a.address_id", type=int, on="row"),
        Column("month_of_row", "달", _MONTH, on="file"),
        Column("address", "IP", "host(e.address)", "own", str),
        # Null if the pool's cost of the month is not known, as is the cost.
        Column("profit", "이익", "a.profit", "won", order="profit", on="screen"),
        Column("revenue", "매출", "a.revenue", "won", int, on="screen"),
        Column("cost", "원가", "a.cost", "own", int | None, on="screen"),
        Column("pool", "풀", "p.code", type=str),
        Column("gateway", "게이트웨이", "g.name", type=str),
        Column("month", "달", _MONTH, type=str, is_extra=True, on="screen"),
        Column("revenue_net", "매출 (부가세 빼고)", "a.revenue", on="file"),
        Column("cost_net", "원가 (부가세 빼고)", "a.cost", on="file"),
        Column("profit_net", "이익", "a.profit", on="file"),
    ),
)
