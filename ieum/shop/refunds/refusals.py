"""Texts that a member reads when a refund is refused: the reason, and what to do instead."""

from ieum.shop.kernel.errors import ShopError


class RefundNotPossible(ShopError):
    code = "refund_not_possible"
    title = "환불할 수 없는 주문입니다"
    detail = "환불할 수 없는 주문입니다. 궁금하신 점은 고객센터로 문의해 주세요."


class QuoteExpired(ShopError):
    code = "quote_expired"
    title = "금액을 다시 확인해 주세요"
    detail = "확인하신 환불 금액의 유효 시간이 지났거나 금액이 바뀌었습니다. 환불 금액을 다시 확인해 주세요."


class AccountNotAwaited(ShopError):
    code = "account_not_awaited"
    title = "계좌를 입력할 수 없습니다"
    detail = "환불 계좌를 기다리고 있는 주문이 아닙니다. 결제내역에서 환불 상태를 확인해 주세요."
