"""Figures of the shop: what each of them counts, on which day, and that they are kept and not counted when asked."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.numbers import jobs, rules
from ieum.shop.numbers.definitions import FIGURES
from ieum.shop.numbers.types import KeptNumber
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.inquiries import asked
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.sub_ids import a_sub_id
from tests.shop.builders.subscriptions import a_subscription

NUMBERS = "/api/v1/console/numbers"


@pytest.fixture
async def staff(conn: Connection) -> Login:
    return await a_staff(conn, "numbers.view")


async def seen(client: Client, by: Login, figure: str, query: str = "") -> Any:
    answer = await client.get(f"{NUMBERS}/{figure}{query}", headers=by.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def a_sale(conn: Connection, amount: int, at: datetime, *, returned: int = 0) -> None:
    order = await an_order(conn, await a_member(conn), await a_plan(conn))
    await a_payment(conn, order, amount=amount)
    await execute(
        conn,
        """
        UPDATE payments SET state = 'approved', amount = %(amount)s, approved_at = %(at)s,
               cancelled_amount = %(returned)s
         WHERE order_id = %(order)s
        """,
        order=order,
        amount=amount,
        at=at,
        returned=returned,
    )


def today() -> date:
    return datetime.now(seoul.SEOUL).date()


def noon(day: date) -> datetime:
    return seoul.moment_of(day) + timedelta(hours=12)


async def test_sales_are_what_was_paid_less_what_was_given_back_on_the_day_of_payment_in_seoul(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    midnight = seoul.moment_of(today())
    await a_sale(conn, 33_000, midnight)
    await a_sale(conn, 11_000, midnight - timedelta(seconds=1), returned=4_000)

    await jobs.keep(db, today(), days=2)
    points = (await seen(client, staff, "sales"))["points"]

    yesterday = today() - timedelta(days=1)
    assert points == [
        {"day": f"{yesterday}", "total": 7_000, "parts": {"paid": 11_000, "returned": -4_000}},
        {"day": f"{today()}", "total": 33_000, "parts": {"paid": 33_000, "returned": 0}},
    ]


async def test_what_is_given_back_later_falls_on_the_day_of_payment_once_the_night_is_over(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    long_ago = today() - timedelta(days=200)
    await a_sale(conn, 33_000, noon(long_ago))
    await jobs.keep(db, today(), days=jobs.WHOLE)
    await execute(conn, "UPDATE payments SET cancelled_amount = 33000")

    await jobs.keep(db, today(), days=jobs.RECENT)
    before = await fetch_one(conn, int, "SELECT sum(value)::bigint FROM number_days WHERE figure = 'sales'")
    await jobs.keep(db, today(), days=jobs.WHOLE)
    day = await seen(client, staff, "sales", f"?from={long_ago}&to={long_ago}")

    assert before == 33_000
    assert [point["total"] for point in day["points"]] == [0]


async def test_counting_again_counts_nothing_twice(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    await a_sale(conn, 33_000, noon(today()))
    for _ in range(3):
        await jobs.keep(db, today(), days=2)

    assert (await seen(client, staff, "sales"))["points"][-1]["total"] == 33_000


async def test_figures_are_read_from_what_is_kept(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    await jobs.keep(db, today(), days=2)
    await a_sale(conn, 33_000, noon(today()))

    assert (await seen(client, staff, "sales"))["points"] == []


async def test_conversion_counts_members_by_the_day_on_which_they_joined(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    buyer, late, _ = [await a_member(conn) for _ in range(3)]
    await a_sub_id(conn, buyer)
    joined = noon(today() - timedelta(days=40))
    await execute(conn, "UPDATE members SET joined_at = %(at)s", at=joined)
    plan = await a_plan(conn)
    for member, days in ((buyer, 29), (late, 31)):
        await a_service(conn, member, plan=plan)
        await execute(
            conn,
            "UPDATE orders SET state = 'paid', paid_at = %(at)s WHERE member_id = %(member)s",
            at=joined + timedelta(days=days),
            member=member,
        )
    await execute(
        conn,
        "INSERT INTO visit_days (day, kind, count) VALUES (%(day)s, 'visits', 70)",
        day=today() - timedelta(days=40),
    )

    await jobs.keep(db, today(), days=50)
    day = today() - timedelta(days=40)
    points = (await seen(client, staff, "conversion", f"?from={day}&to={day}"))["points"]

    assert points == [{"day": f"{day}", "total": None, "parts": {"joined": 3, "paid": 1, "visits": 70}}]


async def test_occupancy_is_what_is_leased_of_what_could_be(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    plan = await a_plan(conn)
    await a_service(conn, await a_member(conn), plan=plan)
    states = await fetch_all(conn, str, "SELECT state FROM address_states")

    await jobs.keep(db, today(), days=1)
    points = (await seen(client, staff, "occupancy"))["points"]

    counted = [state for state in states if state in {"free", "leased", "resting", "held"}]
    assert counted.count("leased") == 1
    assert points[-1]["total"] == pytest.approx(100 / len(counted), abs=0.1)


async def test_an_answer_is_timed_from_the_first_word_that_waits_by_the_clock_and_in_office_hours(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    """Friday 17:00 to Monday 10:00: two hours of office, and sixty-five by the clock."""
    friday = today() - timedelta(days=(today().weekday() - 4) % 7 + 7)
    monday = friday + timedelta(days=3)
    inquiry = await fetch_one(
        conn,
        int,
        """
        INSERT INTO inquiries (member_id, category, title) VALUES (%(member)s, 'other', '문의') RETURNING id
        """,
        member=await a_member(conn),
    )

    async def says(author: str, day: date, hour: int) -> None:
        await execute(
            conn,
            """
            INSERT INTO inquiry_messages (inquiry_id, author, staff, body, created_at)
            VALUES (%(inquiry)s, %(author)s, CASE WHEN %(author)s = 'staff' THEN '김운영' END, '글', %(at)s)
            """,
            inquiry=inquiry,
            author=author,
            at=seoul.moment_of(day) + timedelta(hours=hour),
        )

    await says("member", friday, 17)
    await says("member", friday, 18)
    await says("staff", monday, 10)
    await says("staff", monday, 11)

    await jobs.keep(db, today(), days=30)
    points = (await seen(client, staff, "answers"))["points"]

    assert points == [
        {"day": f"{monday}", "total": None, "parts": {"clock": 65 * 60, "office": 2 * 60}},
    ]


async def test_churn_is_what_ended_in_a_month_of_what_ran_at_its_beginning(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    member, plan = await a_member(conn), await a_plan(conn)
    month = today().replace(day=1)
    before = [await a_subscription(conn, member, plan) for _ in range(4)]
    await execute(conn, "UPDATE subscriptions SET started_at = %(at)s", at=noon(month - timedelta(days=40)))
    for subscription, reason in zip(before, ("stopped", "unpaid"), strict=False):
        await execute(
            conn,
            """
            UPDATE subscriptions SET state = 'ended', ended_at = %(at)s, end_reason = %(reason)s WHERE id = %(id)s
            """,
            at=seoul.moment_of(month),
            reason=reason,
            id=subscription,
        )
    await a_subscription(conn, member, plan)

    await jobs.keep(db, today(), days=1)
    points = (await seen(client, staff, "churn"))["points"]

    assert points[-1] == {"day": f"{month}", "total": 50.0, "parts": {"stopped": 25.0, "unpaid": 25.0}}


async def test_recurring_money_is_by_the_month_and_without_vat(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    member, plan = await a_member(conn), await a_plan(conn)
    _, quarterly, ending = [
        await a_subscription(conn, member, plan, amount=amount) for amount in (11_000, 66_000, 11_000)
    ]
    await execute(conn, "UPDATE subscriptions SET months = 3 WHERE id = %(id)s", id=quarterly)
    await execute(conn, "UPDATE subscriptions SET stop_requested_at = now() WHERE id = %(id)s", id=ending)

    await jobs.keep(db, today(), days=1)

    assert (await seen(client, staff, "mrr"))["points"][-1]["total"] == 10_000 + 20_000


@pytest.mark.parametrize("figure", list(FIGURES))
async def test_every_figure_says_what_it_means_and_is_drawn_of_nothing_too(
    client: Client, db: Database, staff: Login, figure: str
) -> None:
    await jobs.keep(db, today(), days=jobs.WHOLE)

    data = await seen(client, staff, figure, "?by=month")

    assert len(data["definition"]) > 20
    assert "SELECT" in data["sql"]
    assert (data["chart"]["width"], len(data["chart"]["heights"])) == (rules.WIDTH, rules.STEPS + 1)


def test_a_month_of_a_stand_is_its_last_day_and_of_a_share_its_sum() -> None:
    days = [
        KeptNumber(date(2026, 10, 1), "kt", 1, 10),
        KeptNumber(date(2026, 10, 31), "kt", 5, 10),
        KeptNumber(date(2026, 10, 31), "skt", 0, 10),
    ]

    stand = rules.points_of(FIGURES["occupancy"], days, "month")
    share = rules.points_of(FIGURES["answers"], days, "month")

    assert (stand[0].total, stand[0].parts) == (25.0, {"kt": 50.0, "skt": 0.0})
    assert share[0].parts == {"kt": 0.3, "skt": 0.0}


@pytest.mark.parametrize(
    "query", ["?from=2026-02-01&to=2026-01-01", "?from=1999-01-01", "?from=x", "?by=week"]
)
async def test_a_time_that_means_nothing_is_refused(client: Client, staff: Login, query: str) -> None:
    answer = await client.get(f"{NUMBERS}/sales{query}", headers=staff.headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")


async def test_the_overview_has_every_figure(client: Client, db: Database, staff: Login) -> None:
    await jobs.keep(db, today(), days=40)

    answer = await client.get(NUMBERS, headers=staff.headers)

    assert [brief["name"] for brief in answer.json()["data"]["items"]] == list(FIGURES)


async def test_keywords_are_told_by_their_visits_members_and_buyers(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    buyer, other, left = [await a_member(conn) for _ in range(3)]
    day = today() - timedelta(days=40)
    await execute(conn, "UPDATE members SET joined_at = %(at)s", at=noon(day))
    await execute(
        conn,
        """
        INSERT INTO first_touches (member_id, touched_at, referrer_host, keyword, campaign)
        SELECT id, %(at)s, 'search.naver.com', '고정 IP', '' FROM members
        """,
        at=noon(day),
    )
    await a_service(conn, buyer)
    await execute(
        conn,
        "UPDATE orders SET state = 'paid', paid_at = %(at)s WHERE member_id = %(member)s",
        at=noon(day) + timedelta(days=29),
        member=buyer,
    )
    await execute(
        conn,
        "INSERT INTO visit_days (day, kind, value, count) VALUES (%(day)s, 'keyword', '고정 IP', 70)",
        day=day,
    )
    await jobs.keep(db, today(), days=50)
    # Whoever has left did join, and is not taken out of what was counted.
    await execute(conn, "DELETE FROM first_touches WHERE member_id <> %(buyer)s", buyer=buyer)
    await jobs.keep(db, today(), days=50)

    answer = await client.get(
        f"/api/v1/console/number-touches?kind=keyword&from={day}&to={day}", headers=staff.headers
    )

    table = answer.json()["data"]
    assert table["items"] == [{"value": "고정 IP", "visits": 70, "joined": 3, "paid": 1}]
    assert table["isOn"] is False
    assert {other, left} != {buyer}


async def test_no_office_hour_falls_on_a_public_holiday(
    client: Client, conn: Connection, db: Database, staff: Login
) -> None:
    """Asked on the last working day before Seollal of 2026 at 17:00, answered on the first one after at 10:00."""
    inquiry = await asked(client, await a_login(conn, await a_member(conn)))
    await execute(conn, "DELETE FROM inquiry_messages")
    for author, at in (("member", "2026-02-13 17:00+09"), ("staff", "2026-02-19 10:00+09")):
        await execute(
            conn,
            """
            INSERT INTO inquiry_messages (inquiry_id, author, staff, body, created_at)
            VALUES (%(inquiry)s, %(author)s, CASE %(author)s WHEN 'staff' THEN '김운영' END, 'x', %(at)s)
            """,
            inquiry=inquiry,
            author=author,
            at=at,
        )

    await jobs.keep(db, today(), days=jobs.WHOLE)
    points = (await seen(client, staff, "answers", "?from=2026-02-19&to=2026-02-19"))["points"]

    assert points[0]["parts"]["office"] == 120


async def test_sales_are_kept_more_often_and_from_the_first_run_on_all_of_them(
    client: Client, conn: Connection, staff: Login
) -> None:
    await a_sale(conn, 11_000, noon(today() - timedelta(days=200)))
    await a_sale(conn, 33_000, noon(today()))

    await jobs.keep_latest_sales(conn, today())
    await a_sale(conn, 22_000, noon(today()))
    await jobs.keep_latest_sales(conn, today())

    points = (await seen(client, staff, "sales", f"?from={today() - timedelta(days=300)}"))["points"]
    assert [point["total"] for point in points] == [11_000, 55_000]
