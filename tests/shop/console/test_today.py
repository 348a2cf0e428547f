"""The first screen: what waits, since when, and only what somebody may see."""

from typing import Any

import pytest

from ieum.shop.console.today.watches import WATCHES
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.status import service as status
from tests.shop.builders.desk import press
from tests.shop.builders.members import a_member
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff

TODAY = "/api/v1/console/today"


async def see(client: Client, by: Login) -> dict[str, Any]:
    answer = await client.get(TODAY, headers=by.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def an_alarm(conn: Connection, *, days: int) -> None:
    await execute(
        conn,
        """
        INSERT INTO alarms (kind, reference, detail, raised_at)
        VALUES ('books', %(days)s::text, '-', now() - make_interval(days => %(days)s))
        """,
        days=days,
    )


async def test_a_quiet_shop_has_nothing_that_waits(client: Client, conn: Connection) -> None:
    seen = await see(client, await a_staff(conn, owner=True))
    del seen["opening"]

    assert seen == {
        "waiting": [],
        "sales": {"today": 0, "yesterday": 0, "month": 0},
    }


async def test_what_waits_says_how_many_and_since_when_the_oldest(client: Client, conn: Connection) -> None:
    for days in (3, 1, 2):
        await an_alarm(conn, days=days)
    oldest = await fetch_one(
        conn, str, "SELECT to_char(min(raised_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD') FROM alarms"
    )

    waiting = (await see(client, await a_staff(conn, owner=True)))["waiting"]

    assert [(each["kind"], each["count"], each["isMore"]) for each in waiting] == [("alarms", 3, False)]
    assert waiting[0]["since"].startswith(oldest)


async def test_backups_wait_apart_from_other_alarms(client: Client, conn: Connection) -> None:
    await an_alarm(conn, days=1)
    for kind in ("backup_failed", "backup_late"):
        await alarms.raise_alarm(conn, kind, reference="base", detail="-")

    waiting = (await see(client, await a_staff(conn, owner=True)))["waiting"]

    assert [(each["kind"], each["count"]) for each in waiting] == [("alarms", 1), ("backups", 2)]


async def test_a_count_stops_where_nobody_reads_it(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ieum.shop.console.today.queries.COUNTED", 2)
    for days in (3, 1, 2):
        await an_alarm(conn, days=days)

    waiting = (await see(client, await a_staff(conn, owner=True)))["waiting"]

    assert [(each["count"], each["isMore"]) for each in waiting] == [(2, True)]


async def test_nobody_is_told_of_what_they_may_not_see(client: Client, conn: Connection) -> None:
    await an_alarm(conn, days=1)
    await execute(
        conn,
        """
        INSERT INTO messages (channel, recipient, subject, body, reference, created_at)
        VALUES ('mail', 'hong@example.com', '-', '-', 'old', now() - interval '1 hour')
        """,
    )

    neither = await see(client, await a_staff(conn, "today.view"))
    support = await see(client, await a_staff(conn, "today.view", "messages.view"))

    assert neither == {"opening": [], "waiting": [], "sales": None}
    assert [each["kind"] for each in support["waiting"]] == ["outbox"]


async def test_an_announcement_waits_until_somebody_says_that_it_is_over(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "today.view", "status.view")
    incident = await status.begin(
        conn, "결제 지연", "봅니다.", parts=["payment"], level="down", state="looking"
    )

    during = (await see(client, login))["waiting"]
    await status.go_on(conn, incident, "끝났습니다.", state="over")
    after = (await see(client, login))["waiting"]

    assert ([each["kind"] for each in during], after) == (["announced"], [])


async def test_a_wish_waits_for_whoever_may_confirm_it_and_not_for_whoever_asked(
    client: Client, conn: Connection
) -> None:
    asker = await a_staff(conn, "today.view", "roles.change", "approvals.confirm")
    second = await a_staff(conn, "today.view", "roles.change", "approvals.confirm")
    other = await a_staff(conn, "today.view", "approvals.confirm")
    await press(client, asker, "roles.make", None, name="야간", permissions=["today.view"])

    seen = [(await see(client, login))["waiting"] for login in (asker, second, other)]

    assert [[each["kind"] for each in waiting] for waiting in seen] == [[], ["approvals"], []]


async def test_sales_are_those_that_the_job_keeps(client: Client, conn: Connection) -> None:
    await execute(
        conn,
        """
        INSERT INTO number_days (figure, day, part, value)
        SELECT 'sales', (now() AT TIME ZONE 'Asia/Seoul')::date - back, part, won
          FROM (VALUES (0, 'paid', 50000), (0, 'returned', -20000), (1, 'paid', 7000)) AS v (back, part, won)
        """,
    )

    sales = (await see(client, await a_staff(conn, "today.view", "numbers.view")))["sales"]

    assert (sales["today"], sales["yesterday"]) == (30_000, 7_000)


async def test_every_kind_of_waiting_can_be_asked_for(client: Client, conn: Connection) -> None:
    """Each of them has SQL of its own, so that one that is wrong would take the whole screen away."""
    await a_member(conn)
    for watch in WATCHES:
        await see(client, await a_staff(conn, "today.view", watch.permission))


async def test_one_statement_counts_all_that_waits(client: Client, conn: Connection, sent: list[str]) -> None:
    login = await a_staff(conn, owner=True)
    sent.clear()

    await see(client, login)

    # The session, what waits, what a new shop lacks, the sales.
    assert len(sent) == 4, sent


@pytest.mark.parametrize(("has_opened", "statements"), [(False, 4), (True, 3)], ids=["new", "opened"])
async def test_a_shop_that_has_opened_takes_three_statements(
    client: Client, conn: Connection, sent: list[str], has_opened: bool, statements: int
) -> None:
    """Whoever asks, what waits, and what is kept; only a new shop is asked what it lacks."""
    staff = await a_staff(conn, owner=True)
    if has_opened:
        await execute(conn, "INSERT INTO shop_opened DEFAULT VALUES")
    await see(client, staff)
    sent.clear()

    await see(client, staff)

    assert len(sent) == statements, sent
    assert any("hosting_provider" in statement for statement in sent) is not has_opened
