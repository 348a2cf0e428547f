"""Service beyond the paid time: three free days cannot be had again and again."""

from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.payments.provider import Remedy
from ieum.shop.subscriptions import dunning, outcomes, schedule, service, views
from ieum.shop.subscriptions.types import SubscriptionId
from tests.conftest import RollingBack
from tests.shop.builders.members import a_member
from tests.shop.builders.subscriptions import (
    DAY,
    Subscribed,
    a_card,
    refuse,
    renew,
    standing,
    subscribed,
    suspended,
    until,
)
from tests.shop.builders.time_passing import let_pass


async def is_due(conn: Connection, db: RollingBack, member: MemberId | None = None) -> Subscribed:
    one = await subscribed(conn, member=member)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)
    return one


async def is_stranger(conn: Connection, one: Subscribed, **card: object) -> None:
    """Give the subscription a card of its own, which differs by what `card` does not name."""
    await execute(
        conn,
        """
        UPDATE billing_methods SET card_number = %(number)s, issuer_code = %(issuer)s, key_hash = sha256(%(key)s)
         WHERE id = (SELECT billing_method_id FROM subscriptions WHERE id = %(id)s)
        """,
        id=one.id,
        **({"number": "91000012****999*", "issuer": "41", "key": b"another"} | card),
    )


async def free_time(conn: Connection, one: Subscribed) -> timedelta:
    now = await standing(conn, one)
    return now.service_ends_at - now.paid_until


async def test_a_member_who_let_one_lapse_has_no_grace_for_the_next(
    conn: Connection, db: RollingBack
) -> None:
    lapsed = await suspended(conn, db)
    one = await is_due(conn, db, lapsed.member)
    await is_stranger(conn, one)

    await refuse(conn, one)

    after = await standing(conn, one)
    assert (after.state, after.service_ends_at) == ("past_due", after.paid_until)
    shown = await views.get(conn, one.member, SubscriptionId(one.id))
    assert shown.grace_until == after.paid_until
    await until(conn, one, "paid_until")
    await dunning.close_due(db)
    after = await standing(conn, one)
    assert (after.state, after.service_state) == ("suspended", "suspended")


@pytest.mark.parametrize(
    ("card", "is_same"),
    [
        pytest.param({"number": "43301234****123*", "issuer": "11"}, True, id="registered-again"),
        pytest.param({"number": "43301234****123*"}, False, id="another-issuer"),
        pytest.param({}, False, id="another-card"),
    ],
)
async def test_a_card_that_let_one_lapse_has_no_grace_with_another_member(
    conn: Connection, db: RollingBack, card: dict[str, object], is_same: bool
) -> None:
    await suspended(conn, db)
    one = await is_due(conn, db)
    await is_stranger(conn, one, **card)

    await refuse(conn, one)

    assert await free_time(conn, one) == (timedelta(0) if is_same else 3 * DAY)


async def test_a_card_that_was_left_for_another_one_lapses_with_it(conn: Connection, db: RollingBack) -> None:
    first = await is_due(conn, db)
    await refuse(conn, first)
    await execute(
        conn,
        """
        INSERT INTO payments (order_id, attempt, amount, channel, billing_method_id, provider_order_id, state)
        SELECT o.id, 1, o.amount, 'billing', s.billing_method_id, o.id || '-1', 'refused'
          FROM subscriptions s JOIN orders o ON o.subscription_id = s.id AND o.period = s.period + 1
        """,
    )
    other = await a_card(conn, first.member)
    await execute(conn, "UPDATE subscriptions SET billing_method_id = %(other)s", other=other)
    await let_pass(conn, 4 * DAY)
    await dunning.close_due(db)

    assert len(await fetch_all(conn, int, "SELECT billing_method_id FROM lapses")) == 2


async def test_after_a_year_there_is_grace_again(conn: Connection, db: RollingBack) -> None:
    lapsed = await suspended(conn, db)
    await execute(conn, "UPDATE lapses SET at = now() - interval '1 year'")
    one = await is_due(conn, db, lapsed.member)

    await refuse(conn, one)

    assert await free_time(conn, one) == 3 * DAY


