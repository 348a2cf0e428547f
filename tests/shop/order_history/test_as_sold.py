"""Documents of what was sold say the same after every column of its plan, its pool and the shop has changed."""

from io import BytesIO
from typing import Any, LiteralString
from zipfile import ZipFile

import pytest
from psycopg import sql

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.member_archive.archive import write_archive
from ieum.shop.reconciliation.invariants import find_differences
from tests.shop.builders.catalog import a_plan, a_ticket_plan
from tests.shop.builders.certificates import CERTIFICATES, issue
from tests.shop.builders.exports import ask, make, newest
from tests.shop.builders.members import PASSWORD_HASH, a_login, a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.subscriptions import Subscribed, subscribed

CONSOLE = "/api/v1/console"
# What a column that only takes some values becomes.
OTHERWISE = {"kind": "'dynamic'", "state": "'hidden'", "pool_id": "(SELECT max(id) FROM address_pools)"}
BY_TYPE: dict[str, LiteralString] = {
    "text": "{0} || '-2'",
    "integer": "CASE WHEN {0} > 1 THEN {0} - 1 ELSE 2 END",
    "bigint": "CASE WHEN {0} > 1 THEN {0} - 1 ELSE 2 END",
    "boolean": "NOT {0}",
    "timestamp with time zone": "{0} - interval '1 year'",
    "interval": "{0} + interval '1 day'",
}
# How each of the shop's lists is exported: what staff take with them, and accountants.
LISTS = ("orders", "services", "subscriptions")


async def change_every_column(conn: Connection, table: str) -> list[str]:
    """Change all rows of the table, one column after the other; return the columns' names."""
    columns = await fetch_all(
        conn,
        tuple[str, str],
        """
        SELECT json_build_array(column_name, data_type) FROM information_schema.columns
         WHERE table_name = %(table)s AND column_name NOT IN ('id', 'only_row')
         ORDER BY column_name <> 'pool_id', ordinal_position -- nothing but tickets is without a pool
        """,
        table=table,
    )
    changed = list[str]()
    for name, kind in columns:
        value = OTHERWISE.get(name) or BY_TYPE.get(kind)
        if value is None:
            continue
        await conn.execute(
            sql.SQL("UPDATE {} SET {} = {}").format(
                sql.Identifier(table),
                sql.Identifier(name),
                sql.SQL(value).format(sql.Identifier(name)),  # type: ignore[arg-type]
            )
        )
        changed.append(name)
    return changed


class Papers:
    """Everything that somebody may hold of a purchase, as it is handed out now."""

    def __init__(self, client: Client, conn: Connection, db: Database) -> None:
        self.client, self.conn, self.db = client, conn, db

    async def buy(self) -> None:
        """A subscription, a single purchase with a tax invoice, tickets, and a certificate of an address."""
        conn = self.conn
        member = await a_member(conn, password_hash=PASSWORD_HASH)
        await execute(conn, "UPDATE members SET name = '홍길동' WHERE id = %(id)s", id=member)
        self.bought: Subscribed = await subscribed(conn, member=member)
        self.order = await an_order(conn, member, await a_plan(conn), state="paid", method="transfer")
        tickets = await an_order(conn, member, await a_ticket_plan(conn), state="paid")
        for order in (self.order, tickets):
            await a_payment(conn, order)
        await execute(
            conn,
            """
            INSERT INTO tax_invoice_requests (order_id, business_number, company, representative, email)
            VALUES (%(order)s, '1234567891', '이음상사', '홍길동', 'tax@example.com')
            """,
            order=self.order,
        )
        await execute(
            conn,
            """
            INSERT INTO point_entries (member_id, amount, kind, order_id)
            VALUES (%(member)s, 330, 'earned', %(order)s)
            """,
            member=member,
            order=self.order,
        )
        self.member, self.headers = member, await a_login(conn, member)
        self.staff = await a_staff(conn, owner=True)
        self.certificate = await issue(self.client, self.headers, self.bought.service)
        # The first file notes when it was taken, and later ones say so.
        await self._take("invoice-files", self.staff, month=await self._month())

    async def all(self) -> dict[str, str]:
        """Each paper's text, by its name."""
        orders = await fetch_all(self.conn, str, "SELECT id FROM orders ORDER BY id")
        one = f"/api/v1/orders/{self.order}"
        papers = {
            path: await self._read(path, self.headers)
            for path in (
                "/api/v1/orders?page=1",
                *(f"/api/v1/orders/{order}" for order in orders),
                *(f"/api/v1/orders/{order}/contract" for order in orders),
                f"{one}/contract",
                "/api/v1/member/points?page=1",
                f"{CERTIFICATES}/{self.certificate}",
            )
        }
        papers |= {
            path: await self._read(f"{CONSOLE}/{path}", self.staff.headers)
            for path in (
                *("orders", "services", "subscriptions", "invoices"),
                f"orders/{self.order}",
                f"members/{self.member}/moments",
                f"members/{self.member}/services",
            )
        }
        month = await self._month()
        papers["invoice file"] = _texts(await self._take("invoice-files", self.staff, month=month))
        papers["accountant's month"] = _texts(await self._take("accountant/month", self.staff, month=month))
        for screen in LISTS:
            assert (await ask(self.client, self.staff, screen=screen)).is_success, screen
            export = await newest(self.conn)
            await make(self.db, export)
            papers[f"export of {screen}"] = _texts(await self._take(f"exports/{export}/file", self.staff))
        own = BytesIO()
        await write_archive(self.conn, self.member, own)
        papers["their own data"] = _texts(own.getvalue())
        return papers

    async def _month(self) -> str:
        return await fetch_one(self.conn, str, "SELECT to_char(now() AT TIME ZONE 'Asia/Seoul', 'YYYY-MM')")

    async def _read(self, path: str, headers: Headers) -> str:
        answer = await self.client.get(path, headers=headers)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        data: Any = answer.json()["data"]
        if "printedAt" in data:
            del data["printedAt"]
        return repr(data)

    async def _take(self, path: str, by: Login, **body: Any) -> Any:
        answer = await self.client.post(
            f"{CONSOLE}/{path}", json={"reason": "회계 감사"} | body, headers=by.headers
        )
        assert answer.is_success, f"{path}: {answer.text}"
        return answer.json() if "json" in answer.headers["content-type"] else answer.content


