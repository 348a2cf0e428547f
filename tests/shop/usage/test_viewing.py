"""What a member sees of the use of a service."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.usage import months, periods, viewing
from ieum.shop.usage.periods import Span
from ieum.shop.usage.types import Bucket
from tests.shop.builders.members import a_login
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.usage import Used, a_used_device, ago, line, report

NOW = datetime(2026, 11, 22, 3, 30, tzinfo=UTC)


async def an_hour(conn: Connection, used: Used, at: datetime, *, rx: int, tx: int) -> None:
    await months.make_months(conn, [at])
    await execute(
        conn,
        """
        INSERT INTO usage_hours (device_id, hour, rx_bytes, tx_bytes)
        SELECT id, date_trunc('hour', %(at)s), %(rx)s, %(tx)s FROM devices WHERE public_key = %(key)s
        """,
        at=at,
        rx=rx,
        tx=tx,
        key=used.key,
    )


async def chart(client: Client, used: Used, headers: Headers, period: str | None = None) -> dict[str, Any]:
    query = f"?period={period}" if period else ""
    answer = await client.get(f"/api/v1/services/{used.service}/usage{query}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


@pytest.mark.parametrize(
    ("period", "span"),
    [
        (None, ("hour", "2026-11-22", "2026-11-22")),
        ("2026-11-21", ("hour", "2026-11-21", "2026-11-21")),
        ("2026-11", ("day", "2026-11-01", "2026-11-30")),
        ("2026-12", ("day", "2026-12-01", "2026-12-31")),
        ("2026-02-30", None),
        ("2026-13", None),
    ],
)
def test_the_days_of_a_period(period: str | None, span: tuple[str, str, str] | None) -> None:
    found = periods.span_of(period, now=NOW)

    assert (found and (found.by, str(found.first), str(found.last))) == span


def test_hours_that_have_not_begun_are_left_out_and_unused_ones_are_there() -> None:
    span = periods.span_of("2026-11-22", now=NOW)
    assert isinstance(span, Span)
    used = Bucket(datetime(2026, 11, 21, 16, tzinfo=UTC), 5, 7)

    buckets = periods.filled([used], span, now=NOW)

    assert [(one.rx_bytes, one.tx_bytes) for one in buckets] == [(0, 0), (5, 7), *[(0, 0)] * 11]


@pytest.mark.parametrize(("months", "oldest"), [(13, "2025-10-01"), (11, "2025-12-01"), (1, "2026-10-01")])
def test_the_oldest_day_is_the_first_of_a_month(months: int, oldest: str) -> None:
    assert str(periods.kept_since(months, now=NOW)) == oldest


async def test_a_day_is_shown_by_the_hour_and_a_month_by_the_day(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    yesterday = (datetime.now(SEOUL) - timedelta(days=1)).replace(hour=9, minute=30)
    await an_hour(conn, used, yesterday, rx=10, tx=100)
    await an_hour(conn, used, yesterday + timedelta(hours=2), rx=1, tx=2)

    day = await chart(client, used, headers, f"{yesterday:%Y-%m-%d}")
    month = await chart(client, used, headers, f"{yesterday:%Y-%m}")

    assert (day["by"], len(day["buckets"]), day["rxBytes"], day["txBytes"]) == ("hour", 24, 11, 102)
    assert [one["txBytes"] for one in day["buckets"]][8:13] == [0, 100, 0, 2, 0]
    assert (month["by"], month["firstDay"]) == ("day", f"{yesterday:%Y-%m}-01")
    assert month["buckets"][yesterday.day - 1]["txBytes"] == 102


async def test_todays_use_is_shown_at_once(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    await report(client, line(used, rxBytes=10, txBytes=20))

    today = await chart(client, used, await a_login(conn, used.member))

    assert (today["by"], today["rxBytes"], today["txBytes"]) == ("hour", 10, 20)


@pytest.mark.parametrize(
    "period",
    [
        pytest.param("2020-01", id="no longer kept"),
        pytest.param("2099-01-01", id="not yet"),
        pytest.param("2026-02-30", id="no day"),
        pytest.param("2026-1", id="no month"),
        pytest.param("", id="empty"),
    ],
)
async def test_a_period_outside_what_is_kept_is_refused(
    client: Client, conn: Connection, period: str
) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)

    for call in ("usage", "usage.csv"):
        answer = await client.get(f"/api/v1/services/{used.service}/{call}?period={period}", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")


async def test_sessions_are_listed_with_the_running_one_first_and_without_clients(
    client: Client, conn: Connection
) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    began = ago(hours=2)
    await report(client, line(used, at=began, lastHandshakeAt=began, txBytes=500, rxBytes=50))
    await report(client, line(used, since=ago(seconds=10), txBytes=700, rxBytes=50))

    answer = await client.get(f"/api/v1/services/{used.service}/sessions", headers=headers)

    listed = answer.json()["data"]
    assert (listed["total"], len(listed["items"])) == (2, 2)
    running, ended = listed["items"]
    assert (running["endedAt"], running["txBytes"], ended["txBytes"]) == (None, 200, 500)
    assert set(ended) == {"deviceName", "subId", "exitAddress", "beganAt", "endedAt", "rxBytes", "txBytes"}


async def test_nothing_is_offered_from_before_the_first_device(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn, days_ago=3)
    headers = await a_login(conn, used.member)

    since = (await chart(client, used, headers))["keptSince"]

    assert since == f"{ago(days=3).astimezone(SEOUL):%Y-%m-%d}"


async def test_a_name_that_is_a_formula_stays_text_in_the_files(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    headers = await a_login(conn, used.member)
    await execute(conn, "UPDATE devices SET name = '=HYPERLINK(1)' WHERE public_key = %(key)s", key=used.key)
    began = ago(minutes=40)
    await report(client, line(used, at=began, lastHandshakeAt=began))
    await report(client, line(used, since=ago(seconds=5), clientAddress="198.51.100.9", txBytes=1500))

    hours = await client.get(f"/api/v1/services/{used.service}/usage.csv", headers=headers)
    sessions = await client.get(f"/api/v1/services/{used.service}/sessions.csv", headers=headers)

    for file in (hours, sessions):
        assert file.headers["content-type"] == "text/csv; charset=utf-8"
        assert file.headers["content-disposition"].startswith('attachment; filename="')
        assert file.content.startswith("\ufeff".encode())
    # Named by its day, which is still right when it is found again.
    assert re.search(r'"usage-\d+-\d{4}-\d\d-\d\d\.csv"$', hours.headers["content-disposition"])
    assert "받음(바이트)" in hours.text
    assert "'=HYPERLINK(1)" in sessions.text
    assert "198.51.100" not in sessions.text
    assert ",=" not in hours.text + sessions.text


async def test_a_file_that_is_asked_for_at_midnight_has_the_hours_of_the_day_in_its_name(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = await a_used_device(conn)
    read: list[str | None] = []

    async def noting(_: object, __: object, ___: int, period: str | None) -> bytes:
        read.append(period)
        return b""

    monkeypatch.setattr(viewing, "hours_as_csv", noting)
    path = f"/api/v1/services/{used.service}/usage.csv"
    file = await client.get(path, headers=await a_login(conn, used.member))

    [day] = read
    assert file.headers["content-disposition"].endswith(f'"usage-{used.service}-{day}.csv"')


async def test_sessions_older_than_thirty_days_are_not_listed(client: Client, conn: Connection) -> None:
    used = await a_used_device(conn)
    await months.make_months(conn, [ago(days=31)])
    await execute(
        conn,
        """
        INSERT INTO usage_sessions (device_id, service_id, exit_address, began_at, ended_at, rx_bytes, tx_bytes)
        SELECT id, service_id, '203.0.113.7', now() - interval '31 days', now() - interval '31 days' + interval '1 min',
               1, 1 FROM devices WHERE public_key = %(key)s
        """,
        key=used.key,
    )

    answer = await client.get(
        f"/api/v1/services/{used.service}/sessions", headers=await a_login(conn, used.member)
    )

    assert answer.json()["data"]["total"] == 0
