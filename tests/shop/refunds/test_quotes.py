"""Refund quotes: how long they hold, and for what."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.kernel.db import execute, fetch_one
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.refunds import requesting
from ieum.shop.services import service as services
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import a_paid, days_later, post, quote, state_of, use
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass

MINUTE = timedelta(minutes=1)

type Clock = Callable[[datetime], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The current time as the refunds room sees it."""

    def show(at: datetime) -> None:
        class Standing(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                del tz
                return at

        monkeypatch.setattr(requesting, "datetime", Standing)

    return show


def next_midnight() -> datetime:
    """The next midnight in Seoul."""
    today = datetime.now(SEOUL).replace(hour=0, minute=0, second=0, microsecond=0)
    return (today + timedelta(days=1)).astimezone(UTC)


async def use_at(till: Till, buying: Buying, moment: datetime) -> None:
    await use(till, buying)
    await execute(
        till.conn,
        "UPDATE device_usage SET first_handshake_at = %(at)s, last_handshake_at = %(at)s",
        at=moment,
    )


async def test_a_used_service_keeps_its_quote_although_a_device_connects_again(
    till: Till, clock: Clock
) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 9)
    now = datetime.now(UTC)
    clock(now - 14 * MINUTE)
    shown = await quote(till, buying)
    await execute(till.conn, "UPDATE device_usage SET last_handshake_at = %(at)s", at=now - 5 * MINUTE)

    clock(now)
    answer = await post(till, buying, "refund", quote=shown["quote"])

    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["refund"]["amount"] == shown["amount"]


async def test_the_first_connection_voids_a_quote(till: Till, clock: Clock) -> None:
    buying = await a_paid(till)
    await days_later(till, 9)
    now = datetime.now(UTC)
    clock(now - 14 * MINUTE)
    token = (await quote(till, buying))["quote"]
    await use_at(till, buying, now - 5 * MINUTE)

    clock(now)
    answer = await post(till, buying, "refund", quote=token)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")


async def test_a_quote_older_than_a_quarter_of_an_hour_is_refused(till: Till, clock: Clock) -> None:
    buying = await a_paid(till)
    now = datetime.now(UTC)
    clock(now - 16 * MINUTE)
    token = (await quote(till, buying))["quote"]

    clock(now)
    answer = await post(till, buying, "refund", quote=token)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")


async def test_a_quote_from_before_the_end_of_the_period_holds_after_it(till: Till, clock: Clock) -> None:
    buying = await a_paid(till, addresses=1)
    ends_at = await fetch_one(till.conn, datetime, "SELECT ends_at FROM services")
    await let_pass(till.conn, ends_at - datetime.now(UTC) + 5 * MINUTE)
    now = datetime.now(UTC)
    clock(now - 10 * MINUTE)
    token = (await quote(till, buying))["quote"]
    clock(now)
    await services.expire_due(till.conn, limit=10)

    answer = await post(till, buying, "refund", quote=token)
    await till.give_back(buying.order_id)

    assert answer.status_code == 200, answer.text
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert await till.received() == 0
    assert await fetch_one(till.conn, str, "SELECT state FROM services") == "expired"


@pytest.mark.parametrize(
    ("days", "mode"),
    [
        pytest.param(9, "pro_rata", id="a day more would be used"),
        pytest.param(7, "withdrawal", id="the last minutes without a penalty"),
    ],
)
async def test_a_quote_from_before_midnight_holds_after_it(
    till: Till, clock: Clock, days: int, mode: str
) -> None:
    await execute(till.conn, "UPDATE site_config SET refund_penalty_percent = 10")
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, days)
    clock(next_midnight() - 5 * MINUTE)
    shown = await quote(till, buying)

    clock(next_midnight() + 5 * MINUTE)
    later = await quote(till, buying)
    answer = await post(till, buying, "refund", quote=shown["quote"])

    assert answer.status_code == 200, answer.text
    assert answer.json()["data"]["refund"]["amount"] == shown["amount"] > later["amount"]
    assert (shown["mode"], later["mode"]) == (mode, "pro_rata")


async def test_a_quote_whose_amount_has_changed_is_refused(till: Till) -> None:
    buying = await a_paid(till)
    await days_later(till, 9)
    token = (await quote(till, buying))["quote"]
    await use(till, buying)
    # The gateway reports a connection from before the quote late.
    await execute(
        till.conn, "UPDATE device_usage SET first_handshake_at = first_handshake_at - interval '1 hour'"
    )

    answer = await post(till, buying, "refund", quote=token)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM refunds") == 0


@pytest.mark.parametrize(
    "token",
    [
        "0.0",
        "x",
        "99999999999.aaaa",
        "999999999999.a",
        "99999999999999999." + "0" * 32,
        "1764000000." + "0" * 32,
    ],
)
async def test_a_forged_quote_is_refused(till: Till, token: str) -> None:
    buying = await a_paid(till)

    answer = await post(till, buying, "refund", quote=token)

    assert (answer.status_code, answer.json()["code"]) == (409, "quote_expired")


async def test_a_quote_is_valid_only_for_its_member_and_order(till: Till) -> None:
    buying, other = await a_paid(till), await a_paid(till)
    token = (await quote(till, buying))["quote"]

    foreign = await till.client.post(
        f"/api/v1/orders/{buying.order_id}/refund",
        json={"quote": token},
        headers=await a_login(till.conn, await a_member(till.conn)),
    )
    mixed = await post(till, other, "refund", quote=token)

    assert (foreign.status_code, foreign.json()["code"]) == (404, "order_not_found")
    assert (mixed.status_code, mixed.json()["code"]) == (409, "quote_expired")
