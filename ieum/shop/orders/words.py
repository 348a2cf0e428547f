"""The words of orders: members, staff, mails and files read the same ones."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.orders.types import CashReceipt, Method, OrderKind, OrderState

STATES: Mapping[OrderState, str] = {
    OrderState.AWAITING_PAYMENT: "결제대기",
    OrderState.AWAITING_DEPOSIT: "입금대기",
    OrderState.DUE: "결제예정",
    OrderState.CONFIRMING: "결제확인중",
    OrderState.PAID: "결제완료",
    OrderState.FAILED: "결제실패",
    OrderState.EXPIRED: "기한만료",
    OrderState.CANCELLED: "결제 취소",
    OrderState.REFUNDING: "환불처리중",
    OrderState.REFUNDED: "환불완료",
}
TONES: Mapping[OrderState, Tone] = {
    OrderState.AWAITING_PAYMENT: "plain",
    OrderState.AWAITING_DEPOSIT: "warn",
    OrderState.DUE: "plain",
    OrderState.CONFIRMING: "warn",
    OrderState.PAID: "ok",
    OrderState.FAILED: "danger",
    OrderState.EXPIRED: "plain",
    OrderState.CANCELLED: "plain",
    OrderState.REFUNDING: "warn",
    OrderState.REFUNDED: "plain",
}
METHODS: Mapping[Method, str] = {
    "card": "카드",
    "transfer": "계좌이체",
    "virtual_account": "가상계좌",
    "billing": "정기결제 카드",
    "points": "포인트",
}
KINDS: Mapping[OrderKind, str] = {"purchase": "구매", "renewal": "연장"}
CASH_RECEIPTS: Mapping[CashReceipt, str] = {
    "none": "신청하지 않음",
    "income": "소득공제",
    "expense": "지출증빙",
}
