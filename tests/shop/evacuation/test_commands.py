"""What an operator reads of a gateway that is being evacuated."""

from datetime import datetime, timedelta

import pytest

from ieum.shop.evacuation import cli
from ieum.shop.fleet import state_queries
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import fetch_one
from tests.shop.builders.commands import typed
from tests.shop.builders.evacuations import a_place, a_resident, evacuate, press
from tests.shop.builders.rotation import addresses_of
from tests.shop.builders.shops import Shop


async def test_what_is_still_served_by_old_settings_counts_as_running(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        pressed, idle = await a_resident(conn, place), await a_resident(conn, place)
        [old], [kept] = await addresses_of(conn, pressed.service), await addresses_of(conn, idle.service)
        name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(old)s", old=place.old)
    async with shop.db.connection() as conn:
        await evacuate(conn, shop.db, place)
    await press(shop.client, pressed)

    codes = [await typed(cli, shop, "gateway", *words) for words in (["show", name], ["list"])]

    printed = capsys.readouterr().out
    async with shop.db.connection() as conn:
        until = await fetch_one(conn, datetime, "SELECT until FROM evacuations")
        behind = await state_queries.count_behind(conn, GatewayId(place.old))
    last_day = seoul.day(until - timedelta(seconds=1))
    assert codes == [0, 0]
    assert "2 services of 2 members run there.\n" in printed
    assert f"\t{old}\tmoved, served on by old settings\tuntil {seoul.minute(until)}\t" in printed
    assert f"\t{kept}\tactive\tuntil " in printed
    assert (
        f"evacuated until {last_day} (통신사 회선 교체): 1 offered, 1 moving, 0 moved, 0 declined" in printed
    )
    assert "\t2 services of 2 members\n" in printed
    assert (behind.members, behind.services) == (2, 2)


async def test_a_second_command_counts_those_who_have_room_already(
    shop: Shop, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shop.db.transaction() as conn:
        place = await a_place(conn)
        await a_resident(conn, place)
        name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(old)s", old=place.old)
    words = ("gateway", "evacuate", name, "--until", "2099-12-01", "--reason", "회선 교체")

    for _ in range(2):
        assert await typed(cli, shop, *words) == 0

    first, second = (
        line for line in capsys.readouterr().out.splitlines() if "found an address elsewhere" in line
    )
    assert first.startswith("1 services were found an address elsewhere; their members are mailed")
    assert second == "No further services were found an address elsewhere."
