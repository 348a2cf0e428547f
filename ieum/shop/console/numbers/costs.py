"""What an address of a pool costs a month, from a month on: shown before it is set, and on record."""

from datetime import date

import msgspec

from ieum.shop.console.numbers import profits
from ieum.shop.console.numbers.profit_types import PoolCost, PoolCostPress, PoolCostWish
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.kernel.errors import Field, InvalidFields, NotFound
from ieum.shop.kernel.queue import defer


class _Cost(msgspec.Struct):
    won: int | None
    month: date


async def list_costs(conn: Connection, today: date) -> list[PoolCost]:
    """Every pool, by its code; its addresses as they were counted minutes ago."""
    month = today.replace(day=1)
    return await fetch_all(
        conn,
        PoolCost,
        """
        SELECT p.id AS pool_id, p.code, coalesce(n.addresses, 0) AS addresses, c.won, c.month AS since,
               x.won AS next_won, x.month IS NOT NULL AS changes_next
          FROM address_pools p
          LEFT JOIN LATERAL (SELECT won, month FROM pool_costs
                              WHERE pool_id = p.id AND month <= %(month)s ORDER BY month DESC LIMIT 1) c ON true
          LEFT JOIN pool_costs x ON x.pool_id = p.id AND x.month = %(next)s
          LEFT JOIN (SELECT pool_id, sum(free + leased + held + resting + flagged + withdrawn + unproven)::bigint
                            AS addresses
                       FROM pool_counts GROUP BY pool_id) n ON n.pool_id = p.id
         ORDER BY p.code
        """,
        month=month,
        next=profits.month_after(month),
    )


async def preview(conn: Connection, pool: int, wish: PoolCostWish, today: date) -> Preview:
    """Raises NotFound, and InvalidFields for a month that is not counted anew any more."""
    month = _month_of(wish, today)
    found = next((cost for cost in await list_costs(conn, today) if cost.pool_id == pool), None)
    if found is None:
        raise NotFound
    before = await _cost_in(conn, pool, month)
    later = await _next_change(conn, pool, month)
    warnings = [] if wish.won is not None else ["원가를 모르는 동안에는 이 풀의 이익을 셀 수 없습니다."]
    if later is not None:
        warnings.append(f"{_named(later)}부터는 따로 적은 원가가 그대로 쓰입니다.")
    return previews.preview(
        f"{found.code} 풀의 IP 원가를 바꿉니다",
        [
            Row("언제부터", _named(month)),
            Row("IP 하나의 한 달 원가 (부가세 빼고)", _said(wish.won), before=_said(before)),
        ],
        warnings=warnings,
        count=found.addresses,
        amount=None if wish.won is None else wish.won * found.addresses,
    )


async def change(act: Act, pool: int, press: PoolCostPress, today: date) -> PoolCost:
    """Profits are counted again right after. Raises what `preview` does, and PreviewChanged."""
    # Two who set the cost of one pool go one after another.
    await execute(act.conn, "SELECT FROM address_pools WHERE id = %(pool)s FOR NO KEY UPDATE", pool=pool)
    wish = PoolCostWish(press.month, press.won)
    if (await preview(act.conn, pool, wish, today)).digest != press.digest:
        raise PreviewChanged
    month = _month_of(wish, today)
    before = await _cost_in(act.conn, pool, month)
    await execute(
        act.conn,
        """
        INSERT INTO pool_costs (pool_id, month, won) VALUES (%(pool)s, %(month)s, %(won)s)
            ON CONFLICT (pool_id, month) DO UPDATE SET won = excluded.won
        """,
        pool=pool,
        month=month,
        won=press.won,
    )
    await defer(act.conn, profits.KEEP_PROFITS)
    act.note(
        "numbers.costs",
        "pool",
        pool,
        before={"month": press.month, "won": before},
        after={"month": press.month, "won": press.won},
        reason=press.reason,
    )
    return next(cost for cost in await list_costs(act.conn, today) if cost.pool_id == pool)


def _month_of(wish: PoolCostWish, today: date) -> date:
    month, this = date.fromisoformat(f"{wish.month}-01"), today.replace(day=1)
    if month not in {profits.month_before(this), this, profits.month_after(this)}:
        raise InvalidFields(Field("month", "invalid", "지난달, 이번 달, 다음 달 가운데 골라 주세요."))
    return month


async def _cost_in(conn: Connection, pool: int, month: date) -> int | None:
    found = await fetch_optional(
        conn,
        _Cost,
        """
        SELECT won, month FROM pool_costs
         WHERE pool_id = %(pool)s AND month <= %(month)s ORDER BY month DESC LIMIT 1
        """,
        pool=pool,
        month=month,
    )
    return found.won if found else None


async def _next_change(conn: Connection, pool: int, month: date) -> date | None:
    return await fetch_optional(
        conn,
        date,
        """
        SELECT month FROM pool_costs
         WHERE pool_id = %(pool)s AND month > %(month)s ORDER BY month LIMIT 1
        """,
        pool=pool,
        month=month,
    )


def _said(won: int | None) -> str:
    return "모름" if won is None else f"{won:,}원"


def _named(month: date) -> str:
    return f"{month.year}년 {month.month}월"
