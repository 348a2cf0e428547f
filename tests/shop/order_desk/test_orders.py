"""Orders in the console: found, shown, refunded, and settled by what the provider says."""

import asyncio
from typing import Any

import httpx
import pytest

from ieum.shop.checkout import confirmation, look_up
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.reconciliation import invariants
from ieum.shop.refunds import rules
from tests.shop.builders import desk, purchases
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.locks import after_all_have_looked
from tests.shop.builders.members import a_member, forget
from tests.shop.builders.orders import a_payment, an_order
from tests.shop.builders.payment_window import pay_at_window
from tests.shop.builders.presses import a_press_key
from tests.shop.builders.purchases import Buying, fault
from tests.shop.builders.refunds import NAMED, a_deposited, a_paid, days_later, post, quote, state_of, use
from tests.shop.builders.refunds import refund as member_refunds
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.staff import Login, a_staff
from tests.shop.builders.till import Till

ORDERS = "/api/v1/console/orders"
REFUND = "orders.refund"
SETTLE = "orders.refund.settle"
RULES: dict[str, Any] = {"kind": "rules"}
ALL: dict[str, Any] = {"kind": "all", "words": "접속 장애에 대한 보상입니다."}


async def listed(client: Client, staff: Login, query: str = "") -> dict[str, Any]:
    answer = await client.get(f"{ORDERS}?{query}", headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def ids(client: Client, staff: Login, query: str) -> list[str]:
    return [line["id"] for line in (await listed(client, staff, query))["items"]]


async def page(till: Till, staff: Login, buying: Buying) -> dict[str, Any]:
    answer = await till.client.get(f"{ORDERS}/{buying.order_id}", headers=staff.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def preview(client: Client, staff: Login, order_id: str, wish: dict[str, Any]) -> dict[str, Any]:
    answer = await desk.preview(client, staff, REFUND, order_id, **wish)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def refund(client: Client, staff: Login, order_id: str, wish: dict[str, Any]) -> httpx.Response:
    return await desk.press(client, staff, REFUND, order_id, **wish)


async def send(client: Client, staff: Login, change: str, body: dict[str, Any]) -> httpx.Response:
    return await client.post(desk.path_of(change), json=body, headers=staff.headers)


async def record(conn: Connection) -> list[str]:
    return await fetch_all(
        conn, str, "SELECT action || ' ' || object_kind || ' ' || object_id FROM staff_record ORDER BY index"
    )


async def test_the_list_is_paged_by_time_and_by_amount_and_masks_who_bought_or_has_left(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "orders.view")
    member, plan = await a_member(conn), await a_plan(conn)
    await execute(conn, "UPDATE members SET name = '남궁하나' WHERE id = %(member)s", member=member)
    made = [
        await an_order(conn, member, plan, amount=amount, state="expired")
        for amount in (20_000, 40_000, 30_000, 30_000)
    ]
    for age, order_id in enumerate(made):
        await execute(
            conn,
            "UPDATE orders SET created_at = now() - %(age)s * interval '1 hour' WHERE id = %(id)s",
            age=age,
            id=order_id,
        )

    async def walk(order: str) -> list[str]:
        seen: list[str] = []
        after = ""
        while True:
            one = await listed(client, staff, f"size=1&order={order}{after}")
            seen += [line["id"] for line in one["items"]]
            if one["next"] is None:
                return seen
            after = f"&after={one['next']}"

    assert await walk("-time") == made
    assert await walk("time") == made[::-1]
    # Of one amount, the newest is the largest.
    assert await walk("-amount") == [made[1], made[2], made[3], made[0]]
    assert await walk("amount") == [made[0], made[3], made[2], made[1]]
    first = (await listed(client, staff))["items"][0]
    assert first["buyer"] == {"id": member, "name": "남**나", "hasLeft": False}

    await forget(conn, member)

    left = (await listed(client, staff))["items"][0]
    page = await client.get(f"{ORDERS}/{made[0]}", headers=staff.headers)
    nobody = {"id": member, "name": "", "hasLeft": True}
    assert (left["buyer"], page.json()["data"]["buyer"]) == (nobody, nobody)


async def test_orders_are_found_by_number_key_card_state_money_and_trouble(
    client: Client, conn: Connection
) -> None:
    staff = await a_staff(conn, "orders.view")
    member, other, plan = await a_member(conn), await a_member(conn), await a_plan(conn)
    waiting = await an_order(
        conn, member, plan, state="awaiting_deposit", method="virtual_account", deposit_due_at="2099-01-01"
    )
    paid = await an_order(conn, other, plan, state="paid", amount=77_000)
    refunding = await an_order(conn, other, plan, state="refunding", method="virtual_account")
    await a_payment(conn, paid, payment_key="tviva2026_abc", reversed_at="2026-11-01")
    card = await fetch_one(
        conn,
        int,
        """
        INSERT INTO billing_methods (member_id, auth_key_hash, card_number)
        VALUES (%(member)s, sha256('a'), '433012******9876') RETURNING id
        """,
        member=other,
    )
    await a_payment(conn, refunding, channel="billing", billing_method_id=card)
    await execute(
        conn,
        """
        INSERT INTO refunds (order_id, member_id, state, mode, amount, points_returned, points_clawed_back,
                             calculation, reason)
        VALUES (%(id)s, %(member)s, 'awaiting_account', 'full', 33000, 0, 0, '{}', '')
        """,
        id=refunding,
        member=other,
    )

    found = {
        query: await ids(client, staff, query)
        for query in (
            f"q={paid[:12].lower()}",
            "q=tviva2026_a",
            "q=tviva2026%25",
            "q=9876",
            "state=awaiting_deposit",
            "refund=awaiting_account",
            "trouble=reversed",
            "method=virtual_account",
            "amountFrom=70000&amountTo=80000",
            f"member={member}",
            "to=2020-01-01T00:00:00Z",
        )
    }

    assert paid in found.pop(f"q={paid[:12].lower()}")
    assert found == {
        "q=tviva2026_a": [paid],
        "q=tviva2026%25": [],
        "q=9876": [refunding],
        "state=awaiting_deposit": [waiting],
        "refund=awaiting_account": [refunding],
        "trouble=reversed": [paid],
        "method=virtual_account": found["method=virtual_account"],
        "amountFrom=70000&amountTo=80000": [paid],
        f"member={member}": [waiting],
        "to=2020-01-01T00:00:00Z": [],
    }
    assert set(found["method=virtual_account"]) == {waiting, refunding}


async def test_the_page_shows_the_providers_own_words_for_a_refusal(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view")
    buying = await till.order()
    brought = await till.pay(buying)
    await fault(till.sandbox, "confirm", "refuse", code="REJECT_CARD_PAYMENT")
    await till.confirm(buying, brought)

    shown = await page(till, staff, buying)

    payment = shown["payments"][0]
    assert (payment["state"], payment["refusalCode"]) == ("refused", "REJECT_CARD_PAYMENT")
    assert payment["refusalMessage"]
    assert payment["refusalMessage"] != shown["failure"]
    assert payment["paymentKey"] == brought["paymentKey"]
    assert shown["can"]["refund"] is not None
    assert [event["title"] for event in shown["timeline"]][-1] == "주문"


async def test_the_page_tells_what_was_cancelled_in_the_dashboard_from_what_was_refunded(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view", "orders.refund")
    buying = await a_paid(till)
    await till.cancel_in_dashboard(buying, 10_000)
    await till.learn(buying.order_id)
    seen = await preview(till.client, staff, buying.order_id, ALL)
    await refund(till.client, staff, buying.order_id, ALL)
    await till.give_back(buying.order_id)

    shown = await page(till, staff, buying)

    assert {"이미 환불된 금액": "-10,000원", "돌려줄 금액": "23,000원"}.items() <= {
        row["label"]: row["value"] for row in seen["rows"]
    }.items()
    told = {event["title"]: event["detail"] for event in shown["timeline"]}
    assert (told["사이트 밖에서 취소됨"], told["결제대행사에서 돌려줌"]) == ("10,000원", "23,000원")
    assert (shown["payments"][0]["cancelledAmount"], shown["payments"][0]["cancelledElsewhere"]) == (
        33_000,
        10_000,
    )
    assert await invariants.find_differences(till.conn) == []


async def test_staff_see_the_very_figures_that_the_member_sees(till: Till) -> None:
    buying = await a_paid(till, points=5_000)
    await use(till, buying)
    await days_later(till, 9)
    staff = await a_staff(till.conn, "orders.refund")
    shown_to_member = await quote(till, buying)

    seen = await preview(till.client, staff, buying.order_id, RULES)

    assert seen["amount"] == shown_to_member["amount"]
    rows = {row["label"]: row["value"] for row in seen["rows"]}
    for line in shown_to_member["lines"]:
        assert rows[line["label"]] == f"{line['amount']:,}원"
    assert rows["돌려줄 포인트"] == f"{shown_to_member['points']:,}P"


async def test_a_refund_by_the_rules_goes_back_once_however_often_it_is_pressed(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view", "orders.refund", name="김운영")
    buying = await a_paid(till)
    body = await desk.body_of(till.client, staff, REFUND, buying.order_id, **RULES)
    keys = [body["key"], body["key"], a_press_key()]

    answers = [await send(till.client, staff, REFUND, body | {"key": key}) for key in keys]
    await till.give_back(buying.order_id, tries=2)

    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert answers[0].json()["data"] == answers[1].json()["data"] == {"made": {"orderId": buying.order_id}}
    assert answers[2].json()["code"] == "refund_not_possible"
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert await till.received() == 0
    assert await record(till.conn) == [f"orders.refund order {buying.order_id}"]
    shown = await page(till, staff, buying)
    assert (shown["refund"]["mode"], shown["refund"]["requestedBy"]) == ("full", "김운영")
    assert await invariants.find_differences(till.conn) == []


async def test_an_operators_amount_is_given_back_and_its_words_reach_the_member(till: Till) -> None:
    buying = await a_paid(till)
    await use(till, buying)
    await days_later(till, 20)
    staff = await a_staff(till.conn, "orders.refund")
    wish = {"kind": "amount", "amount": 20_000, "words": "접속 장애에 대한 보상입니다."}

    answer = await refund(till.client, staff, buying.order_id, wish)
    await till.give_back(buying.order_id)

    assert answer.status_code == 200, answer.text
    assert await state_of(till.conn, buying) == ("done", "cancelled", 20_000)
    mail = await fetch_one(till.conn, str, "SELECT body FROM messages WHERE reference LIKE 'refund_begun:%%'")
    assert "사유: 접속 장애에 대한 보상입니다." in mail
    assert "전화 요청" not in mail


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"kind": "amount", "words": "보상"}, "amount"),
        ({"kind": "amount", "amount": 33_001, "words": "보상"}, "amount"),
        ({"kind": "all", "words": " "}, "words"),
        ({"kind": "rules", "amount": 5}, "amount"),
    ],
    ids=["no amount", "more than was paid", "no words", "an amount beside the rules"],
)
async def test_a_refund_that_makes_no_sense_names_its_field(
    till: Till, wish: dict[str, Any], field: str
) -> None:
    staff = await a_staff(till.conn, "orders.refund")
    buying = await a_paid(till)

    answer = await desk.preview(till.client, staff, REFUND, buying.order_id, **wish)

    assert answer.status_code == 422
    assert [one["name"] for one in answer.json()["fields"]] == [field]


async def test_what_has_been_used_since_it_was_shown_is_not_refunded_as_unused(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.refund")
    buying = await a_paid(till)
    body = await desk.body_of(till.client, staff, REFUND, buying.order_id, **RULES)

    await use(till, buying)
    answer = await send(till.client, staff, REFUND, body)

    assert (answer.status_code, answer.json()["code"]) == (409, "preview_changed")
    assert (await till.view(buying))["state"] == "paid"
    assert await record(till.conn) == []


async def test_above_the_setting_a_second_person_gives_it_back(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 32999")
    first = await a_staff(till.conn, "orders.view", "orders.refund")
    second = await a_staff(till.conn, "orders.refund", "approvals.confirm")
    buying = await a_paid(till)

    asked = await refund(till.client, first, buying.order_id, ALL)
    waiting = await page(till, first, buying)
    confirmed = await till.client.post(
        f"/api/v1/console/approvals/{asked.json()['data']['approvalId']}/confirmation",
        json={"digest": asked.json()["data"]["preview"]["digest"]},
        headers=second.headers,
    )
    await till.give_back(buying.order_id)

    assert asked.status_code == 202
    assert (waiting["state"], waiting["approvals"]) == ("paid", [asked.json()["data"]["approvalId"]])
    assert confirmed.json()["data"]["state"] == "confirmed", confirmed.text
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)
    assert (await page(till, first, buying))["approvals"] == []
    assert [entry.split()[0] for entry in await record(till.conn)] == [
        "approvals.ask",
        "orders.refund",
        "approvals.confirm",
    ]


async def test_the_sum_of_the_setting_itself_takes_one_person(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 33000")
    staff = await a_staff(till.conn, "orders.refund")
    buying = await a_paid(till)

    answer = await refund(till.client, staff, buying.order_id, ALL)

    assert answer.status_code == 200, answer.text


async def test_what_one_person_gives_back_in_a_day_is_summed(till: Till) -> None:
    """The attack: a friend's orders, each below the limit and used for a month, given back whole one by one."""
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 65999")
    staff, colleague = [await a_staff(till.conn, "orders.refund") for _ in range(2)]
    first, second, third, fourth = [await a_paid(till) for _ in range(4)]
    await refund(till.client, staff, first.order_id, ALL)

    shown = await preview(till.client, staff, second.order_id, ALL)
    by_amount = await refund(till.client, staff, second.order_id, ALL)
    by_rules = await refund(till.client, staff, third.order_id, RULES)
    of_another = await refund(till.client, colleague, fourth.order_id, ALL)

    assert "65,999원까지" in shown["warnings"][-1]
    assert [answer.status_code for answer in (by_amount, by_rules, of_another)] == [202, 202, 200]


async def test_points_count_like_won_in_what_one_person_gives_back(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 32999")
    staff = await a_staff(till.conn, "orders.refund")
    buying = await a_paid(till, points=5_000)

    answer = await refund(till.client, staff, buying.order_id, ALL)

    assert answer.status_code == 202


async def test_two_orders_given_back_at_once_by_one_person_are_summed(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    async with shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET staff_refund_limit = 65999")
        staff = await a_staff(conn, "orders.refund")
    async with shop.db.connection() as conn:
        bought = [await purchases.a_purchase(shop.client, conn) for _ in range(2)]
    for one in bought:
        await purchases.confirm(shop.client, one, await pay_at_window(sandbox, one.order))
    bodies = [await desk.body_of(shop.client, staff, REFUND, one.order_id, **ALL) for one in bought]

    answers = await after_all_have_looked(
        shop.db, "refunds", *(send(shop.client, staff, REFUND, body) for body in bodies)
    )

    # The second waits for the first one's gift, and then for a second person.
    assert sorted(answer.status_code for answer in answers) == [200, 202]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM refunds") == 1


async def test_a_wish_whose_order_was_refunded_meanwhile_is_not_carried_out(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 0")
    first, second = (
        await a_staff(till.conn, "orders.refund"),
        await a_staff(till.conn, "orders.refund", "approvals.confirm"),
    )
    buying = await a_paid(till)
    asked = (await refund(till.client, first, buying.order_id, ALL)).json()["data"]
    await member_refunds(till, buying)

    answer = await till.client.post(
        f"/api/v1/console/approvals/{asked['approvalId']}/confirmation",
        json={"digest": asked["preview"]["digest"]},
        headers=second.headers,
    )

    assert (answer.status_code, answer.json()["code"]) == (409, "refund_not_possible")
    assert await fetch_all(till.conn, str, "SELECT mode FROM refunds") == ["full"]


async def test_two_who_press_at_once_give_it_back_once(shop: Shop, sandbox: httpx.AsyncClient) -> None:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)
    await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    async with shop.db.transaction() as conn:
        both = [await a_staff(conn, "orders.refund") for _ in range(2)]
    body = await desk.body_of(shop.client, both[0], REFUND, buying.order_id, **ALL)

    answers = await asyncio.gather(*(send(shop.client, staff, REFUND, body) for staff in both))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM refunds") == 1
        assert await record(conn) == [f"orders.refund order {buying.order_id}"]


async def test_one_press_that_arrives_twice_at_once_gives_it_back_once(
    shop: Shop, sandbox: httpx.AsyncClient
) -> None:
    async with shop.db.connection() as conn:
        buying = await purchases.a_purchase(shop.client, conn)
    await purchases.confirm(shop.client, buying, await pay_at_window(sandbox, buying.order))
    async with shop.db.transaction() as conn:
        staff = await a_staff(conn, "orders.refund")
    body = await desk.body_of(shop.client, staff, REFUND, buying.order_id, **ALL)

    presses = [send(shop.client, staff, REFUND, body) for _ in range(2)]
    answers = await after_all_have_looked(shop.db, "refunds", *presses)
    late = await send(shop.client, staff, REFUND, body)

    assert [answer.status_code for answer in (*answers, late)] == [200] * 3
    assert late.json()["data"]["made"] == {"orderId": buying.order_id}
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM refunds") == 1
        assert await record(conn) == [f"orders.refund order {buying.order_id}"]


async def test_a_refund_that_waits_is_asked_for_once_by_one_press(till: Till) -> None:
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 32999")
    staff = await a_staff(till.conn, "orders.refund")
    buying = await a_paid(till)
    body = await desk.body_of(till.client, staff, REFUND, buying.order_id, **ALL)

    answers = [await send(till.client, staff, REFUND, body) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json()["data"] == answers[1].json()["data"]
    assert await fetch_one(till.conn, int, "SELECT count(*) FROM staff_approvals") == 1


async def test_a_deposits_refund_waits_for_the_account_that_its_member_names(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view", "orders.refund")
    buying = await a_deposited(till)

    seen = await preview(till.client, staff, buying.order_id, RULES)
    await refund(till.client, staff, buying.order_id, RULES)
    waits = await ids(till.client, staff, "refund=awaiting_account")
    await post(till, buying, "refund-account", **NAMED)
    await till.give_back(buying.order_id)

    assert any("환불 계좌" in warning for warning in seen["warnings"])
    assert waits == [buying.order_id]
    assert await state_of(till.conn, buying) == ("done", "cancelled", 33_000)


async def test_a_refund_that_the_provider_refuses_is_tried_again_or_settled_by_hand(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view", "orders.refund", name="김운영")
    buying = await a_paid(till)
    await refund(till.client, staff, buying.order_id, RULES)
    await fault(till.sandbox, "cancel", "refuse", code="EXCEED_MAX_REFUND_DUE")
    await till.give_back(buying.order_id)
    stuck = await page(till, staff, buying)
    early = await desk.preview(till.client, staff, SETTLE, buying.order_id)

    again = await desk.press(till.client, staff, "orders.refund.again", buying.order_id)
    not_stuck = await desk.preview(till.client, staff, "orders.refund.again", buying.order_id)
    await fault(till.sandbox, "cancel", "refuse", code="EXCEED_MAX_REFUND_DUE")
    await till.give_back(buying.order_id)
    body = await desk.body_of(till.client, staff, SETTLE, buying.order_id)
    answers = [
        await send(till.client, staff, SETTLE, body | {"key": key})
        for key in (body["key"], body["key"], a_press_key())
    ]

    assert (stuck["refund"]["state"], stuck["refund"]["refusalCode"]) == ("stuck", "EXCEED_MAX_REFUND_DUE")
    assert stuck["refund"]["refusalMessage"]
    assert (early.status_code, again.status_code) == (200, 200)
    assert (not_stuck.status_code, not_stuck.json()["code"]) == (409, "change_stays")
    assert body["digest"] != early.json()["data"]["digest"]
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    done = await page(till, staff, buying)
    assert (done["state"], done["refund"]["settledBy"]) == ("refunded", "김운영")
    assert await record(till.conn) == [
        f"{change} order {buying.order_id}" for change in (REFUND, "orders.refund.again", SETTLE)
    ]


async def test_a_payment_in_doubt_is_looked_up_and_delivered(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.retry")
    buying = await till.order()
    await till.confirm_in_the_dark(buying)

    answers = [await desk.press(till.client, staff, "orders.retry", buying.order_id) for _ in range(2)]

    assert [answer.json()["data"]["made"] for answer in answers] == [
        {"before": "confirming", "after": "paid"},
        {"before": "paid", "after": "paid"},
    ]
    assert await till.received() == 33_000
    assert await record(till.conn) == [f"orders.retry order {buying.order_id}"] * 2


async def test_a_deposit_counts_only_if_the_provider_has_it(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.deposit")
    buying = await till.await_deposit()

    async def check() -> httpx.Response:
        return await desk.press(till.client, staff, "orders.deposit", buying.order_id)

    nothing = await check()
    await till.deposit(buying)
    received = await check()
    over = await check()

    assert nothing.json()["data"]["made"] == {"before": "awaiting_deposit", "after": "awaiting_deposit"}
    assert received.json()["data"]["made"] == {"before": "awaiting_deposit", "after": "paid"}
    assert (over.status_code, over.json()["code"]) == (409, "no_deposit_awaited")
    assert len((await till.view(buying))["services"]) == 1


async def test_a_deposit_that_the_bank_took_back_ends_what_it_paid_for(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view", "orders.refund", "orders.deposit")
    buying = await a_deposited(till)
    await till.deposit(buying, act="reverse")

    await till.learn(buying.order_id)
    checked = await desk.press(till.client, staff, "orders.deposit", buying.order_id)
    found = await ids(till.client, staff, "trouble=reversed")
    seen = await preview(till.client, staff, buying.order_id, ALL)
    await refund(till.client, staff, buying.order_id, ALL)

    assert checked.json()["data"]["made"] == {"before": "paid", "after": "paid"}
    assert found == [buying.order_id]
    assert seen["amount"] == 0
    assert await fetch_all(till.conn, str, "SELECT state FROM services") == ["ended"]
    assert "deposit_reversed" not in await till.alarms()


async def test_an_order_that_waits_for_its_deposit_is_cancelled_and_its_account_closed(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.deposit")
    buying = await till.await_deposit()
    paid = await a_paid(till)

    body = await desk.body_of(till.client, staff, "orders.cancel", buying.order_id)
    answers = [await send(till.client, staff, "orders.cancel", body) for _ in range(2)]
    refused = await desk.preview(till.client, staff, "orders.cancel", paid.order_id)

    assert [answer.json()["data"]["made"] for answer in answers] == [
        {"before": "awaiting_deposit", "after": "cancelled"}
    ] * 2
    assert (refused.status_code, refused.json()["code"]) == (409, "change_stays")
    assert await record(till.conn) == [f"orders.cancel order {buying.order_id}"]


async def test_a_message_of_the_order_is_sent_again_once(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view", "orders.resend")
    buying, other = await a_paid(till), await a_paid(till)
    await execute(till.conn, "UPDATE messages SET sent_at = now()")
    shown = (await page(till, staff, buying))["messages"]
    foreign = (await page(till, staff, other))["messages"][0]["id"]
    change, message = "orders.resend", shown[0]["id"]
    body = await desk.body_of(till.client, staff, change, buying.order_id, message=message)

    answers = [
        await send(till.client, staff, change, body | {"key": key})
        for key in (body["key"], body["key"], a_press_key())
    ]
    strange = await desk.preview(till.client, staff, change, buying.order_id, message=foreign)

    assert [one["maySendAgain"] for one in shown] == [True]
    assert "******" in shown[0]["recipient"]
    assert [answer.status_code for answer in answers] == [200, 200, 409]
    assert strange.status_code == 404
    after = (await page(till, staff, buying))["messages"]
    assert [one["id"] for one in after] == [answers[0].json()["data"]["made"]["message"], shown[0]["id"]]


async def test_whom_a_text_message_of_the_order_went_to_is_masked(till: Till) -> None:
    staff = await a_staff(till.conn, "orders.view")
    buying = await a_paid(till)
    await execute(till.conn, "UPDATE messages SET channel = 'sms', recipient = '01098761234'")

    shown = (await page(till, staff, buying))["messages"]

    assert {one["recipient"] for one in shown} == {"010-****-1234"}


async def test_a_provider_that_is_silent_leaves_everything_and_the_key_free(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await a_staff(till.conn, "orders.retry", "orders.refund")
    buying = await till.order()
    await till.confirm_in_the_dark(buying)
    body = await desk.body_of(till.client, staff, "orders.retry", buying.order_id)

    async def be_silent(*_: object) -> None:
        raise ProviderUnavailableError

    with monkeypatch.context() as dead:
        dead.setattr(look_up, "refresh", be_silent)
        silent = await send(till.client, staff, "orders.retry", body)
    answer = await send(till.client, staff, "orders.retry", body)

    assert (silent.status_code, silent.json()["code"]) == (503, "provider_silent")
    assert answer.json()["data"]["made"] == {"before": "confirming", "after": "paid"}
    assert await record(till.conn) == [f"orders.retry order {buying.order_id}"]


async def test_an_order_whose_account_could_not_be_closed_is_cancelled_by_the_same_press(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = await a_staff(till.conn, "orders.deposit")
    buying = await till.await_deposit()
    body = await desk.body_of(till.client, staff, "orders.cancel", buying.order_id)

    async def die(*_: object) -> None:
        raise confirmation.CancelUnsettled

    with monkeypatch.context() as dead:
        dead.setattr(confirmation, "cancel_order", die)
        unsettled = await send(till.client, staff, "orders.cancel", body)
    answer = await send(till.client, staff, "orders.cancel", body)

    assert unsettled.json()["code"] == confirmation.CancelUnsettled.code
    assert answer.json()["data"]["made"]["after"] == "cancelled"
    assert await record(till.conn) == [f"orders.cancel order {buying.order_id}"]


@pytest.mark.parametrize("wish", [RULES, ALL], ids=["rules", "all"])
async def test_a_refund_computes_its_amount_once_and_two_people_twice(
    till: Till, monkeypatch: pytest.MonkeyPatch, wish: dict[str, Any]
) -> None:
    first = await a_staff(till.conn, "orders.refund")
    second = await a_staff(till.conn, "orders.refund", "approvals.confirm")
    one, other = await a_paid(till), await a_paid(till)
    bodies = [await desk.body_of(till.client, first, REFUND, each.order_id, **wish) for each in (one, other)]
    computed: list[str] = []
    for name in ("calculate", "calculate_for_operator"):
        compute = getattr(rules, name)

        def counted(*args: Any, compute: Any = compute, name: str = name) -> Any:
            computed.append(name)
            return compute(*args)

        monkeypatch.setattr(rules, name, counted)

    alone = await send(till.client, first, REFUND, bodies[0])
    by_one = len(computed)
    await execute(till.conn, "UPDATE site_config SET staff_refund_limit = 0")
    asked = (await send(till.client, first, REFUND, bodies[1])).json()["data"]
    by_ask = len(computed)
    confirmed = await till.client.post(
        f"/api/v1/console/approvals/{asked['approvalId']}/confirmation",
        json={"digest": asked["preview"]["digest"]},
        headers=second.headers,
    )

    assert alone.status_code == 200, alone.text
    assert confirmed.json()["data"]["state"] == "confirmed", confirmed.text
    assert (by_one, by_ask, len(computed)) == (1, 2, 3)