async def test_who_pays_from_the_suspension_on_has_no_grace_in_the_next_month(
    conn: Connection, db: RollingBack
) -> None:
    one = await suspended(conn, db)
    await renew(conn, one)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)

    await refuse(conn, one)

    assert await free_time(conn, one) == timedelta(0)


@pytest.mark.parametrize("waits", [True, False])
async def test_stopping_within_the_grace_is_a_lapse_and_stopping_in_time_is_none(
    conn: Connection, db: RollingBack, waits: bool
) -> None:
    one = await is_due(conn, db)
    await refuse(conn, one)
    if waits:
        await let_pass(conn, 2 * DAY)
    await service.stop(conn, one.member, one.id)
    await let_pass(conn, 2 * DAY)
    await dunning.close_due(db)

    assert (await standing(conn, one)).end_reason == "stopped"
    assert len(await fetch_all(conn, int, "SELECT subscription_id FROM lapses")) == int(waits)


async def test_who_pays_within_the_grace_keeps_it(conn: Connection, db: RollingBack) -> None:
    one = await is_due(conn, db)
    await refuse(conn, one)
    await let_pass(conn, 2 * DAY)
    await renew(conn, one)
    await until(conn, one, "due_at")
    await schedule.queue_due(db)

    await refuse(conn, one)

    assert await free_time(conn, one) == 3 * DAY


async def test_what_fails_through_our_own_fault_is_no_lapse(conn: Connection, db: RollingBack) -> None:
    one = await is_due(conn, db)
    await refuse(conn, one, "UNAUTHORIZED_KEY", Remedy.OUR_FAULT)
    await let_pass(conn, 4 * DAY)
    await dunning.close_due(db)

    assert (await standing(conn, one)).state == "suspended"
    assert await fetch_all(conn, int, "SELECT subscription_id FROM lapses") == []


async def test_who_let_one_lapse_has_the_grace_of_a_fault_of_ours(conn: Connection, db: RollingBack) -> None:
    lapsed = await suspended(conn, db)
    one = await is_due(conn, db, lapsed.member)

    await refuse(conn, one, "UNAUTHORIZED_KEY", Remedy.OUR_FAULT)

    assert await free_time(conn, one) == 3 * DAY


async def test_a_grace_that_was_announced_stays_though_another_one_lapses(
    conn: Connection, db: RollingBack
) -> None:
    one = await is_due(conn, db)
    await refuse(conn, one)
    await execute(
        conn,
        """
        INSERT INTO lapses (subscription_id, billing_method_id, member_id)
        SELECT id, billing_method_id, member_id FROM subscriptions
        """,
    )
    await let_pass(conn, DAY)

    await refuse(conn, one)

    assert await free_time(conn, one) == 3 * DAY


@pytest.mark.parametrize("way", ["lapse", "stop", "pay-late", "new-member"])
async def test_the_best_year_of_an_abuser_has_three_free_days(
    conn: Connection, db: RollingBack, way: str
) -> None:
    """Each month a subscription whose renewal fails: with the same card, by every way out of it."""
    member, free, one = await a_member(conn), timedelta(0), None
    for _ in range(11):
        if one is None or way != "pay-late":
            one = await subscribed(conn, member=await a_member(conn) if way == "new-member" else member)
        await until(conn, one, "due_at")
        await schedule.queue_due(db)
        await refuse(conn, one)
        free += await free_time(conn, one)
        if way == "stop":
            await let_pass(conn, 2 * DAY)
            if (await standing(conn, one)).state != "ended":
                await service.stop(conn, one.member, one.id)
        else:
            await let_pass(conn, 4 * DAY)
            await dunning.close_due(db)
        if way == "pay-late":
            await renew(conn, one)
        elif way != "stop":
            await outcomes.end(conn, one.id, "unpaid")

    assert free == 3 * DAY
    assert await fetch_one(conn, int, "SELECT count(DISTINCT subscription_id) FROM lapses") >= 1
