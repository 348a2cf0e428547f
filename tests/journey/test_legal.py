"""What binds shop and member, as they read it: terms and policy in their versions; and the operator's own home page."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.journey.running import RunningShop
from tests.journey.shell import ready
from tests.journey.visitor import PHONE, Visitor
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

TERMS, POLICY = "/privacy/terms-use", "/privacy/policy"
IN_FORCE = "시행일 2026년 11월 22일"
AN_EDITION = """\
---
title: 이용약관
version: "{version}"
effective_from: {version}
---

### 제1조 (목적)

{text}
"""


@pytest.fixture(scope="module")
def editions(shop: RunningShop, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One before those of the starter set, and one that is announced; taken out again in the end."""
    folder = tmp_path_factory.mktemp("editions")
    texts = {"2026-11-01": "처음 약관입니다.", "2099-01-01": "바뀔 약관입니다."}
    bring(
        shop,
        folder,
        {version: AN_EDITION.format(version=version, text=text) for version, text in texts.items()},
    )
    wait_until(lambda: len(versions(shop)) == 4, "the editions are not there")
    yield
    gone = {
        version: AN_EDITION.format(version=version, text=text).replace(
            "---\n\n", "withdrawn: true\n---\n\n", 1
        )
        for version, text in texts.items()
    }
    bring(shop, folder, gone)
    wait_until(lambda: len(versions(shop)) == 2, "the editions are still there")


def bring(shop: RunningShop, folder: Path, editions: dict[str, str]) -> None:
    (folder / "legal").mkdir(exist_ok=True)
    for version, text in editions.items():
        (folder / "legal" / f"terms-use@{version}.md").write_text(text)
    shop.ieum("content", "import", str(folder))


def versions(shop: RunningShop) -> list[str]:
    data = httpx.get(f"{shop.url}/api/v1/legal/terms-use").json()["data"]
    return [one["version"] for one in data["versions"]]