def _texts(file: bytes) -> str:
    """The texts in a ZIP, an Excel file among them, or the file itself."""
    if not file.startswith(b"PK"):
        return file.decode()
    with ZipFile(BytesIO(file)) as archive:
        inside = {name: archive.read(name) for name in archive.namelist() if not name.startswith("docProps/")}
    return "\n".join(f"{name}: {_texts(content)}" for name, content in inside.items())


@pytest.fixture
async def papers(client: Client, conn: Connection, db: Database) -> Papers:
    papers = Papers(client, conn, db)
    await papers.buy()
    return papers


async def test_every_paper_says_the_same_after_every_column_of_plan_pool_and_shop_has_changed(
    papers: Papers, conn: Connection
) -> None:
    before = await papers.all()
    naming = {name for name, text in before.items() if "KT 고정 IP" in text}
    assert {f"/api/v1/orders/{papers.order}/contract", "invoice file", "accountant's month"} <= naming
    assert {"their own data", *(f"export of {screen}" for screen in LISTS)} <= naming

    await a_plan(conn)
    # Rules of the tables that guard such changes are another matter: whatever happens to the rows, papers stay.
    await execute(conn, "SET LOCAL session_replication_role = replica")
    plans = await change_every_column(conn, "plans")
    pools = await change_every_column(conn, "address_pools")
    await execute(conn, "SET LOCAL session_replication_role = origin")
    await execute(
        conn,
        """
        UPDATE site_config SET business_name = '다른상호', representative = '다른이', address = '다른 곳', phone = '1',
                               mail_order_licence = '2', business_licence = '3', site_mail = 'other@mail.example'
        """,
    )

    assert {"name", "kind", "pool_id", "device_limit", "connections", "upload_mbit"} <= set(plans)
    assert {"carrier", "region", "code"} <= set(pools)
    after = await papers.all()
    assert {name: text for name, text in after.items() if text != before[name]} == {}


async def test_a_charge_goes_on_with_the_name_that_was_sold(papers: Papers, conn: Connection) -> None:
    await execute(conn, "UPDATE plans SET name = 'KT 새 이름', device_limit = 9")

    charge = await an_order(
        conn,
        papers.member,
        papers.bought.plan,
        kind="renewal",
        payment_type="billing",
        method="billing",
        subscription_id=papers.bought.id,
        period=2,
    )

    said = await papers.client.get(f"/api/v1/orders/{charge}", headers=papers.headers)
    assert said.json()["data"]["planName"] == "KT 고정 IP"
    assert (
        await fetch_one(conn, int, "SELECT device_limit FROM order_lines WHERE order_id = %(id)s", id=charge)
        == 2
    )


async def test_a_renewal_says_the_name_under_which_it_was_bought(papers: Papers, conn: Connection) -> None:
    await execute(conn, "UPDATE plans SET name = 'KT 새 이름'")

    renewal = await an_order(
        conn, papers.member, papers.bought.plan, kind="renewal", service_id=papers.bought.service
    )

    line = await fetch_one(
        conn,
        list[Any],
        "SELECT json_build_array(name, carrier, region, service_id) FROM order_lines WHERE order_id = %(id)s",
        id=renewal,
    )
    assert line == ["KT 새 이름", "KT", "서울", papers.bought.service]


@pytest.mark.parametrize("change", ["UPDATE order_lines SET name = 'x'", "DELETE FROM order_lines"])
async def test_a_line_is_never_rewritten(conn: Connection, change: LiteralString) -> None:
    await an_order(conn, await a_member(conn), await a_plan(conn))

    with pytest.raises(Exception, match="append-only"):
        await execute(conn, change)


async def test_lines_that_do_not_add_up_are_found(papers: Papers, conn: Connection) -> None:
    await execute(conn, "SET LOCAL session_replication_role = replica")
    await execute(conn, "UPDATE order_lines SET quantity = 2 WHERE order_id = %(id)s", id=papers.order)

    found = await find_differences(conn)

    assert ("lines_differ", papers.order) in {(one.what, one.reference) for one in found}
