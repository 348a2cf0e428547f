"""`ieum site switch`: sells a kind of product, or stops, and refuses what cannot be delivered."""

import pytest

from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.site import cli
from tests.shop.builders.catalog import a_dynamic_plan
from tests.shop.builders.commands import typed
from tests.shop.builders.shops import Shop

REFUSAL = (
    "dynamic IP cannot be switched on: no dynamic plan has a serving gateway with two addresses or more,"
    " one to use and one to change to\n"
)


@pytest.mark.parametrize("addresses", [None, 0, 1], ids=["no plan", "no address", "nothing to change to"])
async def test_dynamic_ip_is_not_switched_on_without_addresses(
    shop: Shop, capsys: pytest.CaptureFixture[str], addresses: int | None
) -> None:
    if addresses is not None:
        await a_plan_that_is_off(shop, addresses=addresses)

    refused = await typed(cli, shop, "switch", "dynamic", "on")

    assert (refused, capsys.readouterr().err) == (1, REFUSAL)


async def test_it_is_switched_on_and_off_where_there_are_some(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    await a_plan_that_is_off(shop, addresses=2)

    on = await typed(cli, shop, "switch", "dynamic", "on")
    async with shop.db.connection() as conn:
        sold = await fetch_one(conn, bool, "SELECT dynamic_enabled FROM site_config")
    off = await typed(cli, shop, "switch", "dynamic", "off")

    assert (on, off, sold) == (0, 0, True)
    assert capsys.readouterr().out == "dynamic is on.\ndynamic is off.\n"


async def a_plan_that_is_off(shop: Shop, *, addresses: int) -> None:
    async with shop.db.transaction() as conn:
        await a_dynamic_plan(conn, addresses=addresses, on_sale=False)


async def test_a_hidden_plan_does_not_count(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    await a_plan_that_is_off(shop, addresses=20)
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE plans SET state = 'hidden'")

    assert await typed(cli, shop, "switch", "dynamic", "on") == 1
    assert capsys.readouterr().err == REFUSAL