@pytest.mark.parametrize(
    ("path", "name", "says"),
    [
        (
            TERMS,
            "이용약관",
            [
                "기간을 정하여 선불로 판매합니다",
                "7일 안에 위약금 없이 청약을 철회",
                "포인트는 현금으로 환불하거나 다른 사람에게 양도할 수 없습니다",
                "구매가 취소되면 그 구매로 적립된 포인트는 회수됩니다",
                "결제한 금액의 10%",
                "청구할 수 있는 기간은 관계 법령에 따르며",
                "이음네트웍스(데모)",
            ],
        ),
        (
            POLICY,
            "개인정보처리방침",
            [
                "토스페이먼츠",
                "국외로 이전하지 않습니다",
                "12개월",
                "전자상거래법 시행령 제6조",
                "되살릴 수 없게 지우고",
                "계정을 지키는 데 필요한 쿠키만",
                "김보호",
                "privacy@ieum.example",
                "10일 안에 조치",
            ],
        ),
    ],
)
def test_a_legal_text_is_whole_without_scripts_and_filled_in_with_the_shops_own_names(
    browser: Browser, shop: RunningShop, width: int, path: str, name: str, says: list[str]
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": width, "height": 844})
    page = context.new_page()
    page.goto(f"{shop.url}{path}")
    main = page.get_by_role("main")
    text = main.inner_text()
    heading = main.get_by_role("heading", level=1)
    expect(heading).to_have_text(name)
    context.close()

    assert [one for one in says if one not in text] == []
    assert IN_FORCE in text
    assert "{{" not in text


@pytest.mark.both_widths
def test_the_contents_lead_to_their_articles(visitor: Visitor, width: int) -> None:
    visitor.open(TERMS)
    page = visitor.page
    if width == PHONE:
        page.get_by_role("main").locator("summary", has_text="목차").click()
    contents = page.get_by_role("navigation", name="목차")

    contents.get_by_role("link", name="제14조 (손해배상)").click()

    assert page.evaluate("decodeURIComponent(location.hash)") == "#제14조"
    expect(page.get_by_role("heading", name="제14조 (손해배상)")).to_be_in_viewport()
    articles = page.get_by_role("main").locator("h3").count()
    assert contents.get_by_role("link").filter(has_text="조 (").count() == articles
    assert visitor.complaints == []


def test_an_article_can_be_linked_to_from_elsewhere(visitor: Visitor) -> None:
    visitor.open(f"{TERMS}#제12조")

    expect(visitor.page.get_by_role("heading", name="제12조 (금지 행위)")).to_be_in_viewport()


def test_the_footer_leads_to_the_article_about_refunds(visitor: Visitor) -> None:
    visitor.open("/login")

    visitor.page.get_by_role("contentinfo").get_by_role("link", name="환불 규정").click()

    expect(visitor.page.get_by_role("heading", name="제6조 (청약철회와 환불)")).to_be_in_viewport()


@pytest.mark.usefixtures("editions")
def test_a_change_is_announced_and_every_version_can_be_read(shop: RunningShop, visitor: Visitor) -> None:
    page = visitor.page
    visitor.open(TERMS)
    main = page.get_by_role("main")
    expect(main.get_by_text("2099년 1월 1일부터 내용이 바뀝니다.")).to_be_visible()

    main.get_by_role("link", name="바뀔 내용 보기").click()
    expect(main.get_by_text("아직 시행되지 않았습니다.")).to_be_visible()
    expect(main.get_by_text("바뀔 약관입니다.")).to_be_visible()
    main.locator("summary", has_text="시행일 2099년 1월 1일").click()
    main.get_by_role("link", name="2026년 11월 1일").click()

    expect(main.get_by_text("지금은 적용되지 않습니다.")).to_be_visible()
    expect(main.get_by_text("처음 약관입니다.")).to_be_visible()
    main.get_by_role("link", name="지금 시행 중인 내용 보기").click()
    expect(main.get_by_role("heading", name="제17조 (분쟁의 해결)")).to_be_visible()
    assert page.url == f"{shop.url}{TERMS}"
    assert visitor.complaints == []


@pytest.mark.usefixtures("editions")
def test_only_the_version_in_force_is_for_search_engines(shop: RunningShop) -> None:
    current, old = (httpx.get(f"{shop.url}{TERMS}{query}") for query in ("", "?version=2026-11-01"))
    canonical = f'<link rel="canonical" href="{shop.url}{TERMS}">'

    assert (current.status_code, old.status_code) == (200, 200)
    assert canonical in current.text
    assert canonical in old.text
    assert 'name="robots"' not in current.text
    assert '<meta name="robots" content="noindex' in old.text
    for nowhere in ("1999-01-01", "x", "../policy"):
        assert httpx.get(f"{shop.url}{TERMS}?version={nowhere}").status_code == 404


def test_on_paper_stands_the_text_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open(TERMS)
    ready(page)

    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="이용약관", level=1)).to_be_visible()
    expect(page.get_by_text(IN_FORCE).first).to_be_visible()
    expect(page.get_by_role("heading", name="제6조 (청약철회와 환불)")).to_be_visible()
    for gone in (page.locator("header").first, page.locator("footer"), page.get_by_text("인쇄·저장")):
        expect(gone).to_be_hidden()
    expect(page.locator("nav")).to_have_count(page.locator("nav:not(:visible)").count())


def test_what_the_operator_writes_is_what_the_home_page_says(
    shop: RunningShop, visitor: Visitor, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    shop.ieum("content", "export", str(kept))
    home = kept / "pages" / "home.md"
    written = home.read_text()
    mine = tmp_path / "mine"
    (mine / "pages").mkdir(parents=True)
    changed = written.replace("고정 IP에 잇습니다", "고정 IP로 나갑니다")
    changed = changed.replace("## 결제부터 연결까지 세 단계입니다", "## 세 단계로 끝납니다")
    assert changed != written
    (mine / "pages" / "home.md").write_text(changed)

    shop.ieum("content", "import", str(mine))
    try:
        wait_until(
            lambda: "고정 IP로 나갑니다" in httpx.get(shop.url).text, "the page does not hear of its text"
        )
        visitor.open("/")
        expect(headline(visitor.page)).to_contain_text("고정 IP로 나갑니다")
        expect(visitor.page.get_by_role("heading", name="세 단계로 끝납니다")).to_be_visible()
    finally:
        (mine / "pages" / "home.md").write_text(written)
        shop.ieum("content", "import", str(mine))
        wait_until(lambda: "고정 IP에 잇습니다" in httpx.get(shop.url).text, "the page keeps its text")


def headline(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("heading", level=1)
