"""What the next charge takes, as members read it: before it is due, and while it is owed."""

import pytest

from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.payments.provider import Remedy
from ieum.shop.subscriptions import dunning, schedule, views
from ieum.shop.subscriptions.types import Subscription
from tests.conftest import RollingBack
from tests.shop.builders.subscriptions import DAY, Subscribed, consent, new_price, refuse, subscribed, until
from tests.shop.builders.time_passing import let_pass

NEW_PRICES = [pytest.param(36_300, id="more, as agreed"), pytest.param(29_700, id="less")]


async def shown(conn: Connection, one: Subscribed) -> Subscription:
    (found,) = await views.list_of(conn, one.member)
    return found


async def owing(conn: Connection, db: RollingBack, amount: int) -> Subscribed:
    """Its price has changed to this one, and the card refuses it."""
    one = await subscribed(conn)
    await new_price(conn, one.plan, amount, ahead=DAY)
    if amount > 33_000:
        await consent(conn, one, amount, agreed=True)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    await refuse(conn, one, "INVALID_STOPPED_CARD", Remedy.NEW_CARD)
    return one


@pytest.mark.parametrize("amount", NEW_PRICES)
async def test_the_owed_amount_is_what_paying_now_charges(
    conn: Connection, db: RollingBack, amount: int
) -> None:
    one = await owing(conn, db, amount)

    past_due = await shown(conn, one)
    await let_pass(conn, 4 * DAY)
    await dunning.close_due(db)
    suspended = await shown(conn, one)

    assert (past_due.state, past_due.amount, past_due.next_amount) == ("past_due", 33_000, amount)
    assert (suspended.state, suspended.next_amount) == ("suspended", amount)


@pytest.mark.parametrize("amount", NEW_PRICES)
async def test_the_mail_of_a_suspension_names_the_amount_that_paying_charges(
    conn: Connection, db: RollingBack, amount: int
) -> None:
    await owing(conn, db, amount)
    await let_pass(conn, 4 * DAY)

    await dunning.close_due(db)

    body = await fetch_one(
        conn,
        str,
        "SELECT body FROM messages WHERE reference LIKE 'subscription-suspended:%%' AND channel = 'mail'",
    )
    assert f"결제할 금액: {amount:,}원" in body


@pytest.mark.parametrize(
    ("price", "agreed", "amount"),
    [
        pytest.param(29_700, None, 29_700, id="a fall counts at once"),
        pytest.param(36_300, True, 36_300, id="a rise that was agreed to"),
        pytest.param(36_300, None, 33_000, id="a rise without an answer"),
        pytest.param(36_300, False, 33_000, id="a rise that was declined"),
    ],
)
async def test_the_next_amount_is_what_will_be_charged_when_due(
    conn: Connection, price: int, agreed: bool | None, amount: int
) -> None:
    one = await subscribed(conn)
    await new_price(conn, one.plan, price, ahead=DAY)
    if price > 33_000:
        await consent(conn, one, price, agreed=agreed)

    assert (await shown(conn, one)).next_amount == amount
