"""Texts to members about their own account. No advertising, and no personal data in a subject."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Button, Text
from ieum.shop.messaging.words import MEDIA, Medium

_NOT_ME = "직접 변경하지 않으셨다면 비밀번호를 바꾸고 고객센터로 알려 주세요."
_PROFILE = Button("회원 정보 확인하기", "/mypage/information-correction")
_CONSENTS = Button("수신 동의 확인하기", "/mypage/information-correction")


def name_changed(*, site: str, name: str, masked: str, at: datetime) -> Text:
    """`name` is the one so far, as the reader may not know the new one."""
    return Text(
        f"[{site}] 이름이 변경되었습니다",
        f"""{name} 님, 회원 정보의 이름이 변경되었습니다.

변경 일시: {seoul.minute(at)}
새 이름: {masked}

{_NOT_ME} 아이디 찾기와 비밀번호 재설정은 앞으로 1년 동안 이전 이름으로도 하실 수 있습니다.
""",
        _PROFILE,
    )


def email_changed(*, site: str, name: str, masked: str, at: datetime) -> Text:
    """Sent to both the old address and the new one."""
    return Text(
        f"[{site}] 이메일 주소가 변경되었습니다",
        f"""{name} 님, 회원 정보의 이메일 주소가 변경되었습니다.

변경 일시: {seoul.minute(at)}
새 이메일 주소: {masked}

앞으로 결제와 이용 안내는 새 주소로 보내 드립니다. {_NOT_ME}
""",
        _PROFILE,
    )


def phone_changed(*, site: str, name: str, masked: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 휴대폰 번호가 변경되었습니다",
        f"""{name} 님, 회원 정보의 휴대폰 번호가 변경되었습니다.

변경 일시: {seoul.minute(at)}
새 휴대폰 번호: {masked}

{_NOT_ME}
""",
        _PROFILE,
    )


def password_changed(*, site: str, name: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 비밀번호가 변경되었습니다",
        f"""{name} 님, 비밀번호가 변경되었습니다.

변경 일시: {seoul.minute(at)}

지금 쓰시는 기기를 뺀 다른 기기에서는 모두 로그아웃되었습니다.
직접 변경하지 않으셨다면 비밀번호를 재설정하고 고객센터로 알려 주세요.
""",
        Button("비밀번호 재설정하기", "/reset-password"),
    )


def consent_changed(*, site: str, sender: str, medium: Medium, agreed: bool, at: datetime) -> Text:
    """Confirm a change of consent to advertising, with what ICNA 50-7 requires: sender, decision, date and result."""
    decision = (
        f"{sender}의 광고성 정보 수신에 동의하셨습니다."
        if agreed
        else f"{sender}의 광고성 정보 수신 거부가 처리되었습니다."
    )
    return Text(
        f"[{site}] 광고성 정보 수신 {'동의' if agreed else '거부'} 처리 결과 안내",
        f"""{seoul.day(at)} {decision}
수신 방법: {MEDIA[medium]}
변경: 마이페이지 > 정보수정
""",
        _CONSENTS,
    )


def consent_again(*, site: str, sender: str, medium: Medium, at: datetime) -> Text:
    """Remind of a consent, as ICNA 50-8 requires every two years: when it was given, how to keep or withdraw it."""
    return Text(
        f"[{site}] 광고성 정보 수신 동의 확인 안내",
        f"""{seoul.day(at)} {sender}의 광고성 정보 수신에 동의하셨습니다.
수신 방법: {MEDIA[medium]}
유지: 따로 하실 일이 없습니다.
철회: 마이페이지 > 정보수정에서 언제든지 무료로 하실 수 있습니다.
""",
        _CONSENTS,
    )


def left(*, site: str, name: str, points: int, tickets: int, kept: list[str], at: datetime) -> Text:
    """Confirm that the account is closed: the last message to a member who leaves. `kept`: records kept by law."""
    listed = "\n".join(f"- {record}" for record in kept)
    return Text(
        f"[{site}] 회원 탈퇴가 완료되었습니다",
        f"""{name} 님, 회원 탈퇴가 완료되었습니다. 그동안 이용해 주셔서 감사합니다.

탈퇴 일시: {seoul.minute(at)}
소멸된 포인트: {points:,}포인트
소멸된 IP 교체권: {tickets:,}장

회원 정보는 모두 파기했습니다. 다음은 정해진 기간 동안 따로 보관한 뒤 파기합니다.
{listed}
""",
    )


def account_blocked(*, site: str, name: str, when: str, subscriptions: int) -> Text:
    """`subscriptions` of their recurring payments were stopped with it."""
    stopped = (
        f"정기결제 {subscriptions}건은 더 이상 결제되지 않습니다. 결제하신 기간에는 상품을 계속 이용하실 수 있습니다.\n"
        if subscriptions
        else ""
    )
    return Text(
        f"[{site}] 계정 이용이 제한되었습니다",
        f"""{name} 님의 계정 이용이 제한되어 로그인하실 수 없습니다.

일시: {when}

{stopped}제한된 사유를 확인하거나 해제를 요청하시려면 고객센터로 문의해 주세요.
""",
    )


def account_unblocked(*, site: str, name: str) -> Text:
    return Text(
        f"[{site}] 계정 이용 제한이 해제되었습니다",
        f"""{name} 님의 계정 이용 제한이 해제되었습니다. 다시 로그인하실 수 있습니다.

제한하면서 멈춘 정기결제가 있으면 결제수단 관리에서 다시 이어 가실 수 있습니다.
""",
        Button("결제수단 관리 열기", "/mypage/payment-method-management"),
    )


def second_factor_reset(*, site: str, name: str, when: str) -> Text:
    return Text(
        f"[{site}] 2단계 인증이 초기화되었습니다",
        f"""{name} 님의 계정에서 2단계 인증이 초기화되고 모든 기기에서 로그아웃되었습니다.

일시: {when}

다시 로그인하신 뒤 2단계 인증을 새로 설정해 주세요.
초기화를 요청하지 않으셨다면 바로 비밀번호를 변경하고 고객센터로 문의해 주세요.
""",
        _PROFILE,
    )
