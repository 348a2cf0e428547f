"""The words of refunds."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.order_history.types import RefundMode, RefundState

STATES: Mapping[RefundState, str] = {
    "awaiting_account": "환불계좌 대기",
    "returning": "환불처리중",
    "stuck": "환불 멈춤",
    "done": "환불완료",
}
TONES: Mapping[RefundState, Tone] = {
    "awaiting_account": "warn",
    "returning": "warn",
    "stuck": "danger",
    "done": "ok",
}
# The rule by which the amount was computed.
MODES: Mapping[RefundMode, str] = {
    "full": "이용하지 않아 전부",
    "withdrawal": "7일 안의 청약철회",
    "pro_rata": "남은 기간",
    "unfulfilled": "상품을 제공하지 못해 전부",
    "operator": "운영자가 정한 금액",
}
