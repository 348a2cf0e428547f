"""Staff see the shop as a member does, on a phone and on a desk: a bar says so, nothing can be changed, and it ends."""

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.at_the_desk import Staff
from tests.journey.conftest import Holder
from tests.journey.running import RunningShop
from tests.journey.visitor import STATUS

pytestmark = pytest.mark.browser


def test_staff_see_a_members_pages_and_change_nothing(
    shop: RunningShop, browser: Browser, holder: Holder, width: int
) -> None:
    staff = Staff(shop)
    member = staff.get(f"/members?q={holder.login_id}")["items"][0]["id"]
    context = browser.new_context(viewport={"width": width, "height": 844})
    desk = staff.sit_down(context)
    page = desk.page

    desk.open(f"/console/members/{member}")
    page.get_by_role("button", name="회원 화면으로 보기").click()
    page.get_by_label("사유").fill("접속 문의")
    page.get_by_role("button", name="화면 보기", exact=True).click()

    bar = page.get_by_role("region", name="회원 화면 보기")
    expect(bar).to_contain_text(f"{holder.login_id} 회원의 화면을")
    desk.open(STATUS)
    expect(page.get_by_text(holder.address).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="내 노트북 삭제").click()
    page.get_by_role("dialog").get_by_role("button", name="삭제").click()
    expect(page.get_by_text("회원 화면을 보는 동안에는 바꾸거나 결제할 수 없고").first).to_be_visible()
    page.keyboard.press("Escape")
    bar.get_by_role("button", name="끝내기").click()
    page.wait_for_url(f"**/console/members/{member}")
    desk.open(STATUS)
    expect(page.get_by_role("heading", name="로그인").first).to_be_visible()
    context.close()
