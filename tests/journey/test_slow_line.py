"""On a slow line with a slow phone: a page of the app is there no later than its document would be."""

import math
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journey.before_script import before_script
from tests.journey.conftest import Holder
from tests.journey.member import Login, Member
from tests.journey.running import RunningShop
from tests.journey.shell import wait_until_taken_over
from tests.journey.slow_line import seconds_until_shown, slow_down, slow_page, watch_heading
from tests.journey.visitor import CHECKOUT, PASSWORD, PHONE, Visitor

pytestmark = pytest.mark.browser

OFFICE = "회사·학교 네트워크에서"
# Both are measured on a machine that does other things, too, so the best of some rounds counts. A page that waits for
# its code and then for its data, or for fonts in front of them, takes three to six times as long as its document.
ROUNDS = 4
TOLERANCE = 2
# Whether the link is marked in the first frame after the click: before that nothing can be seen.
NOTE_MARK = """
() => document.addEventListener('click', () => requestAnimationFrame(() => {
  window.marked = document.querySelector('a[data-going]')?.getAttribute('href') ?? ''
}), { capture: true, once: true })
"""
# What is on the screen in each frame from the press until the new page: whether it is empty, and its title.
WATCH_FRAMES = """
() => {
  window.emptied = 0
  window.titles = new Set([document.title])
  const look = () => {
    window.emptied += document.querySelector('#content').childElementCount === 0 ? 1 : 0
    window.titles.add(document.title)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
"""
# How much moved by itself, added up over the documents of a tab, as browsers count it.
WATCH_MOVES = """
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries())
    if (!hadRecentInput) sessionStorage.moved = Number(sessionStorage.moved ?? 0) + value
}).observe({ type: 'layout-shift', buffered: true })
"""
# The dates and the tax of a quote, which stand at the right of their rows, and nothing else.
MAY_MOVE = 0.02
# The fonts and the footer, of a page whose script comes late.
MAY_MOVE_LATE = 0.05
# Keeps presses from the app, so that the browser itself opens the link: both ways begin with the same press.
HIDE_PRESSES = """
() => {
  for (const press of ['mouseover', 'pointerdown', 'touchstart', 'mousedown', 'focusin', 'click'])
    window.addEventListener(press, (event) => event.stopImmediatePropagation(), { capture: true })
}
"""


def titles_until(page: Page, part: str) -> list[str]:
    """All titles that the page has had since it is watched, until one of the new page has this in it."""
    page.wait_for_function(f"() => document.title.includes('{part}') && window.titles.size > 1")
    return page.evaluate("[...window.titles]")


class Step(NamedTuple):
    page: str
    link: str
    heading: str
    by_member: bool = False


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(
            Step("/mypage/information-correction", "/mypage/leave", "회원탈퇴", by_member=True), id="leaving"
        ),
        pytest.param(Step("/support/notice", "/support/notice/office-networks", OFFICE), id="notice"),
        pytest.param(Step("/login", "/sign-up", "회원가입"), id="sign-up"),
        pytest.param(
            Step("/static-ip", "/static-ip/payment/normal", "로그인 또는 회원가입"), id="visitor-buys"
        ),
    ],
)
def test_another_page_of_the_app_is_there_no_later_than_its_document(
    shop: RunningShop, browser: Browser, holder: Holder, step: Step
) -> None:
    def measured(*, in_app: bool) -> float:
        context = browser.new_context(viewport={"width": PHONE, "height": 844})
        visitor = Visitor(shop, context)
        if step.by_member:
            visitor.login_id = holder.login_id
            visitor.bring_session()
        watch_heading(context, step.heading)
        page = slow_page(context)
        page.goto(shop.url + step.page, wait_until="commit")
        wait_until_taken_over(page)
        # Whoever presses has read the page first, while what it loads last was still coming.
        page.wait_for_load_state("networkidle")
        link = page.get_by_role("main").locator(f"a[href^='{step.link}']").first
        link.scroll_into_view_if_needed()
        link_to = link.get_attribute("href")
        page.evaluate(NOTE_MARK if in_app else HIDE_PRESSES)
        if in_app:
            page.evaluate(WATCH_FRAMES)
        loads = list[str]()
        page.on("domcontentloaded", lambda loaded: loads.append(loaded.url))
        link.click(no_wait_after=True)
        seconds = seconds_until_shown(page)
        if in_app:
            assert page.evaluate("window.marked") == link_to
            assert page.evaluate("window.emptied") == 0, (
                "the page before has to stay until the new one is there"
            )
            assert len(titles_until(page, "|")) == 2, "the title passes through another one"
        page.wait_for_load_state("domcontentloaded")
        assert len(loads) == (0 if in_app else 1)
        context.close()
        return seconds

    times = list[tuple[float, float]]()
    app, document = math.inf, 0.0
    while app > TOLERANCE * document and len(times) < ROUNDS:
        times.append((measured(in_app=True), measured(in_app=False)))
        app, document = (min(column) for column in zip(*times, strict=True))

    assert app <= TOLERANCE * document, times


