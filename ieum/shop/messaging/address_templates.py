"""Texts about an address with which something is wrong, and about another one that is offered for nothing."""

from collections.abc import Iterable
from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Button, Text

# By what `stock` calls it.
WHAT_IS_WRONG = {
    "unproven": "이 IP로 인터넷에 연결되지 않는 것이 여러 번 확인되었습니다.",
    "listed": "스팸·악성 접속 차단 목록에 올라 있어 일부 사이트가 접속을 거절할 수 있습니다.",
    "other_carrier": "다른 통신사의 IP로 등록되어 있어 일부 사이트가 통신사를 다르게 볼 수 있습니다.",
}


ANOTHER_IS_FREE = """\
원하시면 같은 통신사의 다른 IP로 무료로 변경해 드립니다. 이용현황에서 "다른 IP로 무료 변경"을 눌러 주세요.
IP 교체권은 사용되지 않습니다. 직접 누르시기 전에는 IP가 바뀌지 않으며, 지금 IP를 계속 사용하셔도 됩니다."""
FREE_ONES_USED_UP = """\
차단 목록에 오른 IP의 무료 변경은 상품마다 30일에 두 번까지 해 드리며, 이미 모두 이용하셨습니다.
지금 IP를 계속 사용하시거나, IP 교체권이 있으시면 교체권으로 변경하실 수 있습니다.
고객센터로 문의해 주시면 원인을 함께 확인해 드립니다."""


def address_flagged(
    *, site: str, name: str, plan: str, address: str, flags: Iterable[str], at: datetime, is_free: bool
) -> Text:
    """`is_free`: another one is offered. Else the member has had as many for nothing as there are."""
    wrong = "\n".join(f"- {WHAT_IS_WRONG[flag]}" for flag in flags)
    return Text(
        f"[{site}] 이용 중인 IP에 문제가 확인되었습니다",
        f"""{name} 님, 이용 중이신 IP에서 다음 문제가 확인되어 알려드립니다.

상품: {plan}
IP: {address}
확인 일시: {seoul.minute(at)}

{wrong}

{ANOTHER_IS_FREE if is_free else FREE_ONES_USED_UP}
변경하신 뒤에는 접속을 허용할 IP를 등록해 두신 곳에 새 IP를 등록해 주세요.
""",
        Button("이용현황에서 변경하기", "/mypage/service-status/normal"),
    )


def offer_taken(*, site: str, name: str, plan: str, previous: str, address: str, at: datetime) -> Text:
    return Text(
        f"[{site}] IP 무료 변경이 완료되었습니다",
        f"""{name} 님, 문제가 확인된 IP를 다른 IP로 변경했습니다.
등록하신 기기는 설정을 바꾸지 않고 그대로 새 IP로 접속됩니다.

상품: {plan}
이전 IP: {previous}
새 IP: {address}
변경 일시: {seoul.minute(at)}

IP 교체권은 사용되지 않았습니다. 이전 IP로는 더 이상 접속되지 않습니다.
접속을 허용할 IP를 등록해 두신 곳이 있다면 새 IP로 바꿔 주세요.
직접 변경하지 않으셨다면 비밀번호를 바꾸고 고객센터로 알려 주세요.
""",
        Button("이용현황 보기", "/mypage/service-status/normal"),
    )
