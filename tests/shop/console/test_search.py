"""The search: what is found by which half of its name, what is masked, and what takes which permission."""

import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.console.search import words
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment
from tests.shop.builders.services import a_device, a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff

SEARCH = "/api/v1/console/search"
NOW = datetime(2026, 11, 24, 3, tzinfo=UTC)


async def found(client: Client, staff: Login, q: str) -> dict[str, list[dict[str, Any]]]:
    answer = await client.get(SEARCH, params={"q": q}, headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return {group["kind"]: group["items"] for group in answer.json()["data"]["groups"]}


async def paths(client: Client, staff: Login, q: str) -> list[str]:
    return [item["path"] for items in (await found(client, staff, q)).values() for item in items]


async def somebody(conn: Connection) -> MemberId:
    member = await a_member(conn, login_id="namgung_hana")
    await execute(
        conn,
        """
        UPDATE members SET name = '남궁하나', email = 'Hana@Example.com', phone = '01098769876'
         WHERE id = %(id)s
        """,
        id=member,
    )
    return member


@pytest.mark.parametrize(
    "q",
    [
        *(
            "namgung",
            "NAMGUNG_H",
            "남궁하나",
            "hana@example.com",
            "010-9876-9876",
            "+82 10-9876-9876",
            "9876",
        ),
        *(
            unicodedata.normalize("NFD", "남궁하나"),
            "1098769876",
            "0082-10-9876-9876",
            "０１０９８７６９８７６",
        ),
    ],
)
async def test_a_member_is_found_by_what_is_remembered_of_them_and_stays_masked(
    client: Client, conn: Connection, q: str
) -> None:
    staff = await a_staff(conn, "members.view")
    member = await somebody(conn)
    await a_member(conn)

    groups = await found(client, staff, q)

    assert list(groups) == ["members"]
    assert [(one["path"], one["title"]) for one in groups["members"]] == [
        (f"/console/members/{member}", "남**나")
    ]
    assert groups["members"][0]["detail"] == f"회원 {member} · namg**** · 010-****-9876"


@pytest.mark.parametrize("q", ["namgung_hana_", "amgung", "9", "987", "%", "a_mgung", "hana@"])
async def test_other_words_find_no_member(client: Client, conn: Connection, q: str) -> None:
    staff = await a_staff(conn, "members.view")
    await somebody(conn)

    assert await paths(client, staff, q) == []


async def test_orders_and_services_are_found_by_numbers_and_keys(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, owner=True)
    service = await a_service(conn, await a_member(conn))
    order = await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)
    await a_payment(conn, order, payment_key="tviva20261124key1")
    key = await a_device(conn, service)
    await execute(conn, "UPDATE devices SET removed_at = now() WHERE public_key = %(k)s", k=key)

    assert await paths(client, staff, order[:12]) == [f"/console/orders/{order}"]
    assert await paths(client, staff, "tviva2026") == [f"/console/orders/{order}"]
    assert await paths(client, staff, key) == [f"/console/services/{service}"]
    assert f"/console/services/{service}" in await paths(client, staff, f"#{service:02}")


async def test_nothing_is_found_without_the_permission_of_its_kind(client: Client, conn: Connection) -> None:
    staff = await a_staff(conn, "gateways.view")
    member = await somebody(conn)
    service = await a_service(conn, member)
    order = await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)
    gateway = await fetch_one(conn, str, "SELECT name FROM gateways")
    address = await fetch_one(
        conn,
        str,
        "SELECT host(a.address) FROM leases l JOIN exit_addresses a ON a.id = l.address_id"
        " WHERE l.service_id = %(service)s",
        service=service,
    )

    for q in ("남궁하나", order, address, f"{address} @ 2026-01-01 10:00", f"#{service:02}"):
        assert await found(client, staff, q) == {}
    assert list(await found(client, staff, gateway[3:])) == ["gateways"]


