"""The words of payments."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.payments.provider import PaymentStatus
from ieum.shop.payments.types import PaymentState

STATES: Mapping[PaymentState, str] = {
    "confirming": "결제확인중",
    "depositing": "입금대기",
    "approved": "결제 승인",
    "refused": "결제 거절",
    "cancelling": "결제 취소 중",
    "cancelled": "결제 취소",
}
TONES: Mapping[PaymentState, Tone] = {
    "confirming": "warn",
    "depositing": "warn",
    "approved": "ok",
    "refused": "danger",
    "cancelling": "warn",
    "cancelled": "plain",
}
# At the provider, as staff read it in an alarm.
STATUSES: Mapping[PaymentStatus, str] = {
    PaymentStatus.WAITING: "결제 전",
    PaymentStatus.DEPOSIT: STATES["depositing"],
    PaymentStatus.APPROVED: STATES["approved"],
    PaymentStatus.CANCELLED: STATES["cancelled"],
    PaymentStatus.CLOSED: "결제되지 않고 끝남",
}
