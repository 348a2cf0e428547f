"""A link by which somebody without an account sets up their own device, and what nobody learns on the way."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.journey.accessibility import violations
from tests.journey.iphone import IPHONE, SHARE_SHEET
from tests.journey.member import Member
from tests.journey.private_key import forms_of, private_key_in, text_of, text_of_database
from tests.journey.running import RunningShop
from tests.journey.shell import wait_in
from tests.journey.slow_line import slow_down
from tests.journey.visitor import DESKTOP, PHONE, STATUS, TABLET, Visitor, quiet, visiting
from tests.journey.words import foreign

pytestmark = pytest.mark.browser

NAME = "김대리 휴대폰"
START = re.compile("^이 (휴대폰|컴퓨터) 설정하기$")


class Holder:
    """Somebody with a service, as another program meets the shop."""

    def __init__(self, shop: RunningShop, http: httpx.Client, login_id: str) -> None:
        self.member = Member(shop, http, login_id)
        self.service: int = self.member.buy()["id"]

    def make_link(self) -> str:
        made = self.member.call("POST", f"/api/v1/services/{self.service}/device-links", name=NAME)
        return made["url"]

    def devices(self) -> list[str]:
        service = self.member.call("GET", f"/api/v1/services/{self.service}")
        return [device["name"] for device in service["devices"]]


@pytest.fixture(scope="module")
def maker(shop: RunningShop) -> Iterator[Holder]:
    with httpx.Client(timeout=30) as http:
        yield Holder(shop, http, "linkmaker1")


@pytest.fixture
def phone(browser: Browser, shop: RunningShop) -> Iterator[Visitor]:
    """An iPhone of somebody whom the shop does not know."""
    context = browser.new_context(viewport={"width": PHONE, "height": 844}, user_agent=IPHONE)
    context.add_init_script(SHARE_SHEET)
    with visiting(shop, context) as visitor:
        yield visitor


def handed_over(page: Page) -> str:
    """The settings that the page gave to the phone's share sheet."""
    page.get_by_role("button", name="설정 파일 보내기").click()
    wait_in(page, lambda: page.evaluate("Boolean(window.shared)"), "nothing was handed to the share sheet")
    return page.evaluate("window.shared")[1]


def test_a_member_makes_a_link_and_a_stranger_sets_up_their_phone(
    browser: Browser, shop: RunningShop, phone: Visitor
) -> None:
    desk = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    with httpx.Client(timeout=30) as http, visiting(shop, desk) as office:
        holder = Holder(shop, http, office.login_id)
        office.bring_session()
        office.open(STATUS)
        office.page.get_by_role("button", name="다른 사람의 기기 설정하기").click()
        office.fill("기기 이름", NAME)
        office.page.get_by_role("button", name="링크 만들기").click()
        expect(office.page.get_by_role("img", name="기기 설정 링크 QR 코드")).to_be_visible()
        link = office.page.get_by_text(f"{shop.url}/device-setup#").inner_text()
        assert (violations(office.page), foreign(office.page)) == ([], [])

        page, sent = phone.page, list[Request]()
        page.on("request", lambda request: sent.append(request))  # noqa: PLW0108 - it wants a function of Python
        page.goto(link)
        expect(page.get_by_role("main").get_by_text(NAME)).to_be_visible()
        expect(office.page.get_by_text("에 열어 봄")).to_be_visible()
        assert holder.devices() == []
        page.get_by_role("button", name=START).click()
        expect(page.get_by_role("heading", name=NAME)).to_be_visible()
        # A phone forgets its pages while their owner is in the store.
        page.reload()
        private = private_key_in(handed_over(page))

        expect(office.page.get_by_text("링크로 기기가 설정되었습니다.")).to_be_visible()
        office.forget_complaints()  # what became of the link, the shop says by a refusal
        expect(office.page.get_by_role("button", name=f"{NAME} 삭제")).to_be_visible()
        assert holder.devices() == [NAME]
    token = link.partition("#")[2]
    calls = [request for request in sent if "/device-links/" in request.url]
    others = "\n".join(text_of(request) for request in sent if request not in calls)
    heads = "\n".join(f"{request.url}\n{request.all_headers()}" for request in calls)
    everywhere = "\n".join([*shop.logs().values(), text_of_database(shop), others, heads])
    assert calls
    assert token not in everywhere
    everything = everywhere + "\n".join(text_of(request) for request in calls)
    assert [form for form in forms_of(private) if form in everything] == []
    # Nothing of its owner was brought along or left behind.
    assert phone.tokens() == []