async def test_who_held_an_address_is_led_to_and_never_named(client: Client, conn: Connection) -> None:
    sees, asks = await a_staff(conn, "addresses.view"), await a_staff(conn, "addresses.who", "members.view")
    service = await a_service(conn, await somebody(conn))
    address_id, address = await fetch_one(
        conn,
        tuple[int, str],
        "SELECT json_build_array(a.id, host(a.address)) FROM leases l"
        " JOIN exit_addresses a ON a.id = l.address_id WHERE l.service_id = %(service)s",
        service=service,
    )

    plain = await found(client, sees, address)
    begun = await found(client, sees, address.rpartition(".")[0])
    held = await found(client, asks, f"{address} @ 2026-01-02 10:30")
    half = await found(client, asks, f"{address.rpartition('.')[0]}. @ 2026-01-02 10:30")
    to_come = await found(client, asks, f"{address} @ 2199-01-01")

    assert [one["path"] for one in plain["addresses"]] == [f"/console/addresses?open={address_id}"]
    assert f"/console/addresses?open={address_id}" in [one["path"] for one in begun["addresses"]]
    assert list(held) == ["addresses"]
    assert held["addresses"][0]["path"].startswith(
        f"/console/lookups?address={address}&at=2026-01-02T10%3A30"
    )
    assert half == held
    assert "남" not in str(held)
    assert to_come == {}


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-24 12:00", NOW),
        ("2026.11.24 12:00", NOW),
        ("2026-11-24T03:00:00+00:00", NOW),
        ("2026-11-23", datetime(2026, 11, 22, 15, tzinfo=UTC)),
        ("2026년 11월 24일 12시", NOW),
        ("2026. 11. 24. 오후 12:00", NOW),
        ("11월 24일 정오", NOW),
        ("11/24 11:30:15", NOW - timedelta(minutes=29, seconds=45)),
        ("오늘 오전 9시 반", datetime(2026, 11, 24, 0, 30, tzinfo=UTC)),
        ("어제 밤 11시", datetime(2026, 11, 23, 14, tzinfo=UTC)),
        ("그제 새벽 2시 5분", datetime(2026, 11, 21, 17, 5, tzinfo=UTC)),
        ("12월 1일 14:00", datetime(2025, 12, 1, 5, tzinfo=UTC)),
        ("09:00", datetime(2026, 11, 24, 0, tzinfo=UTC)),
        ("오후 2시", datetime(2026, 11, 23, 5, tzinfo=UTC)),
        ("2월 30일 14:00", None),
        ("25시", None),
        ("", None),
        ("오늘 아무 때나", None),
        ("2026-11-24 12:01", None),
        ("0001-01-01", None),
        ("yesterday", None),
    ],
)
def test_a_moment_is_read_as_it_is_said_in_seoul(text: str, moment: datetime | None) -> None:
    assert words.moment_in(text, NOW) == moment


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("203.0.113.7", ("203.0.113.7", "203.0.113.7")),
        ("203.0.113", ("203.0.113.0", "203.0.113.255")),
        ("203.0.113.", ("203.0.113.0", "203.0.113.255")),
        ("203.0", ("203.0.0.0", "203.0.255.255")),
        ("203", None),
        ("203.0.113.999", None),
        ("a.b.c", None),
    ],
)
def test_an_address_may_lack_its_last_number(text: str, span: tuple[str, str] | None) -> None:
    assert words.addresses_in(text) == span


async def test_what_was_opened_and_pinned_is_kept_for_each_alone(client: Client, conn: Connection) -> None:
    one, other = await a_staff(conn), await a_staff(conn)
    item = {"id": "7", "title": "남**나", "detail": None, "path": "/console/members/7"}

    kept = await client.put(f"{SEARCH}/kept", json={"recent": [item], "pinned": []}, headers=one.headers)
    away = await client.put(
        f"{SEARCH}/kept",
        json={"recent": [item | {"path": "//evil.example"}], "pinned": []},
        headers=one.headers,
    )

    assert (kept.status_code, away.status_code) == (200, 422)
    own, others = [
        (await client.get(f"{SEARCH}/kept", headers=staff.headers)).json()["data"] for staff in (one, other)
    ]
    assert own == {"recent": [item], "pinned": []}
    assert others == {"recent": [], "pinned": []}


async def test_every_condition_on_members_has_an_index(conn: Connection) -> None:
    """With reading whole tables forbidden, a condition without an index would still show as such a reading."""
    await execute(conn, "SET LOCAL enable_seqscan = off")
    for condition in (
        "login_id ~>=~ 'nam' AND login_id ~<~ 'nan'",
        "lower(email) = 'hana@example.com'",
        "phone = '01098769876'",
        "name = '남궁하나'",
        "right(phone, 4) = '9876'",
    ):
        plan = await fetch_all(conn, str, f"EXPLAIN SELECT id FROM members WHERE {condition}")
        assert "Index Cond" in "".join(plan), condition
