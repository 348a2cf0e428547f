"""A dynamic service on the screen: its address changes by the button and by a link, and by itself as it was told."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journey.accessibility import violations
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.visitor import STATUS, Visitor, quiet, visiting
from tests.journey.words import foreign

pytestmark = pytest.mark.browser


@pytest.fixture
def holder(browser: Browser, shop: RunningShop, width: int) -> Iterator[Visitor]:
    """Somebody who has just bought a dynamic address."""
    context = browser.new_context(viewport={"width": width, "height": 844})
    with visiting(shop, context) as visitor, httpx.Client(timeout=30) as http:
        Member(shop, http, visitor.login_id).buy(kind="dynamic")
        visitor.bring_session()
        visitor.open(STATUS)
        yield visitor


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def open_fold(page: Page, name: str) -> None:
    """By keyboard, as everything here can be."""
    fold = page.locator("summary").filter(has_text=re.compile(f"^{name}"))
    fold.focus()
    page.keyboard.press("Enter")


@pytest.mark.both_widths
def test_the_address_changes_by_the_button_and_the_last_ones_are_listed(holder: Visitor) -> None:
    page = holder.page
    expect(page.get_by_text("오늘 300번 변경 가능")).to_be_visible()
    before = holder.address()

    press(page, "IP 변경")

    expect(page.get_by_text("뒤에 변경하실 수 있습니다")).to_be_visible()
    expect(page.get_by_test_id("ip-plate").first).not_to_contain_text(before)
    after = holder.address()
    open_fold(page, "지난 IP")
    listed = page.get_by_role("region", name="IP 변경").get_by_role("listitem")
    expect(listed).to_have_text([re.compile(f"{after}.*직접 변경"), re.compile(f"{before}.*구매")])
    quiet(page)
    assert (violations(page), foreign(page)) == ([], [])


@pytest.mark.both_widths
def test_what_it_does_by_itself_is_still_set_after_a_reload(holder: Visitor) -> None:
    page = holder.page
    open_fold(page, "변경 설정")
    quiet(page)
    card = page.get_by_role("article")
    # What is on its way to the gateway has a line there that goes again.
    expect(card.get_by_text("적용하고 있습니다")).to_have_count(0)
    height = card.evaluate("card => card.offsetHeight")

    page.get_by_label("타이머").select_option("30분마다")
    expect(page.get_by_text("변경 설정 · 30분마다")).to_be_visible()
    page.get_by_role("switch", name=re.compile("재접속할 때 변경")).press("Space")

    expect(page.get_by_text("변경 설정 · 30분마다 · 재접속할 때")).to_be_visible()
    assert card.evaluate("card => card.offsetHeight") == height, "the settings move while they are being set"
    page.reload()
    expect(page.get_by_text("변경 설정 · 30분마다 · 재접속할 때")).to_be_visible()
    expect(page.get_by_text(re.compile("다음 자동 변경 .*쯤"))).to_be_visible()


def test_a_link_changes_it_without_a_login_until_it_is_deleted(holder: Visitor, browser: Browser) -> None:
    page = holder.page
    before = holder.address()
    open_fold(page, "변경 링크")
    holder.fill("링크 이름", "수집 프로그램")
    press(page, "링크 만들기")
    link = page.locator("code").first.inner_text()

    with visiting(holder.shop, browser.new_context()) as stranger:
        stranger.page.goto(link)
        quiet(stranger.page)
        # Not even in the way back from the login.
        assert link.rpartition("/")[2] not in stranger.page.content()
        assert (violations(stranger.page), foreign(stranger.page)) == ([], [])
        press(stranger.page, "IP 변경")
        expect(stranger.page.get_by_role("heading", name="IP가 변경되었습니다")).to_be_visible()
        expect(stranger.page.get_by_role("main")).to_contain_text(f"이전 IP {before}")
        changed = stranger.page.get_by_role("main").get_by_test_id("ip-plate").inner_text()

        page.reload()
        assert holder.address() in changed
        open_fold(page, "변경 링크 1개")
        press(page, "수집 프로그램 링크 삭제")
        press(page, "삭제")
        expect(page.get_by_text("변경 링크를 삭제했습니다.")).to_be_visible()

    answer = httpx.post(link, headers={"Origin": holder.shop.url}, timeout=30)
    assert (answer.status_code, answer.json()["code"]) == (404, "rotation_link_not_found")
