"""A recurring payment in the browser, from its renewal through a refused card to its end."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.member import at_checkout
from tests.journey.passing_time import pass_time, run_periodic
from tests.journey.running import RunningShop
from tests.journey.subscriber import GOOD_CARD, OTHER_GOOD_CARD, Subscriber
from tests.journey.visitor import quiet, visiting
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

PAGE = "/mypage/payment-method-management"
A_MOMENT = timedelta(minutes=5)


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningShop]:
    """One of its own: here time passes for everybody."""
    with RunningShop(tmp_path_factory.mktemp("recurring")) as shop:
        shop.start("sandbox", "serve", "work")
        shop.start("gateway")
        yield shop


@pytest.fixture
def subscriber(browser: Browser, shop: RunningShop, width: int) -> Iterator[Subscriber]:
    with visiting(shop, a_context(browser, width)) as visitor:
        at_checkout(visitor)
        subscriber = Subscriber(visitor)
        yield subscriber
        subscriber.refuse_cards(GOOD_CARD, None)


def test_it_begins_renews_is_refused_gets_another_card_and_is_stopped(subscriber: Subscriber) -> None:
    page = subscriber.visitor.page
    begin(subscriber)
    open_page(subscriber)
    expect(card(page)).to_contain_text("이용중")
    expect(card(page)).to_contain_text("33,000원")
    assert violations(page) == []

    # It renews by itself.
    first_end = subscriber.moment("paidUntil")
    let_it_come_due(subscriber)
    wait_until(lambda: subscriber.subscription["state"] == "active", "it was not renewed")
    wait_until(lambda: subscriber.moment("paidUntil") > first_end - timedelta(days=1), "no period was added")
    subscriber.visitor.open("/mypage/payment-history?page=1")
    expect(page.get_by_role("main").get_by_text("결제완료")).to_have_count(2)

    # The card is refused.
    subscriber.refuse_cards(GOOD_CARD, "REJECT_CARD_PAYMENT")
    let_it_come_due(subscriber)
    wait_until(lambda: subscriber.subscription["state"] == "past_due", "it was not refused")
    open_page(subscriber)
    expect(card(page)).to_contain_text("결제실패")
    expect(card(page)).to_contain_text("자동으로 다시 결제합니다")
    assert violations(page) == []
    card(page).get_by_role("button", name="33,000원 지금 결제하기").click()
    expect(card(page).get_by_role("alert")).to_be_visible()
    subscriber.visitor.forget_complaints()  # the browser's own word on the 409

    # Another card takes over, and pays what is owed.
    card(page).get_by_role("button", name="카드 변경").click()
    expect(card(page)).to_contain_text("변경하신 카드로 바로 결제됩니다")
    card(page).get_by_role("button", name="카드 등록하기").click()
    page.wait_for_url("**/toss/billing/*")
    page.locator(f"input[name=card][value='{OTHER_GOOD_CARD}']").check()
    page.locator("#register").click()
    expect(page.get_by_role("heading", name="정기결제 카드를 변경했습니다")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="결제수단 관리로 가기").click()
    expect(card(page)).to_contain_text("이용중")
    expect(card(page)).to_contain_text("국민")

    # Stopped with one press and one question, taken back, and stopped again.
    stop(page)
    expect(card(page)).to_contain_text("해지예정")
    card(page).get_by_role("button", name="해지 취소").click()
    expect(card(page)).to_contain_text("이용중")
    stop(page)
    expect(card(page)).to_contain_text("해지예정")
    pass_time(subscriber.shop, subscriber.moment("paidUntil") - datetime.now(UTC) + A_MOMENT)
    subscriber.visitor.bring_session()
    run_periodic(subscriber.shop, "subscriptions.renew_due", "subscriptions.close_due")
    wait_until(lambda: subscriber.subscription["state"] == "ended", "it did not end")
    open_page(subscriber)
    expect(page.get_by_text("종료된 정기결제 1개")).to_be_visible()
    expect(card(page)).to_have_count(0)


def test_a_card_at_the_window_can_be_given_up_and_be_refused(subscriber: Subscriber) -> None:
    page = subscriber.visitor.page
    subscriber.subscribe()
    open_page(subscriber)

    page.get_by_role("button", name="새 카드 등록").click()
    page.wait_for_url("**/toss/billing/*")
    page.locator("#cancel").click()
    expect(page.get_by_role("alert")).to_contain_text("카드 등록을 취소하셨습니다")
    page.get_by_role("link", name="결제수단 관리로 가기").click()

    page.get_by_role("button", name="새 카드 등록").click()
    page.wait_for_url("**/toss/billing/*")
    page.locator("input[name=card][value='101']").check()
    page.locator("#register").click()
    expect(page.get_by_role("heading", name="카드를 등록하지 않았습니다")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("카드")
    subscriber.visitor.forget_complaints()  # the browser's own word on the 409

    # One that nothing is charged to can be deleted.
    subscriber.register_card(OTHER_GOOD_CARD)
    open_page(subscriber)
    cards = page.get_by_role("region", name="등록된 카드")
    expect(cards.get_by_role("listitem")).to_have_count(2)
    cards.get_by_role("button", name=re.compile("삭제$")).click()
    page.get_by_role("dialog").get_by_role("button", name="삭제").click()
    expect(cards.get_by_role("listitem")).to_have_count(1)


def begin(subscriber: Subscriber) -> None:
    """From the shop's page over the provider's window for cards to the first period, paid."""
    page = subscriber.visitor.page
    subscriber.visitor.open("/static-ip/payment/billing")
    subscriber.visitor.agree()
    page.get_by_role("button", name="33,000원 결제하기").click()
    page.wait_for_url("**/toss/billing/*")
    page.locator("#register").click()
    expect(page.get_by_role("heading", name="결제가 완료되었습니다")).to_be_visible()


def open_page(subscriber: Subscriber) -> None:
    subscriber.visitor.open(PAGE)
    quiet(subscriber.visitor.page)


def card(page: Page) -> Locator:
    return page.get_by_role("article", name=re.compile("고정 IP"))


def stop(page: Page) -> None:
    card(page).get_by_role("button", name="정기결제 해지").click()
    page.get_by_role("dialog").get_by_role("button", name="해지하기").click()


def let_it_come_due(subscriber: Subscriber) -> None:
    pass_time(subscriber.shop, subscriber.moment("dueAt") - datetime.now(UTC) + A_MOMENT)
    subscriber.visitor.bring_session()
    run_periodic(subscriber.shop, "subscriptions.renew_due")
