"""Refunds as a member asks for them: the quote, the request and its effects."""

from datetime import UTC, datetime, timedelta

import pytest

from ieum.shop.checkout import charge_on_file
from ieum.shop.kernel.db import execute, fetch_all, fetch_one
from ieum.shop.ledgers import service as ledgers
from ieum.shop.ledgers import ticket_queries
from ieum.shop.refunds.queries import place_of
from ieum.shop.services import service as services
from tests.shop.builders.charges import a_due
from tests.shop.builders.members import a_login
from tests.shop.builders.messages import references_sent
from tests.shop.builders.orders import turn_into_tickets
from tests.shop.builders.purchases import Buying
from tests.shop.builders.refunds import (
    ACCOUNT,
    NAMED,
    a_deposited,
    a_paid,
    days_later,
    post,
    quote,
    refund,
    state_of,
    use,
)
from tests.shop.builders.secrets import SEALER
from tests.shop.builders.services import a_renewal, served_keys
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.till import Till
from tests.shop.builders.time_passing import let_pass
from tests.shop.builders.worker import queued


async def test_an_unused_service_is_paid_back_whole_and_ends(till: Till) -> None:
    buying = await a_paid(till, addresses=1)
    shown = await quote(till, buying)

    begun = await refund(till, buying, reason="다른 상품을 구매하려고 합니다.")
    await till.give_back(buying.order_id)
    done = await till.view(buying)

    assert (shown["mode"], shown["amount"], shown["needsAccount"]) == ("full", 33_000, False)
    assert shown["lines"] == [{"label": "결제 금액", "amount": 33_000}]
    assert (begun["state"], begun["refund"]["state"]) == ("refunding", "returning")
    assert (done["state"], done["refund"]["state"], done["refund"]["amount"]) == ("refunded", "done", 33_000)
    assert await till.received() == 0
    assert await fetch_all(till.conn, str, "SELECT state FROM services") == ["ended"]
    listed = (await till.client.get("/api/v1/services", headers=buying.headers)).json()["data"]["items"]
    refunded = await fetch_one(till.conn, datetime, "SELECT max(refunded_at) FROM service_periods")
    assert [(service["state"], service["refunded"]) for service in listed] == [("ended", True)]
    assert datetime.fromisoformat(listed[0]["refundedAt"]) == refunded
    me = (await till.client.get("/api/v1/member", headers=buying.headers)).json()["data"]
    assert (me["useSvCnt"], me["expSvCnt"]) == (0, 1)
    assert await fetch_one(till.conn, bool, "SELECT available_at <= now() FROM exit_addresses")
    assert await references_sent(till.conn) == [
        f"paid:{buying.order_id}",
        f"refund_begun:{buying.order_id}",
        f"refunded:{buying.order_id}",
    ]


async def test_the_days_of_a_used_service_are_deducted_and_its_devices_are_cut_off_at_once(
    till: Till,
) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 10)
    shown = await quote(till, buying)
    connected = await served_keys(till.conn)

    await refund(till, buying)
    cut_off = await served_keys(till.conn)
    await till.give_back(buying.order_id)

    total = shown["totalDays"]
    # The ten days after the purchase, and the day of the purchase, which it connected on.
    kept = 33_000 * 11 // total
    assert (shown["mode"], shown["usedDays"], shown["amount"]) == ("pro_rata", 11, 33_000 - kept)
    assert shown["lines"][1] == {"label": "이용한 11일분 요금", "amount": -kept}
    assert (len(connected), cut_off) == (1, set())
    assert await till.received() == kept
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000 - kept)


async def test_spent_points_come_back_and_earned_ones_are_taken_back(till: Till) -> None:
    buying = await a_paid(till, points=5_000)
    earned = await till.points(buying)
    shown = await quote(till, buying)

    await refund(till, buying)
    meanwhile = await till.points(buying)
    await till.give_back(buying.order_id)

    assert (shown["amount"], shown["points"], shown["pointsClawedBack"]) == (28_000, 5_000, earned)
    assert earned > 0
    # Points come back at once, money with the job.
    assert (meanwhile, await till.points(buying)) == (5_000, 5_000)
    assert await till.received() == 0


async def test_the_same_request_again_changes_nothing(till: Till) -> None:
    buying = await a_paid(till)
    token = (await quote(till, buying))["quote"]

    answers = [await post(till, buying, "refund", quote=token) for _ in range(2)]
    await till.give_back(buying.order_id)
    await till.give_back(buying.order_id)
    after = await post(till, buying, "refund", quote=token)

    assert [answer.json()["data"]["state"] for answer in (*answers, after)] == [
        "refunding",
        "refunding",
        "refunded",
    ]
    assert till.wire.count("/cancel") == 1
    assert len(await queued(till.conn, "return_money")) == 1


