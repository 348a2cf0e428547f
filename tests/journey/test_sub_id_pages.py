"""What an owner does with sub-ids on the pages, on every width, with and without a pointer."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.shell import open_panel
from tests.journey.visitor import DESKTOP, PHONE, TABLET, Visitor, quiet

pytestmark = pytest.mark.browser

LIST = "/mypage/sub-id-management?page=1"


class Owner:
    """Somebody with a service and two sub-ids, one of which was granted it."""

    def __init__(self, shop: RunningShop, http: httpx.Client, login_id: str) -> None:
        self.member = Member(shop, http, login_id)
        self.service: int = self.member.buy()["id"]
        self.sub_id: int = self.make(f"{login_id}_a", "영업1팀 김민수")
        self.make(f"{login_id}_b", "박지연")
        self.member.call(
            "PUT",
            f"/api/v1/sub-ids/{self.sub_id}/services/{self.service}",
            deviceLimit=1,
            changeLimit=2,
            seesRecord=True,
        )

    def make(self, login_id: str, name: str) -> int:
        return self.member.call("POST", "/api/v1/sub-ids", loginId=login_id, name=name)["id"]

    @property
    def page(self) -> str:
        return f"/mypage/sub-id-management/{self.sub_id}"

    def grants(self) -> list[dict[str, object]]:
        return self.member.call("GET", f"/api/v1/sub-ids/{self.sub_id}")["grants"]


@pytest.fixture(scope="module")
def owner(shop: RunningShop) -> Iterator[Owner]:
    with httpx.Client(timeout=30) as http:
        yield Owner(shop, http, "subowner1")


def at_home(shop: RunningShop, browser: Browser, owner: Owner, width: int) -> Visitor:
    visitor = Visitor(shop, a_context(browser, width))
    visitor.login_id = owner.member.login_id
    visitor.bring_session()
    return visitor


def is_as_wide_as_the_screen(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP])
def test_the_pages_can_be_read_by_everybody(
    browser: Browser, shop: RunningShop, owner: Owner, width: int, tmp_path: Path
) -> None:
    visitor = at_home(shop, browser, owner, width)
    page = visitor.page
    for path, heading in ((LIST, "서브 아이디 관리"), (owner.page, "서브 아이디")):
        visitor.open(path)
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        quiet(page)
        page.screenshot(path=tmp_path / f"{heading}-{width}.png", full_page=True)
        assert violations(page) == []
        assert is_as_wide_as_the_screen(page)
    visitor.open(LIST)
    page.get_by_role("button", name="여러 개 한 번에 만들기").click()
    expect(page.get_by_role("heading", name="여러 개 한 번에 만들기")).to_be_focused()
    page.screenshot(path=tmp_path / f"file-{width}.png", full_page=True)
    assert violations(page) == []
    assert is_as_wide_as_the_screen(page)
    visitor.context.close()
    assert visitor.complaints == []


def test_one_is_made_by_keyboard_and_its_link_is_there_until_it_is_done_or_the_session_over(
    browser: Browser, shop: RunningShop, owner: Owner, tmp_path: Path
) -> None:
    visitor = at_home(shop, browser, owner, PHONE)
    page = visitor.page
    visitor.open(LIST)
    quiet(page)
    page.get_by_role("button", name="서브 아이디 만들기").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="서브 아이디 만들기")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("minho_lee1")
    page.keyboard.press("Tab")
    page.keyboard.type("이민호")
    page.keyboard.press("Enter")

    link = page.get_by_role("region", name="minho_lee1 비밀번호 설정 링크")
    expect(link).to_be_focused()
    expect(link.get_by_role("img", name="비밀번호 설정 링크 QR 코드")).to_be_visible()
    expect(link.get_by_text(f"{shop.url}/sub-id#")).to_be_visible()
    page.screenshot(path=tmp_path / "made.png", full_page=True)
    assert violations(page) == []
    assert is_as_wide_as_the_screen(page)
    token = link.get_by_text(f"{shop.url}/sub-id#").inner_text().partition("#")[2]
    page.reload()
    expect(link.get_by_text(f"{shop.url}/sub-id#{token}")).to_be_visible()
    link.get_by_role("button", name="완료").click()
    expect(page.get_by_role("button", name="여러 개 한 번에 만들기")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="이민호 minho_lee1")).to_be_visible()
    quiet(page)
    assert token not in page.content()
    assert token not in visitor.everything_stored()

    page.get_by_role("link", name="이민호 minho_lee1").click()
    page.get_by_role("button", name="새 링크 만들기").click()
    link_text = link.get_by_text(f"{shop.url}/sub-id#")
    expect(link_text).to_be_visible()
    token = link_text.inner_text().partition("#")[2]
    page.reload()
    expect(link.get_by_text(token)).to_be_visible()
    assert token in visitor.everything_stored()
    open_panel(page, PHONE).get_by_role("button", name="로그아웃").click()
    page.wait_for_url(f"{shop.url}/")
    assert token not in visitor.everything_stored()
    visitor.context.close()


def test_a_file_is_refused_by_the_line_and_then_answered_with_a_file_of_links(
    browser: Browser, shop: RunningShop, owner: Owner
) -> None:
    visitor = at_home(shop, browser, owner, DESKTOP)
    page = visitor.page
    visitor.open(LIST)
    page.get_by_role("button", name="여러 개 한 번에 만들기").click()
    page.get_by_label("내용").fill("team_one,영업팀\nX,a\n")
    make = page.get_by_role("button", name="모두 만들기")
    make.click()
    expect(page.get_by_role("alert")).to_contain_text("2번째 줄")
    expect(make).to_be_focused()
    assert violations(page) == []
    page.reload()
    expect(page.get_by_label("내용")).to_have_value("team_one,영업팀\nX,a\n")
    page.get_by_label("내용").fill("team_one,영업팀\nteam_two,지원팀\n")
    page.get_by_role("button", name="모두 만들기").click()

    expect(page.get_by_role("heading", name="서브 아이디 2개를 만들었습니다")).to_be_focused()
    assert violations(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="링크 모두 내려받기 (CSV)").click()
    rows = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert [row[:2] for row in rows] == [["아이디", "이름"], ["team_one", "영업팀"], ["team_two", "지원팀"]]
    assert all(row[2].startswith(f"{shop.url}/sub-id#") for row in rows[1:])
    visitor.context.close()


def test_rights_are_switched_and_the_sub_id_is_suspended_and_looked_at(
    browser: Browser, shop: RunningShop, owner: Owner
) -> None:
    visitor = at_home(shop, browser, owner, DESKTOP)
    page = visitor.page
    visitor.open(owner.page)
    quiet(page)
    record = page.get_by_role("switch", name="이용 기록 보기")
    record.focus()
    page.keyboard.press("Space")
    expect(record).to_have_attribute("aria-checked", "false")
    page.get_by_label("IP 변경 (모두 합해)").fill("7")
    page.get_by_role("button", name="권한 저장").click()
    expect(page.get_by_text("0번 사용 · 7번 남음")).to_be_visible()
    [grant] = owner.grants()
    assert (grant["changeLimit"], grant["seesRecord"]) == (7, False)

    page.get_by_role("button", name="사용 중지").click()
    page.get_by_role("dialog").get_by_role("button", name="중지", exact=True).click()
    expect(page.get_by_role("button", name="이 서브 아이디로 보기")).to_have_count(0)
    page.get_by_role("button", name="다시 사용").click()
    expect(page.get_by_role("list", name="기록").get_by_text("다시 사용하게 했습니다")).to_be_visible()

    page.get_by_role("button", name="이 서브 아이디로 보기").click()
    page.wait_for_url("**/mypage/service-status/normal?page=1")
    visitor.context.close()
