"""Profit by address: whose money is whose, by which days; what an address costs; and that the list is what is kept."""

from datetime import UTC, datetime, timedelta
from typing import Any

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one
from ieum.shop.numbers import profit_jobs, profits
from tests.shop.builders import desk
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import a_payment
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import Login, a_staff

PROFITS = "/api/v1/console/address-profits"
COSTS = "/api/v1/console/pool-costs"
# clock: only a new month would be another.
TODAY = datetime.now(seoul.SEOUL).date()
THIS = TODAY.replace(day=1)
LAST = profits.month_before(THIS)
# The last month and the one before it are whole: their days are known whatever today is.
BEGIN, END = seoul.moment_of(LAST), seoul.moment_of(THIS)
DAYS = (END - BEGIN).days


async def a_paid_service(conn: Connection, *, won: int, returned: int = 0) -> tuple[int, int]:
    """Paid for all of the last month, with its lease from before; and the address that it has."""
    service = await a_service(conn, await a_member(conn), plan=await a_plan(conn))
    order = await fetch_one(
        conn, str, "SELECT order_id FROM services WHERE id = %(service)s", service=service
    )
    await a_payment(conn, order, amount=won)
    await execute(
        conn,
        """
        UPDATE payments SET state = 'approved', approved_at = now(), amount = %(won)s, cancelled_amount = %(returned)s
         WHERE order_id = %(order)s
        """,
        order=order,
        won=won,
        returned=returned,
    )
    await execute(
        conn,
        "UPDATE service_periods SET starts_at = %(begin)s, ends_at = %(end)s WHERE order_id = %(order)s",
        order=order,
        begin=BEGIN,
        end=END,
    )
    await execute(
        conn, "UPDATE exit_addresses SET added_at = %(at)s", at=seoul.moment_of(profits.month_before(LAST))
    )
    address = await fetch_one(
        conn,
        int,
        """
        UPDATE leases SET held_at = %(before)s, active_at = %(before)s WHERE service_id = %(service)s
        RETURNING address_id
        """,
        before=BEGIN - timedelta(days=3),
        service=service,
    )
    return service, address


async def replace_address(conn: Connection, service: int, at: datetime) -> int:
    """The service leaves its address for the next free one of its pool; the old one runs on for a while."""
    return await fetch_one(
        conn,
        int,
        """
        WITH gone AS (
            UPDATE leases SET state = 'ended', left_at = %(at)s, ended_at = %(at)s + interval '1 day'
             WHERE service_id = %(service)s RETURNING address_id, order_id
        )
        INSERT INTO leases (address_id, order_id, service_id, state, cause, held_at, active_at)
        SELECT (SELECT min(e.id) FROM exit_addresses e JOIN exit_addresses o ON o.id = gone.address_id
                 WHERE e.pool_id = o.pool_id AND e.id <> o.id),
               gone.order_id, %(service)s, 'held', 'ticket', %(at)s, %(at)s FROM gone
        RETURNING address_id
        """,
        at=at,
        service=service,
    )


