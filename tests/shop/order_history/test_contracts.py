"""What the buyer is given in writing: the mail after the payment and the contract to print."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from ieum.shop.checkout import fulfilment
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.messaging.order_templates import withdrawal_rule
from ieum.shop.order_history import receipt
from ieum.shop.orders import queries as orders
from ieum.shop.services import service as services
from tests.shop.builders.catalog import a_dynamic_plan, a_plan, a_ticket_plan
from tests.shop.builders.members import SIGN_UP_AGREEMENTS, a_login, a_member
from tests.shop.builders.orders import ORDER_AGREEMENTS, an_order, grant_tickets, place, set_config
from tests.shop.builders.services import a_renewal, a_service, add_period
from tests.shop.builders.shops import Client
from tests.shop.builders.subscriptions import a_subscription
from tests.shop.builders.till import Till

SELLER = """
    business_name = '이음네트웍스', business_licence = '123-45-67891', representative = '홍길동',
    address = '서울특별시 강남구 테헤란로 123', mail_order_licence = '제2026-서울강남-01234호',
    phone = '02-1234-5678', site_mail = 'help@ieum.example'
"""


async def contract(client: Client, headers: dict[str, str], order_id: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/orders/{order_id}/contract", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def order_of(conn: Connection, service: int) -> str:
    return await fetch_one(conn, str, "SELECT order_id FROM services WHERE id = %(id)s", id=service)


async def receipt_of(conn: Connection, order_id: str) -> str:
    order = await orders.lock_order(conn, order_id)
    assert order is not None
    buyer = await members.hold_member(conn, order.member_id)
    assert buyer is not None
    await receipt.send_receipt(conn, order, buyer)
    return await fetch_one(
        conn, str, "SELECT body FROM messages WHERE reference = %(about)s", about=f"paid:{order_id}"
    )


async def agree(
    conn: Connection, member: MemberId, texts: list[dict[str, str]], order_id: str | None = None
) -> None:
    for text in texts:
        await execute(
            conn,
            """
            INSERT INTO consents (member_id, document_key, version, agreed, order_id, recorded_at)
            VALUES (%(member)s, %(key)s, %(version)s, true, %(order_id)s, now() - interval '1 minute')
            """,
            member=member,
            order_id=order_id,
            **text,
        )


async def test_a_contract_names_both_sides_the_goods_the_price_and_the_way_out(till: Till) -> None:
    await set_config(till.conn, SELLER)
    buying = await till.order()
    await till.confirm(buying, await till.pay(buying))

    data = await contract(till.client, buying.headers, buying.order_id)

    assert data["shop"] == {
        "name": "이음네트웍스",
        "ceo": "홍길동",
        "businessNumber": "123-45-67891",
        "mailOrderNumber": "제2026-서울강남-01234호",
        "address": "서울특별시 강남구 테헤란로 123",
        "tel": "02-1234-5678",
        "email": "help@ieum.example",
    }
    assert data["order"] == await till.view(buying)
    assert (data["order"]["periodFrom"], data["order"]["vatAmount"]) != (None, 0)
    assert [text["version"] for text in data["agreements"]] == [text["version"] for text in ORDER_AGREEMENTS]
    assert all(text["body"] and text["title"] and text["agreedAt"] for text in data["agreements"])
    assert "결제한 날부터 7일 안" in data["refundRule"]


async def test_a_contract_names_its_buyer_and_masks_how_they_are_reached(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn, login_id="hongkildong")
    await execute(
        conn,
        "UPDATE members SET name = '홍길동', email = 'hongkild@naver.com', phone = '01012345678' WHERE id = %(id)s",
        id=member,
    )
    order_id = await order_of(conn, await a_service(conn, member))

    data = await contract(client, await a_login(conn, member), order_id)

    assert data["buyer"] == {
        "name": "홍길동",
        "loginId": "hong****",
        "email": "ho******@naver.com",
        "phone": "010-****-5678",
    }


async def test_a_contract_holds_the_terms_that_were_agreed_to_and_no_later_ones(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    await agree(conn, member, [text for text in SIGN_UP_AGREEMENTS if text["key"] == "terms"])
    order_id = await order_of(conn, await a_service(conn, member))
    await agree(conn, member, ORDER_AGREEMENTS, order_id)
    await execute(
        conn,
        """
        INSERT INTO agreement_documents (key, version, purpose, position, required, title, body)
        VALUES ('terms', '2027-01-01', 'sign-up', 2, true, '이용약관 동의', '새 약관')
        """,
    )

    data = await contract(client, await a_login(conn, member), order_id)

    assert [text["title"] for text in data["agreements"]] == await fetch_all(
        conn,
        str,
        """
        SELECT title FROM agreement_documents
         WHERE (key, version) IN (('terms', '2026-11-20'), ('order-confirm', '2026-11-22'),
                                  ('withdrawal-limit', '2026-11-29'))
         ORDER BY purpose DESC, position
        """,
    )


async def test_a_later_charge_uses_the_agreements_of_the_first(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    service = await a_service(conn, member, plan=plan)
    second = await an_order(
        conn,
        member,
        plan,
        state="paid",
        method="billing",
        payment_type="billing",
        subscription_id=await a_subscription(conn, member, plan, services=[service]),
        period=2,
        kind="renewal",
    )
    await agree(conn, member, ORDER_AGREEMENTS, await order_of(conn, service))

    data = await contract(client, await a_login(conn, member), second)

    assert len(data["agreements"]) == len(ORDER_AGREEMENTS)


@pytest.mark.parametrize("state", ["awaiting_payment", "failed", "expired", "cancelled", "confirming"])
async def test_an_unpaid_order_has_no_contract(client: Client, conn: Connection, state: str) -> None:
    member = await a_member(conn)
    order_id = await an_order(conn, member, await a_plan(conn), state=state)

    answer = await client.get(f"/api/v1/orders/{order_id}/contract", headers=await a_login(conn, member))

    assert (answer.status_code, answer.json()["code"]) == (409, "no_contract")


async def test_a_contract_outlives_its_refund(client: Client, conn: Connection) -> None:
    member = await a_member(conn)
    order_id = await order_of(conn, await a_service(conn, member))
    await execute(conn, "UPDATE orders SET state = 'refunded', closed_at = now()")

    data = await contract(client, await a_login(conn, member), order_id)

    assert data["order"]["state"] == "refunded"


async def test_the_mailed_receipt_holds_the_contract(client: Client, conn: Connection) -> None:
    await set_config(conn, SELLER)
    member = await a_member(conn)
    service = await a_service(conn, member)
    order_id = await order_of(conn, service)

    body = await receipt_of(conn, order_id)

    seen = await contract(client, await a_login(conn, member), order_id)
    period = f"{seen['order']['periodFrom']} ~ {seen['order']['periodUntil']}".replace("-", ".")
    for said in (
        order_id,
        "KT 고정 IP",
        seen["order"]["services"][0]["address"],
        f"이용 기간: {period}",
        "33,000원 (공급가액 30,000원, 부가세 3,000원)",
        "이음네트웍스",
        "123-45-67891",
        seen["refundRule"],
        "마이페이지 > 결제내역에서 언제든지 확인하고 저장하거나 인쇄하실 수 있습니다.",
    ):
        assert said in body, said


async def test_a_receipt_is_mailed_once(conn: Connection) -> None:
    order_id = await order_of(conn, await a_service(conn, await a_member(conn)))

    await receipt_of(conn, order_id)
    await receipt_of(conn, order_id)

    assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 1


async def test_the_receipt_of_a_renewal_shows_the_days_it_added(conn: Connection) -> None:
    service = await a_service(conn, await a_member(conn))
    renewal = await a_renewal(conn, service)
    await add_period(conn, service, renewal)

    body = await receipt_of(conn, renewal)

    assert "KT 고정 IP (연장)" in body
    assert "이용 기간: 2026.12.21 ~ 2027.01.20" in body
    assert "이용 중인 IP: 100." in body


async def test_the_receipt_of_tickets_shows_their_number_and_expiry(conn: Connection) -> None:
    member = await a_member(conn)
    paid_at = datetime(2026, 11, 20, 5, 0, tzinfo=UTC)
    order_id = await an_order(
        conn,
        member,
        await a_ticket_plan(conn),
        state="paid",
        paid_at=paid_at,
        quantity=3,
        amount=8_900,
        points_used=1_000,
        method="transfer",
    )
    await grant_tickets(conn, member, order_id, 3, expires_at=paid_at + timedelta(days=365))

    body = await receipt_of(conn, order_id)

    for said in (
        "수량: 3장",
        "사용 기한: 2026.11.20 ~ 2027.11.20",
        "사용한 포인트: -1,000포인트",
        "결제 수단: 계좌이체",
        "한 장도 사용하지 않은 교체권은",
        "마이페이지 > IP 변경",
    ):
        assert said in body, said
    assert "IP:" not in body


async def test_a_receipt_without_a_fixed_address_names_none(conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_dynamic_plan(conn)
    order_id = await an_order(conn, member, plan, state="paid", quantity=2)
    now = datetime.now(UTC)
    for _ in range(2):
        await services.start(conn, member, order_id, plan, starts_at=now, ends_at=now + timedelta(days=30))

    body = await receipt_of(conn, order_id)

    assert "IP:" not in body
    assert "기기를 추가" not in body
    assert "수량: 2개" in body
    assert "이용 기간: " in body


async def test_a_later_charge_of_a_subscription_gets_a_receipt_too(conn: Connection) -> None:
    member = await a_member(conn)
    plan = await a_plan(conn)
    service = await a_service(conn, member, plan=plan)
    subscription = await a_subscription(conn, member, plan, services=[service])
    order_id = await an_order(
        conn,
        member,
        plan,
        kind="renewal",
        state="confirming",
        method="billing",
        payment_type="billing",
        subscription_id=subscription,
        period=2,
    )
    order = await orders.lock_order(conn, order_id)
    assert order is not None

    assert await fulfilment.fulfil(conn, order)

    body = await fetch_one(
        conn, str, "SELECT body FROM messages WHERE reference = %(about)s", about=f"paid:{order_id}"
    )
    assert "KT 고정 IP (연장)" in body
    assert "결제 수단: 정기결제 카드" in body
    assert "해지는 마이페이지 > 결제수단 관리에서" in body


@pytest.mark.parametrize(
    ("unused_only", "penalty", "shortest", "is_ticket", "said", "unsaid"),
    [
        (False, 0, None, False, "이용하지 않은 기간의 금액을 위약금 없이 환불해 드립니다.", "뺀"),
        (False, 0, None, False, "결제한 날부터 7일 안에는 청약을 철회하실 수 있습니다.", "결제일"),
        (False, 10, None, False, "이용하지 않은 기간의 금액에서 위약금 10%를 뺀 금액을 환불", "교체권"),
        (False, 0, 396_000, False, "전체 기간 396,000원)으로 계산한 차액이며", "뺀 나머지"),
        (False, 5, 396_000, False, "차액과 그 차액을 뺀 나머지의 5%이며", "위약금 5%"),
        (False, 0, None, True, "사용하지 않은 교체권의 금액을 위약금 없이", "접속"),
        (False, 0, None, True, "사용 기한이 끝나기 전까지", "유효 기간"),
        (True, 0, 396_000, False, "사용을 시작한 뒤에는 환불되지 않습니다.", "7일|위약금"),
    ],
)
def test_the_refund_rule_in_the_contract_is_the_one_that_is_set(
    unused_only: bool, penalty: int, shortest: int | None, is_ticket: bool, said: str, unsaid: str
) -> None:
    rule = withdrawal_rule(
        unused_only=unused_only, penalty_percent=penalty, shortest_amount=shortest, is_ticket=is_ticket
    )

    assert said in rule
    assert not re.search(unsaid, rule)
    assert "3영업일" in rule
    assert "15%" in rule


async def test_a_contract_takes_five_statements(client: Client, conn: Connection, sent: list[str]) -> None:
    """The session; the order with its services, the shop, the buyer, the texts."""
    member = await a_member(conn)
    order_id, headers = await order_of(conn, await a_service(conn, member)), await a_login(conn, member)
    sent.clear()

    await contract(client, headers, order_id)

    assert len(sent) == 5, sent


async def test_an_order_stores_what_its_contract_needs(client: Client, conn: Connection) -> None:
    """The texts on the screen are those in the contract, be the order paid or not."""
    member = await a_member(conn)
    placed = await place(client, await a_login(conn, member), await a_plan(conn))

    kept = await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM consents WHERE order_id = %(id)s AND agreed",
        id=placed.json()["data"]["orderId"],
    )

    assert kept == len(ORDER_AGREEMENTS)


async def test_a_contract_names_the_address_that_was_assigned_and_no_later_one(
    client: Client, conn: Connection
) -> None:
    member = await a_member(conn)
    service = await a_service(conn, member)
    headers, order_id = await a_login(conn, member), await order_of(conn, service)
    await grant_tickets(conn, member, order_id, 1, expires_at=datetime.now(UTC) + timedelta(days=1))
    before = (await contract(client, headers, order_id))["order"]["services"]

    changed = await client.post(
        f"/api/v1/services/{service}/ip-change", json={"address": before[0]["address"]}, headers=headers
    )
    # The test is one transaction, whose clock stands still.
    await execute(
        conn,
        "UPDATE leases SET active_at = active_at + interval '1 hour' WHERE service_id = %(id)s AND state = 'active'",
        id=service,
    )

    assert changed.json()["data"]["address"] != before[0]["address"]
    assert (await contract(client, headers, order_id))["order"]["services"] == before
