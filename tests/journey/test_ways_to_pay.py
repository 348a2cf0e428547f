"""Every way to pay at the checkout, and every way that each of them can end, on a phone and on a desk."""

import re
from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.member import at_checkout
from tests.journey.passing_time import pass_time, run_periodic
from tests.journey.running import RunningShop
from tests.journey.subscriber import GOOD_CARD
from tests.journey.visitor import CHECKOUT, STATUS, Visitor, quiet, visiting
from tests.journey.words import foreign
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

BILLING = "/static-ip/payment/billing"
DONE = "결제가 완료되었습니다"
CANCELLED = "결제를 취소하셨습니다. 금액은 청구되지 않았습니다."
REFUSED_CARD = "101"


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningShop]:
    """One of its own: it sells every kind, and time passes in it."""
    with RunningShop(tmp_path_factory.mktemp("ways-to-pay")) as shop:
        shop.start("sandbox", "serve", "work")
        shop.start("gateway")
        yield shop


@pytest.fixture
def buyer(browser: Browser, shop: RunningShop, width: int) -> Iterator[Visitor]:
    """Somebody who has just joined, at the checkout."""
    with visiting(shop, a_context(browser, width)) as visitor:
        at_checkout(visitor)
        yield visitor


@pytest.mark.both_widths
def test_a_transfer_with_a_cash_receipt(buyer: Visitor) -> None:
    page = buyer.page
    choose(page, "계좌이체")
    choose(page, "소득공제용")
    press(buyer, "33,000원 결제하기")
    expect(page.get_by_role("main")).to_contain_text("소득공제")

    buyer.pay()

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    assert buyer.address()
    expect(page.get_by_role("link", name=re.compile("현금영수증 보기"))).to_be_visible()
    assert (violations(page), foreign(page)) == ([], [])


@pytest.mark.parametrize("way", ["계좌이체", "가상계좌"])
def test_what_was_chosen_is_still_there_after_a_cancel_and_after_a_refusal(buyer: Visitor, way: str) -> None:
    page = buyer.page
    choose(page, way)
    buyer.change_choice()
    page.get_by_role("button", name="수량 늘리기").click()
    press(buyer, "66,000원 결제하기")
    page.locator("#cancel").click()
    expect(page.get_by_role("main")).to_contain_text(CANCELLED)

    page.get_by_role("link", name="다시 결제하기").click()

    expect(page.get_by_role("radio", name=way)).to_be_checked()
    press(buyer, "66,000원 결제하기")
    page.locator("#refuse").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="다시 결제하기").click()
    expect(page.get_by_role("radio", name=way)).to_be_checked()
    expect(page.get_by_role("button", name="66,000원 결제하기")).to_be_enabled()


def test_a_deposit_is_waited_for_and_turns_the_page_when_it_comes(buyer: Visitor) -> None:
    page = buyer.page
    order = order_an_account(buyer)
    assert (violations(page), foreign(page)) == ([], [])
    page.reload()
    expect(page.get_by_role("heading", name="아래 계좌로 입금해 주세요")).to_be_visible()

    deposit(buyer.shop, order)

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    assert buyer.address()


