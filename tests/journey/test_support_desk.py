"""Support at its desk: an address that is half remembered, three days for everybody, ten inquiries."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ieum.shop.kernel.particles import with_particle
from ieum.shop.kernel.seoul import SEOUL
from tests.journey.at_the_desk import Staff
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP

pytestmark = pytest.mark.browser

INQUIRIES = 10
CANNED = "{이름} 님, {IP주소} 회선을 점검했습니다. 지금은 정상입니다. {상담원} 드림"


class Desk(NamedTuple):
    shop: RunningShop
    support: Staff
    manager: Staff
    addresses: list[str]
    inquiries: list[int]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A shop of its own, because everybody behind the gateway gets days, and every inquiry is answered."""
    with RunningShop(tmp_path_factory.mktemp("desk")) as shop:
        shop.start("sandbox", "serve", "work")
        shop.start("gateway")
        manager = Staff(shop, "이관리", role="관리자")
        support = Staff(shop, "김상담", role="상담")
        canned = {"title": "회선 점검", "category": "connection", "body": CANNED}
        support.post("/changes/inquiries.canned", {"target": None, "wish": canned, "key": "canned-1"})
        addresses: list[str] = []
        inquiries: list[int] = []
        for number in range(4):
            with httpx.Client(timeout=30) as http:
                member = Member(shop, http, f"asker{number}")
                addresses.append(member.buy()["address"])
                for turn in range(3 if number < 2 else 2):
                    asked = member.call(
                        "POST",
                        "/api/v1/inquiries",
                        category="connection",
                        title=f"접속이 느립니다 {number}-{turn}",
                        body="어제 저녁부터 느립니다.",
                    )
                    inquiries.append(asked["id"])
        yield Desk(shop, support, manager, addresses, inquiries)


def sit(browser: Browser, staff: Staff) -> Page:
    context = browser.new_context(
        viewport={"width": DESKTOP, "height": 800}, locale="ko-KR", timezone_id="Asia/Seoul"
    )
    return staff.sit_down(context).page


def fact(within: Page | Locator, label: str) -> Locator:
    """The value beside a label."""
    return (
        within.get_by_role("term")
        .filter(has_text=re.compile(f"^{label}$"))
        .locator("xpath=following-sibling::dd[1]")
    )


def test_half_an_address_and_a_time_lead_by_four_eyes_to_what_happened(desk: Desk, browser: Browser) -> None:
    page, second = sit(browser, desk.support), sit(browser, desk.manager)
    address = desk.addresses[0]
    page.goto(f"{desk.shop.url}/console")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.keyboard.press("Control+k")
    page.keyboard.type(f"203.0.113. @ 오늘 {datetime.now(SEOUL):%H시 %M분}")
    page.get_by_role("option", name=f"{address}, ").click()
    dialog = page.get_by_role("dialog", name="IP 사용자 조회")
    expect(dialog.get_by_text(f"{with_particle(address, '을/를')} 쓴 사람을 조회합니다")).to_be_visible()
    dialog.get_by_label("사유").fill("과다 접속 신고 확인")
    dialog.get_by_role("button", name="조회 요청").click()
    expect(dialog.get_by_text("두 번째 사람의 확인을 기다립니다.")).to_be_visible()

    second.goto(f"{desk.shop.url}/console")
    second.get_by_role("banner").get_by_role("link", name="승인 1").click()
    second.get_by_role("row").filter(has_text="김상담").click()
    second.get_by_role("button", name="확인하고 실행").click()
    second.get_by_role("dialog").get_by_role("button", name="확인하고 실행").click()
    expect(second.get_by_role("link", name="조회 결과 보기")).to_be_visible()

    expect(dialog.get_by_text("두 번째 사람이 확인했습니다.")).to_be_visible()
    dialog.get_by_role("link", name="조회 결과 보기").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="결과 보기").click()
    page.get_by_role("region", name="계약").get_by_role("link", name=re.compile("홍")).click()
    expect(page).to_have_url(re.compile(r"/console/members/\d+$"))
    expect(page.get_by_role("main")).to_be_focused()
    story = page.get_by_role("region", name="흐름")
    expect(story.get_by_text("접속이 느립니다 0-0")).to_be_visible()
    expect(story).to_contain_text("33,000원")