def test_a_session_that_has_ended_leaves_the_page_until_the_login_is_there(
    shop: RunningShop, browser: Browser, holder: Holder
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    visitor = Visitor(shop, context)
    visitor.login_id = holder.login_id
    visitor.bring_session()
    page = slow_page(context)
    page.goto(shop.url + "/mypage/information-correction", wait_until="commit")
    wait_until_taken_over(page)
    page.evaluate(WATCH_FRAMES)
    link = page.get_by_role("main").locator("a[href^='/mypage/payment-history']").first.element_handle()
    context.clear_cookies()

    # The data of this page is refused: only then it is known that nobody is logged in. Where the page itself has asked
    # for something meanwhile, it is on its way to the login already, and the link is gone.
    link.evaluate("link => link.click()")
    page.get_by_role("main").get_by_role("heading", level=1, name="로그인").wait_for()

    assert page.evaluate("window.emptied") == 0
    assert len(titles_until(page, "로그인")) == 2, "the title passes through another one"
    context.close()


def test_nothing_moves_by_itself_from_the_login_over_the_checkout_to_the_paid_order(
    shop: RunningShop, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    context.add_init_script(WATCH_MOVES)
    visitor = Visitor(shop, context)
    with httpx.Client(timeout=30) as http:
        Member(shop, http, visitor.login_id)
    page = visitor.page
    slow_down(page)
    visitor.open(CHECKOUT)
    wait_until_taken_over(page)

    visitor.say_member()
    visitor.log_in()
    visitor.buy()
    expect(page.get_by_text("기기를 추가하면 설정 파일과 QR 코드가 바로 나옵니다.")).to_be_visible()

    assert page.evaluate("Number(sessionStorage.moved ?? 0)") < MAY_MOVE
    context.close()


def test_nothing_moves_by_itself_when_the_code_of_a_certificate_is_looked_up(
    shop: RunningShop, browser: Browser, holder: Holder
) -> None:
    with httpx.Client(timeout=30) as http:
        member = Login(shop, http, holder.login_id)
        member.call("POST", "/api/login", mberId=holder.login_id, mberPw=PASSWORD)
        [held] = member.call("GET", "/api/v1/certificates/choices")["items"]
        choice = {"serviceId": held["serviceId"], "spanId": held["spans"][0]["id"], "name": "full"}
        number = member.call("POST", "/api/v1/certificates", **choice)["number"]
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    context.add_init_script(WATCH_MOVES)
    page = slow_page(context)
    page.goto(f"{shop.url}/verify#{number}")

    expect(page.get_by_role("region", name="조회한 확인서")).to_be_visible()
    expect(page.get_by_text("파일 선택")).to_be_visible()
    page.wait_for_load_state("networkidle")

    assert moved(page) < MAY_MOVE_LATE
    context.close()


@pytest.mark.parametrize("button", ["서브 아이디 만들기", "여러 개 한 번에 만들기"])
def test_nothing_moves_by_itself_when_an_early_press_opens_a_form_above_sub_ids(
    shop: RunningShop, browser: Browser, button: str
) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844})
    context.add_init_script(WATCH_MOVES)
    visitor = Visitor(shop, context)
    with httpx.Client(timeout=30) as http:
        owner = Member(shop, http, visitor.login_id)
        for number in range(3):
            owner.call("POST", "/api/v1/sub-ids", loginId=f"{visitor.login_id}_{number}", name="영업팀")
    visitor.bring_session()
    page = visitor.page
    slow_down(page)
    with before_script(page, f"{shop.url}/mypage/sub-id-management?page=1"):
        page.get_by_role("button", name=button).click()
        # sleep: what moves within half a second of a press is not counted, and the script comes later than that.
        page.wait_for_timeout(1000)

    expect(page.get_by_role("heading", name=button)).to_be_visible()
    page.wait_for_load_state("networkidle")

    assert moved(page) < MAY_MOVE_LATE
    page.get_by_role("button", name="취소").click()
    expect(page.get_by_role("list", name="서브 아이디").get_by_role("listitem")).to_have_count(3)
    context.close()


def moved(page: Page) -> float:
    return page.evaluate("Number(sessionStorage.moved ?? 0)")
