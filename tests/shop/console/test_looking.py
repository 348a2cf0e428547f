"""A search by personal data is a read: counted, on record, and the same for lists, exports and bulk changes."""

import asyncio
from typing import Any

import pytest

from ieum.shop.desk import looking
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.exports import ask
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff

CONSOLE = "/api/v1/console"
VIEWS = ("members.view", "services.view", "subscriptions.view", "messages.view")
# Each door, by each kind of personal data that it takes.
DOORS = [
    *[("search", q) for q in ("홍길동", "hong@example.com", "010-1234-5678", "+82 10 1234 5678", "5678")],
    *[("members", q) for q in ("홍길동", "hong@example.com", "01012345678", "+82 10-1234-5678", "5678")],
    *[("services", q) for q in ("홍길동", "Mary-Jane", "hong@example.com")],
    *[("subscriptions", q) for q in ("홍길동", "hong@example.com", "01012345678")],
    *[("messages", q) for q in ("hong@example.com", "01012345678")],
]
NOBODY = [
    *[("search", q) for q in ("hong_gil", "20261130-8F3K2M9QWX", "#12", "203.0.113.", "203.0.113.7 @ 어제")],
    *[("members", q) for q in ("hong_gil", "12")],
    *[("services", q) for q in ("hong_gil", "20261130-8F3K2M9QWX", "203.0.113.7", "12")],
    *[("subscriptions", q) for q in ("20261130-8F3K2M9QWX", "12")],
]


async def read(client: Client, by: Login, path: str, q: str) -> Any:
    return await client.get(f"{CONSOLE}/{path}", params={"q": q}, headers=by.headers)


async def searches(conn: Connection, by: Login) -> list[str]:
    """What the record says of this person's searches."""
    return await fetch_all(
        conn,
        str,
        """
        SELECT concat_ws(' ', after ->> 'by', after ->> 'words') FROM staff_record
         WHERE action = 'members.search' AND staff_id = %(staff)s ORDER BY index
        """,
        staff=by.staff,
    )


@pytest.mark.parametrize(("path", "q"), DOORS)
async def test_who_may_not_unmask_finds_a_person_on_record_and_so_often_an_hour(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch, path: str, q: str
) -> None:
    monkeypatch.setattr(looking, "SEARCHES", 1)
    by = await a_staff(conn, *VIEWS)

    first, again = [await read(client, by, path, q) for _ in range(2)]
    other = await read(client, by, "members", "김다른")
    said = await client.post(f"{CONSOLE}/search/reason", json={"reason": "전화 문의"}, headers=by.headers)
    later = await read(client, by, "members", "김다른")
    third = await read(client, by, "members", "이또한")
    await execute(conn, "UPDATE staff_looks SET at = at - interval '1 hour'")
    next_hour = await read(client, by, "members", "이또한")

    codes = [answer.status_code for answer in (first, again, other, said, later, third, next_hour)]
    assert codes == [200, 200, 403, 200, 200, 403, 200]
    assert other.json()["code"] == "search_needs_reason"
    noted = await searches(conn, by)
    assert len(noted) == 3
    assert q not in noted[0]


@pytest.mark.parametrize(("path", "q"), NOBODY)
async def test_what_names_nobody_is_not_counted(client: Client, conn: Connection, path: str, q: str) -> None:
    by = await a_staff(conn, *VIEWS, "addresses.view", "orders.view")

    answer = await read(client, by, path, q)

    assert answer.status_code == 200
    assert await fetch_one(conn, int, "SELECT count(*) FROM staff_looks") == 0


async def test_who_may_unmask_searches_ten_times_as_often_and_is_not_recorded(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "SEARCHES", 0)
    monkeypatch.setattr(looking, "SEARCHES_OF_UNMASKERS", 1)
    by = await a_staff(conn, *VIEWS, "members.unmask")

    answers = [await read(client, by, "members", q) for q in ("홍길동", "김다른")]

    assert [answer.status_code for answer in answers] == [200, 403]
    assert await searches(conn, by) == []