def test_everybody_behind_a_gateway_gets_three_days_at_once(desk: Desk, browser: Browser) -> None:
    page, count = sit(browser, desk.support), len(desk.addresses)
    with desk.shop.database_connection() as conn:
        [gateway] = conn.execute("SELECT id FROM gateways WHERE name = 'demo'").fetchone() or [0]
        before = conn.execute("SELECT id, ends_at FROM services ORDER BY id").fetchall()
    page.goto(f"{desk.shop.url}/console/gateways/{gateway}")

    # What a gateway has was counted minutes ago; the list behind it is of now.
    page.get_by_role("link", name=re.compile(r"^\d+건$")).click()
    # Before its rows are there, the box ticks none; and it shows that it is ticked a moment after the press.
    expect(page.get_by_role("row").filter(has_text=desk.addresses[0])).to_be_visible()
    page.get_by_role("checkbox", name="이 쪽의 모든 줄 선택").click()
    page.get_by_role("button", name=f"조건에 맞는 전체 {count}건 선택").click()
    page.get_by_role("button", name="이용 기간 연장").click()
    page.get_by_label("며칠을 늘릴까요?").fill("3")
    page.get_by_role("button", name="미리 보기").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(f"{count}개", exact=True)).to_be_visible()
    expect(dialog.get_by_text(f"{3 * count}일", exact=True)).to_be_visible()
    dialog.get_by_label("사유").fill("회선 장애 보상")
    dialog.get_by_role("button", name="이용 기간 연장").click()
    expect(page).to_have_url(re.compile(r"/console/bulk/\d+$"))
    page.reload()

    expect(page.get_by_text(f"{count}건 가운데 {count}건 처리")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="처리됨")).to_have_count(count)
    expect(page.get_by_role("button", name="되돌리기")).to_be_enabled()
    with desk.shop.database_connection() as conn:
        after = conn.execute("SELECT id, ends_at FROM services ORDER BY id").fetchall()
    assert [(new - old).days for (_, old), (_, new) in zip(before, after, strict=True)] == [3] * count


def test_ten_inquiries_are_answered_by_keyboard_alone(desk: Desk, browser: Browser) -> None:
    page = sit(browser, desk.support)
    keys = page.keyboard
    page.goto(f"{desk.shop.url}/console/inquiries")
    rows = page.get_by_role("row").filter(has_text="접속이 느립니다")
    expect(rows).to_have_count(INQUIRIES)
    keys.press("Tab")
    expect(page.get_by_role("link", name="본문으로 건너뛰기")).to_be_focused()
    keys.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    for key in ("j", "j", "k"):
        keys.press(key)
    first = rows.first.get_by_role("link").first
    expect(first).to_be_focused()
    keys.press("?")
    expect(page.get_by_role("dialog", name="단축키")).to_be_visible()
    keys.press("Escape")
    expect(first).to_be_focused()
    keys.press("Enter")

    for place, inquiry in enumerate(desk.inquiries):
        expect(page).to_have_url(re.compile(rf"/console/inquiries/{inquiry}$"))
        expect(fact(page, "담당")).to_have_text("아무도 없음")
        keys.press("a")
        expect(fact(page, "담당")).to_contain_text("김상담")
        if place == 2:
            desk.manager.post(f"/inquiries/{inquiry}/presence", {"isHere": True, "isWriting": True})
        keys.press("c")
        expect(page.get_by_label("서식 찾기")).to_be_focused()
        keys.type("점검")
        expect(page.get_by_role("dialog").get_by_role("button", name="회선 점검")).to_be_visible()
        keys.press("Enter")
        expect(page.get_by_label("답변", exact=True)).to_be_focused()
        if place == 2:
            expect(page.get_by_text("이관리 님이 이 문의의 답변을 쓰고 있습니다.")).to_be_visible()
        expect(page.get_by_role("region", name="보낼 답변 미리보기")).to_contain_text("회선을 점검했습니다")
        keys.press("Control+Enter")
        expect(fact(page, "상태").first).to_have_text("답변완료")
        keys.press("n")

    expect(page.get_by_text("답변을 기다리는 다른 문의가 없습니다.")).to_be_visible()
    with desk.shop.database_connection() as conn:
        answers = conn.execute(
            "SELECT body FROM inquiry_messages WHERE body LIKE '%회선을 점검했습니다%' ORDER BY id"
        ).fetchall()
    assert len(answers) == INQUIRIES
    assert answers[0][0].startswith(f"홍길동 님, {desk.addresses[0]} 회선을")
    assert not [body for (body,) in answers if "{" in body]