async def test_a_past_period_is_not_refundable_and_says_so(till: Till) -> None:
    buying = await a_paid(till)
    await days_later(till, 40)

    answer = await post(till, buying, "refund-quote")

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_not_possible")
    assert "이용 기간이 끝난" in answer.json()["detail"]


async def test_the_stricter_setting_refuses_to_refund_a_used_service(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET refund_mode = 'owner'")
    shown = (await till.client.get("/api/v1/agreements?for=order")).json()["data"]
    buying = await a_paid(till, agreements=[{"key": one["key"], "version": one["version"]} for one in shown])
    unused = await quote(till, buying)
    await use(till, buying)
    await let_pass(till.conn, timedelta(minutes=1))

    used = await post(till, buying, "refund-quote")

    assert unused["mode"] == "full"
    assert (used.status_code, used.json()["code"]) == (409, "refund_not_possible")


async def test_the_configured_penalty_is_shown_and_deducted(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET refund_penalty_percent = 10")
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 8)
    shown = await quote(till, buying)

    await refund(till, buying)
    await till.give_back(buying.order_id)

    assert shown["lines"][2] == {"label": "위약금", "amount": -shown["penaltyAmount"]}
    assert shown["penaltyAmount"] == (33_000 - shown["usedAmount"]) // 10
    assert await till.received() == shown["usedAmount"] + shown["penaltyAmount"]


async def test_the_period_bought_last_is_refunded_first(till: Till) -> None:
    buying = await a_paid(till)
    service = (await till.view(buying))["services"][0]["id"]
    ends_at = await fetch_one(till.conn, str, "SELECT ends_at::text FROM services")
    renewal = await a_renewal(till.conn, service)
    await services.prolong(till.conn, [service], renewal, 1, now=datetime.now(UTC))

    first = await post(till, buying, "refund-quote")
    renewed = (
        await till.client.post(f"/api/v1/orders/{renewal}/refund-quote", headers=buying.headers)
    ).json()["data"]

    assert (first.status_code, first.json()["code"]) == (409, "refund_not_possible")
    assert "그 주문을 먼저 환불해 주세요" in first.json()["detail"]
    assert (renewed["mode"], renewed["amount"]) == ("full", 33_000)
    assert ends_at < await fetch_one(till.conn, str, "SELECT ends_at::text FROM services")


@pytest.mark.parametrize("state", ["confirming", "awaiting_deposit"])
async def test_nothing_is_refunded_while_a_renewal_is_being_paid(till: Till, state: str) -> None:
    buying = await a_paid(till)
    service = (await till.view(buying))["services"][0]["id"]
    renewal = await a_renewal(till.conn, service)
    await execute(
        till.conn,
        "UPDATE orders SET state = %(state)s, deposit_due_at = now() + interval '1 day' WHERE id = %(renewal)s",
        state=state,
        renewal=renewal,
    )

    answer = await post(till, buying, "refund-quote")
    await execute(till.conn, "UPDATE orders SET state = 'expired' WHERE id = %(id)s", id=renewal)
    after = await quote(till, buying)

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_not_possible")
    assert "연장 결제가 진행되고 있습니다" in answer.json()["detail"]
    assert after["amount"] == 33_000


async def test_a_refund_of_the_newest_period_ends_the_subscription(till: Till) -> None:
    buying = await a_paid(till)
    view = await till.view(buying)
    member = await fetch_one(till.conn, int, "SELECT member_id FROM orders")
    plan = await fetch_one(till.conn, int, "SELECT plan_id FROM orders")
    subscription = await a_subscription(
        till.conn,
        member,  # pyright: ignore[reportArgumentType] - a number from the table
        plan,  # pyright: ignore[reportArgumentType]
        services=[view["services"][0]["id"]],
    )
    await execute(till.conn, "UPDATE orders SET subscription_id = %(id)s, period = 1", id=subscription)

    await refund(till, buying)

    assert await fetch_all(till.conn, str, "SELECT state || ' ' || end_reason FROM subscriptions") == [
        "ended refunded"
    ]
    assert await fetch_all(till.conn, str, "SELECT state FROM services") == ["ended"]


async def test_a_charged_period_is_refunded_to_its_card_and_the_period_before_runs_on(till: Till) -> None:
    due = await a_due(till.conn, till.sandbox, till.provider)
    paid_until = await fetch_one(till.conn, datetime, "SELECT ends_at FROM service_periods")
    await charge_on_file.charge_card(till.db, till.provider, SEALER, due.order_id, due.method)
    prolonged = await fetch_one(till.conn, datetime, "SELECT ends_at FROM services")
    buying = Buying(await a_login(till.conn, due.member), {"orderId": due.order_id})
    before = await till.received()

    await refund(till, buying)
    await till.give_back(due.order_id)

    assert (before, await till.received()) == (33_000, 0)
    assert prolonged > paid_until
    assert await fetch_all(till.conn, str, "SELECT state FROM services") == ["active"]
    assert await fetch_one(till.conn, datetime, "SELECT ends_at FROM services") == paid_until
    assert await fetch_all(till.conn, str, "SELECT state || ' ' || end_reason FROM subscriptions") == [
        "ended refunded"
    ]
    assert await fetch_all(till.conn, str, "SELECT channel FROM payments") == ["billing"]


async def test_tickets_are_refunded_by_the_number_left(till: Till) -> None:
    buying = await a_paid(till)
    member = await fetch_one(till.conn, int, "SELECT member_id FROM orders")
    service = (await till.view(buying))["services"][0]["id"]
    # Turn the order into one of three tickets, one of them used.
    await execute(till.conn, "UPDATE service_periods SET refunded_at = now()")
    await turn_into_tickets(till.conn)
    await execute(till.conn, "UPDATE orders SET quantity = 3")
    until = datetime.now(UTC) + timedelta(days=365)
    await ledgers.grant_tickets(till.conn, member, 3, buying.order_id, until)  # pyright: ignore[reportArgumentType]
    reservation = await ledgers.reserve_ticket(till.conn, member, service)  # pyright: ignore[reportArgumentType]
    await ledgers.use_reserved(till.conn, reservation)
    shown = await quote(till, buying)

    await refund(till, buying)
    await till.give_back(buying.order_id)

    assert (shown["ticketsLeft"], shown["ticketsBought"], shown["amount"]) == (2, 3, 22_000)
    assert shown["lines"][1] == {"label": "사용한 교체권 1장 요금", "amount": -11_000}
    assert await ticket_queries.left_of(till.conn, buying.order_id) == 0
    assert await till.received() == 11_000


async def test_a_deposit_is_refunded_to_a_bank_account_that_is_sealed_and_then_deleted(till: Till) -> None:
    buying = await a_deposited(till)
    shown = await quote(till, buying)
    without = await post(till, buying, "refund", quote=shown["quote"])

    await refund(till, buying, **NAMED)
    sealed = await fetch_one(till.conn, bytes, "SELECT sealed_account FROM refunds")
    await till.give_back(buying.order_id)

    assert shown["needsAccount"]
    assert (without.status_code, without.json()["fields"][0]["name"]) == (422, "account")
    assert b"110123456789" not in sealed
    assert '"number":"110123456789"' in SEALER.open(sealed, of=place_of(buying.order_id))
    assert await fetch_one(till.conn, bool, "SELECT sealed_account IS NULL FROM refunds")
    assert await till.received() == 0


@pytest.mark.parametrize("account", [ACCOUNT | {"bank": "99"}, ACCOUNT | {"number": "------"}])
async def test_an_impossible_bank_account_is_refused_before_anything_happens(
    till: Till, account: dict[str, str]
) -> None:
    buying = await a_deposited(till)

    answer = await post(till, buying, "refund", quote=(await quote(till, buying))["quote"], account=account)

    assert (answer.status_code, answer.json()["fields"][0]["name"]) == (422, "account")
    assert (await till.view(buying))["state"] == "paid"


async def test_everybody_may_list_the_banks(till: Till) -> None:
    answer = await till.client.get("/api/v1/banks")

    banks = answer.json()["data"]
    assert len(banks) == 25
    assert {"code": "88", "name": "신한은행"} in banks


async def test_a_bank_account_is_accepted_only_where_one_is_awaited(till: Till) -> None:
    buying = await a_paid(till)

    answer = await post(till, buying, "refund-account", **NAMED)

    assert (answer.status_code, answer.json()["code"]) == (409, "account_not_awaited")


async def test_a_member_with_an_open_refund_cannot_leave(till: Till) -> None:
    buying = await a_deposited(till)
    await refund(till, buying, **NAMED)
    standing = []
    for state in ("returning", "awaiting_account", "stuck"):
        await execute(till.conn, "UPDATE refunds SET state = %(state)s", state=state)
        answer = await till.client.get("/api/v1/member/leaving", headers=buying.headers)
        standing.append(answer.json()["data"]["mayLeave"])

    await execute(till.conn, "UPDATE refunds SET state = 'returning'")
    await till.give_back(buying.order_id)
    free = (await till.client.get("/api/v1/member/leaving", headers=buying.headers)).json()["data"]

    assert (standing, free["mayLeave"]) == ([False] * 3, True)
