"""A sub-id: its link, what it sees and does, and its owner who looks as it."""

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.journey.accessibility import violations
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, PHONE, STATUS, TABLET, Visitor, quiet, visiting
from tests.journey.words import foreign

pytestmark = pytest.mark.browser

PASSWORD = "battery-staple-7"


class Owner:
    """Somebody with a service, as another program meets the shop."""

    def __init__(self, shop: RunningShop, http: httpx.Client, login_id: str) -> None:
        self.member = Member(shop, http, login_id)
        self.service: int = self.member.buy()["id"]

    def make_sub_id(self, login_id: str, **rights: object) -> tuple[int, str]:
        """Its number and the link by which it chooses its password."""
        made = self.member.call("POST", "/api/v1/sub-ids", loginId=login_id, name="영업1팀 김대리")
        choice = {"deviceLimit": 2, "changeLimit": 0, "seesRecord": False} | rights
        self.member.call("PUT", f"/api/v1/sub-ids/{made['id']}/services/{self.service}", **choice)
        return made["id"], made["link"]["url"]


@pytest.fixture(scope="module")
def owner(shop: RunningShop) -> Iterator[Owner]:
    with httpx.Client(timeout=30) as http:
        yield Owner(shop, http, "subowner1")


def begin(person: Visitor, link: str) -> None:
    """Open the link, read, choose the password."""
    page = person.page
    page.goto(link)
    expect(page.get_by_role("heading", name="서브 아이디 시작하기")).to_be_visible()
    person.fill("비밀번호", PASSWORD)
    page.get_by_label("서브 아이디 이용 안내를 확인하였습니다").check()
    page.get_by_role("button", name="비밀번호 정하고 로그인").click()
    expect(page.get_by_role("heading", name="이용현황")).to_be_visible()


def found_on(page: Page, own: set[str]) -> list[str]:
    """What axe finds, words in Latin letters but for names that people gave, and what is wider than the screen."""
    quiet(page)
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    wide = [f"{width} px too wide"] if width > 0 else []
    return [*violations(page), *(word for word in foreign(page) if word not in own), *wide]


def test_a_sub_id_sees_its_service_alone_and_its_owner_looks_as_it(
    browser: Browser, shop: RunningShop, owner: Owner
) -> None:
    desk, phone = (
        browser.new_context(viewport={"width": DESKTOP, "height": 844}),
        browser.new_context(viewport={"width": PHONE, "height": 844}),
    )
    sub_id, link = owner.make_sub_id("sales_kim")
    with visiting(shop, desk) as office, visiting(shop, phone) as person:
        begin(person, link)
        page = person.page
        expect(page.get_by_text("기기 2대까지 · IP 변경 없음")).to_be_visible()
        for hidden in ("연장하기", "이용 기록", "이용 확인서"):
            expect(page.get_by_text(hidden, exact=True)).to_have_count(0)
        tabs = page.get_by_role("main").get_by_role("navigation", name="마이페이지")
        assert tabs.get_by_role("link").all_inner_texts() == ["이용현황", "보안·비밀번호", "활동 기록"]
        page.get_by_role("button", name="기기 추가").click()
        page.get_by_role("button", name="추가하기").click()
        expect(page.get_by_text("개인키는 이 브라우저에서 만들어졌고")).to_be_visible()
        for path in ("/mypage/payment-history", "/support/inquiry", "/mypage/sub-id-management"):
            answer = page.goto(f"{shop.url}{path}")
            assert answer is not None
            assert answer.status == 404, path
            expect(page.get_by_role("heading", name="페이지를 찾을 수 없습니다")).to_be_visible()
        person.forget_complaints()

        office.login_id = owner.member.login_id
        office.bring_session()
        office.open(STATUS)
        expect(office.page.get_by_role("button", name="기기 추가").first).to_be_visible()
        acting = office.page.evaluate(
            "(id) => fetch(`/api/v1/sub-ids/${id}/act`, { method: 'POST' }).then(({ status }) => status)",
            sub_id,
        )
        assert acting == 200
        office.open(STATUS)
        bar = office.page.get_by_role("region", name="서브 아이디 화면 보기")
        expect(bar).to_contain_text("서브 아이디 sales_kim의 화면을 보고 있습니다. 바꿀 수는 없습니다.")
        expect(
            office.page.get_by_role("listitem")
            .filter(has_text="미접속")
            .or_(office.page.get_by_text("아직 접속하지 않았습니다"))
            .first
        ).to_be_visible()
        expect(office.page.get_by_role("button", name="기기 추가")).to_have_count(0)
        expect(office.page.get_by_role("button", name="삭제")).to_have_count(0)
        expect(office.page.get_by_role("button", name="다른 사람의 기기 설정하기")).to_have_count(0)
        assert found_on(office.page, {"sales", "kim"}) == []
        bar.get_by_role("button", name="보기 끝내기").click()
        office.page.wait_for_url("**/mypage/sub-id-management/*")
        office.forget_complaints()
        office.open(STATUS)
        expect(office.page.get_by_role("button", name="기기 추가").first).to_be_visible()
        expect(bar).to_have_count(0)

        person.open("/mypage/activity?page=1")
        for said in ("화면을 보기 시작했습니다", "화면 보기를 마쳤습니다"):
            expect(page.get_by_text(said)).to_be_visible()