async def test_a_number_cannot_be_guessed_digit_by_digit_by_many_requests_at_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "SEARCHES", 3)
    async with shop.db.transaction() as conn:
        by = await a_staff(conn, *VIEWS)

    answers = await asyncio.gather(
        *(read(shop.client, by, "members", f"0101234{number}") for number in range(5670, 5690))
    )

    assert sorted(answer.status_code for answer in answers) == [200] * 3 + [403] * 17


@pytest.mark.parametrize("may", [True, False])
async def test_a_set_that_is_narrowed_to_a_person_takes_the_right_to_unmask(
    client: Client, conn: Connection, may: bool
) -> None:
    """A bulk change and an export say how many rows there are."""
    by = await a_staff(conn, *VIEWS, "bulk.run", "members.points", "exports.make")
    if may:
        await execute(
            conn, "UPDATE staff_roles SET permissions = permissions || '{members.unmask}' WHERE NOT is_owner"
        )
    await a_member(conn, login_id="hong_gil")

    form = {"change": "members.points", "wish": {"points": 1}, "query": "q=홍길동"}
    bulk = await client.post(f"{CONSOLE}/bulk/preview", json=form, headers=by.headers)
    export = await ask(client, by, "q=홍길동", screen="services")

    codes = [answer.json().get("code") for answer in (bulk, export)]
    refused = "person_set_needs_right"
    assert [code == refused for code in codes] == [not may] * 2, codes


async def test_unmasking_and_looking_share_an_hour_whose_end_is_an_alarm(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "LOOKS", 2)
    by = await a_staff(conn, owner=True)
    one, two, three = [await a_member(conn) for _ in range(3)]

    def press(member: int, what: str) -> Any:
        path = f"{CONSOLE}/members/{member}/{what}"
        return client.post(path, json={"reason": "본인 확인"}, headers=by.headers)

    alarms = "SELECT reference FROM alarms WHERE kind = 'looks_spent'"
    first = await press(one, "unmask")
    before = await fetch_all(conn, str, alarms)
    second = await press(two, "look")
    spent = [await press(three, what) for what in ("unmask", "look")]
    await execute(conn, "UPDATE staff_looks SET at = at - interval '1 hour'")
    later = await press(three, "unmask")

    assert [answer.status_code for answer in (first, second, later)] == [200, 200, 200]
    assert [answer.json()["code"] for answer in spent] == ["looks_spent"] * 2
    assert (before, await fetch_all(conn, str, alarms)) == ([], [f"staff-{by.staff}"])


async def test_who_had_an_address_once_stands_nowhere_without_two_people(
    client: Client, conn: Connection
) -> None:
    by = await a_staff(conn, "addresses.view", "services.view", "members.view")
    member = await a_member(conn, login_id="had_it_once")
    service = await a_service(conn, member, plan=await a_plan(conn))
    address = await fetch_one(
        conn, int, "SELECT address_id FROM leases WHERE service_id = %(id)s", id=service
    )
    await execute(
        conn,
        "UPDATE leases SET state = 'ended', left_at = now(), ended_at = now() WHERE service_id = %(id)s",
        id=service,
    )

    sheet = (await client.get(f"{CONSOLE}/addresses/{address}", headers=by.headers)).json()["data"]
    services = (await client.get(f"{CONSOLE}/services", headers=by.headers)).json()["data"]["items"]

    assert [(one["id"], one["place"]) for one in services] == [(service, None)]
    [lease] = sheet["leases"]
    assert (lease["serviceId"], lease["orderId"], lease["holder"]) == (None, None, None)
    assert "had_it_once" not in str(sheet)
    assert lease["endedAt"] is not None


async def test_a_reason_is_given_by_whoever_searches(client: Client, conn: Connection) -> None:
    """Messages and services are searched without the right to see members."""
    by = await a_staff(conn, "messages.view")

    said = await client.post(f"{CONSOLE}/search/reason", json={"reason": "전화 문의"}, headers=by.headers)

    assert said.status_code == 200
