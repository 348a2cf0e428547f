"""What can be bought now."""

from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.catalog import queries
from ieum.shop.catalog.service import period_prices
from ieum.shop.catalog.types import PlanId, PlanPrices
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.catalog import a_dynamic_plan, a_plan
from tests.shop.builders.shops import Client

PLANS = "/api/v1/catalog/plans?kind=static"


async def test_the_stock_of_a_plan_is_counted_once(conn: Connection) -> None:
    """However often the query names it: counting reads up to a thousand addresses."""
    await a_plan(conn)
    await execute(conn, "SET LOCAL track_functions = 'all'")

    await queries.list_plans(conn, "static")

    calls = await fetch_one(
        conn, int, "SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'stock_for_sale'"
    )
    assert calls == 1


async def test_a_plan_shows_carrier_stock_and_every_period_with_what_it_saves(
    client: Client, conn: Connection
) -> None:
    plan = await a_plan(conn, addresses=4, prices={12: 316_800, 1: 33_000, 3: 89_100}, device_limit=3)

    data = (await client.get(PLANS)).json()["data"]

    assert len(data) == 1
    code = data[0].pop("code")
    assert code.startswith("pool-")
    assert data == [
        {
            "id": plan,
            "kind": "static",
            "name": "KT 고정 IP",
            "carrier": "KT",
            "region": "서울",
            "description": "",
            "deviceLimit": 3,
            "connections": 1,
            "uploadMbit": None,
            "downloadMbit": None,
            "state": "visible",
            "stock": 4,
            "maxQuantity": 4,
            "maxQuantityOfRegulars": 4,
            "networks": 1,
            "rotation": None,
            "quantityDiscounts": [],
            "prices": [
                {"months": 1, "amount": 33_000, "monthly": 33_000, "saving": 0},
                {"months": 3, "amount": 89_100, "monthly": 29_700, "saving": 9_900},
                {"months": 12, "amount": 316_800, "monthly": 26_400, "saving": 79_200},
            ],
        }
    ]


async def test_a_dynamic_plan_says_how_often_its_address_may_change(client: Client, conn: Connection) -> None:
    await a_dynamic_plan(conn)
    await execute(conn, "UPDATE plans SET rotation_a_day = 24, rotation_timer_least = 60")

    [plan] = (await client.get("/api/v1/catalog/plans?kind=dynamic")).json()["data"]

    assert plan["rotation"] == {
        "leastSeconds": 60,
        "aDay": 24,
        "timerLeast": 60,
        "timerMost": 1440,
        "otherNetwork": True,
    }


async def test_a_plan_that_is_off_sale_is_not_shown(client: Client, conn: Connection) -> None:
    await execute(conn, "UPDATE plans SET state = 'hidden' WHERE id = %(id)s", id=await a_plan(conn))

    assert (await client.get(PLANS)).json()["data"] == []


async def test_no_plan_of_a_switched_off_kind_is_shown(client: Client, conn: Connection) -> None:
    await a_plan(conn)
    await execute(conn, "UPDATE site_config SET static_enabled = false")

    assert (await client.get(PLANS)).json()["data"] == []


async def test_an_address_that_cools_down_is_not_in_stock(client: Client, conn: Connection) -> None:
    await a_plan(conn, addresses=3)
    await execute(
        conn,
        """
        UPDATE exit_addresses SET available_at = CASE WHEN id %% 2 = 0 THEN NULL ELSE now() + interval '1 day' END
        """,
    )

    assert (await client.get(PLANS)).json()["data"][0]["stock"] == 0


async def test_the_shown_ranges_include_the_addresses_in_use(client: Client, conn: Connection) -> None:
    await a_plan(conn, addresses=3)
    await execute(
        conn,
        """
        UPDATE exit_addresses e
           SET address = set_masklen(inet '198.51.0.1' + 256 * (n.place / 2), 32) + n.place, available_at = NULL
          FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM exit_addresses) n
         WHERE n.id = e.id
        """,
    )

    assert (await client.get(PLANS)).json()["data"][0]["networks"] == 2


async def test_kinds_do_not_mix(client: Client, conn: Connection) -> None:
    await a_plan(conn)

    assert (await client.get("/api/v1/catalog/plans?kind=dynamic")).json()["data"] == []
    assert (await client.get("/api/v1/catalog/plans?kind=ticket")).json()["data"] == []


@given(st.dictionaries(st.integers(1, 36), st.integers(100, 100_000_000), min_size=1))
def test_a_price_never_claims_a_saving_that_does_not_exist(amounts: dict[int, int]) -> None:
    prices = period_prices(PlanPrices(PlanId(1), sorted(amounts.items()), []), "static")

    assert [price.months for price in prices] == sorted(amounts)
    for price in prices:
        assert price.monthly * price.months <= price.amount < (price.monthly + 1) * price.months
        assert price.saving >= 0
        if price.saving:
            assert price.amount + price.saving == amounts[1] * price.months
