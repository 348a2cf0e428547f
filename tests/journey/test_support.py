"""The help desk: notices and answers, as they are read, searched, linked to and printed."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.keyboard import tab_to
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, Visitor, quiet
from tests.journey.words import foreign
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("archive")]

NOTICES, FAQ = "/support/notice?page=1", "/support/faq?page=1"
REFUND = "환불은 어떻게 계산하나요?"
# Of a category that comes last, at its end: beyond the first page of twenty.
LATE = "보관된 질문 2의 답은 어디에 있나요?"


@pytest.fixture(scope="module")
def archive(shop: RunningShop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """So many notices and questions that each fill more than a page."""
    folder = tmp_path_factory.mktemp("content")
    write_archive(folder, withdrawn=False)
    shop.ieum("content", "import", str(folder))
    wait_until(lambda: total(shop, "notices") > 20, "the notices do not appear")
    wait_until(lambda: total(shop, "faqs") > 20, "the questions do not appear")
    yield
    write_archive(folder, withdrawn=True)
    shop.ieum("content", "import", str(folder))


def write_archive(folder: Path, *, withdrawn: bool) -> None:
    for kind in ("notices", "faqs"):
        (folder / kind).mkdir(exist_ok=True)
    front = f"withdrawn: {str(withdrawn).lower()}\n"
    for number in range(1, 21):
        at = f"2026-10-{number:02d}T09:00:00+09:00"
        text = f"---\ntitle: 지난 소식 {number}호\npublish_at: {at}\n{front}---\n{number}호의 내용입니다.\n"
        (folder / "notices" / f"archive-{number}.md").write_text(text, encoding="utf-8")
    for number in (1, 2):
        title = f"보관된 질문 {number}의 답은 어디에 있나요?"
        text = f"---\ntitle: {title}\ncategory: address\nposition: {900 + number}\n{front}---\n여기 {number}번입니다.\n"
        (folder / "faqs" / f"archive-{number}.md").write_text(text, encoding="utf-8")


def total(shop: RunningShop, kind: str) -> int:
    return httpx.get(f"{shop.url}/api/v1/{kind}?page=1").json()["data"]["total"]


def entry(page: Page, question: str) -> Locator:
    return page.locator("main details").filter(has=page.get_by_role("heading", name=question))


@pytest.mark.both_widths
def test_from_the_third_page_to_a_notice_to_the_next_and_back_to_the_third_page(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open(NOTICES)
    pages = page.get_by_role("navigation", name="페이지", exact=True)
    pages.get_by_role("link", name="3 페이지").click()
    expect(page).to_have_url(re.compile(r"/support/notice\?page=3$"))
    page.get_by_role("main").get_by_role("link", name=re.compile("지난 소식 1호")).click()
    expect(page.get_by_role("heading", level=1, name="지난 소식 1호")).to_be_visible()
    assert page.title() == "이음 | 지난 소식 1호"
    others = page.get_by_role("navigation", name="다른 공지사항")
    expect(others.get_by_role("link")).to_have_count(1)
    others.get_by_role("link", name="지난 소식 2호").click()
    expect(page.get_by_role("heading", level=1, name="지난 소식 2호")).to_be_visible()
    expect(others.get_by_role("link")).to_have_count(2)
    page.get_by_role("link", name="목록으로").click()

    expect(page).to_have_url(re.compile(r"/support/notice\?page=3$"))
    expect(pages.get_by_role("link", name="3 페이지")).to_have_attribute("aria-current", "page")
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="지난 소식 2호")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="목록으로")).to_have_attribute("href", "/support/notice?page=3")
    assert visitor.complaints == []


def test_what_is_pinned_comes_first_and_only_once(visitor: Visitor) -> None:
    titles: list[str] = []
    for number in (1, 2, 3):
        visitor.open(f"/support/notice?page={number}")
        titles += [row.inner_text() for row in visitor.page.locator("main li:has(time)").all()]

    assert titles[0].startswith("중요")
    assert len(titles) == len(set(titles)) == 26
    assert not any("중요" in title for title in titles[2:])


def test_a_search_among_the_notices_can_be_walked_widened_and_cleared(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open(NOTICES)
    page.get_by_role("searchbox", name="공지사항 검색").fill("지난 소식을")
    page.keyboard.press("Enter")
    expect(page.get_by_text("검색 결과 20건")).to_be_visible()
    expect(page.locator("mark").first).to_be_visible()
    page.get_by_role("navigation", name="페이지", exact=True).get_by_role("link", name="2 페이지").click()
    expect(page).to_have_url(re.compile(r"page=2&q="))
    expect(page.get_by_text("검색 결과 20건")).to_be_visible()
    page.get_by_role("link", name="검색 지우기").click()

    expect(page.get_by_text("검색 결과")).to_have_count(0)
    assert visitor.complaints == []


def test_a_notice_prints_as_its_text_alone(visitor: Visitor) -> None:
    visitor.open("/support/notice/office-networks")
    quiet(visitor.page)
    visitor.page.emulate_media(media="print")

    expect(visitor.page.get_by_role("article")).to_be_visible()
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.get_by_role("banner")).to_be_hidden()
    expect(visitor.page.get_by_role("contentinfo")).to_be_hidden()
    expect(visitor.page.get_by_role("link", name="목록으로")).to_be_hidden()


def test_an_attachment_arrives_under_its_own_name(visitor: Visitor, tmp_path: Path) -> None:
    visitor.open("/support/notice/office-networks")
    quiet(visitor.page)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name=re.compile("방화벽-확인-요청서.txt")).click()
    download.value.save_as(tmp_path / "file.txt")

    assert download.value.suggested_filename == "방화벽-확인-요청서.txt"
    assert "방화벽 확인 요청서" in (tmp_path / "file.txt").read_text(encoding="utf-8")


def test_a_link_to_an_answer_on_another_page_leads_there_and_unfolds_it(visitor: Visitor) -> None:
    visitor.open("/support/faq#archive-2")

    expect(visitor.page).to_have_url(re.compile(r"/support/faq\?page=2#archive-2$"))
    expect(entry(visitor.page, LATE)).to_have_attribute("open", "")
    expect(entry(visitor.page, LATE).get_by_text("여기 2번입니다.")).to_be_in_viewport()
    assert visitor.complaints == []


@pytest.mark.both_widths
def test_a_copied_link_opens_the_answer_below_the_header(
    visitor: Visitor, browser: Browser, width: int
) -> None:
    page = visitor.page
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.open(FAQ)
    quiet(page)
    entry(page, REFUND).locator("summary").click()
    entry(page, REFUND).get_by_role("button", name="이 답변의 링크 복사").click()
    expect(entry(page, REFUND).get_by_role("button", name="링크를 복사했습니다")).to_be_visible()
    link = str(page.evaluate("navigator.clipboard.readText()"))
    other = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    other.goto(link)

    expect(entry(other, REFUND)).to_have_attribute("open", "")
    expect(entry(other, REFUND).locator("summary")).to_be_in_viewport()
    quiet(other)
    summary = entry(other, REFUND).locator("summary").bounding_box()
    header = other.get_by_role("banner").bounding_box()
    other.context.close()
    assert summary is not None
    assert header is not None
    assert summary["y"] >= header["y"] + header["height"]


def test_a_link_in_a_notice_leads_to_the_answer_within_the_document(visitor: Visitor) -> None:
    visitor.open("/support/notice/office-networks")
    quiet(visitor.page)
    visitor.page.evaluate("window.stillHere = true")
    visitor.page.get_by_role("article").get_by_role("link", name="환불 기준").click()

    expect(entry(visitor.page, REFUND)).to_have_attribute("open", "")
    expect(entry(visitor.page, REFUND).locator("summary")).to_be_in_viewport()
    assert visitor.page.evaluate("window.stillHere")


def test_answers_are_searched_and_shown_by_category(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open(FAQ)
    page.get_by_role("navigation", name="질문 분류").get_by_role("link", name=re.compile("결제")).click()
    expect(page).to_have_url(re.compile("category=payment"))
    expect(page.get_by_role("main").locator("section h2").first).to_have_text("결제")
    expect(page.locator("main details")).to_have_count(5)
    page.get_by_role("searchbox", name="자주 묻는 질문 검색").fill("미성년자가")
    page.get_by_role("main").get_by_role("button", name="검색").click()
    expect(page.get_by_text(re.compile(r"검색 결과 [1-3]건"))).to_be_visible()

    # So few are shown unfolded.
    expect(entry(page, "미성년자도 가입하고 결제할 수 있나요?")).to_have_attribute("open", "")
    assert visitor.complaints == []


def test_a_search_over_everything_marks_what_it_found_and_leads_there(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open(FAQ)
    page.get_by_role("link", name="고객센터 전체 검색").click()
    expect(page.get_by_role("heading", level=1, name="고객센터 검색")).to_be_visible()
    page.get_by_role("searchbox").fill("환불은")
    page.keyboard.press("Enter")
    found = page.get_by_role("region", name=re.compile("검색 결과"))
    expect(found.locator("mark").first).to_contain_text("환불")
    rows = found.get_by_role("list").first.get_by_role("listitem")  # the second list is of pages
    kinds = {row.inner_text().splitlines()[0] for row in rows.all()}
    assert {"자주 묻는 질문", "공지사항"} <= kinds
    found.get_by_role("link", name=re.compile(re.escape(REFUND))).click()

    expect(entry(page, REFUND)).to_have_attribute("open", "")
    assert visitor.complaints == []


def test_the_keyboard_alone_reads_a_notice_and_an_answer(browser: Browser, shop: RunningShop) -> None:
    context = browser.new_context(viewport={"width": DESKTOP, "height": 844})
    visitor = Visitor(shop, context)
    page, keyboard = visitor.page, visitor.page.keyboard
    visitor.open(NOTICES)
    quiet(page)
    keyboard.press("Tab")
    keyboard.press("Enter")  # 본문 바로가기
    tab_to(page, "중요")
    keyboard.press("Enter")
    expect(page.get_by_role("article")).to_be_visible()
    tab_to(page, "목록으로")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="공지사항")).to_be_visible()
    tab_to(page, "자주 묻는 질문")
    keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="자주 묻는 질문")).to_be_visible()
    tab_to(page, REFUND)
    keyboard.press("Enter")
    expect(entry(page, REFUND)).to_have_attribute("open", "")
    tab_to(page, "이 답변의 링크 복사")
    keyboard.press("Shift+Tab")
    expect(entry(page, REFUND).locator(":focus")).to_have_count(1)
    context.close()


@pytest.mark.both_widths
def test_axe_and_the_walk_over_words_find_nothing_where_every_answer_is_unfolded(
    browser: Browser, shop: RunningShop, width: int
) -> None:
    context = a_context(browser, width)
    page = context.new_page()
    page.goto(f"{shop.url}{FAQ}")
    quiet(page)
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    found, words = violations(page), foreign(page)
    overflows: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()

    assert found == []
    assert words == []
    assert not overflows


@pytest.mark.both_widths
def test_without_script_everything_can_be_read_found_and_walked(
    browser: Browser, shop: RunningShop, width: int
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto(f"{shop.url}{FAQ}")
    answers = page.locator("main details").all()
    assert len(answers) == 20
    assert all(len(answer.locator(".prose").text_content() or "") > 50 for answer in answers)
    answers[0].locator("summary").click()
    expect(answers[0].locator(".prose")).to_be_visible()

    page.goto(f"{shop.url}{FAQ}#refund")
    expect(entry(page, REFUND).locator(".prose")).to_be_in_viewport()

    page.get_by_role("searchbox").fill("미성년자")
    page.get_by_role("main").get_by_role("button", name="검색").click()
    expect(page.get_by_text("검색 결과")).to_be_visible()

    page.goto(f"{shop.url}{NOTICES}")
    page.get_by_role("link", name="2 페이지").click()
    page.get_by_role("main").get_by_role("link", name=re.compile("지난 소식 12호")).click()
    expect(page.get_by_text("12호의 내용입니다.")).to_be_visible()
    page.get_by_role("link", name="목록으로").click()
    expect(page.get_by_role("heading", level=1, name="공지사항")).to_be_visible()
    context.close()


def test_a_notice_names_itself_in_its_head_and_one_that_is_not_there_is_no_page(shop: RunningShop) -> None:
    listed, single = (httpx.get(f"{shop.url}{path}") for path in (NOTICES, "/support/notice/archive-3"))

    assert "<title>이음 | 공지사항</title>" in listed.text
    assert "<title>이음 | 지난 소식 3호</title>" in single.text
    assert 'name="robots"' not in single.text
    assert 'name="robots" content="noindex' in httpx.get(f"{shop.url}/support/search?q=x").text
    assert httpx.get(f"{shop.url}/support/notice/no-such-notice").status_code == 404
