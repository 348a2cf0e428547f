"""Texts about inquiries. They never contain the answer, which members read in the shop after logging in."""

from datetime import datetime

from ieum.shop.kernel import seoul
from ieum.shop.messaging.rules import unlinked
from ieum.shop.messaging.templates import Button, Text

_WHERE = "고객센터 > 1:1 문의"


def inquiry_answered(*, site: str, name: str, title: str, inquiry: int, at: datetime) -> Text:
    return Text(
        f"[{site}] 문의하신 내용에 답변이 등록되었습니다",
        f"""{name} 님, 문의하신 내용에 답변이 등록되었습니다.

문의: {unlinked(title)}
접수일시: {seoul.minute(at)}

답변은 로그인 후 {_WHERE}에서 확인하실 수 있습니다. 더 궁금하신 점은 같은 문의에 이어서 작성해 주세요.
""",
        Button("답변 확인하기", f"/support/inquiry/{inquiry}"),
    )


def inquiry_answered_sms(*, site: str) -> str:
    return f"[{site}] 문의하신 내용에 답변이 등록되었습니다. {_WHERE}에서 확인해 주세요."
