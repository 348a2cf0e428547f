"""What a pool has on each gateway, kept by network, and what of it is for sale."""

from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.gateways import a_gateway

type Network = tuple[int, int, str, int, int]


async def kept(conn: Connection) -> list[Network]:
    return await fetch_one(
        conn,
        list[Network],
        """
        SELECT jsonb_agg(jsonb_build_array(pool_id, gateway_id, network, addresses, in_service)
                         ORDER BY pool_id, gateway_id, network) FROM pool_networks
        """,
    )


async def counted(conn: Connection) -> list[Network]:
    return await fetch_one(
        conn,
        list[Network],
        """
        SELECT jsonb_agg(jsonb_build_array(pool_id, gateway_id, network, addresses, in_service)
                         ORDER BY pool_id, gateway_id, network)
          FROM (SELECT pool_id, gateway_id, network(set_masklen(address, 24)) AS network, count(*) AS addresses,
                       count(*) FILTER (WHERE withdrawn_at IS NULL) AS in_service
                  FROM exit_addresses GROUP BY 1, 2, 3) c
        """,
    )


async def test_networks_are_those_of_the_addresses_whatever_is_done_to_them(conn: Connection) -> None:
    plan, other = await a_plan(conn, addresses=300), await a_plan(conn, addresses=2)
    pool, elsewhere = [
        await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(id)s", id=one)
        for one in (plan, other)
    ]
    gateway = await a_gateway(conn, token="gw_other")

    assert len(await kept(conn)) == 3
    assert await kept(conn) == await counted(conn)
    for change in (
        "UPDATE exit_addresses SET withdrawn_at = now() WHERE pool_id = %(pool)s AND id %% 3 = 0",
        "UPDATE exit_addresses SET withdrawn_at = NULL WHERE pool_id = %(pool)s AND id %% 6 = 0",
        "UPDATE exit_addresses SET pool_id = %(elsewhere)s WHERE pool_id = %(pool)s AND id %% 7 = 0",
        "UPDATE exit_addresses SET gateway_id = %(gateway)s WHERE pool_id = %(pool)s AND id %% 5 = 0",
        "DELETE FROM exit_addresses WHERE pool_id = %(pool)s AND id %% 2 = 0",
        "DELETE FROM exit_addresses WHERE pool_id = %(elsewhere)s",
    ):
        await execute(conn, change, pool=pool, elsewhere=elsewhere, gateway=gateway)
        assert await kept(conn) == await counted(conn), change


async def test_stock_is_what_is_free_to_sell_as_far_as_a_thousand(conn: Connection) -> None:
    gateways = [await a_gateway(conn, token=f"gw_of_{name}") for name in ("stock", "lost")]
    plans = [
        await a_plan(conn, addresses=7),
        await a_plan(conn, addresses=298),
        await a_dynamic_plan(conn, addresses=40),
        await a_dynamic_plan(conn, addresses=298, gateway=gateways[0]),
        await a_dynamic_plan(conn, addresses=40, gateway=gateways[1]),
    ]
    await execute(
        conn,
        """
        INSERT INTO exit_addresses (pool_id, gateway_id, address, proven_at, proven_by, cleared_at)
        SELECT p.pool_id, %(gateway)s, inet '10.9.0.0' + p.id * 2000 + n, now(), 'call', now()
          FROM plans p, generate_series(1, 1300) n WHERE p.id = ANY(%(plans)s)
        """,
        gateway=gateways[0],
        plans=[plans[1], plans[3]],
    )
    await execute(conn, "UPDATE gateways SET lost_at = now() WHERE id = %(id)s", id=gateways[1])

    stocks = await fetch_one(
        conn,
        list[tuple[int, int]],
        """
        SELECT jsonb_agg(jsonb_build_array(stock_for_sale(kind, pool_id), free_to_sell(kind, pool_id)) ORDER BY id)
          FROM plans WHERE id = ANY(%(plans)s)
        """,
        plans=plans,
    )

    assert [stock for stock, _ in stocks] == [min(free, 1000) for _, free in stocks]
    assert [stock for stock, _ in stocks][1] == 1000
    assert [stock for stock, _ in stocks][3:] == [1000, 0]
