"""The words of recurring payments."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.subscriptions.types import CardState, EndReason, SubscriptionState

STATES: Mapping[SubscriptionState, str] = {
    "starting": "시작하는 중",
    "active": "이용중",
    "past_due": "결제실패",
    "suspended": "이용정지",
    "ended": "종료",
}
TONES: Mapping[SubscriptionState, Tone] = {
    "starting": "plain",
    "active": "ok",
    "past_due": "danger",
    "suspended": "danger",
    "ended": "plain",
}
END_REASONS: Mapping[EndReason, str] = {
    "stopped": "해지",
    "unpaid": "미납",
    "refused": "첫 결제 거절",
    "refunded": "환불",
    "price_declined": "요금 변경에 동의하지 않음",
    "member_left": "탈퇴",
    "not_sold": "판매 종료",
}
CARDS: Mapping[CardState, str] = {
    "issuing": "등록 중",
    "active": "사용 중",
    "removing": "삭제하는 중",
    "refused": "등록하지 못함",
    "removed": "삭제",
}
