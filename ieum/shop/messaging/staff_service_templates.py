"""Texts about what staff have done with a member's service."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Button, Text

_STATUS = Button("이용현황 보기", "/mypage/service-status/normal")


def address_replaced(*, site: str, name: str, plan: str, previous: str, address: str, at: datetime) -> Text:
    return Text(
        f"[{site}] IP를 교체해 드렸습니다",
        f"""{name} 님, 고객센터에서 이용 중이신 IP를 다른 IP로 교체해 드렸습니다.
등록하신 기기는 설정을 바꾸지 않고 그대로 새 IP로 접속됩니다.

상품: {plan}
이전 IP: {previous}
새 IP: {address}
교체 일시: {seoul.minute(at)}

IP 교체권은 사용되지 않았습니다. 이전 IP로는 더 이상 접속되지 않습니다.
접속을 허용할 IP를 등록해 두신 곳이 있다면 새 IP로 바꿔 주세요.
""",
        _STATUS,
    )


def service_stopped(*, site: str, name: str, plan: str, address: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 서비스 이용이 정지되었습니다",
        f"""{name} 님, 운영자가 아래 서비스의 이용을 정지했습니다.

상품: {plan}
IP: {address}
정지 일시: {seoul.minute(at)}

IP와 등록하신 기기는 그대로 있습니다. VPN을 켜 둔 기기는 인터넷에 접속되지 않으니 VPN을 꺼 주세요.
정지된 이유와 다시 이용하는 방법은 고객센터로 문의해 주세요.
""",
        Button("1:1 문의하기", "/support/inquiry"),
    )


def service_restarted(*, site: str, name: str, plan: str, address: str, at: datetime) -> Text:
    return Text(
        f"[{site}] 서비스를 다시 이용하실 수 있습니다",
        f"""{name} 님, 정지되었던 아래 서비스를 다시 이용하실 수 있습니다. 기기 설정은 그대로 쓰시면 됩니다.

상품: {plan}
IP: {address}
해제 일시: {seoul.minute(at)}
""",
        _STATUS,
    )
