"""Texts about services that are running."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.rules import unlinked
from ieum.shop.messaging.templates import Button, Text


def ends_soon(
    *,
    site: str,
    name: str,
    plan: str,
    address: str | None,
    until: str,
    days: int,
    price: str | None,
    link: str,
) -> Text:
    """`price`: what a renewal costs; None if it is not sold so any more."""
    return Text(
        f"[{site}] {plan} 이용 기간이 {'내일' if days == 1 else f'{days}일 뒤'} 끝납니다",
        f"""{name} 님, {plan}의 이용 기간이 {until}에 끝납니다.

{_of(plan, address)}이용 기간: {until} 24시까지
{f"연장 금액: {price}" if price else "연장 금액은 이용현황에서 확인해 주세요."}

기간이 끝나면 VPN을 켠 기기는 인터넷에 접속되지 않고, 쓰시던 IP는 다른 회원에게 배정될 수 있습니다.
계속 이용하시려면 그 전에 연장해 주세요. 같은 IP와 기기 설정을 그대로 쓰실 수 있습니다.
""",
        Button("연장하기", link),
    )


def ends_soon_sms(*, site: str, plan: str, until: str) -> str:
    return f"[{site}] {plan} 이용 기간이 {until}에 끝납니다. 계속 쓰시려면 마이페이지 > 이용현황에서 연장해 주세요."


def has_ended(
    *,
    site: str,
    name: str,
    plan: str,
    address: str | None,
    until: str,
    extended_until: str | None,
    link: str,
) -> Text:
    """`extended_until`: the last day on which it can be extended, by `link`; None where it cannot be."""
    what_now = (
        f"""{extended_until}까지는 같은 IP와 기기 설정으로 연장하실 수 있습니다.
그 전이라도 IP가 다른 회원에게 배정되면 연장할 수 없습니다.

VPN을 켜 둔 기기는 {site} 홈페이지에만 접속됩니다. 포인트로 모두 결제하면 VPN을 켠 채로 연장할 수 있습니다.
카드, 계좌이체, 가상계좌는 VPN을 끈 뒤 결제해 주세요."""
        if extended_until
        else """VPN을 켜 둔 기기는 인터넷에 접속되지 않습니다. 기기에서 VPN을 끄면 바로 다시 접속됩니다.
다시 이용하시려면 VPN을 끈 뒤 새로 구매해 주세요."""
    )
    return Text(
        f"[{site}] {plan} 이용 기간이 끝났습니다",
        f"""{name} 님, {plan}의 이용 기간이 끝났습니다.

{_of(plan, address)}이용 기간: {until} 24시까지

{what_now}
""",
        Button("연장하기" if extended_until else "상품 보기", link),
    )


def has_ended_sms(*, site: str, plan: str) -> str:
    return f"[{site}] {plan} 이용 기간이 끝났습니다. 인터넷이 안 되면 VPN을 꺼 주세요."


def _of(plan: str, address: str | None) -> str:
    return f"상품: {plan}\n" + (f"IP: {address}\n" if address else "")


def ip_changed(
    *,
    site: str,
    name: str,
    plan: str,
    previous: str,
    address: str,
    tickets_left: int,
    at: datetime,
    undo_until: datetime | None,
) -> Text:
    """`undo_until`: None where the change is final."""
    way_back = (
        f"\n{seoul.minute(undo_until)}까지 마이페이지 IP 변경에서 이전 IP로 한 번 되돌리실 수 있습니다."
        if undo_until
        else ""
    )
    return Text(
        f"[{site}] IP 변경이 완료되었습니다",
        f"""{name} 님, IP 변경이 완료되었습니다. 등록하신 기기는 설정을 바꾸지 않고 그대로 새 IP로 접속됩니다.

{_addresses(plan=plan, previous=previous, address=address, at=at)}
남은 교체권: {tickets_left}장

접속을 허용할 IP를 등록해 두신 곳이 있다면 새 IP로 바꿔 주세요. 이전 IP로는 더 이상 접속되지 않습니다.{way_back}
직접 변경하지 않으셨다면 비밀번호를 바꾸고 고객센터로 알려 주세요.
""",
        Button("이용현황 보기", "/mypage/service-status/normal"),
    )


def ip_change_undone(
    *, site: str, name: str, plan: str, previous: str, address: str, tickets_left: int, at: datetime
) -> Text:
    return Text(
        f"[{site}] 이전 IP로 되돌렸습니다",
        f"""{name} 님, IP 변경을 되돌렸습니다. 등록하신 기기는 설정을 바꾸지 않고 그대로 예전 IP로 접속됩니다.

{_addresses(plan=plan, previous=previous, address=address, at=at)}
남은 교체권: {tickets_left}장

접속을 허용할 IP를 등록해 두신 곳이 있다면 다시 바꿔 주세요. 돌려받은 교체권으로 한 변경은 되돌리실 수 없습니다.
직접 되돌리지 않으셨다면 비밀번호를 바꾸고 고객센터로 알려 주세요.
""",
        Button("이용현황 보기", "/mypage/service-status/normal"),
    )


def ip_change_taken_back(*, site: str, name: str, plan: str, address: str) -> Text:
    return Text(
        f"[{site}] IP를 변경하지 못했습니다",
        f"""{name} 님, 접속 서버가 응답하지 않아 신청하신 IP 변경을 취소했습니다. 이전 IP를 그대로 이용하시면 됩니다.

상품: {plan}
현재 IP: {address}

교체권은 사용되지 않았습니다. 잠시 후 다시 변경해 주세요. 계속되면 고객센터로 알려 주세요.
""",
        Button("IP 변경 다시 하기", "/mypage/change-ip?page=1"),
    )


def device_added(*, site: str, name: str, device: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 기기에 새 접속 설정이 등록되었습니다",
        f"""{name} 님의 상품에 기기의 새 접속 설정이 등록되었습니다.
이 기기는 회원님의 IP로 인터넷에 접속할 수 있습니다.

기기: {unlinked(device)}
등록 일시: {seoul.minute(at)}

직접 등록하지 않으셨다면 이용현황에서 기기를 삭제하고 비밀번호를 변경해 주세요.
같은 날 더 등록된 기기는 따로 알려드리지 않으니 이용현황에서 확인해 주세요.
""",
        Button("기기 확인하기", "/mypage/service-status/normal"),
    )


def device_set_up_by_link(*, site: str, name: str, device: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 기기 설정 링크가 사용되었습니다",
        f"""{name} 님이 만드신 기기 설정 링크로 기기 한 대가 설정되었습니다.
이 기기는 회원님의 IP로 인터넷에 접속할 수 있습니다. 링크는 더 이상 쓸 수 없습니다.

기기: {unlinked(device)}
설정 일시: {seoul.minute(at)}

링크를 받은 분이 설정하지 않으셨다면 이용현황에서 이 기기를 삭제해 주세요.
링크를 만드신 적이 없다면 비밀번호도 변경해 주세요.
""",
        Button("기기 확인하기", "/mypage/service-status/normal"),
    )


def _addresses(*, plan: str, previous: str, address: str, at: datetime) -> str:
    return f"상품: {plan}\n이전 IP: {previous}\n새 IP: {address}\n변경 일시: {seoul.minute(at)}"
