"""Prices in versions: what was shown on any day can be proven, and stays so."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg.errors import CheckViolation, RestrictViolation

from ieum.shop.catalog import queries
from ieum.shop.catalog.types import PlanId
from ieum.shop.kernel import quoting
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.kernel.seoul import SEOUL
from tests.shop.builders.catalog import a_dynamic_plan, a_plan, a_ticket_plan
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client

MARCH = datetime(2026, 3, 1, tzinfo=SEOUL)
PLANS = "/api/v1/catalog/plans?kind="


async def a_plan_since(conn: Connection, moment: datetime) -> PlanId:
    """One that has been there for so long, without a price: what follows is its history."""
    plan = await a_plan(conn, prices={36: 900_000})
    await execute(
        conn, "UPDATE plans SET added_at = %(moment)s WHERE id = %(plan)s", plan=plan, moment=moment
    )
    return plan


async def priced(conn: Connection, plan: PlanId, amount: int, since: datetime, *, months: int = 1) -> None:
    """A version that began in the past, as its time would have made it."""
    await execute(conn, "SET LOCAL session_replication_role = replica")
    await execute(
        conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        VALUES (%(plan)s, %(months)s, %(amount)s, %(since)s)
        """,
        plan=plan,
        months=months,
        amount=amount,
        since=since,
    )
    await execute(conn, "SET LOCAL session_replication_role = DEFAULT")


@pytest.mark.parametrize(
    ("at", "amount"),
    [
        pytest.param(MARCH - timedelta(seconds=1), None, id="before the first"),
        pytest.param(MARCH, 33_000, id="from its first moment"),
        pytest.param(MARCH + timedelta(days=30), 33_000, id="for as long as it lasts"),
        pytest.param(MARCH + timedelta(days=31), 44_000, id="the next one"),
        pytest.param(MARCH + timedelta(days=900), 29_700, id="what was announced"),
    ],
)
async def test_the_newest_price_that_has_begun_is_in_force(
    conn: Connection, at: datetime, amount: int | None
) -> None:
    plan = await a_plan_since(conn, MARCH)
    for since, asked in ((0, 33_000), (31, 44_000), (800, 29_700)):
        await priced(conn, plan, asked, MARCH + timedelta(days=since))

    assert (await queries.load_prices(conn, plan, at)).amount(1) == amount


async def test_a_discount_of_zero_ends_a_discount(conn: Connection) -> None:
    plan = await a_plan(conn, discounts={5: 10, 10: 20})
    now = datetime.now(UTC)
    await execute(
        conn,
        """
        INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent, effective_from)
        VALUES (%(plan)s, 10, 0, %(now)s)
        """,
        plan=plan,
        now=now + timedelta(days=1),
    )

    steps = [(await queries.load_prices(conn, plan, now + timedelta(days=n))).discounts for n in (0, 1)]

    assert steps == [[(5, 10), (10, 20)], [(5, 10)]]


async def test_any_history_of_prices_gives_the_price_that_a_naive_search_finds(
    conn: Connection,
) -> None:
    chance = random.Random(20261120)  # noqa: S311 - the same histories every time
    plan = await a_plan_since(conn, MARCH)
    history: dict[int, dict[datetime, int]] = {1: {}, 12: {}}
    for _ in range(60):
        months, since = chance.choice([1, 12]), MARCH + timedelta(hours=chance.randrange(2000))
        if since not in history[months]:
            history[months][since] = chance.randrange(100, 1_000_000)
            await priced(conn, plan, history[months][since], since, months=months)

    for _ in range(200):
        at = MARCH + timedelta(hours=chance.randrange(-10, 2010))
        begun = {months: [since for since in of if since <= at] for months, of in history.items()}
        expected = {months: history[months][max(of)] for months, of in begun.items() if of}

        assert dict((await queries.load_prices(conn, plan, at)).amounts) == expected


@pytest.mark.parametrize("table", ["plan_prices", "plan_quantity_discounts"])
@pytest.mark.parametrize("change", ["UPDATE {} SET effective_from = now()", "DELETE FROM {}"])
async def test_no_version_is_ever_rewritten(conn: Connection, table: str, change: str) -> None:
    await a_plan(conn, discounts={5: 10})

    with pytest.raises(RestrictViolation, match="append-only"):
        await conn.execute(change.format(table).encode())


