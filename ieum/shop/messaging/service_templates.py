"""Texts about services that are running."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Button, Text


def ip_changed(
    *, site: str, name: str, plan: str, previous: str, address: str, tickets_left: int, at: datetime
) -> Text:
    return Text(
        f"[{site}] IP 변경이 완료되었습니다",
        f"""{name} 님, IP 변경이 완료되었습니다. 등록하신 기기는 설정을 바꾸지 않고 그대로 새 IP로 접속됩니다.

상품: {plan}
이전 IP: {previous}
새 IP: {address}
변경 일시: {seoul.minute(at)}
남은 교체권: {tickets_left}장

접속을 허용할 IP를 등록해 두신 곳이 있다면 새 IP로 바꿔 주세요. 이전 IP로는 더 이상 접속되지 않습니다.
직접 변경하지 않으셨다면 비밀번호를 바꾸고 고객센터로 알려 주세요.
""",
        Button("이용현황 보기", "/mypage/service-status/normal"),
    )


def device_added(*, site: str, name: str, device: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 기기에 새 접속 설정이 등록되었습니다",
        f"""{name} 님의 상품에 기기의 새 접속 설정이 등록되었습니다.
이 기기는 회원님의 IP로 인터넷에 접속할 수 있습니다.

기기: {device}
등록 일시: {seoul.minute(at)}

직접 등록하지 않으셨다면 이용현황에서 기기를 삭제하고 비밀번호를 변경해 주세요.
같은 날 더 등록된 기기는 따로 알려드리지 않으니 이용현황에서 확인해 주세요.
""",
        Button("기기 확인하기", "/mypage/service-status/normal"),
    )
