"""The owner of a new shop: from the first link to a sale, an answer, a refund and an invoice, by the console alone."""

import re
import shlex
from base64 import b32decode
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, expect

from ieum.shop.kernel.seoul import SEOUL
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.visitor import DESKTOP, Visitor, visiting
from tests.shop.builders.excel import as_excel_reads
from tests.shop.builders.staff import code
from tests.waiting import wait_until

pytestmark = pytest.mark.browser

EMAIL, PASSWORD = "owner@hanbit.example", "correct-horse-desk-9"
BUSINESS = {
    "상호": "한빛네트웍스",
    "대표자": "이주인",
    "사업자등록번호": "123-45-67891",
    "통신판매업 신고번호": "제2026-서울강남-01234호",
    "주소": "서울특별시 강남구 테헤란로 1",
    "호스팅 서비스 제공자": "한빛네트웍스",
    "개인정보보호책임자": "이주인",
    "개인정보보호책임자 이메일": "privacy@hanbit.example",
}
SUPPORT = {"전화번호": "02-1234-5678", "이메일": "help@hanbit.example"}
COMPANY = "봄날상사"


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[RunningShop]:
    """Nothing but the schema: no texts, no plan, no gateway, no member."""
    with RunningShop(tmp_path, demo=False) as shop:
        shop.start("sandbox", "serve", "work")
        yield shop