def test_a_stranger_sets_up_a_device_of_a_sub_id_by_its_link(
    browser: Browser, shop: RunningShop, owner: Owner
) -> None:
    desk, hand = browser.new_context(), browser.new_context()
    _, link = owner.make_sub_id("sales_link")
    with visiting(shop, desk) as person, visiting(shop, hand) as stranger:
        begin(person, link)
        page = person.page
        page.get_by_role("button", name="다른 사람의 기기 설정하기").click()
        expect(page.get_by_text("설정된 기기는 이 서브 아이디의 기기로 세고")).to_be_visible()
        assert found_on(page, {"sales", "link"}) == []
        person.fill("기기 이름", "현장 노트북")
        page.get_by_role("button", name="링크 만들기").click()
        stranger.page.goto(page.get_by_text(f"{shop.url}/device-setup#").inner_text())
        expect(stranger.page.get_by_text("링크를 보내신 분과 이 상품을 구매한 회원은")).to_be_visible()
        stranger.page.get_by_role("button", name="이 컴퓨터 설정하기").click()
        expect(stranger.page.get_by_role("heading", name="현장 노트북")).to_be_visible()
        expect(page.get_by_text("링크로 기기가 설정되었습니다.")).to_be_visible()
        person.forget_complaints()  # what became of the link, the shop says by a refusal
        expect(page.get_by_role("button", name="현장 노트북 키 다시 만들기")).to_be_visible()
    made = owner.member.call("GET", f"/api/v1/services/{owner.service}")["devices"]
    assert [one["madeBy"]["loginId"] for one in made if one["name"] == "현장 노트북"] == ["sales_link"]


def test_a_used_link_says_so_and_leads_to_the_login(
    browser: Browser, shop: RunningShop, owner: Owner
) -> None:
    _, link = owner.make_sub_id("sales_used")
    with visiting(shop, browser.new_context()) as person:
        begin(person, link)
    context = browser.new_context()
    other = Visitor(shop, context)
    other.page.goto(link)
    expect(other.page.get_by_role("heading", name="사용할 수 없는 링크입니다")).to_be_visible()
    expect(other.page.get_by_text("이미 사용한 링크입니다.")).to_be_visible()
    other.page.get_by_role("link", name="로그인하러 가기").click()
    expect(other.page.get_by_role("heading", name="로그인")).to_be_visible()
    context.close()


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_its_pages_can_be_read_by_everybody(
    browser: Browser, shop: RunningShop, owner: Owner, width: int
) -> None:
    names = {"wide", f"wide_{width}", str(width), "subowner"}
    _, link = owner.make_sub_id(f"wide_{width}", changeLimit=3, seesRecord=True)
    context = browser.new_context(
        viewport={"width": width, "height": 844}, bypass_csp=True, reduced_motion="reduce"
    )
    with visiting(shop, context) as person:
        page = person.page
        page.goto(link)
        expect(page.get_by_role("heading", name="서브 아이디 시작하기")).to_be_visible()
        found = found_on(page, names)
        begin(person, link)
        found += found_on(page, names)
        for path, heading in (
            ("/mypage/security", "보안·비밀번호"),
            ("/mypage/activity?page=1", "활동 기록"),
            ("/mypage/change-ip?page=1", "IP 변경"),
        ):
            person.open(path)
            expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
            found += found_on(page, names)
        person.open("/static-ip")
        expect(page.get_by_text("서브 아이디로는 구매하실 수 없습니다.")).to_be_visible()
        found += found_on(page, names)
        assert found == []


def test_a_keyboard_is_enough(browser: Browser, shop: RunningShop, owner: Owner) -> None:
    _, link = owner.make_sub_id("sales_keys")
    with visiting(shop, browser.new_context()) as person:
        page = person.page
        page.goto(link)
        expect(page.get_by_role("heading", name="서브 아이디 시작하기")).to_be_visible()
        # Past the link to the content, which takes the token's place in the address.
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("#content$"))
        page.keyboard.press("Tab")
        page.keyboard.type(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_text("안내를 읽고 확인해 주세요.")).to_be_visible()
        expect(page.get_by_role("checkbox")).to_be_focused()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="이용현황")).to_be_visible()


def test_its_document_is_kept_from_search_engines_and_says_nobody_where_it_leads(shop: RunningShop) -> None:
    answer = httpx.get(f"{shop.url}/sub-id")

    assert answer.status_code == 200
    assert (answer.headers["referrer-policy"], answer.headers["x-robots-tag"]) == ("no-referrer", "noindex")


def test_a_file_that_korean_excel_has_saved_is_read_as_it_was_typed(member: Visitor) -> None:
    member.open("/mypage/sub-id-management")
    member.page.get_by_role("button", name="여러 개 한 번에 만들기").click()
    for encoding in ("cp949", "utf-16", "utf-8-sig"):
        # A syllable of CP949 that EUC-KR has not.
        content = "desk_041,똠방 자리\n".encode(encoding)
        member.page.get_by_label("CSV 파일").set_input_files(
            FilePayload(name="desks.csv", mimeType="text/csv", buffer=content)
        )

        expect(member.page.get_by_label("내용", exact=True)).to_have_value("desk_041,똠방 자리\n")
        member.page.get_by_label("내용", exact=True).fill("")
