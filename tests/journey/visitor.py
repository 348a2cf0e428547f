"""A person at a real browser, and what the browser complained about meanwhile."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect

from tests.journey.running import RunningShop
from tests.waiting import PATIENCE_SECONDS

PASSWORD = "correct-horse-42"
CHECKOUT = "/static-ip/payment/normal"
STATUS = "/mypage/service-status/normal"
PHONE, TABLET, DESKTOP = 390, 768, 1280

_numbers = count(1)
# What a page must never provoke; a listener of our own, because the console could be filtered.
TELL_VIOLATIONS = """
document.addEventListener('securitypolicyviolation', (violation) =>
  console.error(`CSP ${violation.violatedDirective} ${violation.blockedURI} ${violation.sourceFile}`))
"""


class Visitor:
    """Nobody yet: no account, no cookie."""

    def __init__(self, shop: RunningShop, context: BrowserContext) -> None:
        self.shop = shop
        self.context = context
        self.login_id = f"visitor{next(_numbers):04d}"
        self.complaints: list[str] = []
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        context.add_init_script(TELL_VIOLATIONS)
        context.on("page", self._listen)
        self.page = context.new_page()

    def open(self, path: str) -> None:
        self.page.goto(f"{self.shop.url}{path}")

    def sign_up(self) -> None:
        """Fill in the form that is on the screen; what stands there afterwards is the page one came for."""
        page = self.page
        expect(page.get_by_role("heading", name="회원가입")).to_be_visible()
        self.fill("아이디", self.login_id)
        self.fill("비밀번호", PASSWORD)
        self.fill("이름", "홍길동")
        self.fill("휴대폰 번호", "010-1234-5678")
        self.fill("이메일", f"{self.login_id}@mail.example")
        self.agree()
        page.get_by_role("button", name="가입하기").click()

    def join(self) -> None:
        """From nobody to a member, the way somebody comes who wants to buy."""
        self.open("/static-ip")
        self.page.get_by_role("link", name="구매하기").click()
        self.page.get_by_role("main").get_by_role("link", name="회원가입").click()
        self.sign_up()
        expect(self.page.get_by_role("heading", name="고정 IP VPN 결제")).to_be_visible()

    def bring_session(self) -> None:
        """As if this browser had logged in some time ago."""
        credentials = {"mberId": self.login_id, "mberPw": PASSWORD}
        answer = httpx.post(
            f"{self.shop.url}/api/login", json=credentials, headers={"Origin": self.shop.url}, timeout=30
        )
        assert answer.is_success, answer.text
        self.context.add_cookies(
            [{"name": name, "value": value, "url": self.shop.url} for name, value in answer.cookies.items()]
        )

    def tokens(self) -> list[str]:
        """The names of the token cookies; what the browser is recognised by at the next login stays."""
        return [
            name for one in self.context.cookies() if (name := one.get("name", "")) in {"ieum_at", "ieum_rt"}
        ]

    def lose_cookies(self) -> None:
        """Once nothing is under way that would still need them."""
        self.page.goto("about:blank")
        self.context.clear_cookies()

    def say_member(self) -> None:
        """At the gate before a purchase: I have joined already."""
        self.page.get_by_role("main").get_by_role("link", name="로그인", exact=True).click()

    def log_in(self, *, login_id: str = "", password: str = PASSWORD) -> None:
        """On the login page."""
        self.fill("아이디", login_id or self.login_id)
        self.fill("비밀번호", password)
        self.page.get_by_role("main").get_by_role("button", name="로그인", exact=True).click()

    def fill(self, label: str, text: str) -> None:
        self.page.get_by_role("textbox", name=label, exact=True).fill(text)

    def agree(self) -> None:
        boxes = self.page.get_by_role("checkbox", name="(필수)")
        expect(boxes.first).to_be_visible()
        for box in boxes.all():
            box.check()

    def change_choice(self) -> None:
        """Unfold what was chosen at the checkout."""
        self.page.get_by_role("region", name="선택한 상품").get_by_text("변경").click()

    def order(self) -> None:
        """From the checkout to the provider's window."""
        expect(self.page.get_by_role("heading", name="고정 IP VPN 결제")).to_be_visible()
        self.agree()
        self.page.get_by_role("button", name="33,000원 결제하기").click()
        self.page.wait_for_url("**/toss/window/*")

    def pay(self, *, fault: str = "") -> None:
        """At the provider's window."""
        if fault:
            self.page.locator("#fault").select_option(fault)
        self.page.locator("#pay").click()

    def buy(self) -> str:
        """From the checkout to the address that is now theirs, as the plate shows it."""
        self.order()
        self.pay()
        expect(self.page.get_by_role("heading", name="결제가 완료되었습니다")).to_be_visible()
        return self.address()

    def address(self) -> str:
        shown = re.findall(r"\d+\.\d+\.\d+\.\d+", self.page.get_by_test_id("ip-plate").first.inner_text())
        return shown[0]

    def add_device(self, name: str, folder: Path) -> Path:
        """The `.conf` that the browser saved."""
        self.page.get_by_role("button", name="기기 추가").click()
        self.fill("기기 이름", name)
        self.page.get_by_role("button", name="추가하기").click()
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name=".conf 내려받기").click()
        conf = folder / download.value.suggested_filename
        download.value.save_as(conf)
        return conf

    def everything_stored(self) -> str:
        """What the browser keeps of us: both storages and the cookies."""
        storages: Any = self.page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        return f"{storages}{self.context.cookies()}"

    def forget_complaints(self) -> None:
        self.complaints.clear()

    def _listen(self, page: Page) -> None:
        def on_console(message: ConsoleMessage) -> None:
            where = message.location.get("url", "")
            # The provider's pages are not ours.
            if message.type in {"error", "warning"} and not where.startswith(self.shop.sandbox_url):
                self.complaints.append(f"{page.url}: {message.text} ({where})")

        page.on("console", on_console)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))


def quiet(page: Page) -> None:
    """Hydrated, its data and its fonts there."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready.then(() => null)")


@contextmanager
def visiting(shop: RunningShop, context: BrowserContext) -> Generator[Visitor]:
    """A visitor in this context, which is closed afterwards; the browser has to be content with every page."""
    visitor = Visitor(shop, context)
    yield visitor
    context.close()
    assert visitor.complaints == []
