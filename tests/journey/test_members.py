"""Becoming a member, getting back in, and looking after what is theirs: on a phone and on a desk."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.journey.account import ACCOUNT, a_phone, app_code, mail_of
from tests.journey.configuration import verifying
from tests.journey.inbox import messages, read_code, wait_for_subject
from tests.journey.running import RunningShop
from tests.journey.visitor import PASSWORD, STATUS, Visitor, visiting

pytestmark = pytest.mark.browser

NEW_PASSWORD = "another-horse-57"


@pytest.fixture
def visitor(width: int, browser: Browser, shop: RunningShop) -> Iterator[Visitor]:
    with visiting(shop, browser.new_context(viewport={"width": width, "height": 844})) as visitor:
        yield visitor


def fill_in_sign_up(visitor: Visitor, *, phone: str) -> None:
    visitor.agree()
    visitor.fill("이름", "홍길동")
    visitor.fill("휴대폰 번호", phone)
    visitor.fill("이메일", mail_of(visitor))
    visitor.fill("아이디", visitor.login_id)
    visitor.fill("비밀번호", PASSWORD)


def type_code(visitor: Visitor, code: str) -> None:
    field = visitor.page.get_by_role("textbox", name="인증번호", exact=True)
    expect(field).to_be_focused()
    field.fill(code)
    field.press("Enter")


def is_member(visitor: Visitor) -> None:
    """Who joined without coming from another page stands at what they have in use."""
    expect(visitor.page).to_have_url(re.compile(f"{STATUS}.page=1$"))
    visitor.open(ACCOUNT)
    expect(section(visitor, "기본 정보")).to_contain_text(visitor.login_id)


def section(visitor: Visitor, name: str) -> Locator:
    return visitor.page.get_by_role("region", name=name, exact=True)


def forget_refusal(visitor: Visitor, status: int) -> None:
    """The browser itself notes every answer that is not a success."""
    assert visitor.complaints != []
    assert all(f"status of {status}" in complaint for complaint in visitor.complaints), visitor.complaints
    visitor.forget_complaints()


@pytest.mark.both_widths
def test_joining_with_the_code_of_a_message(visitor: Visitor, shop: RunningShop) -> None:
    page, phone = visitor.page, a_phone()
    with verifying(shop, phone=True):
        visitor.open("/sign-up")
        fill_in_sign_up(visitor, phone=phone)
        expect(page.get_by_text("사용할 수 있는 아이디입니다.")).to_be_visible()

        page.get_by_role("button", name="인증번호 받기").click()
        code = read_code(shop, phone)
        type_code(visitor, "000000" if code != "000000" else "111111")
        expect(page.get_by_text("4번 더 입력할 수 있습니다.")).to_be_visible()
        forget_refusal(visitor, 422)
        type_code(visitor, code)
        expect(page.get_by_text("인증 완료")).to_be_visible()
        page.get_by_role("button", name="가입하기").click()

        is_member(visitor)


def test_joining_with_the_code_of_a_mail(visitor: Visitor, shop: RunningShop) -> None:
    page = visitor.page
    with verifying(shop, phone=True, mail=True):
        visitor.open("/sign-up")
        page.get_by_role("radio", name="이메일 인증번호").check()
        fill_in_sign_up(visitor, phone=a_phone())

        page.get_by_role("button", name="인증번호 받기").click()
        type_code(visitor, read_code(shop, mail_of(visitor)))
        expect(page.get_by_text("인증 완료")).to_be_visible()
        page.get_by_role("button", name="가입하기").click()

        is_member(visitor)


def test_joining_with_what_the_carrier_says(visitor: Visitor, shop: RunningShop) -> None:
    page, phone = visitor.page, a_phone()
    with verifying(shop, phone=True):
        visitor.open("/sign-up")
        page.get_by_role("radio", name=re.compile("^휴대폰 본인인증")).check()
        with page.expect_popup() as opened:
            page.get_by_role("button", name="휴대폰 본인인증 하기").click()
        window = opened.value
        window.get_by_label("이름").fill("김이음")
        window.get_by_label("휴대폰 번호").fill(phone)
        window.get_by_role("button", name="인증 완료").click()
        expect(page.get_by_text("본인인증을 마쳤습니다.")).to_be_visible()
        expect(page.get_by_role("textbox", name="이름", exact=True)).to_have_value("김이음")

        visitor.agree()
        visitor.fill("이메일", mail_of(visitor))
        visitor.fill("아이디", visitor.login_id)
        visitor.fill("비밀번호", PASSWORD)
        page.get_by_role("button", name="가입하기").click()

        is_member(visitor)


def test_a_reload_of_the_form_loses_nothing_but_the_passwords(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/sign-up")
    fill_in_sign_up(visitor, phone="010-1234-5678")
    expect(page.get_by_text("사용할 수 있는 아이디입니다.")).to_be_visible()
    assert PASSWORD not in visitor.everything_stored()

    page.reload()

    expect(page.get_by_role("textbox", name="아이디", exact=True)).to_have_value(visitor.login_id)
    expect(page.get_by_role("textbox", name="이메일", exact=True)).to_have_value(mail_of(visitor))
    expect(page.get_by_role("checkbox", name="(필수)").first).to_be_checked()
    expect(page.get_by_role("textbox", name="비밀번호", exact=True)).to_have_value("")


@pytest.mark.both_widths
def test_a_lost_id_is_found_through_the_mailbox(visitor: Visitor, shop: RunningShop) -> None:
    page = visitor.page
    visitor.join()
    visitor.lose_cookies()
    visitor.open("/login")
    page.get_by_role("link", name="아이디 찾기").click()

    visitor.fill("이름", "홍길동")
    visitor.fill("이메일", mail_of(visitor))
    page.get_by_role("button", name="인증번호 받기").click()
    expect(page.get_by_text("일치하는 회원이 있으면 안내를 발송해 드립니다.")).to_be_visible()
    type_code(visitor, read_code(shop, mail_of(visitor)))

    masked = page.get_by_role("list", name="찾은 아이디")
    expect(masked).to_contain_text(f"{visitor.login_id[:4]}****")
    assert visitor.login_id not in page.inner_text("main")
    assert visitor.login_id in messages(shop, mail_of(visitor))[0]["text"]


def test_whoever_is_no_member_is_told_the_same(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/find-id")

    visitor.fill("이름", "없는사람")
    visitor.fill("이메일", f"nobody-{visitor.login_id}@mail.example")
    page.get_by_role("button", name="인증번호 받기").click()
    expect(page.get_by_text("일치하는 회원이 있으면 안내를 발송해 드립니다.")).to_be_visible()
    type_code(visitor, "123456")

    expect(page.get_by_text("인증번호가 일치하지 않습니다. 4번 더 입력할 수 있습니다.")).to_be_visible()
    forget_refusal(visitor, 422)


def test_a_forgotten_password_is_set_anew(visitor: Visitor, shop: RunningShop) -> None:
    page = visitor.page
    visitor.join()
    visitor.lose_cookies()
    visitor.open("/reset-password")

    visitor.fill("이름", "홍길동")
    visitor.fill("아이디", visitor.login_id)
    visitor.fill("이메일", mail_of(visitor))
    page.get_by_role("button", name="인증번호 받기").click()
    page.get_by_role("textbox", name="인증번호", exact=True).fill(read_code(shop, mail_of(visitor)))
    visitor.fill("새 비밀번호", NEW_PASSWORD)
    visitor.fill("새 비밀번호 확인", NEW_PASSWORD)
    page.get_by_role("button", name="비밀번호 변경").click()
    expect(page.get_by_role("heading", name="비밀번호가 변경되었습니다")).to_be_visible()

    page.get_by_role("main").get_by_role("link", name="로그인").click()
    visitor.log_in(password=PASSWORD)
    expect(page.get_by_role("main")).to_contain_text("아이디 또는 비밀번호가 일치하지 않습니다.")
    forget_refusal(visitor, 401)
    visitor.log_in(password=NEW_PASSWORD)
    expect(page).to_have_url(re.compile(f"{STATUS}.page=1$"))


def confirm_password(visitor: Visitor, button: str) -> None:
    """In the dialog that asks for it."""
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="현재 비밀번호").fill(PASSWORD)
    dialog.get_by_role("button", name=button).click()
    expect(dialog).to_have_count(0)


@pytest.mark.both_widths
def test_a_second_factor_guards_the_login_and_recovery_codes_replace_it(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    visitor.join()
    visitor.open(ACCOUNT)
    page.get_by_role("button", name="2단계 인증 켜기").click()
    confirm_password(visitor, "계속")
    setup = page.get_by_role("region", name="2단계 인증 켜기")
    expect(setup.get_by_role("img", name="인증 앱 등록용 QR 코드")).to_be_visible()
    shown = setup.locator(".address").inner_text()
    setup.get_by_role("textbox", name="인증번호").fill(app_code(shown.replace(" ", "")))
    setup.get_by_role("button", name="확인").click()
    sheet = page.get_by_role("region", name="복구 코드")
    expect(sheet.get_by_role("listitem")).to_have_count(10)
    codes = sheet.get_by_role("listitem").all_inner_texts()
    with page.expect_download() as download:
        sheet.get_by_role("button", name="내려받기").click()
    download.value.save_as(tmp_path / "codes.txt")
    assert (tmp_path / "codes.txt").read_text().split() == codes
    sheet.get_by_role("button", name="보관했습니다").click()
    expect(section(visitor, "2단계 인증")).to_contain_text("남은 복구 코드 10개")
    assert codes[0] not in visitor.everything_stored()

    visitor.lose_cookies()
    visitor.open("/login")
    visitor.log_in()
    code = page.get_by_role("textbox", name="인증번호 6자리")
    expect(code).to_be_focused()
    code.fill("000000")
    page.get_by_role("button", name="확인").click()
    expect(page.get_by_text("인증번호가 일치하지 않습니다.")).to_be_visible()
    forget_refusal(visitor, 401)
    page.get_by_role("button", name="복구 코드 사용").click()
    page.get_by_role("textbox", name="복구 코드").fill(codes[0])
    page.get_by_role("button", name="확인").click()
    expect(page).to_have_url(re.compile(f"{STATUS}.page=1$"))

    visitor.open(ACCOUNT)
    expect(section(visitor, "2단계 인증")).to_contain_text("남은 복구 코드 9개")
    page.get_by_role("button", name="2단계 인증 끄기").click()
    confirm_password(visitor, "끄기")
    expect(section(visitor, "2단계 인증")).to_contain_text("사용하지 않음")


def test_a_passkey_logs_in_without_a_password(visitor: Visitor) -> None:
    page = visitor.page
    chromium = visitor.context.new_cdp_session(page)
    chromium.send("WebAuthn.enable")
    chromium.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
            }
        },
    )
    visitor.join()
    visitor.open(ACCOUNT)
    page.get_by_role("button", name="패스키 추가").click()
    expect(page.get_by_role("textbox", name="패스키 이름")).to_be_focused()
    visitor.fill("패스키 이름", "시험용 노트북")
    confirm_password(visitor, "추가하기")
    expect(section(visitor, "패스키")).to_contain_text("시험용 노트북")

    visitor.lose_cookies()
    visitor.open("/login")
    page.get_by_role("button", name="패스키로 로그인").click()
    expect(page).to_have_url(re.compile(f"{STATUS}.page=1$"))

    visitor.open(ACCOUNT)
    page.get_by_role("button", name="시험용 노트북 삭제").click()
    confirm_password(visitor, "삭제")
    expect(section(visitor, "패스키")).to_contain_text("등록된 패스키가 없습니다.")


def test_an_address_is_changed_with_a_code_and_the_password(visitor: Visitor, shop: RunningShop) -> None:
    page, new = visitor.page, f"new-{visitor.login_id}@mail.example"
    visitor.join()
    with verifying(shop, mail=True):
        visitor.open(ACCOUNT)
        page.get_by_role("button", name="이메일 변경").click()
        visitor.fill("새 이메일", new)
        page.get_by_role("button", name="인증번호 받기").click()
        type_code(visitor, read_code(shop, new))
        expect(page.get_by_text("인증 완료")).to_be_visible()
        visitor.fill("현재 비밀번호", "not-the-password-1")
        page.get_by_role("button", name="저장").click()
        expect(page.get_by_role("textbox", name="현재 비밀번호")).to_be_focused()
        forget_refusal(visitor, 422)
        visitor.fill("현재 비밀번호", PASSWORD)
        page.get_by_role("button", name="저장").click()

        expect(page.get_by_text("저장되었습니다.")).to_be_visible()
        expect(section(visitor, "기본 정보")).to_contain_text(new)
        expect(page.get_by_role("button", name="이메일 변경")).to_be_focused()
    wait_for_subject(shop, mail_of(visitor), "이메일")


def test_a_consent_is_switched_on_and_off_and_each_is_told(visitor: Visitor) -> None:
    page = visitor.page
    visitor.join()
    visitor.open(ACCOUNT)
    switch = page.get_by_role("switch", name="이메일 수신")
    expect(switch).not_to_be_checked()

    switch.click()
    expect(switch).to_be_checked()
    expect(section(visitor, "수신 동의")).to_contain_text("광고성 정보 수신에 동의하셨습니다.")
    switch.click()

    expect(switch).not_to_be_checked()
    expect(section(visitor, "수신 동의")).to_contain_text("광고성 정보 수신 거부가 처리되었습니다.")


def test_another_password_leaves_only_this_device_logged_in(
    visitor: Visitor, browser: Browser, shop: RunningShop
) -> None:
    page = visitor.page
    visitor.join()
    context = browser.new_context()
    other = Visitor(shop, context)
    other.open("/login")
    other.log_in(login_id=visitor.login_id)
    expect(other.page).to_have_url(re.compile(f"{STATUS}.page=1$"))

    visitor.open(ACCOUNT)
    page.get_by_role("button", name="비밀번호 변경").click()
    visitor.fill("현재 비밀번호", PASSWORD)
    visitor.fill("새 비밀번호", NEW_PASSWORD)
    visitor.fill("새 비밀번호 확인", NEW_PASSWORD)
    page.get_by_role("button", name="저장").click()
    expect(page.get_by_text("저장되었습니다.")).to_be_visible()

    other.open(ACCOUNT)
    expect(other.page).to_have_url(re.compile(r"/login\?callbackUrl="))
    context.close()
    page.reload()
    expect(section(visitor, "기본 정보")).to_contain_text(visitor.login_id)


def test_another_device_is_logged_out(visitor: Visitor, browser: Browser, shop: RunningShop) -> None:
    page = visitor.page
    visitor.join()
    context = browser.new_context(
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
        " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
    )
    other = Visitor(shop, context)
    other.open("/login")
    other.log_in(login_id=visitor.login_id)
    expect(other.page).to_have_url(re.compile(f"{STATUS}.page=1$"))

    visitor.open(ACCOUNT)
    devices = section(visitor, "로그인 기기").get_by_role("listitem")
    expect(devices).to_have_count(2)
    expect(devices.first).to_contain_text("현재 기기")
    devices.last.get_by_role("button", name="로그아웃").click()
    page.get_by_role("dialog").get_by_role("button", name="로그아웃").click()
    expect(devices).to_have_count(1)

    other.open(ACCOUNT)
    expect(other.page).to_have_url(re.compile(r"/login\?callbackUrl="))
    context.close()


def test_leaving_is_as_easy_as_joining(visitor: Visitor, shop: RunningShop) -> None:
    page = visitor.page
    visitor.join()
    visitor.open(ACCOUNT)
    page.get_by_role("link", name="회원탈퇴 안내 보기").click()
    expect(page.get_by_role("heading", name="법에 따라 보관하는 정보")).to_be_visible()
    understood = page.get_by_role("checkbox", name=re.compile("^위 내용을 모두 확인"))
    expect(understood).not_to_be_checked()

    page.get_by_role("button", name="회원탈퇴").click()
    expect(understood).to_be_focused()
    understood.check()
    visitor.fill("현재 비밀번호", PASSWORD)
    page.get_by_role("button", name="회원탈퇴").click()
    page.get_by_role("dialog").get_by_role("button", name="탈퇴하기").click()

    expect(page.get_by_role("heading", name="회원탈퇴가 완료되었습니다")).to_be_visible()
    visitor.open("/login")
    visitor.log_in()
    expect(page.get_by_role("main")).to_contain_text("아이디 또는 비밀번호가 일치하지 않습니다.")
    forget_refusal(visitor, 401)
    assert [
        cookie for cookie in visitor.context.cookies() if cookie.get("name", "").startswith("ieum_")
    ] == []
    with shop.database_connection() as conn:
        assert (
            conn.execute(
                "SELECT 1 FROM members WHERE name = '홍길동' AND login_id = %s", [visitor.login_id]
            ).fetchone()
            is None
        )


def test_who_still_has_a_service_is_asked_to_have_money_back_first(visitor: Visitor) -> None:
    page = visitor.page
    visitor.join()
    visitor.buy()

    visitor.open("/mypage/leave")

    expect(page.get_by_role("main")).to_contain_text("이용 중인 상품이 1개 있어 아직 탈퇴할 수 없습니다.")
    expect(page.get_by_role("button", name="회원탈퇴")).to_have_count(0)
    expect(page.get_by_role("link", name="이용현황 보기")).to_be_visible()
