"""Costs of an address a month, pool by pool, from a month on."""

from datetime import date
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Case, Change, Shown, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.kernel.errors import Field, NotFound, refuse_wrong
from ieum.shop.kernel.queue import defer
from ieum.shop.numbers import profits, queries
from ieum.shop.numbers.profit_types import Month, PoolCost


class NewCost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From `month` on: the last one, this one or the next. `won` is null if it is not known."""

    won: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=100_000_000,
                title="IP 하나의 한 달 원가 (원)",
                description="부가세를 뺀 금액입니다. 모르면 비워 두세요.",
            ),
        ]
        | None
    )
    month: Annotated[Month, Meta(title="언제부터")]


class CostSheet(msgspec.Struct):
    """A pool, its cost in the wished month, and the month from which another cost was set. `today` is in Seoul."""

    pool: PoolCost
    month: date
    today: date
    won: int | None
    next_change: date | None


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


async def _look(conn: Connection, pool: int, wish: NewCost) -> CostSheet | None:
    today, month = queries.today(), _month_of(wish)
    found = next((cost for cost in await list_costs(conn, today) if cost.pool_id == pool), None)
    if found is None:
        return None
    return CostSheet(
        found, month, today, await _cost_in(conn, pool, month), await _next_change(conn, pool, month)
    )


async def _find_none(_conn: Connection, _pool: int) -> CostSheet | None:
    return None


async def _lock(conn: Connection, pool: int) -> None:
    """Two who set the cost of one pool go one after another."""
    await execute(conn, "SELECT FROM address_pools WHERE id = %(pool)s FOR NO KEY UPDATE", pool=pool)


def _refuses(sheet: CostSheet, _wish: NewCost) -> str | None:
    """Check the month. Raises InvalidFields for a month that is not counted anew any more."""
    this = sheet.today.replace(day=1)
    if sheet.month not in {profits.month_before(this), this, profits.month_after(this)}:
        detail = "지난달, 이번 달, 다음 달 가운데 골라 주세요."
        refuse_wrong([Field("wish.month", "invalid", detail)])
    return None


def _preview(sheet: CostSheet, wish: NewCost) -> Shown:
    warnings = [] if wish.won is not None else ["원가를 모르는 동안에는 이 풀의 이익을 셀 수 없습니다."]
    if sheet.next_change is not None:
        warnings.append(f"{_named(sheet.next_change)}부터는 따로 적은 원가가 그대로 쓰입니다.")
    return Shown(
        title=f"{sheet.pool.code} 풀의 IP 원가를 바꿉니다",
        rows=[
            Row("언제부터", _named(sheet.month)),
            Row("IP 하나의 한 달 원가 (부가세 빼고)", _said(wish.won), before=_said(sheet.won)),
        ],
        warnings=warnings,
        count=sheet.pool.addresses,
        amount=None if wish.won is None else wish.won * sheet.pool.addresses,
    )


async def _change(conn: Connection, case: Case[int, CostSheet, NewCost]) -> Facts:
    """Profits are counted again right after."""
    wish = case.wish
    await execute(
        conn,
        """
        INSERT INTO pool_costs (pool_id, month, won) VALUES (%(pool)s, %(month)s, %(won)s)
            ON CONFLICT (pool_id, month) DO UPDATE SET won = excluded.won
        """,
        pool=case.target,
        month=case.sheet.month,
        won=wish.won,
    )
    await defer(conn, profits.KEEP_PROFITS)
    return {"month": wish.month, "won": wish.won}


def _month_of(wish: NewCost) -> date:
    return date.fromisoformat(f"{wish.month}-01")


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


CHANGE = Change(
    name="numbers.costs",
    label="원가 적기",
    done="원가를 적었습니다. 이익은 몇 분 안에 다시 셉니다.",
    of=Thing(
        name="pool",
        label="풀",
        screen="pool-costs",
        find=_find_none,
        missing=NotFound,
        facts=lambda sheet: {"won": sheet.won},
    ),
    permission="numbers.costs",
    wish=NewCost,
    lock=_lock,
    look=_look,
    refuses=_refuses,
    preview=_preview,
    apply=_change,
)
