"""What axe says of what can be opened on a page, and of forms full of mistakes; `test_every_page.py` has the rest."""

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.running import RunningShop
from tests.journey.visitor import CHECKOUT, PHONE, STATUS, Visitor, quiet

pytestmark = pytest.mark.browser


@pytest.mark.both_widths
def test_what_can_be_opened(browser: Browser, customer: Visitor, width: int) -> None:
    context = a_context(browser, width, customer)
    visitor = Visitor(customer.shop, context)
    page = visitor.page
    findings: dict[str, list[str]] = {}
    visitor.open(STATUS)
    page.get_by_role("button", name="메뉴 열기" if width == PHONE else "내 IP").click()
    expect(page.get_by_role("button", name="로그아웃")).to_be_visible()
    findings["menu"] = violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="내 노트북 삭제").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    findings["dialog"] = violations(page)
    page.get_by_role("button", name="취소").click()
    page.get_by_role("button", name="기기 추가").click()
    findings["form"] = violations(page)
    visitor.fill("기기 이름", "시험용")
    page.get_by_role("button", name="추가하기").click()
    expect(page.get_by_role("button", name=".conf 내려받기")).to_be_visible()
    findings["setup"] = violations(page)
    visitor.open(STATUS)  # the other width adds one, too
    page.get_by_role("button", name="시험용 삭제").click()
    page.get_by_role("dialog").get_by_role("button", name="삭제").click()
    expect(page.get_by_role("button", name="시험용 삭제")).to_have_count(0)
    context.close()

    assert {what: found for what, found in findings.items() if found} == {}


@pytest.mark.both_widths
@pytest.mark.parametrize("path", ["/login", "/sign-up", f"/login?callbackUrl={CHECKOUT}&as=member"])
def test_a_form_full_of_mistakes(browser: Browser, shop: RunningShop, width: int, path: str) -> None:
    context = a_context(browser, width)
    page = context.new_page()
    page.goto(f"{shop.url}{path}")
    quiet(page)
    page.get_by_role("main").locator("form button[type=submit]").click()
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()
    found = violations(page)
    context.close()

    assert found == []


@pytest.mark.both_widths
def test_the_gate_before_a_purchase(browser: Browser, shop: RunningShop, width: int) -> None:
    context = a_context(browser, width)
    page = context.new_page()
    page.goto(f"{shop.url}/login?callbackUrl={CHECKOUT}")
    quiet(page)
    expect(page.get_by_role("main")).to_contain_text("KT 고정 IP · 1개월 · 33,000원")
    found = violations(page)
    context.close()

    assert found == []
