"""What the head of a page says of it, to people's messengers and to search engines."""

import json
from typing import Any

import pytest

from ieum.shop.pages.metadata import CONFIG, DESCRIPTION_LENGTH, Page
from ieum.shop.pages.page_head import image_of, picture_of, write_head
from ieum.shop.pages.structured_data import structured
from ieum.shop.pages.v8 import Crumb, Plan

SHOP = {
    "siteNm": "이음",
    "bizNm": "이음네트웍스",
    "tel": "02-1234-5678",
    "siteMail": "help@shop.example",
    "bizLoc": "서울특별시 중구",
    "logo": "",
    "meta": {"description": "통신사 IP VPN", "ogImage": "/files/shop.png"},
}
NOTICE = "/api/v1/notices/check"
FAQS = "/api/v1/faqs?page=1"


def a_page(path: str = "/support/notice", **known: Any) -> Page:
    plan = Plan(200, "공지사항", False, [CONFIG], "public", [], True)
    return Page(plan, {CONFIG: SHOP, **known}, path, "https://shop.example")


def about(subject: str, path: str, **told: Any) -> Page:
    page = a_page(path, **{subject: told})
    page.plan.subject = page.plan.structured_data = subject
    page.plan.structured_type = "NewsArticle"
    page.plan.trail = [Crumb("/support/notice", "공지사항")]
    return page


def of_type(page: Page, kind: str) -> dict[str, Any]:
    [found] = [thing for thing in structured(page, "")["@graph"] if thing["@type"] == kind]
    return found


def test_a_later_page_of_a_list_has_a_title_a_description_and_an_address_of_its_own() -> None:
    first, second = a_page(), a_page()
    second.plan.page = 2

    assert (second.title, second.canonical) == (
        "공지사항 (2쪽)",
        "https://shop.example/support/notice?page=2",
    )
    assert second.description.startswith("2쪽. ")
    assert (first.title, first.canonical) == ("공지사항", "https://shop.example/support/notice")


def test_the_text_that_a_page_is_about_gives_title_and_description() -> None:
    page = about(NOTICE, "/support/notice/check", title="정기 점검", description="12월 1일에 점검합니다.")

    assert (page.title, page.description) == ("정기 점검", "12월 1일에 점검합니다.")


def test_a_page_without_a_description_uses_the_shops() -> None:
    page, home = a_page("/guide"), a_page("/")

    assert page.description == "공지사항. 통신사 IP VPN"
    assert home.description == "통신사 IP VPN"


def test_a_long_description_is_cut_after_a_word() -> None:
    page = about(NOTICE, "/support/notice/check", title="가", description="안내 말씀을 " * 60)

    assert len(page.description) <= DESCRIPTION_LENGTH
    assert page.description.endswith(("말씀을…", "안내…"))


@pytest.mark.parametrize(
    ("path", "own", "expected"),
    [
        pytest.param("/x", "/files/a.png", "https://shop.example/files/a.png", id="the text's own"),
        pytest.param("/x", "https://cdn.example/a.png", "https://cdn.example/a.png", id="elsewhere"),
        pytest.param(
            "/x", "/files/a.svg", "https://shop.example/og/", id="a drawing, which messengers do not show"
        ),
        pytest.param("/", "", "https://shop.example/files/shop.png", id="the operator's on the home page"),
        pytest.param("/x", "", "https://shop.example/og/", id="made for the page"),
    ],
)
def test_the_sharing_image_is_the_most_specific_one(path: str, own: str, expected: str) -> None:
    image = image_of(about(NOTICE, path, title="정기 점검", image=own), draws=True)

    assert image is not None
    assert image.url.startswith(expected)
    assert (image.width, image.height) == ((1200, 630) if "/og/" in expected else (0, 0))


def test_a_shop_without_fonts_uses_the_operators_image_everywhere() -> None:
    image = image_of(a_page(), draws=False)

    assert image is not None
    assert (image.url, image.alt) == ("https://shop.example/files/shop.png", "이음")


def test_the_address_of_a_sharing_image_depends_on_its_words() -> None:
    page, other = a_page(), a_page()
    other.plan.title = "다른 제목"

    assert picture_of(page).name == picture_of(a_page()).name != picture_of(other).name
    assert (picture_of(page).host, picture_of(page).section) == ("shop.example", "")


def test_an_article_states_its_date() -> None:
    page = about(
        NOTICE,
        "/support/notice/check",
        title="정기 점검",
        publishedAt="2026-11-20T00:00:00Z",
        updatedAt="2026-11-21T00:00:00Z",
    )

    head = write_head(page, chunks=(), draws=True)
    article = of_type(page, "NewsArticle")

    assert '<meta property="og:type" content="article">' in head
    assert '<meta property="article:published_time" content="2026-11-20T00:00:00Z">' in head
    assert (article["headline"], article["datePublished"], article["dateModified"]) == (
        "정기 점검",
        "2026-11-20T00:00:00Z",
        "2026-11-21T00:00:00Z",
    )
    assert article["mainEntityOfPage"] == page.canonical


def test_breadcrumbs_lead_from_the_home_page_down() -> None:
    page = about(NOTICE, "/support/notice/check", title="정기 점검")

    steps = of_type(page, "BreadcrumbList")["itemListElement"]

    assert [(step["position"], step["name"], step["item"]) for step in steps] == [
        (1, "홈", "https://shop.example/"),
        (2, "공지사항", "https://shop.example/support/notice"),
        (3, "정기 점검", "https://shop.example/support/notice/check"),
    ]


def test_questions_are_described_with_their_answers_and_anchors() -> None:
    faqs = {"items": [{"slug": "speed", "question": "느린가요?", "html": "<p>아닙니다.</p>"}]}
    page = a_page("/support/faq", **{FAQS: faqs})
    page.plan.structured_type, page.plan.structured_data = "FAQPage", FAQS

    [question] = of_type(page, "FAQPage")["mainEntity"]

    assert (question["name"], question["acceptedAnswer"]["text"]) == ("느린가요?", "<p>아닙니다.</p>")
    assert question["url"] == "https://shop.example/support/faq#speed"


def test_the_organisation_lists_only_the_contacts_that_are_configured() -> None:
    told = of_type(a_page("/"), "Organization")
    silent = of_type(a_page("/", **{CONFIG: {"siteNm": "이음"}}), "Organization")

    assert (told["name"], told["telephone"]) == ("이음네트웍스", "+82-2-1234-5678")
    assert (told["logo"], told["contactPoint"]["email"]) == (
        "https://shop.example/og/logo.png",
        "help@shop.example",
    )
    assert set(silent) == {"@type", "@id", "name", "url", "logo"}


def test_a_page_that_is_not_indexed_has_no_structured_data() -> None:
    page = a_page("/login")
    page.plan.noindex = True

    head = write_head(page, chunks=(), draws=True)

    assert '<meta name="robots" content="noindex">' in head
    assert "ld+json" not in head
    assert "rss+xml" not in head
    assert "/og/" not in head


def test_structured_data_is_valid_json_whatever_people_wrote() -> None:
    page = about(NOTICE, "/support/notice/check", title='</script><b>"\u2028')

    head = write_head(page, chunks=(), draws=True)
    block = head.partition('<script type="application/ld+json">')[2].partition("</script>")[0]

    assert json.loads(block)["@graph"]
    assert "<b>" not in head
