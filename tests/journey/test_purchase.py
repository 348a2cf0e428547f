"""A purchase in the browser, every way that it can end, on a phone and on a desk."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.journey.running import RunningShop
from tests.journey.visitor import CHECKOUT, DESKTOP, PHONE, STATUS, Visitor, visiting

pytestmark = pytest.mark.browser


@pytest.fixture
def visitor(width: int, browser: Browser, shop: RunningShop) -> Iterator[Visitor]:
    with visiting(shop, browser.new_context(viewport={"width": width, "height": 844})) as visitor:
        yield visitor


@pytest.mark.both_widths
def test_a_visitor_becomes_a_customer_with_a_device(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.open("/")
    page.get_by_role("link", name="고정 IP VPN 보기").click()
    page.get_by_role("radio", name=re.compile("^1개월")).check()
    page.get_by_role("link", name="구매하기").click()
    page.get_by_role("main").get_by_role("link", name="회원가입").click()
    visitor.sign_up()

    address = visitor.buy()
    conf = visitor.add_device("내 노트북", tmp_path)

    assert re.search(r"^PrivateKey = \S{44}$", conf.read_text(), re.MULTILINE)
    visitor.open(STATUS)
    expect(page.get_by_role("article", name=address)).to_contain_text("내 노트북")


def test_a_buyer_who_cancels_finds_the_choice_as_it_was(visitor: Visitor, shop: RunningShop) -> None:
    visitor.join()
    visitor.order()

    visitor.page.locator("#cancel").click()

    expect(visitor.page.get_by_role("main")).to_contain_text(
        "결제를 취소하셨습니다. 금액은 청구되지 않았습니다."
    )
    assert held_by(shop, visitor) == []
    visitor.page.get_by_role("link", name="다시 결제하기").click()
    expect(visitor.page).to_have_url(re.compile(re.escape(CHECKOUT) + ".*months=1"))
    visitor.buy()


def test_a_refused_card_says_so_and_another_try_works(visitor: Visitor, shop: RunningShop) -> None:
    visitor.join()
    visitor.order()

    visitor.page.locator("#refuse").click()

    expect(visitor.page.get_by_role("alert")).to_contain_text("카드사에서 결제를 승인하지 않았습니다.")
    assert held_by(shop, visitor) == []
    visitor.page.get_by_role("link", name="다시 결제하기").click()
    visitor.buy()


def test_a_card_over_its_limit_is_refused_at_the_confirm(visitor: Visitor, shop: RunningShop) -> None:
    visitor.join()
    visitor.order()

    visitor.pay(fault="refuse")

    expect(visitor.page.get_by_role("alert")).to_contain_text("한도 초과 또는 잔액 부족")
    assert held_by(shop, visitor) == []
    # The browser itself notes every answer that is not a success.
    assert all("409 (Conflict)" in complaint for complaint in visitor.complaints)
    visitor.forget_complaints()


def test_a_buyer_who_never_returns_may_order_again(visitor: Visitor, shop: RunningShop) -> None:
    visitor.join()
    visitor.order()
    visitor.page.locator("#never").click()
    expect(visitor.page.get_by_role("heading", name="결제창을 닫았습니다")).to_be_visible()
    first = held_by(shop, visitor)

    visitor.open(CHECKOUT)
    visitor.buy()

    assert len(first) == 1
    with shop.database_connection() as conn:
        states = conn.execute(
            """
            SELECT o.state FROM orders o JOIN members m ON m.id = o.member_id
             WHERE m.login_id = %s ORDER BY o.created_at
            """,
            [visitor.login_id],
        ).fetchall()
    assert states == [("cancelled",), ("paid",)]


@pytest.mark.parametrize(
    ("fault", "width"),
    [("cut_after_approval", PHONE), ("error_after_approval", DESKTOP), ("error_then_success", PHONE)],
)
def test_an_unknown_outcome_is_being_checked_and_turns_to_paid_by_itself(
    visitor: Visitor, fault: str
) -> None:
    visitor.join()
    visitor.order()

    visitor.pay(fault=fault)

    expect(visitor.page.get_by_role("heading", name="결제 결과를 확인하고 있습니다")).to_be_visible()
    expect(visitor.page.get_by_role("heading", name="결제가 완료되었습니다")).to_be_visible()
    assert visitor.address()


def test_a_late_answer_shows_that_it_is_being_checked_and_a_reload_takes_no_money_twice(
    visitor: Visitor, shop: RunningShop
) -> None:
    visitor.join()
    visitor.order()
    visitor.pay(fault="delay_but_approve")
    checking = visitor.page.get_by_role("heading", name="결제 결과를 확인하고 있습니다")
    expect(checking).to_be_visible()

    visitor.page.reload()

    expect(checking).to_be_visible()
    # The worker looks fifteen seconds after the attempt, long before the answer comes.
    expect(visitor.page.get_by_role("heading", name="결제가 완료되었습니다")).to_be_visible()
    with shop.database_connection() as conn:
        paid = conn.execute(
            "SELECT count(*) FROM payments y JOIN orders o ON o.id = y.order_id JOIN members m ON m.id = o.member_id"
            " WHERE m.login_id = %s",
            [visitor.login_id],
        ).fetchone()
    assert paid == (1,)


@pytest.fixture
def sold_out(shop: RunningShop) -> Iterator[list[str]]:
    """Takes all addresses from the shelf when it is asked to; puts them back afterwards."""
    taken: list[str] = []
    yield taken
    with shop.database_connection() as conn:
        conn.execute("UPDATE exit_addresses SET available_at = now() WHERE host(address) = ANY(%s)", [taken])


def test_an_address_that_somebody_else_took_is_not_paid_for(
    visitor: Visitor, shop: RunningShop, sold_out: list[str]
) -> None:
    visitor.join()
    visitor.agree()
    with shop.database_connection() as conn:
        rows = conn.execute(
            "UPDATE exit_addresses SET available_at = NULL WHERE available_at IS NOT NULL RETURNING host(address)"
        ).fetchall()
        sold_out += [address for (address,) in rows]

    visitor.page.get_by_role("button", name="33,000원 결제하기").click()

    expect(visitor.page.get_by_role("alert")).to_contain_text(
        "현재 배정 가능한 IP가 없습니다. 결제되지 않았습니다."
    )
    expect(visitor.page.get_by_role("button", name="품절")).to_be_disabled()
    assert all("409 (Conflict)" in complaint for complaint in visitor.complaints)
    visitor.forget_complaints()


@pytest.mark.both_widths
def test_logging_in_leads_on_and_logging_out_shuts_the_door(visitor: Visitor, width: int) -> None:
    page = visitor.page
    visitor.join()
    visitor.lose_cookies()
    visitor.open(STATUS)
    expect(page).to_have_url(re.compile(r"/login\?callbackUrl="))

    visitor.log_in(password="not-the-password-1")
    expect(page.get_by_role("main")).to_contain_text("아이디 또는 비밀번호")
    visitor.forget_complaints()  # the browser's own word on the 401
    visitor.log_in()
    expect(page.get_by_role("heading", name="이용현황")).to_be_visible()

    page.get_by_role("button", name="메뉴 열기" if width < DESKTOP else "내 IP").click()
    with page.expect_response("**/api/logout"):
        page.get_by_role("button", name="로그아웃").click()
    if width < DESKTOP:
        page.wait_for_url(f"{visitor.shop.url}/")
    expect(page.get_by_role("button", name="내 IP")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    visitor.open(STATUS)
    expect(page).to_have_url(re.compile(r"/login\?callbackUrl="))


def held_by(shop: RunningShop, visitor: Visitor) -> list[str]:
    """Addresses that are kept for this visitor while nobody has paid."""
    with shop.database_connection() as conn:
        rows = conn.execute(
            """
            SELECT host(e.address) FROM leases l
              JOIN exit_addresses e ON e.id = l.address_id
              JOIN orders o ON o.id = l.order_id
              JOIN members m ON m.id = o.member_id
             WHERE m.login_id = %s AND l.state = 'held'
            """,
            [visitor.login_id],
        ).fetchall()
    return [address for (address,) in rows]
