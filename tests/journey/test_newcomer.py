"""How far it is from the home page to the payment window for somebody who has never been here, on a phone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.account import a_phone
from tests.journey.configuration import verifying
from tests.journey.film import Film
from tests.journey.inbox import read_code
from tests.journey.running import RunningShop
from tests.journey.visitor import PASSWORD, PHONE, Visitor, visiting

pytestmark = pytest.mark.browser

MOST_PRESSES, MOST_FIELDS, LONGEST_CHECKOUT = 8, 5, 1_600


@pytest.fixture
def visitor(browser: Browser, shop: RunningShop) -> Iterator[Visitor]:
    with visiting(shop, browser.new_context(viewport={"width": PHONE, "height": 844})) as visitor:
        yield visitor


def test_eight_presses_and_five_fields_lead_to_the_payment_window(visitor: Visitor) -> None:
    film = Film(visitor.context, "newcomer")

    height = go_to_the_window(visitor, film)

    film.tell()
    assert len(film.presses) <= MOST_PRESSES, film.presses
    assert len(film.typed) <= MOST_FIELDS, film.typed
    assert height <= LONGEST_CHECKOUT


def test_the_checkout_is_as_short_in_the_font_of_the_system_that_stays_on_a_slow_line(
    visitor: Visitor,
) -> None:
    visitor.join()
    visitor.page.route("**/*.woff2", lambda route: route.abort())
    visitor.page.reload()

    height = Film(visitor.context, "slow-line").take(visitor.page, "checkout")

    assert height <= LONGEST_CHECKOUT
    assert any("woff2" in complaint for complaint in visitor.complaints)  # the fonts did stay away
    visitor.forget_complaints()


def test_a_demanded_code_costs_two_presses_and_one_field(visitor: Visitor, shop: RunningShop) -> None:
    film = Film(visitor.context, "newcomer-with-a-code")

    with verifying(shop, phone=True):
        go_to_the_window(visitor, film, has_code=True)

    film.tell()
    assert len(film.presses) <= MOST_PRESSES + 2, film.presses
    assert len(film.typed) <= MOST_FIELDS + 1, film.typed


def go_to_the_window(visitor: Visitor, film: Film, *, has_code: bool = False) -> int:
    """Buy what is offered first, agreeing to no more than what is required; the height of the checkout."""
    page, phone = visitor.page, a_phone()
    main = page.get_by_role("main")
    visitor.open("/")
    film.take(page, "home")
    main.locator("a[href^='/static-ip']").first.click()
    expect(page.get_by_role("heading", name="고정 IP VPN", exact=True)).to_be_visible()
    film.take(page, "product")
    buy = page.get_by_role("link", name="구매하기")
    expect(buy).to_be_in_viewport()  # without scrolling
    buy.click()
    expect(page.get_by_role("heading", name="로그인 또는 회원가입")).to_be_visible()
    expect(main).to_contain_text("KT 고정 IP · 1개월 · 33,000원")
    film.take(page, "gate")
    main.get_by_role("link", name="회원가입").click()

    expect(page.get_by_role("heading", name="회원가입", exact=True)).to_be_visible()
    expect(main).to_contain_text("KT 고정 IP · 1개월 · 33,000원")
    film.take(page, "sign-up")
    visitor.fill("아이디", visitor.login_id)
    visitor.fill("비밀번호", PASSWORD)
    visitor.fill("이름", "홍길동")
    visitor.fill("휴대폰 번호", phone)
    visitor.fill("이메일", f"{visitor.login_id}@mail.example")
    if has_code:
        page.get_by_role("button", name="인증번호 받기").click()
        visitor.fill("인증번호", read_code(visitor.shop, phone))
        page.get_by_role("button", name="확인").click()
        expect(page.get_by_text("인증 완료")).to_be_visible()
    page.get_by_role("checkbox", name="필수 항목만 모두 동의").check()
    film.take(page, "sign-up-filled-in")
    page.get_by_role("button", name="가입하기").click()

    expect(page.get_by_role("heading", name="고정 IP VPN 결제")).to_be_visible()
    expect(main).to_contain_text("30,000원 + 3,000원")  # the server's own word on the price
    height = film.take(page, "checkout")
    visitor.agree()
    pay = page.get_by_role("button", name="33,000원 결제하기")
    expect(pay).to_be_in_viewport()
    film.take(page, "checkout-agreed")
    pay.click()
    page.wait_for_url("**/toss/window/*")
    return height


def test_the_sum_stands_beside_the_button_wherever_one_scrolls(visitor: Visitor) -> None:
    page = visitor.page
    visitor.join()
    bar = page.locator("[data-bottom-bar]")
    form = page.locator("form")
    for share in (0, 0.3, 0.6):
        form.evaluate(
            "(form, share) => scrollTo({ top: form.scrollHeight * share, behavior: 'instant' })", share
        )
        expect(bar).to_be_in_viewport(ratio=1)
        expect(bar).to_contain_text("33,000원")


def test_a_missing_consent_comes_into_sight_and_has_the_focus(visitor: Visitor) -> None:
    page = visitor.page
    visitor.join()
    boxes = page.get_by_role("checkbox", name="(필수)")
    boxes.last.check()
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")

    page.get_by_role("button", name="33,000원 결제하기").click()

    expect(boxes.first).to_be_focused()
    expect(boxes.first).to_be_in_viewport(ratio=1)
    is_uncovered = boxes.first.evaluate(
        """box => {
          const { x, y, width, height } = box.getBoundingClientRect()
          return box.closest('label').contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }"""
    )
    assert is_uncovered
