"""A certificate from the press to the sheet of paper, and what whoever is given it finds out."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journey.accessibility import a_context, violations
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, PHONE, TABLET, Visitor

pytestmark = pytest.mark.browser


@pytest.fixture
def screen(browser: Browser, customer: Visitor, width: int) -> Iterator[Page]:
    context = a_context(browser, width, customer)
    yield context.new_page()
    context.close()


def is_sound(page: Page) -> None:
    assert violations(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def printed_height(page: Page, of: Locator, *, width: int) -> float:
    """In pixels of CSS, of which a millimetre has 3.78."""
    before = page.viewport_size
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1017})
    box = of.bounding_box()
    assert before is not None
    assert box is not None
    page.set_viewport_size(before)
    page.emulate_media(media="null")
    return box["y"] + box["height"]


def download_both(page: Page, folder: Path) -> list[Path]:
    """Download original and signature of one version.

    Another version is signed as soon as the address log has the address, perhaps between the two.
    """
    files = [folder / "certificate.json", folder / "certificate.sig"]

    def download(file: Path, button: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_role("link", name=button).click()
        download.value.save_as(file)
        return file.read_bytes()

    before, after = b"before", b"after"
    while before != after:
        before = download(files[0], "원본(JSON) 내려받기")
        download(files[1], "서명(SIG) 내려받기")
        after = download(files[0], "원본(JSON) 내려받기")
    return files


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP], indirect=True, ids="{}px".format)
def test_a_certificate_is_issued_printed_and_looked_up(
    shop: RunningShop, screen: Page, tmp_path: Path
) -> None:
    screen.goto(f"{shop.url}/mypage/service-status/normal?page=1")
    service = screen.get_by_role("article").first
    service.get_by_role("link", name=re.compile("이용 확인서$")).click()
    is_sound(screen)
    # By keyboard: the second of the names, and the button.
    screen.get_by_role("radio", name="이름을 모두 표시합니다").focus()
    screen.keyboard.press("ArrowDown")
    screen.keyboard.press("Tab")
    expect(screen.get_by_role("button", name="확인서 발급")).to_be_focused()
    screen.keyboard.press("Enter")

    sheet = screen.get_by_role("article", name="고정 IP 이용 확인서")
    expect(sheet).to_contain_text("홍*동")
    is_sound(screen)
    number = screen.url.rpartition("/")[2]
    # Of the sheet, as wide as between its margins, a sixth is left for fonts with wider letters.
    assert printed_height(screen, sheet, width=673) < 1017 * 5 / 6
    paper = screen.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1
    assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]", paper)
    files = download_both(screen, tmp_path)

    screen.context.clear_cookies()
    screen.goto(f"{shop.url}/verify#{number}")
    found = screen.get_by_role("region", name="조회한 확인서")
    expect(found).to_contain_text("홍*동")
    assert screen.url == f"{shop.url}/verify"
    is_sound(screen)
    screen.get_by_label("파일 선택").set_input_files(files)
    expect(screen.get_by_text("이음이 서명한 확인서이며 바뀌지 않았습니다")).to_be_visible()
    expect(found).to_contain_text("이용 중")
    files[0].write_text(files[0].read_text().replace("홍*동", "김*동"))
    screen.get_by_label("파일 선택").set_input_files(files)
    expect(screen.get_by_text("서명이 맞지 않습니다")).to_be_visible()

    assert number not in "".join(shop.logs().values())


def test_a_visitor_has_their_address_proven(shop: RunningShop, screen: Page, tmp_path: Path) -> None:
    screen.context.clear_cookies()
    screen.goto(f"{shop.url}/my-ip")
    expect(screen.get_by_test_id("ip-plate")).to_contain_text("127.0.0.1")
    is_sound(screen)

    screen.get_by_role("button", name="지금 접속 증명 받기").click()
    files = [tmp_path / "ip.json", tmp_path / "ip.sig"]
    for file, name in zip(files, ("원본(JSON) 내려받기", "서명(SIG) 내려받기"), strict=True):
        with screen.expect_download() as download:
            screen.get_by_role("button", name=name).click()
        download.value.save_as(file)
    is_sound(screen)

    screen.get_by_role("main").get_by_role("link", name="서명 확인하기").click()
    screen.get_by_label("파일 선택").set_input_files(files)
    expect(screen.get_by_text("이음이 서명한 접속 증명이며 바뀌지 않았습니다")).to_be_visible()
    is_sound(screen)


@pytest.mark.parametrize("width", [PHONE, TABLET, DESKTOP], indirect=True, ids="{}px".format)
def test_a_notice_is_as_wide_as_the_address_that_it_is_about(shop: RunningShop, screen: Page) -> None:
    screen.goto(f"{shop.url}/my-ip")
    notice = screen.get_by_text("이음의 IP가 아닙니다.").locator("..")
    expect(notice).to_be_visible()
    plate, told = (one.bounding_box() for one in (screen.get_by_test_id("ip-plate"), notice))
    assert plate
    assert told
    assert abs(plate["width"] - told["width"]) < 1
