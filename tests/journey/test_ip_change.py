"""Spec section 4: "Using an IP ticket lowers the ticket count by one in local state."""

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.journey.configuration import configured
from tests.journey.member import Member
from tests.journey.running import RunningShop
from tests.journey.shell import Calls
from tests.journey.visitor import Visitor

pytestmark = pytest.mark.browser

PAGE = "/mypage/change-ip?page=1"


def a_holder_of_tickets(shop: RunningShop, visitor: Visitor, login_id: str, tickets: int) -> str:
    """The browser is theirs from here on; their address."""
    with httpx.Client(timeout=30) as http:
        member = Member(shop, http, login_id)
        service = member.buy()
        # So that its gateway has something to acknowledge.
        member.add_device(service["id"], "내 노트북")
    with shop.database_connection() as conn:
        conn.execute(
            """
            INSERT INTO ticket_entries (member_id, amount, kind, expires_at)
            SELECT id, %s, 'granted', now() + interval '1 year' FROM members WHERE login_id = %s
            """,
            [tickets, login_id],
        )
    visitor.login_id = login_id
    visitor.bring_session()
    return service["address"]


@pytest.mark.both_widths
def test_using_an_ip_ticket_lowers_the_ticket_count_by_one_in_local_state(
    shop: RunningShop, visitor: Visitor, width: int
) -> None:
    page = visitor.page
    with configured(shop, ticket_enabled=True):
        address = a_holder_of_tickets(shop, visitor, f"ticketed{width}", 2)
        visitor.open(PAGE)
        tickets = page.get_by_role("region", name="IP 교체권")
        expect(tickets.get_by_text("2장", exact=True)).to_be_visible()
        calls = Calls(page)

        page.get_by_role("button", name=f"{address} IP 변경").click()
        asked = page.get_by_role("dialog", name="IP를 변경하시겠습니까?")
        expect(asked.get_by_text("받을 수 있는 IP")).to_be_visible()
        expect(asked.get_by_text("한 번 되돌릴 수 있고, 그때 교체권을 돌려드립니다.")).to_be_visible()
        asked.get_by_role("combobox", name="변경하시는 이유").select_option("이용하려는 곳에서 막혀 있음")
        asked.get_by_role("button", name="변경").click()

        # The gateway has acknowledged it by then.
        told = page.get_by_role("dialog").filter(has_text="변경되었습니다.")
        expect(told).to_be_visible()
        expect(tickets.get_by_text("1장", exact=True)).to_be_visible()
        # It was counted here: nobody was asked for the member again.
        assert calls.to("/api/v1/member") == 0
        history = page.get_by_role("region", name="변경 내역")
        expect(history.get_by_text(address)).to_be_visible()
        expect(history.get_by_text("이용하려는 곳에서 막혀 있음")).to_be_visible()
        expect(page.get_by_role("button", name=f"{address} IP 변경")).to_be_hidden()

        # Spec section 2: an alert has one button, and with no handler it closes.
        expect(told.get_by_role("button")).to_have_text(["확인"])
        told.get_by_role("button", name="확인").click()
        expect(told).to_be_hidden()

        page.reload()
        expect(tickets.get_by_text("1장", exact=True)).to_be_visible()


def test_a_change_is_undone_once_and_the_next_one_is_final(
    shop: RunningShop, visitor: Visitor, width: int
) -> None:
    page = visitor.page
    address = a_holder_of_tickets(shop, visitor, f"undoing{width}", 1)
    visitor.open(PAGE)
    tickets = page.get_by_role("region", name="IP 교체권")
    change_it(page, address)
    expect(tickets.get_by_text("0장", exact=True)).to_be_visible()

    page.get_by_role("button", name=f"{address} 이전 IP로 되돌리기").click()
    asked = page.get_by_role("dialog", name="이전 IP로 되돌리시겠습니까?")
    expect(asked.get_by_text("교체권 1장을 돌려드리며")).to_be_visible()
    asked.get_by_role("button", name="되돌리기").click()
    page.get_by_role("button", name="확인").click()

    expect(page.get_by_role("button", name=f"{address} IP 변경")).to_be_visible()
    expect(tickets.get_by_text("1장", exact=True)).to_be_visible()
    expect(page.get_by_role("region", name="변경 내역").get_by_text("되돌림", exact=True)).to_be_visible()
    page.get_by_role("button", name=f"{address} IP 변경").click()
    asked = page.get_by_role("dialog", name="IP를 변경하시겠습니까?")
    expect(asked.get_by_text("이번에는 되돌릴 수 없습니다.")).to_be_visible()
    asked.get_by_role("button", name="변경").click()
    page.get_by_role("button", name="확인").click()
    expect(tickets.get_by_text("0장", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="이전 IP로 되돌리기")).to_be_hidden()


def change_it(page: Page, address: str) -> None:
    page.get_by_role("button", name=f"{address} IP 변경").click()
    page.get_by_role("dialog").get_by_role("button", name="변경").click()
    page.get_by_role("button", name="확인").click()


def test_without_a_ticket_the_way_to_one_is_shown(shop: RunningShop, visitor: Visitor, width: int) -> None:
    with configured(shop, ticket_enabled=True):
        address = a_holder_of_tickets(shop, visitor, f"ticketless{width}", 1)
        visitor.open(PAGE)
        with shop.database_connection() as conn:
            conn.execute(
                """
                INSERT INTO ticket_entries (member_id, amount, kind, grant_id)
                SELECT m.id, -1, 'expired', t.id FROM members m JOIN ticket_entries t ON t.member_id = m.id
                 WHERE login_id = %s
                """,
                [visitor.login_id],
            )
        page = visitor.page

        page.get_by_role("button", name=f"{address} IP 변경").click()
        asked = page.get_by_role("dialog")
        expect(asked.get_by_text("사용 가능한 IP 교체권이 없습니다.")).to_be_visible()
        expect(asked.get_by_role("button", name="변경")).to_be_disabled()
        page.reload()
        expect(page.get_by_role("button", name=f"{address} 사용 가능한 교체권 없음")).to_be_disabled()
        expect(page.get_by_text("0장", exact=True)).to_be_visible()
