"""Setting up a device on the very phone that shows the page: nothing to photograph, and the key stays in its tab."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Request, expect

from tests.journey.iphone import IPHONE, SHARE_SHEET
from tests.journey.member import Member
from tests.journey.private_key import forms_of, private_key_in, text_of
from tests.journey.running import RunningShop
from tests.journey.shell import wait_in
from tests.journey.visitor import PHONE, STATUS, Visitor, quiet, visiting

pytestmark = pytest.mark.browser


@pytest.fixture
def phone(browser: Browser, shop: RunningShop) -> Iterator[Visitor]:
    """An iPhone whose owner has bought an address and has no device on it yet."""
    with httpx.Client(timeout=30) as http:
        member = Member(shop, http, "iphone0001")
        member.buy()
    context = browser.new_context(viewport={"width": PHONE, "height": 844}, user_agent=IPHONE)
    context.add_init_script(SHARE_SHEET)
    with visiting(shop, context) as visitor:
        visitor.login_id = member.login_id
        visitor.bring_session()
        yield visitor


def test_an_iphone_sets_itself_up(phone: Visitor) -> None:
    page = phone.page
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))  # noqa: PLW0108 - it wants a function of Python
    phone.open(STATUS)
    quiet(page)

    page.get_by_role("button", name="기기 추가").click()
    expect(page.get_by_role("textbox", name="기기 이름")).to_have_value("내 아이폰")
    page.get_by_role("button", name="추가하기").click()
    setup = page.get_by_role("region", name="내 아이폰 설정")
    send = setup.get_by_role("button", name="설정 파일 보내기")
    expect(send).to_be_visible()
    expect(setup.get_by_role("img", name="QR 코드")).to_be_hidden()
    send.click()
    wait_in(page, lambda: page.evaluate("Boolean(window.shared)"), "nothing was handed to the share sheet")

    name, conf = page.evaluate("window.shared")
    assert name.startswith("ieum-")
    assert name.endswith(".conf")
    private = private_key_in(conf)
    everything = "\n".join(text_of(request) for request in sent)
    assert [form for form in forms_of(private) if form in everything] == []
    setup.get_by_text("다른 기기에서 찍기").click()
    expect(setup.get_by_role("img", name="QR 코드")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE

    # The phone was in the store meanwhile, and has dropped the tab.
    page.reload()
    expect(setup).to_be_focused()
    setup.get_by_role("button", name="설정 파일 보내기").click()
    wait_in(page, lambda: page.evaluate("Boolean(window.shared)"), "nothing was handed to the share sheet")
    assert page.evaluate("window.shared") == [name, conf]

    setup.get_by_role("button", name="완료").click()
    expect(setup).to_have_count(0)
    stored = phone.everything_stored()
    assert [form for form in forms_of(private) if form in stored] == []