def test_a_used_link_says_so_to_everybody_else(browser: Browser, shop: RunningShop, maker: Holder) -> None:
    link = maker.make_link()
    with visiting(shop, browser.new_context()) as first:
        first.page.goto(link)
        first.page.get_by_role("button", name=START).click()
        expect(first.page.get_by_role("button", name=".conf 내려받기")).to_be_visible()

        context = browser.new_context()
        second = Visitor(shop, context)
        second.page.goto(link)
        expect(second.page.get_by_role("heading", name="이미 사용한 링크입니다")).to_be_visible()
        assert violations_of(second.page) == []
        context.close()

        first.page.get_by_role("button", name="완료").click()
        first.page.get_by_role("button", name="설정 마치기").click()
        expect(first.page.get_by_role("heading", name="설정을 마쳤습니다")).to_be_visible()
        assert "rivateKey" not in first.everything_stored()


def violations_of(page: Page) -> list[str]:
    """Of axe, and words in Latin letters but for the name of the file."""
    quiet(page)
    return [*violations(page), *(word for word in foreign(page) if word != "ieum")]


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_it_can_be_read_and_pressed_by_everybody(browser: Browser, shop: RunningShop, width: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, bypass_csp=True, reduced_motion="reduce"
    )
    with httpx.Client(timeout=30) as http, visiting(shop, context) as visitor:
        link = Holder(shop, http, f"linkwide{width}").make_link()
        page = visitor.page
        page.goto(link)
        expect(page.get_by_role("button", name=START)).to_be_visible()
        found = violations_of(page)
        # By keyboard alone, past the link to the content, which takes the token's place in the address.
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#content$"))
        for _ in range(9):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent").endswith("설정하기"):
                break
        page.keyboard.press("Enter")

        expect(page.get_by_role("heading", name=NAME)).to_be_focused()
        found += violations_of(page)
        assert found == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_its_document_is_kept_from_search_engines_and_says_nobody_where_it_leads(shop: RunningShop) -> None:
    answer = httpx.get(f"{shop.url}/device-setup")

    assert answer.status_code == 200
    assert (answer.headers["referrer-policy"], answer.headers["x-robots-tag"]) == ("no-referrer", "noindex")
    assert '<meta name="robots" content="noindex">' in answer.text
    # Of what a messenger shows, and a browser without script.
    assert re.search('property="og:title" content="[^"]*기기 설정', answer.text)
    assert re.search(
        r"<noscript>[\s\S]*자바스크립트를 켠 뒤 링크를 다시 열어 주세요[\s\S]*</noscript>", answer.text
    )


def test_an_old_phone_on_a_slow_line_is_set_up(browser: Browser, shop: RunningShop, maker: Holder) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 844}, user_agent=IPHONE)
    context.add_init_script(SHARE_SHEET)
    with visiting(shop, context) as visitor:
        page = visitor.page
        slow_down(page)
        page.goto(maker.make_link(), wait_until="commit")
        page.get_by_role("button", name=START).click()
        expect(page.get_by_role("heading", name=NAME)).to_be_visible()
        assert "PrivateKey" in handed_over(page)


def test_a_key_that_was_made_is_sent_again_where_the_answer_was_lost(phone: Visitor, maker: Holder) -> None:
    page, keys = phone.page, list[str]()
    before = len(maker.devices())

    def note_key(request: Request) -> None:
        if request.url.endswith("/device-links/use"):
            keys.append(json.loads(request.post_data or "{}")["publicKey"])

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.on("request", note_key)
    page.goto(maker.make_link())
    page.route("**/device-links/use", lose_answer)
    page.get_by_role("button", name=START).click()
    expect(page.get_by_role("alert")).to_contain_text("서버에 연결하지 못했습니다")
    page.unroute_all(behavior="wait")
    page.get_by_role("button", name=START).click()

    expect(page.get_by_role("heading", name=NAME)).to_be_visible()
    assert (len(keys), len(set(keys))) == (2, 1)
    assert len(maker.devices()) == before + 1
    phone.forget_complaints()