@pytest.mark.parametrize(
    ("table", "version"),
    [
        ("plan_prices", "(plan_id, months, amount, effective_from) VALUES (%s, 1, 100, now() + %s)"),
        (
            "plan_quantity_discounts",
            "(plan_id, min_quantity, percent, effective_from) VALUES (%s, 2, 5, now() + %s)",
        ),
    ],
    ids=["a price", "a discount"],
)
async def test_a_version_is_deleted_until_a_minute_before_it_begins_and_never_changed(
    conn: Connection, table: str, version: str
) -> None:
    plan = await a_plan(conn)
    insert = f"INSERT INTO {table} {version}".encode()
    await conn.execute(insert, (plan, timedelta(minutes=5)))

    with pytest.raises(RestrictViolation, match="append-only"):
        async with conn.transaction():
            await conn.execute(f"UPDATE {table} SET effective_from = effective_from + '1 day'".encode())
    deleted = await conn.execute(f"DELETE FROM {table} WHERE effective_from > now()".encode())
    await conn.execute(insert, (plan, timedelta(seconds=50)))

    assert deleted.rowcount == 1
    with pytest.raises(RestrictViolation, match="append-only"):
        await conn.execute(f"DELETE FROM {table} WHERE effective_from > now()".encode())


@pytest.mark.parametrize(
    "insert",
    [
        "INSERT INTO plan_prices (plan_id, months, amount, effective_from) VALUES (%s, 1, 100, %s)",
        "INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent, effective_from) VALUES (%s, 2, 5, %s)",
    ],
    ids=["a price", "a discount"],
)
async def test_no_version_begins_on_a_past_day(conn: Connection, insert: str) -> None:
    plan = await a_plan_since(conn, datetime.now(UTC) - timedelta(days=1))

    await conn.execute(insert.encode(), (plan, datetime.now(UTC)))
    with pytest.raises(CheckViolation, match="cannot begin in the past"):
        await conn.execute(insert.encode(), (plan, datetime.now(UTC) - timedelta(hours=1)))


async def test_tickets_have_no_stock_and_dynamic_plans_keep_a_share_of_theirs(
    client: Client, conn: Connection
) -> None:
    await a_dynamic_plan(conn, discounts={3: 5})
    await a_ticket_plan(conn, prices={1: 3_300, 12: 5_500})

    (dynamic,) = (await client.get(f"{PLANS}dynamic")).json()["data"]
    (ticket,) = (await client.get(f"{PLANS}ticket")).json()["data"]

    assert (dynamic["stock"], dynamic["carrier"]) == (18, "KT")
    assert dynamic["quantityDiscounts"] == [{"minQuantity": 3, "percent": 5}]
    assert (ticket["stock"], ticket["carrier"], ticket["region"]) == (None, "", "")
    assert [(price["months"], price["saving"]) for price in ticket["prices"]] == [(1, 0), (12, 0)]


async def test_a_sold_out_plan_is_shown_as_sold_out(client: Client, conn: Connection) -> None:
    await a_plan(conn, addresses=5)
    await execute(conn, "UPDATE plans SET state = 'sold_out'")

    (plan,) = (await client.get(f"{PLANS}static")).json()["data"]

    assert (plan["state"], plan["stock"]) == ("sold_out", 0)


MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
SUBJECTS = st.tuples(st.integers(), st.integers(), st.text(max_size=5))


@given(MOMENTS, SUBJECTS, st.timedeltas(timedelta(), timedelta(minutes=30)))
def test_a_quote_is_valid_for_a_quarter_of_an_hour(
    moment: datetime, subject: tuple[object, ...], later: timedelta
) -> None:
    quote = quoting.sign(moment, *subject, key=KEY)

    found = quoting.verified_moment(quote, *subject, key=KEY, now=moment + later)

    assert found == (moment if later <= timedelta(minutes=15) else None)


@given(MOMENTS, SUBJECTS, SUBJECTS)
def test_a_quote_proves_nothing_about_anything_else(
    moment: datetime, subject: tuple[object, ...], other: tuple[object, ...]
) -> None:
    quote = quoting.sign(moment, *subject, key=KEY)
    changed = quote[:-1] + ("0" if quote[-1] != "0" else "1")

    if subject != other:
        assert quoting.verified_moment(quote, *other, key=KEY, now=moment) is None
    assert quoting.verified_moment(quote, *subject, key=KEY + "x", now=moment) is None
    assert quoting.verified_moment(changed, *subject, key=KEY, now=moment) is None
    # No promise about what is yet to come.
    assert quoting.verified_moment(quote, *subject, key=KEY, now=moment - timedelta(seconds=2)) is None


@given(st.one_of(st.text(max_size=60), st.from_regex(r"[0-9]{1,20}\.[0-9a-f]{1,33}", fullmatch=True)))
def test_no_forged_quote_claims_another_moment(text: str) -> None:
    now = datetime.now(UTC)

    found = quoting.claimed_moment(text, now=now)

    assert found is None or now - timedelta(minutes=15) <= found <= now + timedelta(seconds=1)


@given(MOMENTS, SUBJECTS)
def test_a_quote_claims_the_moment_that_it_proves(moment: datetime, subject: tuple[object, ...]) -> None:
    quote = quoting.sign(moment, *subject, key=KEY)

    assert quoting.claimed_moment(quote, now=moment) == moment
    assert quoting.claimed_moment(quote, now=moment + timedelta(minutes=15, microseconds=1)) is None
