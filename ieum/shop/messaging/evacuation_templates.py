"""Texts about the move of services to another gateway."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from ieum.shop.kernel import seoul
from ieum.shop.messaging.templates import Button, Text

STATUS = "/mypage/service-status/normal"
# Of a member with hundreds of services the mail names so many.
MOST_LINES = 20


def evacuation_offered(*, site: str, name: str, until: datetime, reason: str, lines: Sequence[str]) -> Text:
    day = _last_day(until)
    return Text(
        f"[{site}] {day}까지 접속 서버를 옮겨 주세요",
        f"""{name} 님, 이용 중이신 상품의 접속 서버를 옮겨야 하여 알려드립니다.

사유: {reason}
기한: {day}

{_list(lines)}

이용현황에서 "새 서버로 이전"을 누르시면 새 IP와 새 설정이 나옵니다. 기기의 개인키는 바뀌지 않으며, 지금 설정은
새 설정으로 처음 접속하실 때까지 또는 {day}까지 그대로 쓰실 수 있습니다. 새 IP는 같은 통신사의 IP이며
회원님을 위해 비워 두었습니다. 접속을 허용할 IP를 등록해 두신 곳이 있다면 새 IP를 함께 등록해 주세요.

{day}까지 누르지 않으시면 다음 날 0시에 새 IP로 이전되며, 그때부터는 새 설정으로만 접속하실 수 있습니다.
이전을 원하지 않으시면 이용현황에서 환불을 신청해 주세요. 남은 기간의 요금을 위약금 없이 돌려드립니다.
""",
        Button("이용현황에서 새 설정 받기", STATUS),
    )


def evacuation_reminder(*, site: str, name: str, until: datetime, reason: str, lines: Sequence[str]) -> Text:
    day = _last_day(until)
    return Text(
        f"[{site}] {day}까지만 지금 설정으로 접속됩니다",
        f"""{name} 님, 아직 옮기지 않으신 상품이 있어 다시 알려드립니다.

사유: {reason}
기한: {day}

{_list(lines)}

이용현황에서 "새 서버로 이전"을 누르고 새 설정을 기기에 넣어 주세요. 그대로 두시면 {day} 다음 날 0시에 새 IP로 이전되며,
그때부터는 새 설정으로만 접속하실 수 있습니다. 이전을 원하지 않으시면 남은 기간의 요금을 위약금 없이 환불해 드립니다.
""",
        Button("이용현황에서 새 설정 받기", STATUS),
    )


def moved_on_the_day(*, site: str, name: str, plan: str, previous: str, address: str) -> Text:
    return Text(
        f"[{site}] 접속 서버가 이전되었습니다. 새 설정을 받아 주세요",
        f"""{name} 님, 안내드린 기한이 지나 접속 서버를 이전했습니다.

상품: {plan}
이전 IP: {previous}
새 IP: {address}

지금까지 쓰시던 설정으로는 접속되지 않습니다. 이용현황에서 새 설정을 받아 기기에 넣어 주세요.
새 설정으로 접속하시기 전까지는 남은 기간의 요금을 위약금 없이 환불받으실 수도 있습니다.
""",
        Button("이용현황에서 새 설정 받기", STATUS),
    )


def evacuation_cancelled(*, site: str, name: str) -> Text:
    return Text(
        f"[{site}] 접속 서버를 옮기지 않으셔도 됩니다",
        f"""{name} 님, 안내드린 접속 서버 이전이 취소되었습니다.
아직 옮기지 않으신 상품은 지금 IP와 설정을 그대로 쓰시면 됩니다. 번거롭게 해 드려 죄송합니다.
""",
        Button("이용현황 보기", STATUS),
    )


def _last_day(until: datetime) -> str:
    """The last day on which the old gateway serves; `until` is the midnight after it."""
    return seoul.day(until - timedelta(seconds=1))


def _list(lines: Sequence[str]) -> str:
    shown = [f"- {line}" for line in lines[:MOST_LINES]]
    if len(lines) > MOST_LINES:
        shown.append(f"- 그 밖의 상품 {len(lines) - MOST_LINES}개")
    return "\n".join(shown)
