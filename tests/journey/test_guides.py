"""How to connect and what to install, for each system, on a phone and on a desk."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.configuration import configured
from tests.journey.running import RunningShop
from tests.journey.visitor import Visitor, quiet

pytestmark = pytest.mark.browser

SYSTEMS = {
    "windows": "윈도우",
    "android": "안드로이드",
    "macos": "맥(macOS)",
    "ios": "아이폰·아이패드",
}
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
# The button of the device's settings that brings them to the program of each system.
BRINGS = {
    "windows": ".conf 내려받기",
    "macos": ".conf 내려받기",
    "android": "설정 파일 내려받기",
    "ios": "설정 파일 보내기",
}
# Those further down come when they are scrolled to, and some only then.
PICTURES = """async () => {
  const pictures = [...document.querySelectorAll('main .prose img')]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  return pictures.map(({ alt, naturalWidth, width, height }) => [alt, naturalWidth, width, height])
}"""


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_guide_leads_from_the_device_to_the_first_connection(visitor: Visitor, system: str) -> None:
    page = visitor.page
    visitor.open(f"/use/{system}")
    quiet(page)

    headings = page.get_by_role("main").locator(".prose h2").all_inner_texts()
    assert [heading[:2] for heading in headings] == ["1.", "2.", "3.", "4.", "5.", "6.", "연결"]
    steps = page.get_by_role("main").inner_text()
    for step in ("기기 추가", BRINGS[system], "연결 확인", "접속중", "1:1 문의"):
        assert step in steps
    # Whatever stands between two stars and is no bold text was never meant to be read.
    assert "**" not in steps

    pictures = page.evaluate(PICTURES)
    assert len(pictures) >= 6
    assert [alt for alt, natural, width, height in pictures if not natural or not width or not height] == []
    assert all(len(alt) > 10 for alt, *_ in pictures)
    assert visitor.complaints == []


@pytest.mark.both_widths
def test_the_list_of_steps_leads_to_one(visitor: Visitor, width: int) -> None:
    page = visitor.page
    visitor.open("/use/windows")
    quiet(page)
    if width < 1024:
        page.locator("summary", has_text="차례").click()

    page.get_by_role("navigation", name="이 안내의 차례").get_by_role("link", name="연결되지 않을 때").click()

    expect(page.get_by_role("heading", name="연결되지 않을 때")).to_be_in_viewport()


def test_who_has_one_telephone_only_is_led_past_the_code(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/use/android")
    quiet(page)

    page.get_by_role("link", name="3단계의 파일로 가져오기").click()

    expect(page.get_by_role("heading", name="휴대폰 한 대로 할 때")).to_be_in_viewport()


def test_guide_and_download_lead_to_each_other_and_on_to_the_next_step(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/use/ios")
    main = page.get_by_role("main")

    main.get_by_role("link", name=re.compile("^아이폰·아이패드 다운로드")).last.click()
    expect(page.get_by_role("heading", level=1, name="아이폰·아이패드 다운로드")).to_be_visible()
    store = main.get_by_role("link", name=re.compile("App Store에서 설치하기"))
    expect(store).to_have_attribute("href", "https://apps.apple.com/kr/app/wireguard/id1441195209")

    main.get_by_role("navigation", name="기기 종류").get_by_role("link", name="안드로이드").click()
    expect(page.get_by_role("heading", level=1, name="안드로이드 다운로드")).to_be_visible()
    main.get_by_role("link", name=re.compile("^안드로이드 이용안내")).click()
    expect(page.get_by_role("heading", level=1, name="안드로이드에서 연결하기")).to_be_visible()

    main.get_by_role("link", name=re.compile("^이용현황 ?기기를")).click()
    expect(page.get_by_role("heading", name="로그인")).to_be_visible()


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_button_comes_first_and_points_to_what_the_law_wants_known(visitor: Visitor, system: str) -> None:
    page = visitor.page
    visitor.open(f"/download/{system}")
    card = page.get_by_role("article").first
    button = card.get_by_role("link", name=re.compile("에서 (설치하기|내려받기)"))

    above = button.bounding_box()
    assert above is not None
    assert above["y"] + above["height"] < 844, "the button is not on the first screen"
    expect(
        card.get_by_text("설치하기 전에 아래의 기능, 다른 프로그램에 미치는 영향, 삭제 방법")
    ).to_be_visible()
    for told in ("기능", "다른 프로그램에 미치는 영향", "삭제 방법"):
        expect(card.get_by_role("heading", name=told, exact=True)).to_be_visible()
    for fact in ("버전", "크기", "쓸 수 있는 기기"):
        expect(card.get_by_text(fact, exact=True)).to_be_visible()
    assert button.get_attribute("rel") == "noopener noreferrer"


def test_a_hash_can_be_copied_whole(visitor: Visitor) -> None:
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.page
    visitor.open("/download/windows")
    quiet(page)
    card = page.get_by_role("article").first

    card.locator("summary", has_text="SHA-256").click()
    card.get_by_role("button", name="SHA-256 복사").click()

    expect(card.get_by_text("복사했습니다.")).to_be_attached()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(r"[0-9a-f]{64}", copied)
    assert copied in card.inner_text()


@pytest.mark.both_widths
def test_older_versions_are_folded_away(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/download/windows")
    older = page.get_by_role("group").filter(has_text="이전 버전")
    link = older.get_by_role("link", name=re.compile("내려받기"))
    expect(link).to_be_hidden()

    page.get_by_text("이전 버전").click()

    expect(link).to_be_visible()
    expect(older.get_by_text("새 버전에 문제가 있을 때만 쓰세요.")).to_be_visible()


def test_the_own_device_is_named_without_moving_the_page(
    shop: RunningShop, browser: Browser, width: int
) -> None:
    def hint(*, javascript: bool) -> tuple[str, float]:
        context = browser.new_context(
            viewport={"width": width, "height": 844}, user_agent=IPHONE, java_script_enabled=javascript
        )
        page = context.new_page()
        page.goto(f"{shop.url}/download/windows")
        line = page.get_by_role("navigation", name="기기 종류").locator("+ p")
        if javascript:
            expect(line).to_contain_text("지금 쓰시는 기기는 아이폰·아이패드입니다.")
        box = line.bounding_box()
        assert box is not None
        found = (line.inner_text(), box["height"])
        context.close()
        return found

    before, height = hint(javascript=False)
    after, height_after = hint(javascript=True)

    assert before == "쓰시는 기기를 골라 주세요."
    assert after.endswith("보기")
    assert height_after == height


def test_the_guide_tells_of_what_is_sold_and_of_nothing_else(visitor: Visitor, shop: RunningShop) -> None:
    page = visitor.page
    main = page.get_by_role("main")
    # Only the fixed one is sold.
    with configured(shop, dynamic_enabled=False, ticket_enabled=False):
        visitor.open("/guide")
        expect(main.get_by_role("heading", level=1, name="이용 방법")).to_be_visible()
        expect(main.get_by_role("heading", name="이런 일에는 맞지 않습니다")).to_be_visible()
        assert "유동" not in main.inner_text()
        assert "교체권" not in main.inner_text()
        described = page.locator('meta[name="description"]').get_attribute("content")
        assert "유동" not in (described or "")

    with configured(shop, dynamic_enabled=True, ticket_enabled=True):
        visitor.open("/guide")
        expect(main.get_by_role("table", name="고정 IP VPN과 유동 IP VPN 비교")).to_be_visible()
        expect(main.get_by_role("img", name=re.compile("다른 주소로 나가는 그림"))).to_be_visible()
        expect(main.get_by_text("IP 교체권.", exact=True)).to_be_visible()
        main.get_by_role("link", name="유동 IP VPN 요금 보기").click()
        expect(page.get_by_role("heading", level=1, name="유동 IP VPN")).to_be_visible()
    assert visitor.complaints == []
