"""The pictures of the owner's handbook, taken anew by `python -m tests.journey.handbook_pictures`; no test."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.browsers import QUIET, find_chromium
from tests.journey.at_the_desk import Staff
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, Visitor, quiet

PICTURES = Path(__file__).parents[2] / "docs" / "handbook" / "pictures"
HEIGHT = 800
# A screen has few colours: this many make a file a third as large and look the same.
COLOURS = 128
INVOICE = {
    "businessNumber": "123-45-67891",
    "company": "봄날상사",
    "representative": "홍길동",
    "address": "서울특별시 종로구",
    "businessType": "서비스",
    "businessItem": "광고 대행",
    "email": "tax@bomnal.example",
}


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, RunningShop(Path(folder), demo=False) as shop:
        shop.start("sandbox", "serve", "work")
        owner = Staff(shop, "이주인")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
            context = browser.new_context(
                viewport={"width": DESKTOP, "height": HEIGHT}, reduced_motion="reduce", locale="ko-KR"
            )
            visitor = owner.sit_down(context)
            shoot(visitor, "opening", "/console/today")
            fill(shop)
            take_all(visitor)
            browser.close()


def fill(shop: RunningShop) -> None:
    """The demo's plans and texts, two purchases, a question, a request for an invoice, and a colleague."""
    shop.ieum("demo")
    shop.start("gateway")
    Staff(shop, "김상담", role="상담")
    with httpx.Client(timeout=60) as http:
        member = Member(shop, http, "hong_gildong")
        member.order()
        order = member.order(method="transfer")["orderId"]
        member.call("POST", f"/api/v1/orders/{order}/tax-invoice", **INVOICE)
        member.call(
            "POST",
            "/api/v1/inquiries",
            category="product",
            title="속도가 궁금합니다",
            body="고정 IP를 쓰면 속도가 얼마나 나오나요?",
        )


def take_all(visitor: Visitor) -> None:
    shoot(visitor, "today", "/console/today")
    shoot(visitor, "inquiry", "/console/inquiries?state=waiting", open_inquiry)
    shoot(visitor, "refund", "/console/orders", begin_refund)
    shoot(visitor, "plan", "/console/plans", open_plan)
    shoot(visitor, "import", "/console/addresses?import=1", type_addresses)
    shoot(
        visitor,
        "invoices",
        "/console/invoices",
        lambda page: page.get_by_role("cell", name="봄날상사").click(),
    )
    shoot(visitor, "staff", "/console/staff")
    shoot(visitor, "editor", "/console/content?make=notice", begin_notice)
    shoot(visitor, "status", "/console/status?say=1", preview_announcement)


def shoot(visitor: Visitor, name: str, path: str, do: Callable[[Page], object] | None = None) -> None:
    page = visitor.page
    visitor.open(path)
    page.get_by_role("heading", level=1).first.wait_for()
    quiet(page)
    if do is not None:
        do(page)
        quiet(page)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURES / f"{name}.png", optimize=True)


def open_inquiry(page: Page) -> None:
    page.get_by_role("cell", name="속도가 궁금합니다").click()
    page.get_by_role("link", name="열어서 답변하기").click()
    page.get_by_label("답변", exact=True).fill(
        "회선 최고 속도로 나갑니다. 회선과 시간대에 따라 다를 수 있습니다."
    )


def begin_refund(page: Page) -> None:
    page.get_by_role("table").get_by_role("row").nth(1).click()
    page.get_by_role("link", name="전체 페이지").click()
    page.get_by_role("button", name="환불", exact=True).click()
    page.get_by_label("얼마를 돌려주나요?").select_option("rules")
    page.get_by_role("button", name="미리 보기").click()
    page.get_by_label("사유").fill("회원이 전화로 요청")


def open_plan(page: Page) -> None:
    page.get_by_role("cell", name="KT 고정 IP", exact=True).click()
    page.get_by_role("link", name="전체 페이지").click()
    page.get_by_role("heading", level=1, name="KT 고정 IP").wait_for()


def type_addresses(page: Page) -> None:
    page.get_by_label("IP 목록").fill("198.51.100.8/29")
    for label, value in {"게이트웨이": "demo", "풀": "kt-seoul", "통신사": "KT", "지역": "서울"}.items():
        page.get_by_role("dialog").get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="확인하기").click()
    page.get_by_text("등록할 수 있음").first.wait_for()


def begin_notice(page: Page) -> None:
    page.get_by_label("주소에 쓸 이름").fill("winter-maintenance")
    page.get_by_role("button", name="쓰기 시작").click()
    page.get_by_label("제목", exact=True).fill("12월 3일 새벽 점검 안내")
    page.get_by_label("본문").fill(
        "## 언제\n\n12월 3일 02:00~04:00\n\n"
        "## 무엇이 달라지나요\n\n- 접속이 두 번쯤 끊겼다가 이어집니다.\n- 주소는 바뀌지 않습니다.\n"
    )
    page.get_by_role("heading", name="무엇이 달라지나요").wait_for()


def preview_announcement(page: Page) -> None:
    page.get_by_label("제목", exact=True).fill("카드 결제가 늦어지고 있습니다")
    page.get_by_label("결제", exact=True).check()
    page.get_by_label("알릴 글").fill(
        "카드사의 응답이 늦어 결제 확인이 지연되고 있습니다.\n"
        "다시 결제하지 마시고 결제내역에서 확인해 주세요. 15시에 다시 알려 드리겠습니다."
    )
    page.get_by_role("button", name="미리 보기").click()
    page.get_by_text("페이지의 ‘결제’").wait_for()


if __name__ == "__main__":
    main()