class Owner:
    """Somebody who is no engineer. Whatever the shop lacks, they go where 오늘 leads them."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def come_in(self, link: str) -> None:
        """By the link of `ieum staff add`: authenticator, password, recovery codes."""
        page = self.page
        page.goto(link)
        secret = b32decode(page.locator(".address").inner_text().replace(" ", ""))
        page.get_by_label("새 비밀번호", exact=True).fill(PASSWORD)
        page.get_by_label("새 비밀번호 확인").fill(PASSWORD)
        page.get_by_label("인증번호").fill(code(secret=secret))
        page.get_by_role("button", name="시작하기").click()
        page.get_by_role("checkbox").check()
        page.get_by_role("button", name="콘솔로 가기").click()
        expect(page.get_by_role("heading", name="오늘", exact=True)).to_be_visible()

    def follow(self, step: str, *, left: int) -> None:
        """From 오늘, which says how much is left, to where this is done."""
        self.visitor.open("/console/today")
        steps = self.page.get_by_role("region", name=f"가게 열기까지 {left}가지")
        steps.get_by_role("link", name=re.compile(f"^{step}")).click()

    def press(self, button: str, *, reason: str = "가게 열기") -> None:
        """Say why, and confirm what the preview shows."""
        self.dialog.get_by_label("사유").fill(reason)
        self.dialog.get_by_role("button", name=button, exact=True).click()
        expect(self.dialog).to_have_count(0)

    def set_up(self, group: str, values: dict[str, str]) -> None:
        form = self.page.get_by_role("region", name=group, exact=True)
        for label, value in values.items():
            form.get_by_label(f"{label} · 필수", exact=True).fill(value)
        form.get_by_role("button", name="바뀌는 내용 보기").click()
        self.press("저장")

    def publish(self, kind: str, title: str) -> None:
        """What has been begun and stands in the editor."""
        page = self.page
        expect(page.get_by_role("heading", level=1, name=f"{kind} 쓰기")).to_be_visible()
        expect(page.get_by_label("제목", exact=True)).to_have_value(title)
        page.get_by_role("button", name="지금 게시").click()
        self.press("지금 게시")
        expect(page.get_by_role("heading", level=1, name="콘텐츠")).to_be_visible()


@pytest.fixture
def owner(shop: RunningShop, browser: Browser) -> Iterator[Owner]:
    with visiting(shop, browser.new_context(viewport={"width": DESKTOP, "height": 900})) as visitor:
        yield Owner(visitor)


def test_an_owner_opens_a_shop_and_runs_it_by_the_console_alone(owner: Owner, shop: RunningShop) -> None:
    owner.come_in(shop.ieum("staff", "add", EMAIL, "이주인").splitlines()[0])
    say_who_runs_it(owner)
    try_connections(owner)
    write_texts(owner)
    enrol_a_gateway(owner, shop)
    add_addresses(owner)
    put_a_plan_on_sale(owner)
    with httpx.Client(timeout=30) as http:
        member = Member(shop, http, "first_member")
        buy_for_a_company(member)
        returned = member.order()["orderId"]
        asked = member.call(
            "POST", "/api/v1/inquiries", category="product", title="속도 문의", body="속도가 얼마나 나오나요?"
        )
        answer_the_inquiry(owner)
        refund(owner, returned)
        issue_the_invoice(owner)

        thread = member.call("GET", f"/api/v1/inquiries/{asked['id']}")
        order = member.call("GET", f"/api/v1/orders/{returned}")
    with shop.database_connection() as conn:
        issued = conn.execute("SELECT issued_at IS NOT NULL FROM tax_invoice_requests").fetchall()
    assert [said["body"] for said in thread["messages"]][1:] == ["회선 최고 속도로 나갑니다."]
    assert order["state"] == "refunded"
    assert issued == [(True,)]


def say_who_runs_it(owner: Owner) -> None:
    owner.follow("사업자 정보와 고객센터", left=11)
    owner.set_up("사업자 정보", BUSINESS)
    owner.set_up("고객센터", SUPPORT)
    expect(owner.page.get_by_text("법에 따라 사이트 아래에")).to_have_count(0)


def try_connections(owner: Owner) -> None:
    page = owner.page
    owner.follow("메일 시험", left=10)
    page.get_by_role("button", name="메일 시험하기").click()
    page.get_by_role("button", name="토스페이먼츠 시험하기").click()
    page.get_by_label("받을 휴대폰").fill("010-1234-5678")
    page.get_by_role("button", name="문자 시험하기").click()
    expect(page.get_by_text("보냈습니다. 받는 곳에 도착했는지")).to_have_count(2)
    expect(page.get_by_text("결제대행사가 키를 확인했습니다")).to_have_count(2)


def write_texts(owner: Owner) -> None:
    page, dialog = owner.page, owner.dialog
    owner.follow("첫 화면과 이용 안내", left=7)
    owner.press("기본 글 게시")
    today = datetime.now(SEOUL).date().isoformat()
    for title in ("이용약관", "개인정보처리방침"):
        owner.follow("이용약관과 개인정보처리방침", left=6)
        dialog.get_by_label("이름").select_option(label=title)
        dialog.get_by_label("판의 날짜").fill(today)
        dialog.get_by_role("button", name="쓰기 시작").click()
        owner.publish("약관·정책", title)
    page.get_by_role("button", name="새 글").click()
    dialog.get_by_label("주소에 쓸 이름").fill("opening")
    dialog.get_by_role("button", name="쓰기 시작").click()
    # The list has a field of such a name, too.
    expect(page.get_by_role("heading", level=1, name="공지사항 쓰기")).to_be_visible()
    page.get_by_label("제목", exact=True).fill("문을 열었습니다")
    page.get_by_label("본문").fill("오늘부터 KT 고정 IP를 팝니다.")
    page.get_by_role("button", name="저장", exact=True).click()
    owner.publish("공지사항", "문을 열었습니다")


def enrol_a_gateway(owner: Owner, shop: RunningShop) -> None:
    page, dialog = owner.page, owner.dialog
    owner.follow("게이트웨이", left=5)
    page.get_by_role("button", name="게이트웨이 등록").click()
    dialog.get_by_label("이름", exact=True).fill("seoul-1")
    dialog.get_by_label("접속 주소").fill("vpn1.hanbit.example:51820")
    dialog.get_by_role("button", name="미리 보기").click()
    dialog.get_by_label("사유").fill("첫 게이트웨이")
    dialog.get_by_role("button", name="등록하고 코드 받기").click()
    command = dialog.locator("code").inner_text()
    dialog.get_by_role("button", name="확인", exact=True).click()
    # Whoever looks after the host is given the command.
    words = shlex.split(command)
    assert words[:3] == ["ieum", "gateway", "enrol"]
    shop.ieum(*words[1:], "--token-file", str(shop.gateway_token), "--state-dir", str(shop.gateway_state))
    shop.start("gateway")


def add_addresses(owner: Owner) -> None:
    page, dialog = owner.page, owner.dialog
    owner.follow("IP 주소", left=4)
    page.get_by_role("button", name="IP 등록").click()
    dialog.get_by_label("IP 목록").fill("198.51.100.0/28")
    for label, value in {"게이트웨이": "seoul-1", "풀": "kt-seoul", "통신사": "KT", "지역": "서울"}.items():
        dialog.get_by_label(label, exact=True).fill(value)
    dialog.get_by_role("button", name="확인하기").click()
    owner.press("IP 14개 등록")
    for_sale = page.get_by_role("row", name="198.51.100.1 판매 가능")

    def is_proven() -> bool:
        """The gateway proves them; the owner looks again."""
        page.reload()
        page.get_by_role("row", name="198.51.100.1 ").first.wait_for()
        return for_sale.count() > 0

    wait_until(is_proven, "the address is not proven")
    expect(for_sale.first).to_be_visible()


def put_a_plan_on_sale(owner: Owner) -> None:
    page, dialog = owner.page, owner.dialog
    owner.follow("상품", left=3)
    page.get_by_role("button", name="상품 만들기").click()
    dialog.get_by_label("주소 풀").select_option(label="KT 서울 (kt-seoul), 14개")
    dialog.get_by_label("코드").fill("kt-seoul")
    dialog.get_by_label("이름", exact=True).fill("KT 고정 IP")
    dialog.get_by_role("button", name="미리 보기").click()
    dialog.get_by_role("button", name="상품 만들기").click()
    page.get_by_role("button", name="가격 정하기").click()
    dialog.get_by_label("원", exact=True).fill("33000")
    dialog.get_by_role("button", name="미리 보기").click()
    owner.press("이 가격으로 바꾸기")
    page.get_by_role("button", name="판매 상태 바꾸기").click()
    dialog.get_by_role("button", name="미리 보기").click()
    owner.press("판매 상태 바꾸기")
    owner.visitor.open("/console/today")
    expect(page.get_by_role("heading", name="기다리는 일")).to_be_visible()
    expect(page.get_by_text("가게 열기까지")).to_have_count(0)


def buy_for_a_company(member: Member) -> None:
    """A purchase paid from an account, and a request for its tax invoice."""
    order = member.order(method="transfer")["orderId"]
    request = {
        "businessNumber": "123-45-67891",
        "company": COMPANY,
        "representative": "홍길동",
        "address": "서울특별시 종로구",
        "businessType": "서비스",
        "businessItem": "광고 대행",
        "email": "tax@bomnal.example",
    }
    member.call("POST", f"/api/v1/orders/{order}/tax-invoice", **request)


def answer_the_inquiry(owner: Owner) -> None:
    page = owner.page
    owner.visitor.open("/console/today")
    page.get_by_role("link", name="답변을 기다리는 문의").click()
    page.get_by_role("cell", name="속도 문의").click()
    page.get_by_role("link", name="열어서 답변하기").click()
    page.get_by_label("답변", exact=True).fill("회선 최고 속도로 나갑니다.")
    page.get_by_role("button", name="답변 보내기").click()
    expect(page.get_by_text("답변을 보냈습니다")).to_be_visible()


def refund(owner: Owner, order: str) -> None:
    page, dialog = owner.page, owner.dialog
    owner.visitor.open("/console/orders")
    page.get_by_role("row", name=order).click()
    page.get_by_role("link", name="전체 페이지").click()
    page.get_by_role("button", name="환불", exact=True).click()
    dialog.get_by_label("얼마를 돌려주나요?").select_option("rules")
    dialog.get_by_role("button", name="미리 보기").click()
    expect(dialog.get_by_text("33,000원").first).to_be_visible()
    dialog.get_by_label("확인을 위해 아래와").fill(order)
    owner.press("환불", reason="회원이 전화로 요청")
    expect(page.get_by_text("환불을 시작했습니다")).to_be_visible()


def issue_the_invoice(owner: Owner) -> None:
    page, dialog = owner.page, owner.dialog
    owner.visitor.open("/console/today")
    page.get_by_role("link", name="발행할 세금계산서").click()
    page.get_by_role("button", name="발행용 파일").click()
    dialog.get_by_label("달", exact=True).select_option(index=0)
    dialog.get_by_label("사유").fill("이번 달 발행")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="파일 받기").click()
    rows = as_excel_reads(Path(download.value.path()).read_bytes())
    assert any(COMPANY in row for row in rows)
    page.get_by_role("cell", name=COMPANY).click()
    page.get_by_role("button", name="발행으로 표시").click()
    dialog.get_by_label("국세청 승인번호").fill(f"{datetime.now(SEOUL):%Y%m%d}-41000000-00000001")
    dialog.get_by_role("button", name="미리 보기").click()
    owner.press("발행으로 표시", reason="홈택스에서 발행")
    expect(page.get_by_text("발행으로 표시했습니다")).to_be_visible()
