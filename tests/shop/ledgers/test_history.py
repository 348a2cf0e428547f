"""What a member reads of their points and tickets."""

from datetime import UTC, datetime, timedelta
from typing import Any

from ieum.shop.kernel.db import Connection, execute
from tests.shop.builders.catalog import a_plan, a_ticket_plan
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import an_order, grant_tickets
from tests.shop.builders.shops import Client


async def page_of(client: Client, headers: dict[str, str], path: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/member/{path}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def test_points_are_listed_entry_by_entry_with_their_reason(client: Client, conn: Connection) -> None:
    member = await a_member(conn, points=5_000)
    await a_member(conn, points=7_000)
    headers = await a_login(conn, member)
    order_id = await an_order(conn, member, await a_plan(conn), state="paid")
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind, order_id, created_at)
        VALUES (%(member)s, -1000, 'used', %(order)s, now() + interval '1 second'),
               (%(member)s, 3300, 'earned', %(order)s, now() + interval '2 seconds')
        """,
        member=member,
        order=order_id,
    )

    data = await page_of(client, headers, "points")

    entries = [
        (entry["kind"], entry["amount"], entry["orderId"], entry["planName"]) for entry in data["items"]
    ]
    assert entries == [
        ("earned", 3_300, order_id, "KT 고정 IP"),
        ("used", -1_000, order_id, "KT 고정 IP"),
        ("earned", 5_000, None, None),
    ]
    seen = (await client.get("/api/v1/member", headers=headers)).json()["data"]
    assert sum(entry["amount"] for entry in data["items"]) == seen["point"]


async def test_entries_of_the_same_time_appear_once_over_the_pages(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    await execute(
        conn,
        """
        INSERT INTO point_entries (member_id, amount, kind)
        SELECT %(member)s, n, 'earned' FROM generate_series(1, 45) n
        """,
        member=member,
    )

    pages = [await page_of(client, headers, f"points?page={number}") for number in (1, 2, 3)]

    assert [entry["amount"] for page in pages for entry in page["items"]] == list(range(45, 0, -1))
    assert {(page["total"], page["pageSize"]) for page in pages} == {(45, 20)}


async def test_tickets_are_listed_with_their_order_and_expiry(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    headers = await a_login(conn, member)
    order_id = await an_order(conn, member, await a_ticket_plan(conn), state="paid")
    until = (datetime.now(UTC) + timedelta(days=365)).replace(microsecond=0)
    grant = await grant_tickets(conn, member, order_id, 3, expires_at=until)
    other = await a_member(conn)
    others = await an_order(conn, other, await a_ticket_plan(conn), state="paid")
    await grant_tickets(conn, other, others, 7, expires_at=until)
    await execute(
        conn,
        """
        INSERT INTO ticket_entries (member_id, amount, kind, grant_id, created_at)
        VALUES (%(member)s, -1, 'used', %(grant)s, now() + interval '1 second')
        """,
        member=member,
        grant=grant,
    )

    data = await page_of(client, headers, "tickets")

    assert [(entry["kind"], entry["amount"], entry["orderId"]) for entry in data["items"]] == [
        ("used", -1, order_id),
        ("granted", 3, order_id),
    ]
    assert data["total"] == 2
    assert [entry["expiresAt"] for entry in data["items"]] == [
        None,
        until.isoformat().replace("+00:00", "Z"),
    ]


async def test_each_page_takes_three_statements(client: Client, conn: Connection, sent: list[str]) -> None:
    """The session, the entries, how many there are."""
    member = await a_member(conn, points=1_000)
    headers = await a_login(conn, member)
    for path in ("points", "tickets"):
        sent.clear()
        await page_of(client, headers, path)
        assert len(sent) == 3, sent