async def listed(client: Client, by: Login, query: str = "") -> Any:
    answer = await client.get(f"{PROFITS}{query}", headers=by.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def keep(db: Database) -> None:
    await profit_jobs.keep_months(db, datetime.now(UTC), months=3)


async def set_cost(
    client: Client, by: Login, pool: int, won: int | None, month: str = f"{LAST:%Y-%m}"
) -> Any:
    return await desk.press(client, by, "numbers.costs", pool, month=month, won=won)


async def pool_of(conn: Connection, address: int) -> int:
    return await fetch_one(
        conn, int, "SELECT pool_id FROM exit_addresses WHERE id = %(address)s", address=address
    )


async def test_money_goes_to_the_addresses_that_were_leased_by_their_days(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "numbers.view")
    service, first = await a_paid_service(conn, won=11_000 * DAYS + 1_100, returned=1_100)
    second = await replace_address(conn, service, BEGIN + timedelta(days=10))

    await keep(db)
    rows = (await listed(client, login, f"?month={LAST:%Y-%m}"))["items"]

    assert {row["id"]: row["revenue"] for row in rows} == {first: 100_000, second: 10_000 * (DAYS - 10)}
    assert [(row["cost"], row["profit"]) for row in rows] == [(None, None)] * 2


async def test_what_is_left_after_a_refund_belongs_to_the_days_before_it(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "numbers.view")
    service, address = await a_paid_service(conn, won=330_000, returned=220_000)
    at = BEGIN + timedelta(days=5)
    await execute(conn, "UPDATE service_periods SET refunded_at = %(at)s", at=at)
    await execute(
        conn,
        "UPDATE leases SET state = 'ended', left_at = %(at)s, ended_at = %(at)s WHERE service_id = %(service)s",
        at=at,
        service=service,
    )

    await keep(db)

    rows = (await listed(client, login, f"?month={LAST:%Y-%m}"))["items"]
    assert [(row["id"], row["revenue"]) for row in rows] == [(address, 100_000)]


async def test_one_order_of_two_services_is_halved_and_the_days_of_other_months_are_not_counted(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "numbers.view")
    one, first = await a_paid_service(conn, won=220_000)
    other, second = await a_paid_service(conn, won=100)
    begin = seoul.moment_of(profits.month_before(LAST))
    await execute(
        conn,
        "DELETE FROM service_periods WHERE service_id = %(other)s",
        other=other,
    )
    await execute(conn, "UPDATE service_periods SET starts_at = %(begin)s", begin=begin)
    await execute(
        conn,
        """
        INSERT INTO service_periods (service_id, order_id, starts_at, ends_at)
        SELECT %(other)s, order_id, starts_at, ends_at FROM service_periods WHERE service_id = %(one)s
        """,
        one=one,
        other=other,
    )

    await keep(db)
    rows = (await listed(client, login, f"?month={LAST:%Y-%m}"))["items"]

    each = round(100_000 * DAYS / (END - begin).days)
    assert {row["id"]: row["revenue"] for row in rows} == {first: each, second: each}


async def test_a_cost_is_seen_before_it_is_set_kept_from_its_month_on_and_on_record(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "numbers.view", "numbers.costs")
    _, address = await a_paid_service(conn, won=33_000)
    pool = await pool_of(conn, address)
    await execute(
        conn,
        "UPDATE exit_addresses SET added_at = %(at)s WHERE id <> %(address)s",
        at=END - timedelta(days=1),
        address=address,
    )

    changed = await set_cost(client, login, pool, 31 * 280)
    await keep(db)
    await keep(db)
    last = (await listed(client, login, f"?month={LAST:%Y-%m}&pool={pool}"))["items"]
    before = (await listed(client, login, f"?month={profits.month_before(LAST):%Y-%m}"))["items"]
    figure = (await client.get("/api/v1/console/numbers/profit", headers=login.headers)).json()["data"]
    record = await fetch_all(
        conn,
        dict[str, Any],
        """
        SELECT jsonb_build_object('before', before, 'after', after, 'reason', reason)
          FROM staff_record WHERE action = 'numbers.costs'
        """,
    )

    assert changed.status_code == 200
    costs = (await client.get(COSTS, headers=login.headers)).json()["data"]["items"]
    assert [cost["won"] for cost in costs if cost["poolId"] == pool] == [31 * 280]
    a_day = round(31 * 280 / DAYS)
    assert [(row["revenue"], row["cost"], row["profit"]) for row in last] == [
        (30_000, 31 * 280, 30_000 - 31 * 280),
        (0, a_day, -a_day),
        (0, a_day, -a_day),
    ]
    assert {row["cost"] for row in before} <= {None}
    point = next(point for point in figure["points"] if point["day"] == f"{LAST}")
    assert point["total"] == sum(row["profit"] for row in last)
    assert "service_periods" in figure["sql"]
    assert record == [
        {
            "before": {"won": None},
            "after": {"month": f"{LAST:%Y-%m}", "won": 31 * 280},
            "reason": "고객 요청",
        }
    ]


async def test_a_cost_that_a_colleague_has_changed_meanwhile_is_shown_again(
    client: Client, conn: Connection
) -> None:
    login = await a_staff(conn, "numbers.view", "numbers.costs")
    pool = await fetch_one(
        conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=await a_plan(conn)
    )
    wish = {"month": f"{THIS:%Y-%m}", "won": 3_000}
    seen = (await desk.preview(client, login, "numbers.costs", pool, **wish)).json()["data"]
    body = await desk.body_of(client, login, "numbers.costs", pool, **wish)
    await set_cost(client, login, pool, 2_000)

    late = await client.post(desk.path_of("numbers.costs"), json=body, headers=login.headers)
    long_ago = await desk.preview(client, login, "numbers.costs", pool, month="2020-01", won=1)
    wrong = [
        await desk.preview(client, login, "numbers.costs", pool, **wish | {"won": won}) for won in (-1, 10**9)
    ]

    assert late.json()["code"] == "preview_changed"
    assert [answer.status_code for answer in wrong] == [422, 422]
    assert long_ago.json()["code"] == "invalid_fields"
    assert seen["rows"][1] == {
        "label": "IP 하나의 한 달 원가 (부가세 빼고)",
        "value": "3,000원",
        "before": "모름",
    }


async def test_pages_follow_from_the_best_to_what_is_not_known_and_back(
    client: Client, conn: Connection, db: Database
) -> None:
    login = await a_staff(conn, "numbers.view", "numbers.costs")
    _, known = await a_paid_service(conn, won=33_000)
    _, unknown = await a_paid_service(conn, won=99_000)
    await set_cost(client, login, await pool_of(conn, known), 1_000)
    await keep(db)

    async def walked(order: str) -> list[int]:
        ids: list[int] = []
        query = f"?month={LAST:%Y-%m}&order={order}&size=1"
        page = await listed(client, login, query)
        while True:
            ids += [row["id"] for row in page["items"]]
            if page["next"] is None:
                return ids
            page = await listed(client, login, f"{query}&after={page['next']}")

    best, worst = await walked("-profit"), await walked("profit")

    assert (len(best), best[0], best[-1]) == (4, known, unknown)
    assert worst == best[::-1]


async def test_months_that_no_night_has_counted_to_their_end_are_counted_later(
    conn: Connection, db: Database
) -> None:
    """The worker was away since the month before the last one."""
    service, _ = await a_paid_service(conn, won=33_000)
    await keep(db)
    await execute(conn, "DELETE FROM address_profits WHERE month >= %(month)s", month=LAST)
    before = profits.month_before(LAST)
    await execute(
        conn,
        """
        UPDATE service_periods SET starts_at = starts_at - interval '1 month' WHERE service_id = %(service)s
        """,
        service=service,
    )

    await profit_jobs.keep_missed(db, datetime.now(UTC))

    kept = await fetch_all(conn, str, "SELECT DISTINCT month::text FROM address_profits ORDER BY 1")
    assert kept[-3:] == [f"{before}", f"{LAST}", f"{THIS}"]
    earned = await fetch_one(
        conn, int, "SELECT sum(revenue)::integer FROM address_profits WHERE month = %(month)s", month=before
    )
    assert earned > 0
