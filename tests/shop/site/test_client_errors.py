"""What browsers tell of what broke in them: counted by kind, and nothing of the people in front of them."""

import logging
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.site import jobs, queries, service
from ieum.shop.site.routes import ERRORS_OF_ALL_PER_MINUTE, ERRORS_PER_MINUTE
from ieum.shop.site.rules import scrub, scrub_error
from ieum.shop.site.types import ClientError
from tests.growth import assert_linear
from tests.shop.builders.clients import a_client
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.worker import context_of

PATH = "/api/v1/home/client-error"
STACK = """TypeError: Cannot read properties of undefined (reading 'name')
    at DeviceList (https://shop.example/assets/device-list-Bq3x9zK1.js:1:2345)
    at renderWithHooks (https://shop.example/assets/index-A1b2C3d4.js:40:17)"""
ERROR = {
    "message": "Cannot read properties of undefined (reading 'name')",
    "stack": STACK,
    "path": "/mypage/service-status/normal?page=1",
    "release": "2026-11-21",
}


class Row(msgspec.Struct):
    message: str
    stack: str
    path: str
    release: str
    count: int


async def rows(conn: Connection) -> list[Row]:
    return await fetch_all(
        conn, Row, "SELECT message, stack, path, release, count FROM client_errors ORDER BY first_at, message"
    )


def error(message: str = "", stack: str = "", path: str = "") -> ClientError:
    return ClientError(message, stack, path)


async def test_equal_errors_make_one_row_and_one_line_in_the_log(
    client: Client, conn: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    later = ERROR | {
        "stack": STACK.replace("Bq3x9zK1", "Zz9-_yX2").replace("1:2345", "1:2399"),
        "release": "2026-11-22",
    }

    with caplog.at_level(logging.WARNING, "ieum.shop.site"):
        answers = [await client.post(PATH, json=sent) for sent in (ERROR, ERROR, later)]

    assert [(answer.status_code, answer.json()) for answer in answers] == [
        (200, {"status": 200, "data": None})
    ] * 3
    assert await rows(conn) == [
        Row(ERROR["message"], STACK, "/mypage/service-status/normal", "2026-11-22", 3)
    ]
    assert len([record for record in caplog.records if "a new kind of error" in record.message]) == 1


async def test_a_different_error_makes_another_row(client: Client, conn: Connection) -> None:
    await client.post(PATH, json=ERROR)
    await client.post(PATH, json={"message": "x is not a function"})

    assert [row.count for row in await rows(conn)] == [1, 1]


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        pytest.param(
            "at https://shop.example/x?token=abc&b#frag:1", "at https://shop.example/x", id="a query"
        ),
        pytest.param("for hong.kil+dong@example.co.kr here", "for … here", id="a mail address"),
        pytest.param("for hong%40example.com", "for …", id="an encoded one"),
        pytest.param("order 20261121-ABCDE of 1234", "order …-ABCDE of 1234", id="a long number"),
        pytest.param("call 010-1234-5678 or 010 1234 5678", "call … or …", id="telephone numbers"),
        pytest.param("from 203.0.113.7", "from …", id="an address"),
        pytest.param("Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9x", "Bearer …", id="a token"),
        pytest.param("key " + "aB3+/xYz12" * 4 + "abc=", "key …", id="a WireGuard key"),
        pytest.param(
            "fn@https://shop.example/a.js:1:23", "fn@https://shop.example/a.js:1:23", id="Safari's frames"
        ),
        pytest.param("a\0b\x1b[31mc", "ab[31mc", id="control characters"),
        pytest.param("chunk-A1b2C3d4.js:40:17", "chunk-A1b2C3d4.js:40:17", id="what is of use"),
    ],
)
def test_personal_data_is_removed_from_an_error(told: str, kept: str) -> None:
    assert scrub(told, length=500) == kept


@given(message=st.text(), stack=st.text(), path=st.text())
def test_any_reported_error_fits_the_table(message: str, stack: str, path: str) -> None:
    kept = scrub_error(ClientError(message * 20, stack * 50, path * 40))

    assert len(kept.message) <= 500
    assert len(kept.stack) <= 4000
    assert len(kept.path) <= 200
    assert "\0" not in f"{kept}"
    assert "\n" not in kept.message + kept.path


@pytest.mark.parametrize("part", ["a", "1 ", "a.", "a@b.", "?", "-"])
def test_removing_personal_data_takes_linear_time(part: str) -> None:
    assert_linear(
        lambda text: scrub_error(error(text[: len(text) // 4], text, text[: len(text) // 2])),
        lambda size: part * (size // len(part)),
        size=16_000,
    )


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"message": "x" * 4001}, id="absurdly long"),
        pytest.param({"message": None}, id="null"),
        pytest.param({"message": "x", "release": "of hong@example.com"}, id="a release that is none"),
        pytest.param({}, id="nothing"),
        pytest.param({"message": "x", "cookie": "x"}, id="a field that is not there"),
    ],
)
async def test_a_report_with_missing_or_wrong_fields_is_refused(
    client: Client, conn: Connection, wrong: dict[str, Any]
) -> None:
    answer = await client.post(PATH, json=wrong)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")
    assert await rows(conn) == []


async def test_reports_of_one_browser_are_limited(app: Litestar, conn: Connection) -> None:
    async with a_client(app, address="203.0.113.7") as one, a_client(app, address="203.0.113.8") as other:
        answers = [await one.post(PATH, json=ERROR) for _ in range(ERRORS_PER_MINUTE + 1)]
        others = await other.post(PATH, json=ERROR)

    assert [answer.status_code for answer in answers] == [200] * ERRORS_PER_MINUTE + [429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 61
    assert others.status_code == 200
    assert (await rows(conn))[0].count == ERRORS_PER_MINUTE + 1


async def test_reports_of_all_browsers_together_are_limited(app: Litestar) -> None:
    statuses: list[int] = []
    for number in range(ERRORS_OF_ALL_PER_MINUTE + 1):
        async with a_client(app, address=f"198.51.{number // 250}.{number % 250}") as client:
            statuses.append((await client.post(PATH, json=ERROR)).status_code)

    assert statuses == [200] * ERRORS_OF_ALL_PER_MINUTE + [429]


async def test_the_number_of_kinds_of_errors_is_limited(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "ERROR_KINDS", 2)

    answers = [await client.post(PATH, json={"message": message}) for message in ("a", "b", "c", "b")]

    assert {answer.status_code for answer in answers} == {200}
    assert [(row.message, row.count) for row in await rows(conn)] == [("a", 1), ("b", 2)]


async def test_metrics_count_the_errors(client: Client) -> None:
    await client.post(PATH, json={"message": "seen in the figures"})

    assert 'ieum_client_errors_total{kind="new"}' in (await client.get("/metrics")).text


async def test_an_error_not_seen_for_three_months_is_deleted(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        for message in ("old", "recent"):
            await queries.count_error(conn, scrub_error(error(message)), kinds=10)
        await execute(
            conn,
            """
            UPDATE client_errors
               SET first_at = now() - interval '200 days',
                   last_at = now() - CASE message WHEN 'old' THEN 91 ELSE 89 END * interval '1 day'
            """,
        )

    await jobs.forget_errors.func(context_of(shop), 0)

    async with shop.db.connection() as conn:
        assert [row.message for row in await rows(conn)] == ["recent"]
