"""Files of several tables show the shop as it was at one moment, whatever is committed while they are written."""

import asyncio
import csv
import io
import time
import zipfile
from datetime import datetime
from typing import Any

import pytest

from ieum.shop.accountant import service as accountant
from ieum.shop.desk.types import StaffId
from ieum.shop.exports import queries
from ieum.shop.exports.types import OWN_DATA
from ieum.shop.kernel.db import Connection, PooledDatabase, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings
from ieum.shop.member_archive import archive
from ieum.shop.members.types import MemberId
from ieum.shop.pages.web_app import Site
from tests.shop.builders.apps import lent_app
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import a_client
from tests.shop.builders.exports import make
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.shops import Shop
from tests.shop.builders.staff import a_staff

type Table = list[dict[str, str]]


async def a_sale(conn: Connection, member: MemberId, plan: Any) -> str:
    order = await an_order(conn, member, plan, state="paid")
    await a_payment(conn, order)
    return order


def tables(content: bytes) -> dict[str, Table]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {
            name.removesuffix(".csv").split(" ")[-1]: list(
                csv.DictReader(io.StringIO(packed.read(name).decode("utf-8-sig")))
            )
            for name in packed.namelist()
            if name.endswith(".csv")
        }


async def test_a_sale_while_the_accountants_month_is_written_is_in_all_of_its_tables_or_in_none(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, "accountant.export")
        member, plan = await a_member(conn), await a_plan(conn)
        await a_sale(conn, member, plan)
    write = accountant._write  # pyright: ignore[reportPrivateUsage]

    async def slowly(*given: Any, **named: Any) -> int:
        count = await write(*given, **named)
        async with shop.db.transaction() as other:
            await a_sale(other, member, plan)
        return count

    monkeypatch.setattr(accountant, "_write", slowly)
    answer = await shop.client.post(
        "/api/v1/console/accountant/month",
        json={"month": f"{datetime.now(SEOUL):%Y-%m}", "reason": "부가세 신고"},
        headers=staff.headers,
    )

    read = tables(answer.content)
    assert sum(int(day["결제 건수"]) for day in read["매출-일별"]) == len(read["결제"]) == 1


async def test_months_for_the_accountant_at_once_do_not_wait_for_one_anothers_connections(
    database_url: str, settings: Settings, site: Site
) -> None:
    """As many at once as there are connections: each would hold one, and wait for a second one until all give up."""
    async with PooledDatabase(database_url, size=2, for_requests=True) as db:
        async with db.transaction() as conn:
            staff = await a_staff(conn, "accountant.export")
        with lent_app(settings, db=db, site=site) as app:
            async with a_client(app) as client:
                form = {"month": f"{datetime.now(SEOUL):%Y-%m}", "reason": "부가세 신고"}
                began = time.monotonic()
                answers = await asyncio.gather(
                    *(
                        client.post("/api/v1/console/accountant/month", json=form, headers=staff.headers)
                        for _ in range(6)
                    )
                )

    assert ([answer.status_code for answer in answers], time.monotonic() - began < 8) == ([200] * 6, True)


async def test_a_members_own_data_has_no_payment_of_an_order_that_it_does_not_have(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        await a_staff(conn, "exports.personal")
        member, plan = await a_member(conn), await a_plan(conn)
        await a_sale(conn, member, plan)
        by = await fetch_one(conn, StaffId, "SELECT max(id) FROM staff")
        export = await queries.insert(
            conn, OWN_DATA, f"member={member}", reason="열람 요청", expected=1, state="making", by=by
        )
    write = archive._write_file  # pyright: ignore[reportPrivateUsage]

    async def slowly(*given: Any) -> int:
        count = await write(*given)
        async with shop.db.transaction() as other:
            await a_sale(other, member, plan)
        return count

    monkeypatch.setattr(archive, "_write_file", slowly)
    await make(shop.db, export)

    content = b"".join([piece async for piece in queries.read_pieces(shop.db, export)])
    read = tables(content)
    assert len(read["주문"]) == len(read["결제"]) == 1
    async with shop.db.connection() as conn:
        made = await queries.find(conn, export)
    assert made is not None
    assert made.rows == sum(map(len, read.values()))
