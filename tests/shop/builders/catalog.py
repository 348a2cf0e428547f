"""Plans with their prices and addresses."""

from itertools import count

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.gateways import a_gateway

_numbers = count(1)


async def a_plan(
    conn: Connection,
    *,
    addresses: int = 3,
    prices: dict[int, int] | None = None,
    discounts: dict[int, int] | None = None,
    device_limit: int = 2,
    gateway: int | None = None,
    kind: Kind = "static",
) -> PlanId:
    """A static plan with so many free addresses; `discounts` maps a least quantity to its percent."""
    number = next(_numbers)
    gateway = gateway or await a_gateway(conn, token=f"gw_{number}")
    plan = await fetch_one(
        conn,
        PlanId,
        """
        WITH pool AS (
            INSERT INTO address_pools (code, carrier, region) VALUES (%(code)s, 'KT', '서울') RETURNING id
        ), stock AS (
            INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
            SELECT pool.id, %(gateway)s, inet '100.64.0.0' + %(offset)s + n, now(), 'call', now()
              FROM pool, generate_series(1, %(addresses)s) n
        )
        INSERT INTO plans (code, kind, pool_id, name, device_limit)
        SELECT %(code)s, %(kind)s, id, %(name)s, %(device_limit)s FROM pool RETURNING id
        """,
        code=f"pool-{number:06}",
        kind=kind,
        name="KT 고정 IP" if kind == "static" else "KT 유동 IP",
        gateway=gateway,
        # Each pool begins a network, so that a small one lies in one.
        offset=number * 512,
        addresses=addresses,
        device_limit=device_limit,
    )
    await _price_it(conn, plan, prices or {1: 33_000, 3: 89_100, 12: 316_800}, discounts or {})
    return plan


async def a_dynamic_plan(
    conn: Connection,
    *,
    addresses: int = 20,
    prices: dict[int, int] | None = None,
    discounts: dict[int, int] | None = None,
    gateway: int | None = None,
    on_sale: bool = True,
) -> PlanId:
    """A dynamic plan with so many addresses, of which a tenth is kept for changes."""
    plan = await a_plan(
        conn,
        addresses=addresses,
        prices=prices or {1: 22_000, 3: 59_400},
        discounts=discounts,
        kind="dynamic",
        gateway=gateway,
    )
    if on_sale:
        await execute(conn, "UPDATE site_config SET dynamic_enabled = true")
    return plan


async def a_ticket_plan(
    conn: Connection, *, prices: dict[int, int] | None = None, discounts: dict[int, int] | None = None
) -> PlanId:
    """A plan for tickets, on sale; a ticket lasts twelve months unless `prices` says otherwise."""
    await execute(conn, "UPDATE site_config SET ticket_enabled = true")
    plan = await fetch_one(
        conn,
        PlanId,
        """
        INSERT INTO plans (code, kind, name, device_limit) VALUES (%(code)s, 'ticket', 'IP 교체권', 0) RETURNING id
        """,
        code=f"ticket-{next(_numbers):06}",
    )
    await _price_it(conn, plan, prices or {12: 5_500}, discounts or {})
    return plan


async def _price_it(
    conn: Connection, plan: PlanId, prices: dict[int, int], discounts: dict[int, int]
) -> None:
    for months, amount in prices.items():
        await execute(
            conn,
            "INSERT INTO plan_prices (plan_id, months, amount) VALUES (%(plan)s, %(months)s, %(amount)s)",
            plan=plan,
            months=months,
            amount=amount,
        )
    for least, percent in discounts.items():
        await execute(
            conn,
            """
            INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent)
            VALUES (%(plan)s, %(least)s, %(percent)s)
            """,
            plan=plan,
            least=least,
            percent=percent,
        )
