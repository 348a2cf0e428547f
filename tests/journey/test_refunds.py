"""Money back in the browser: what is shown, what is asked, and where it goes."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.member import at_checkout
from tests.journey.payment_window import pay_at_window
from tests.journey.running import RunningShop
from tests.journey.subscriber import Subscriber
from tests.journey.visitor import PASSWORD, Visitor, quiet, visiting
from tests.journey.words import foreign
from tests.shop.builders.orders import required_of
from tests.waiting import wait_until

pytestmark = pytest.mark.browser


@pytest.fixture
def visitor(browser: Browser, shop: RunningShop, width: int) -> Iterator[Visitor]:
    with visiting(shop, a_context(browser, width)) as visitor:
        at_checkout(visitor)
        yield visitor


def prints_clean(page: Page) -> None:
    """The order alone, dark on white whatever the screen has, and nothing that paper cannot do."""
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("heading", name="주문 내용")).to_be_visible()
    expect(page.get_by_text("주문 상세", exact=True).last).to_be_visible()
    for gone in (page.get_by_role("banner"), page.get_by_role("contentinfo"), page.get_by_role("button")):
        expect(gone).to_have_count(0)
    for screen_only in ("이용현황 보기", "계약 내용 보기", "금액을 확인하는 것만으로는"):
        expect(page.get_by_text(screen_only)).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen", color_scheme="light")


@pytest.mark.both_widths
def test_an_unused_purchase_comes_back_whole_to_the_card(visitor: Visitor) -> None:
    page = visitor.page
    address = visitor.buy()
    visitor.open("/mypage/payment-history?page=1")
    page.get_by_role("link", name="상세보기").click()
    quiet(page)
    assert (violations(page), foreign(page)) == ([], [])
    prints_clean(page)
    page.get_by_role("link", name="계약 내용 보기").click()
    expect(page.get_by_role("article")).to_contain_text("사업자등록번호")
    assert (violations(page), foreign(page)) == ([], [])
    page.get_by_role("link", name="주문 상세로 돌아가기").click()

    page.get_by_role("button", name="환불 금액 확인하기").click()
    expect(page.get_by_text("결제하신 금액을 모두 돌려드립니다")).to_be_visible()
    assert (violations(page), foreign(page)) == ([], [])
    page.get_by_role("button", name="33,000원 환불 신청하기").click()
    page.get_by_role("dialog").get_by_role("button", name="환불 신청").click()

    expect(page.get_by_text("환불이 완료되었습니다")).to_be_visible()
    assert violations(page) == []
    assert kept(visitor.shop, order_of(page)) == 0
    visitor.open("/mypage/service-status/normal")
    expect(page.get_by_role("article", name=address)).to_contain_text("환불됨")


def test_a_deposit_comes_back_to_the_account_that_the_member_names(visitor: Visitor) -> None:
    page = visitor.page
    order = buy_by_deposit(visitor)
    visitor.open(f"/mypage/payment-history/order?orderId={order}")

    page.get_by_role("button", name="환불 금액 확인하기").click()
    page.get_by_label("은행").select_option(label="신한은행")
    page.get_by_label("계좌번호").fill("110-123-456789")
    page.get_by_label("예금주").fill("홍길동")
    page.get_by_label("현재 비밀번호", exact=True).fill(PASSWORD)
    assert (violations(page), foreign(page)) == ([], [])
    page.get_by_role("button", name="33,000원 환불 신청하기").click()
    page.get_by_role("dialog").get_by_role("button", name="환불 신청").click()

    expect(page.get_by_text("환불이 완료되었습니다")).to_be_visible()
    assert kept(visitor.shop, order) == 0
    with visitor.shop.database_connection() as conn:
        [left] = conn.execute("SELECT sealed_account FROM refunds WHERE order_id = %s", [order]).fetchall()
    assert left == (None,)


def test_an_order_that_waits_for_its_deposit_can_be_cancelled(visitor: Visitor) -> None:
    page = visitor.page
    order = order_by_deposit(visitor)
    visitor.open("/mypage/payment-history?page=1")
    expect(page.get_by_role("main")).to_contain_text("입금대기")
    page.get_by_role("link", name="상세보기").click()
    expect(page.get_by_role("region", name="입금 계좌")).to_be_visible()
    quiet(page)
    assert (violations(page), foreign(page)) == ([], [])

    page.get_by_role("button", name="주문 취소").click()
    page.get_by_role("dialog").get_by_role("button", name="주문 취소").click()

    expect(page.get_by_role("region", name="주문 상태")).to_contain_text("결제 취소")
    assert kept(visitor.shop, order) == 0


def buy_by_deposit(visitor: Visitor) -> str:
    """The order, once the bank's message has arrived."""
    order = order_by_deposit(visitor)
    control = f"{visitor.shop.sandbox_url}/control"
    messages = f"{visitor.shop.url}/api/v1/payments/webhooks/toss"
    httpx.post(f"{control}/webhook", json={"url": messages}).raise_for_status()
    httpx.post(f"{control}/deposits", json={"orderId": order}, timeout=30).raise_for_status()
    member = Subscriber(visitor)
    wait_until(
        lambda: member.call("GET", f"/orders/{order}")["state"] == "paid", "the deposit was not noticed"
    )
    httpx.post(f"{control}/webhook", json={"url": None}).raise_for_status()
    return order


def order_by_deposit(visitor: Visitor) -> str:
    """An order with an account to pay into."""
    member = Subscriber(visitor)
    plan = member.call("GET", "/catalog/plans?kind=static")[0]
    order = member.call(
        "POST",
        "/orders",
        planId=plan["id"],
        months=1,
        payMethod="virtualAccount",
        agreements=required_of(member.call("GET", "/agreements?for=order")),
    )
    keys = member.call("GET", "/pg/toss")
    with httpx.Client() as http:
        brought = pay_at_window(visitor.shop, http, keys, order, method="VIRTUAL_ACCOUNT")
    confirmed = member.call(
        "POST",
        "/payments/confirm",
        paymentKey=brought["paymentKey"],
        orderId=brought["orderId"],
        amount=int(brought["amount"]),
    )
    assert confirmed["state"] == "awaiting_deposit", confirmed
    return order["orderId"]


def order_of(page: Page) -> str:
    return httpx.URL(page.url).params["orderId"]


def kept(shop: RunningShop, order: str) -> int:
    """What the provider still holds of this order's money."""
    payments = httpx.get(f"{shop.sandbox_url}/control/payments").json()["payments"]
    return sum(
        payment["balanceAmount"]
        for payment in payments
        if payment["orderId"] == order and payment["approvedAmount"] > 0
    )
