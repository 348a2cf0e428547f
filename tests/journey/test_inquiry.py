"""A question with an image, its answer from the staff, and who reads it."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from ieum.shop.inquiries import answering
from ieum.shop.inquiries.types import Assignee
from ieum.shop.kernel.db import Database
from tests.journey.accessibility import a_context, violations
from tests.journey.inbox import wait_for_subject
from tests.journey.keyboard import tab_to
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, Visitor, quiet
from tests.shop.builders.inquiries import an_image, answered

pytestmark = pytest.mark.browser

TITLE = "접속이 10분마다 끊깁니다"
BODY = "어제부터 끊깁니다.\n화면을 첨부합니다."
REPLY = "확인했습니다.\n절전 설정을 끄고 다시 연결해 주세요."


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    file = tmp_path / "오류 화면.png"
    file.write_bytes(an_image("PNG", (400, 300), color="red"))
    return file


def number_of(page: Page) -> str:
    expect(page).to_have_url(re.compile(r"/support/inquiry/\d+$"))
    return page.url.rpartition("/")[2]


def answer(shop: RunningShop, inquiry: int) -> None:
    async def give_and_answer(db: Database) -> None:
        async with db.transaction() as conn:
            await answering.give(conn, inquiry, Assignee("김상담"), by="김상담")
            await answered(conn, inquiry, REPLY)

    shop.aside(give_and_answer)


@pytest.mark.both_widths
def test_a_question_with_an_image_is_answered_and_read(
    visitor: Visitor, shop: RunningShop, browser: Browser, width: int, picture: Path
) -> None:
    page = visitor.page
    visitor.join()
    visitor.open("/support/inquiry?page=1")
    page.get_by_role("main").get_by_role("link", name="문의하기", exact=True).click()
    page.get_by_role("radio", name="접속·설정").check(force=True)
    visitor.fill("제목", TITLE)
    visitor.fill("내용", BODY)
    page.reload()
    expect(page.get_by_role("textbox", name="내용")).to_have_value(BODY)
    page.get_by_label("사진 선택").set_input_files(picture)
    expect(page.get_by_text("첨부됨")).to_be_visible()
    page.get_by_role("button", name="문의 보내기").click()

    expect(page.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    expect(page.get_by_text("접수", exact=True)).to_be_visible()
    inquiry = number_of(page)
    image = page.get_by_role("link", name="오류 화면.png 크게 보기 (새 창)")
    with page.expect_popup() as popup:
        image.click()
    size = "() => [document.images[0].naturalWidth, document.images[0].naturalHeight]"
    assert popup.value.evaluate(size) == [400, 300]
    popup.value.close()

    answer(shop, int(inquiry))
    wait_for_subject(shop, f"{visitor.login_id}@mail.example", "답변이 등록되었습니다")
    visitor.open("/support/inquiry?page=1")
    row = page.get_by_role("main").get_by_role("link", name=TITLE)
    expect(row).to_contain_text("새 답변")
    expect(row).to_contain_text("답변완료")
    with page.expect_response("**/seen"):
        row.click()
    expect(page.get_by_text("절전 설정을 끄고 다시 연결해 주세요.")).to_be_visible()
    visitor.fill("추가 문의", "해결되었습니다.")
    page.get_by_role("button", name="추가 문의 보내기").click()
    expect(page.get_by_role("list", name="문의와 답변").get_by_role("listitem").nth(-1)).to_contain_text(
        "해결되었습니다."
    )
    visitor.open("/support/inquiry?page=1")
    expect(row).to_contain_text("접수")
    expect(row).not_to_contain_text("새 답변")
    assert visitor.complaints == []

    context = a_context(browser, width, visitor)
    thread = context.new_page()
    thread.goto(f"{shop.url}/support/inquiry/{inquiry}")
    quiet(thread)
    found = violations(thread)
    context.close()
    assert found == []


def test_a_question_is_asked_without_a_mouse(browser: Browser, shop: RunningShop, picture: Path) -> None:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 800})
    visitor = Visitor(shop, context)
    page, keyboard = visitor.page, visitor.page.keyboard
    # Asked for long before the press: the browser is told without an answer to wait for, and where it has
    # not heard of it yet, it closes the dialog by itself.
    page.on("filechooser", lambda chooser: chooser.set_files(picture))
    visitor.join()
    visitor.open("/support/inquiry/new")
    page.wait_for_load_state("networkidle")

    tab_to(page, "접속·설정")
    keyboard.press("Space")
    keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="상품·구매")).to_be_checked()
    tab_to(page, "제목")
    keyboard.type(TITLE)
    tab_to(page, "내용")
    keyboard.type(BODY)
    tab_to(page, "사진 선택")
    keyboard.press("Space")
    expect(page.get_by_text("첨부됨")).to_be_visible()
    tab_to(page, "오류 화면.png 삭제")
    tab_to(page, "문의 보내기")
    keyboard.press("Enter")

    expect(page.get_by_role("heading", level=1, name=TITLE)).to_be_visible()
    assert visitor.complaints == []
    context.close()


def test_nobody_else_sees_it(shop: RunningShop, visitor: Visitor, browser: Browser, picture: Path) -> None:
    visitor.join()
    visitor.open("/support/inquiry/new")
    page = visitor.page
    page.get_by_role("radio", name="기타").check(force=True)
    visitor.fill("제목", TITLE)
    visitor.fill("내용", BODY)
    page.get_by_label("사진 선택").set_input_files(picture)
    expect(page.get_by_text("첨부됨")).to_be_visible()
    page.get_by_role("button", name="문의 보내기").click()
    inquiry = number_of(page)
    image = page.get_by_role("list", name="첨부한 사진").get_by_role("link").get_attribute("href")

    context = browser.new_context(viewport={"width": DESKTOP, "height": 800})
    stranger = Visitor(shop, context)
    stranger.join()
    answers = [
        context.request.get(f"{shop.url}{path}") for path in (f"/support/inquiry/{inquiry}", f"{image}")
    ]
    nobodys = [
        httpx.get(f"{shop.url}{path}")
        for path in (f"/support/inquiry/{inquiry}", "/support/inquiry", f"{image}")
    ]

    assert [answer.status for answer in answers] == [404, 404]
    assert TITLE not in answers[0].text()
    assert [answer.status_code for answer in nobodys] == [302, 302, 401]
    assert 'content="noindex' in page.content() or "noindex" in page.content()
    context.close()
