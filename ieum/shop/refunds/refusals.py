"""What the member reads when a refund is refused: the reason, and what to do instead."""

from ieum.shop.kernel.errors import ShopError
from ieum.shop.refunds.rules import NotRefundable


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


SENTENCES = {
    NotRefundable.NOT_PAID: "결제가 완료된 주문만 환불할 수 있습니다. 결제내역에서 주문 상태를 확인해 주세요.",
    NotRefundable.UNDER_WAY: "이미 환불을 신청하신 주문입니다. 결제내역에서 환불 상태를 확인해 주세요.",
    NotRefundable.LATER_PAYMENT: "연장 결제가 진행되고 있습니다. 결제를 마치거나 취소한 뒤 다시 시도해 주세요.",
    NotRefundable.LATER_PERIOD: "이어지는 이용 기간을 결제하신 주문이 있습니다. 그 주문을 먼저 환불해 주세요.",
    NotRefundable.OVER: "이용 기간이 끝난 주문이라 환불할 금액이 없습니다. 궁금하신 점은 고객센터로 문의해 주세요.",
    NotRefundable.USED: "이용을 시작하신 상품은 환불할 수 없습니다. 궁금하신 점은 고객센터로 문의해 주세요.",
    NotRefundable.NOTHING_LEFT: "환불할 금액이 남아 있지 않습니다. 궁금하신 점은 고객센터로 문의해 주세요.",
}


def refusal(why: NotRefundable) -> RefundNotPossible:
    return RefundNotPossible(SENTENCES[why])
