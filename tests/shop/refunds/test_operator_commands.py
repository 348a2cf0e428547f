"""`ieum alarms` and `ieum refund`, as they are typed."""

import httpx
import pytest

from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.reconciliation import cli as books
from ieum.shop.refunds import cli as refunds
from tests.shop.builders import purchases
from tests.shop.builders.commands import typed
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.shops import Shop


async def test_alarms_are_listed_and_cleared_by_name(shop: Shop, capsys: pytest.CaptureFixture[str]) -> None:
    assert await typed(books, shop) == 0
    assert capsys.readouterr().out == "No open alarms.\n"
    async with shop.db.transaction() as conn:
        await alarms.raise_alarm(conn, "refund_stuck", reference="20261120-ABCDEFGHJK", detail="refused")
        number = await fetch_one(conn, int, "SELECT id FROM alarms")

    listed = (await typed(books, shop), capsys.readouterr().out)
    nameless = (await typed(books, shop, "--clear", str(number)), capsys.readouterr().err)
    cleared = (await typed(books, shop, "--clear", str(number), "--by", "김운영"), capsys.readouterr().out)
    again = (await typed(books, shop, "--clear", str(number), "--by", "김운영"), capsys.readouterr().err)

    assert listed[0] == 0
    assert listed[1].endswith("refund_stuck  20261120-ABCDEFGHJK  refused\n")
    assert nameless == (1, "--clear: say with --by who dealt with it.\n")
    assert cleared == (0, "No open alarms.\n")
    assert again == (1, f"There is no open alarm {number}.\n")
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, str, "SELECT cleared_by FROM alarms") == ["김운영"]


async def test_a_refund_is_decided_by_command_and_an_impossible_one_is_explained(
    shop: Shop, sandbox: httpx.AsyncClient, capsys: pytest.CaptureFixture[str]
) -> None:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)
    await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    words = (buying.order_id, "--amount", "20000", "--reason", "보상", "--by", "김운영")

    done = (await typed(refunds, shop, *words), capsys.readouterr().out)
    again = (await typed(refunds, shop, *words), capsys.readouterr().err)
    unknown = await typed(
        refunds, shop, "20200101-ABCDEFGHJK", "--full", "--reason", "보상", "--by", "김운영"
    )

    assert done[0] == 0
    assert done[1].startswith(f"{buying.order_id}: 20,000 won and 0 points go back")
    assert again[0] == 1
    assert "이미 환불을 신청하신 주문입니다" in again[1]
    assert unknown == 1
