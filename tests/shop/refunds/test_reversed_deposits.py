"""A deposit that the bank took back: nothing is refunded, because the shop holds no money."""

import pytest

from ieum.shop.kernel.db import execute, fetch_all
from ieum.shop.reconciliation import invariants
from ieum.shop.refunds import operators
from ieum.shop.refunds.refusals import RefundNotPossible
from tests.shop.builders.alarms import open_alarms
from tests.shop.builders.refunds import NAMED, a_deposited, post, quote, state_of, use
from tests.shop.builders.till import Till

REFUSED = "은행에서 입금을 취소하여 환불할 금액이 없습니다."


async def mails(till: Till) -> list[str]:
    return await fetch_all(till.conn, str, "SELECT reference FROM messages ORDER BY id")


@pytest.mark.parametrize("used", [False, True])
async def test_it_can_neither_be_quoted_nor_refunded(till: Till, used: bool) -> None:
    buying = await a_deposited(till)
    if used:
        await use(till, buying)
    quoted = (await quote(till, buying))["quote"]
    await till.deposit(buying, act="reverse")
    await till.learn(buying.order_id)
    before = await mails(till)

    answers = [
        await post(till, buying, "refund-quote"),
        await post(till, buying, "refund", quote=quoted, **NAMED),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert all(answer.json()["detail"].startswith(REFUSED) for answer in answers)
    assert (await till.view(buying))["state"] == "paid"
    assert await mails(till) == before


async def test_it_can_be_refunded_once_it_is_paid_in_again(till: Till) -> None:
    buying = await a_deposited(till)
    for act in ("reverse", "deposit"):
        await till.deposit(buying, act=act)
        await till.learn(buying.order_id)

    answer = await post(till, buying, "refund", quote=(await quote(till, buying))["quote"], **NAMED)
    await till.give_back(buying.order_id)

    assert answer.status_code == 200, answer.text
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert await open_alarms(till.conn) == []
    assert await till.received() == 0


async def test_a_refund_that_was_under_way_is_handed_to_an_operator(till: Till) -> None:
    buying = await a_deposited(till)
    await post(till, buying, "refund", quote=(await quote(till, buying))["quote"], **NAMED)
    await till.deposit(buying, act="reverse")

    await till.give_back(buying.order_id)

    assert await state_of(till.conn, buying) == ("stuck", "cancelling", 0)
    assert await open_alarms(till.conn) == [("refund_stuck", buying.order_id)]


async def test_an_operator_ends_what_it_paid_for_and_returns_nothing(till: Till) -> None:
    buying = await a_deposited(till)
    await till.deposit(buying, act="reverse")
    await till.learn(buying.order_id)

    async with till.db.transaction() as conn:
        with pytest.raises(RefundNotPossible):
            await operators.refund_by_operator(
                conn, buying.order_id, 10_000, reason="입금 취소", by="operator"
            )
        await operators.refund_by_operator(conn, buying.order_id, None, reason="입금 취소", by="operator")

    assert (await till.view(buying))["state"] == "refunded"
    assert await fetch_all(till.conn, str, "SELECT state FROM services") == ["ended"]
    assert await state_of(till.conn, buying) == ("done", "approved", 0)


@pytest.mark.parametrize(
    ("used", "spent", "taken", "left"),
    [
        pytest.param(0, 0, 3_300, 0, id="none of the earned points are spent"),
        pytest.param(0, 3_000, 300, 0, id="most of them are spent"),
        pytest.param(0, 3_300, 0, 0, id="all of them are spent"),
        pytest.param(5_000, 0, 2_800, 5_000, id="points were used and none spent since"),
        pytest.param(5_000, 2_800, 2_800, 2_200, id="those used come back before the earned ones are taken"),
    ],
)
async def test_points_used_come_back_and_those_earned_are_taken_as_far_as_there_are(
    till: Till, used: int, spent: int, taken: int, left: int
) -> None:
    buying = await a_deposited(till, points=used)
    await execute(
        till.conn,
        "INSERT INTO point_entries (member_id, amount, kind) SELECT member_id, -%(spent)s, 'used' FROM orders"
        " WHERE %(spent)s > 0",
        spent=spent,
    )
    await till.deposit(buying, act="reverse")
    await till.learn(buying.order_id)

    async with till.db.transaction() as conn:
        refunded = await operators.refund_by_operator(
            conn, buying.order_id, None, reason="입금 취소", by="operator"
        )

    assert (refunded.amount, refunded.points, refunded.points_clawed_back) == (0, used, taken)
    assert await till.points(buying) == left
    assert await open_alarms(till.conn) == []
    assert await invariants.find_differences(till.conn) == []
    before = await mails(till)
    await till.learn(buying.order_id)
    assert (await open_alarms(till.conn), await mails(till)) == ([], before)