def test_a_deposit_that_never_comes_ends_the_order(buyer: Visitor) -> None:
    page = buyer.page
    order = order_an_account(buyer)

    pass_time(buyer.shop, timedelta(hours=25))
    buyer.bring_session()
    run_periodic(buyer.shop, "checkout.expire_deposits")

    expect(page.get_by_role("heading", name="결제되지 않았습니다")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("기한")
    wait_until(lambda: state_of(buyer.shop, order) == "expired", "the order did not end")
    buyer.forget_complaints()  # the session that ran out meanwhile


def test_a_window_that_does_not_open_leaves_all_as_it_was(buyer: Visitor) -> None:
    page = buyer.page

    def refuse(route: Route) -> None:
        route.abort()

    page.route(f"{buyer.shop.sandbox_url}/**", refuse)
    choose(page, "계좌이체")
    buyer.agree()
    page.get_by_role("button", name="33,000원 결제하기").click()

    expect(page.get_by_role("alert")).to_contain_text("결제창을 열지 못했습니다")
    buyer.forget_complaints()  # the browser's own word on the script that did not come
    page.unroute(f"{buyer.shop.sandbox_url}/**")
    page.reload()
    expect(page.get_by_role("radio", name="계좌이체")).to_be_checked()
    press(buyer, "33,000원 결제하기")
    buyer.pay()
    expect(page.get_by_role("heading", name=DONE)).to_be_visible()


def test_points_pay_a_part_and_points_pay_all(buyer: Visitor) -> None:
    page = buyer.page
    give_points(buyer, 43_000)
    page.reload()
    field = page.get_by_role("textbox", name="사용할 포인트")
    field.fill("10000")
    press(buyer, "23,000원 결제하기")
    buyer.pay()
    expect(page.get_by_role("heading", name=DONE)).to_be_visible()

    buyer.open(CHECKOUT)
    page.get_by_role("button", name="전액 사용").click()
    expect(page.get_by_text("결제수단을 고르지 않으셔도 됩니다")).to_be_visible()
    assert (violations(page), foreign(page)) == ([], [])
    buyer.agree()
    page.get_by_role("button", name="33,000포인트로 결제하기").dblclick()
    # The same was paid for a moment ago.
    page.get_by_role("button", name="한 번 더 결제").dblclick()

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    assert paid_orders(buyer) == 2
    assert buyer.address()


@pytest.mark.both_widths
def test_several_at_once_are_cheaper_and_come_all_at_once(buyer: Visitor) -> None:
    page = buyer.page
    buyer.change_choice()
    for _ in range(4):
        page.get_by_role("button", name="수량 늘리기").click()
    expect(page.get_by_text("수량 할인 5%가 적용되었습니다.")).to_be_visible()
    press(buyer, "156,750원 결제하기")
    buyer.pay()

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    expect(page.get_by_test_id("ip-plate")).to_have_count(5)


def test_a_recurring_payment_begins_with_a_new_card_and_then_with_the_one_that_is_there(
    buyer: Visitor,
) -> None:
    page = buyer.page
    buyer.change_choice()
    page.get_by_role("link", name=re.compile("^정기결제")).last.click()
    expect(page.get_by_role("heading", name="고정 IP VPN 정기결제")).to_be_visible()
    expect(page.get_by_role("region", name="정기결제는 이렇게 진행됩니다")).to_contain_text("다음 결제")
    quiet(page)
    assert (violations(page), foreign(page)) == ([], [])
    buyer.agree()
    page.get_by_role("button", name="33,000원 결제하기").click()
    register_card(page, GOOD_CARD)

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    expect(page.get_by_text("정기결제가 시작되었습니다")).to_be_visible()
    assert (violations(page), foreign(page)) == ([], [])
    page.reload()
    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    assert paid_orders(buyer) == 1

    buyer.open(BILLING)
    expect(page.get_by_role("radio", name=re.compile(r"\*"))).to_be_checked()
    buyer.agree()
    page.get_by_role("button", name="33,000원 결제하기").click()
    page.get_by_role("button", name="한 번 더 결제").click()
    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    assert paid_orders(buyer) == 2


def test_a_card_that_is_given_up_and_one_that_is_refused(buyer: Visitor) -> None:
    page = buyer.page
    buyer.open(BILLING)
    begin_with_a_new_card(buyer)
    page.locator("#cancel").click()
    expect(page.get_by_role("heading", name="결제되지 않았습니다")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("취소")

    page.get_by_role("link", name="다시 결제하기").click()
    begin_with_a_new_card(buyer)
    register_card(page, REFUSED_CARD)

    expect(page.get_by_role("heading", name="결제되지 않았습니다")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("카드")
    expect(page.get_by_role("link", name="다시 결제하기")).to_have_attribute("href", re.compile(BILLING))
    assert paid_orders(buyer) == 0
    buyer.forget_complaints()  # the browser's own word on the 409


def test_the_last_addresses_go_to_somebody_else(buyer: Visitor) -> None:
    page = buyer.page
    buyer.open(BILLING)
    quiet(page)
    buyer.agree()
    with buyer.shop.database_connection() as conn:
        taken = conn.execute(
            "UPDATE exit_addresses SET available_at = NULL WHERE available_at IS NOT NULL RETURNING id"
        ).fetchall()
    try:
        page.get_by_role("button", name="33,000원 결제하기").click()
        expect(page.get_by_role("alert")).to_contain_text("현재 배정 가능한 IP가 없습니다.")
        expect(page.get_by_role("button", name="품절")).to_be_disabled()
    finally:
        with buyer.shop.database_connection() as conn:
            ids = [one for (one,) in taken]
            conn.execute("UPDATE exit_addresses SET available_at = now() WHERE id = ANY(%s)", [ids])
    buyer.forget_complaints()  # the browser's own word on the 409


def test_tickets_and_dynamic_addresses(buyer: Visitor) -> None:
    page = buyer.page
    for path, name, amount in [
        ("/ip-ticket", "IP 교체권 구매", "5,500원"),
        ("/dynamic-ip", "유동 IP VPN 결제", "22,000원"),
    ]:
        buyer.open(path)
        quiet(page)
        assert (violations(page), foreign(page)) == ([], [])
        page.get_by_role("link", name="구매하기").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
        quiet(page)
        assert (violations(page), foreign(page)) == ([], [])
        press(buyer, f"{amount} 결제하기")
        buyer.pay()
        expect(page.get_by_role("heading", name=DONE)).to_be_visible()
        assert (violations(page), foreign(page)) == ([], [])
    assert paid_orders(buyer) == 2


def test_more_time_for_the_same_address(buyer: Visitor) -> None:
    page = buyer.page
    address = buyer.buy()
    buyer.open(STATUS)
    page.get_by_role("link", name=f"{address} 연장하기").click()
    expect(page.get_by_role("heading", name="고정 IP VPN 연장")).to_be_visible()
    expect(page.get_by_role("region", name="연장할 상품")).to_contain_text("연장하면")
    quiet(page)
    assert (violations(page), foreign(page)) == ([], [])

    choose(page, "3개월")
    press(buyer, "89,100원 결제하기")
    buyer.pay()

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text(address)
    expect(page.get_by_role("main")).to_contain_text("이어져")
    assert (violations(page), foreign(page)) == ([], [])


def choose(page: Page, title: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{title}")).check()


def press(buyer: Visitor, button: str) -> None:
    """From the checkout to the provider's window."""
    buyer.agree()
    buyer.page.get_by_role("button", name=button).click()
    buyer.page.wait_for_url("**/toss/window/*")


def begin_with_a_new_card(buyer: Visitor) -> None:
    buyer.agree()
    buyer.page.get_by_role("button", name="33,000원 결제하기").click()
    buyer.page.wait_for_url("**/toss/billing/*")


def register_card(page: Page, ending: str) -> None:
    page.wait_for_url("**/toss/billing/*")
    page.locator(f"input[name=card][value='{ending}']").check()
    page.locator("#register").click()


def order_an_account(buyer: Visitor) -> str:
    """Through the window to the account; the order's number."""
    choose(buyer.page, "가상계좌")
    press(buyer, "33,000원 결제하기")
    buyer.pay()
    expect(buyer.page.get_by_role("heading", name="아래 계좌로 입금해 주세요")).to_be_visible()
    expect(buyer.page.get_by_role("region", name="입금 계좌")).to_contain_text("33,000원")
    return httpx.URL(buyer.page.url).params["orderId"]


def deposit(shop: RunningShop, order: str) -> None:
    """Into the account, and the bank's message about it to the shop."""
    control = f"{shop.sandbox_url}/control"
    messages = f"{shop.url}/api/v1/payments/webhooks/toss"
    httpx.post(f"{control}/webhook", json={"url": messages}).raise_for_status()
    httpx.post(f"{control}/deposits", json={"orderId": order}, timeout=30).raise_for_status()
    wait_until(lambda: state_of(shop, order) == "paid", "the deposit was not noticed")
    httpx.post(f"{control}/webhook", json={"url": None}).raise_for_status()


def give_points(buyer: Visitor, points: int) -> None:
    with buyer.shop.database_connection() as conn:
        conn.execute(
            "INSERT INTO point_entries (member_id, amount, kind)"
            " SELECT id, %s, 'earned' FROM members WHERE login_id = %s",
            [points, buyer.login_id],
        )


def paid_orders(buyer: Visitor) -> int:
    with buyer.shop.database_connection() as conn:
        [(count,)] = conn.execute(
            "SELECT count(*) FROM orders o JOIN members m ON m.id = o.member_id"
            " WHERE m.login_id = %s AND o.state = 'paid'",
            [buyer.login_id],
        ).fetchall()
    return count


def state_of(shop: RunningShop, order: str) -> str:
    with shop.database_connection() as conn:
        [(state,)] = conn.execute("SELECT state FROM orders WHERE id = %s", [order]).fetchall()
    return state
