"""The register of requests by authorities: entered once, answered once, never rewritten, counted by half years."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from psycopg import AsyncConnection
from psycopg.errors import RestrictViolation

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders.desk import press, press_plain, preview
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff

REGISTER = "/api/v1/console/authorities"
REQUEST = {
    "receivedOn": "2026-05-20",
    "branch": "police",
    "authority": "서울강남경찰서",
    "documentNumber": "수사과-1234",
    "kind": "subscriber",
    "asked": "211.234.56.78, 2026-05-01 09:00부터 10:00까지의 이용자",
    "peopleAsked": 1,
}
GIVEN = {"outcome": "given", "given": "이름, 연락처", "peopleGiven": 1}


async def register(client: Client, by: Login, **differs: Any) -> Any:
    return await press_plain(client, by, "authorities.register", None, **REQUEST | differs)


async def registered(client: Client, by: Login, **differs: Any) -> int:
    answer = await register(client, by, **differs)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["made"]["id"]


async def answer_it(client: Client, by: Login, request: int, **wish: Any) -> Any:
    return await press_plain(client, by, "authorities.answer", request, **wish)


@pytest.fixture
async def clerk(conn: Connection) -> Login:
    return await a_staff(conn, "authorities.view", "authorities.register")


async def test_a_request_is_entered_answered_and_both_are_on_record(
    client: Client, conn: Connection, clerk: Login
) -> None:
    number = await registered(client, clerk)

    answer = await answer_it(client, clerk, number, **GIVEN)

    assert answer.status_code == 200
    listed = await client.get(f"{REGISTER}?state=answered", headers=clerk.headers)
    items = listed.json()["data"]["items"]
    assert [(line["id"], line["answeredBy"]) for line in items] == [(number, "김운영")]
    assert await fetch_all(conn, str, "SELECT action || after::text FROM staff_record ORDER BY index") == [
        'authorities.register{"kind": "subscriber", "document": "수사과-1234", "authority": "서울강남경찰서"}',
        'authorities.answer{"given": "이름, 연락처", "people": 1, "outcome": "given"}',
    ]


async def test_a_document_is_entered_once_unless_the_first_was_marked_as_wrong(
    client: Client, clerk: Login
) -> None:
    number = await registered(client, clerk)
    twice = await register(client, clerk)
    voided = await press(client, clerk, "authorities.void", number)
    late = await preview(client, clerk, "authorities.void", number)

    again = await register(client, clerk)

    assert (twice.status_code, twice.json()["code"]) == (409, "already_registered")
    assert (voided.status_code, again.status_code) == (200, 200)
    assert late.json()["code"] == "change_stays"
    seen = (await client.get(f"{REGISTER}/{number}", headers=clerk.headers)).json()["data"]
    assert seen["voidReason"] == "고객 요청"


async def test_an_answer_is_written_once(client: Client, clerk: Login) -> None:
    number = await registered(client, clerk)

    answers = [await answer_it(client, clerk, number, **answer) for answer in (GIVEN, {"outcome": "refused"})]

    assert [answer.status_code for answer in answers] == [200, 409]
    seen = (await client.get(f"{REGISTER}/{number}", headers=clerk.headers)).json()["data"]
    assert (seen["outcome"], seen["peopleGiven"]) == ("given", 1)


@pytest.mark.parametrize(
    ("differs", "field"),
    [
        ({"kind": "records"}, "permitNumber"),
        ({"kind": "seizure", "permitNumber": " "}, "permitNumber"),
        ({"receivedOn": (datetime.now(SEOUL) + timedelta(days=2)).date().isoformat()}, "receivedOn"),
    ],
    ids=["records without a permit", "seizure without a warrant", "received tomorrow"],
)
async def test_what_cannot_be_is_refused(
    client: Client, clerk: Login, differs: dict[str, str], field: str
) -> None:
    answer = await register(client, clerk, **differs)

    assert (answer.status_code, [each["name"] for each in answer.json()["fields"]]) == (422, [field])


@pytest.mark.parametrize(
    "wrong",
    [GIVEN | {"peopleGiven": 0}, GIVEN | {"given": ""}, {"outcome": "refused", "peopleGiven": 2}],
    ids=["given to nobody", "given what", "refused, yet given"],
)
async def test_an_answer_says_what_was_given_about_how_many(
    client: Client, clerk: Login, wrong: dict[str, Any]
) -> None:
    number = await registered(client, clerk)

    answer = await answer_it(client, clerk, number, **wrong)

    assert answer.status_code == 422


@pytest.mark.parametrize(
    "rewriting",
    [
        "DELETE FROM authority_requests",
        "TRUNCATE authority_requests CASCADE",
        "UPDATE authority_requests SET asked = 'something else'",
        "UPDATE authority_requests SET outcome = 'refused', people_given = 0",
    ],
)
async def test_the_database_keeps_what_the_register_says(
    client: Client, conn: AsyncConnection[Any], clerk: Login, rewriting: Any
) -> None:
    number = await registered(client, clerk)
    await answer_it(client, clerk, number, **GIVEN)

    with pytest.raises(RestrictViolation):
        await execute(conn, rewriting)


async def test_half_a_year_is_counted_by_branch_and_kind_without_what_was_void(
    client: Client, conn: Connection, clerk: Login
) -> None:
    first = await registered(client, clerk)
    await answer_it(client, clerk, first, **GIVEN)
    await registered(client, clerk, documentNumber="2", peopleAsked=3, receivedOn="2026-06-30")
    await registered(client, clerk, documentNumber="3", receivedOn="2026-07-01")
    void = await registered(client, clerk, documentNumber="4")
    await press(client, clerk, "authorities.void", void)

    report = await client.get(f"{REGISTER}/report?half=2026-1", headers=clerk.headers)
    file = await press_plain(client, clerk, "authorities.export", "2026-1")
    odd = await press_plain(client, clerk, "authorities.export", "2026-3")

    assert report.json()["data"]["lines"] == [
        {
            "branch": "police",
            "kind": "subscriber",
            "documents": 2,
            "peopleAsked": 4,
            "answered": 1,
            "peopleGiven": 1,
            "waiting": 1,
        }
    ]
    assert file.json()["data"]["made"]["content"].splitlines()[1] == (
        "경찰,통신이용자정보(전기통신사업법 83조),2,4,1,1,1"
    )
    assert odd.status_code == 404
    noted = "SELECT object_id FROM staff_record WHERE action = 'authorities.export'"
    assert await fetch_all(conn, str, noted) == ["2026-1"]
