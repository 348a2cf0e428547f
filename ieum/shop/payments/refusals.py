"""Texts that a member reads when a payment was refused: the reason, and what to do."""

import msgspec

from ieum.shop.kernel.errors import ShopError
from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.toss_codes import REMEDIES

_OTHER_WAY = "다른 결제수단을 이용해 주세요."
_OTHER_CARD = "다른 카드로 결제해 주세요."
_ONE_DAY = f"내일 다시 결제하거나 {_OTHER_WAY}"
_INSTALMENT = "할부 개월 수를 바꾸거나 일시불로 다시 결제해 주세요."

_BY_CODE = {
    # The shop's own codes.
    "sold_out": "결제하시는 동안 배정할 수 있는 IP가 모두 소진되었습니다. 결제 금액은 전액 취소됩니다.",
    "service_over": "연장하시려던 상품의 이용 기간이 결제하시는 동안 끝났습니다. 결제 금액은 전액 취소됩니다.",
    "not_served": "지금은 제공할 수 없는 상품입니다. 결제 금액은 전액 취소됩니다.",
    "order_expired": "결제 시간이 지나 주문이 취소되었습니다. 결제 금액은 전액 취소됩니다.",
    "replaced": "새 주문을 시작하여 이전 주문이 취소되었습니다. 결제내역에서 새 주문을 확인해 주세요.",
    "member_left": "회원 탈퇴로 주문이 취소되었습니다.",
    "cancelled_by_member": "주문을 취소하셨습니다. 청구된 금액은 없습니다.",
    "deposit_cancelled": "주문이 취소되어 계좌가 닫혔습니다. 입금하지 마시고 필요하시면 다시 주문해 주세요.",
    "deposit_expired": "입금 기한이 지나 주문이 취소되었습니다. 입금하지 마시고 필요하시면 다시 주문해 주세요.",
    "deposit_not_ordered": "주문하신 결제수단과 달라 계좌를 닫았습니다. 입금하지 마시고 다시 주문해 주세요.",
    "deposit_late": "주문이 끝난 뒤에 입금되었습니다. 환불받으실 계좌를 입력하시면 전액 환불해 드립니다.",
    "payment_cancelled": "결제가 취소되었습니다. 금액은 청구되지 않으니 필요하시면 다시 주문해 주세요.",
    "charge_lost": "카드사의 응답이 없어 결제되지 않았습니다. 금액은 청구되지 않았으니 잠시 후 다시 결제해 주세요.",
    # The shop's own codes for a charge that is cancelled because its recurring payment has ended.
    "stopped": "정기결제를 해지하셔서 이 기간은 결제하지 않습니다. 청구된 금액은 없습니다.",
    "unpaid": "결제되지 않아 정기결제가 종료되었습니다. 청구된 금액은 없습니다.",
    "refunded": "환불로 정기결제가 종료되어 이 기간은 결제하지 않습니다. 청구된 금액은 없습니다.",
    "price_declined": "변경된 요금에 동의하지 않으셔서 정기결제가 종료되었습니다. 청구된 금액은 없습니다.",
    "not_sold": "상품을 제공할 수 없어 정기결제가 종료되었습니다. 청구된 금액은 없습니다.",
    # The payment window.
    "PAY_PROCESS_CANCELED": "결제를 취소하셨습니다. 금액은 청구되지 않았습니다.",
    "USER_CANCEL": "결제를 취소하셨습니다. 금액은 청구되지 않았습니다.",
    # The card.
    "REJECT_CARD_PAYMENT": f"한도 초과 또는 잔액 부족입니다. 한도를 확인하거나 {_OTHER_CARD}",
    "REJECT_CARD_COMPANY": "카드사에서 결제를 승인하지 않았습니다. 다른 카드로 결제하거나 카드사에 문의해 주세요.",
    "INVALID_REJECT_CARD": "카드사에서 사용을 거절한 카드입니다. 다른 카드로 결제하거나 카드사에 문의해 주세요.",
    "INVALID_CARD_EXPIRATION": f"카드 유효기간이 올바르지 않습니다. {_OTHER_CARD}",
    "INVALID_STOPPED_CARD": f"정지된 카드입니다. {_OTHER_CARD}",
    "INVALID_CARD_LOST_OR_STOLEN": f"분실 또는 도난 신고된 카드입니다. {_OTHER_CARD}",
    "INVALID_CARD_NUMBER": f"카드 번호가 올바르지 않습니다. 번호를 확인하거나 {_OTHER_CARD}",
    "INVALID_CARD_PASSWORD": f"카드 비밀번호가 일치하지 않습니다. 비밀번호를 확인하거나 {_OTHER_CARD}",
    "INVALID_PASSWORD": "결제 비밀번호가 일치하지 않습니다. 비밀번호를 확인한 뒤 다시 주문해 주세요.",
    "INVALID_CARD_IDENTITY": f"입력하신 정보가 카드 소유자와 다릅니다. 정보를 확인하거나 {_OTHER_CARD}",
    "INVALID_BIRTH_DAY_FORMAT": "생년월일이나 사업자등록번호가 올바르지 않습니다. 확인한 뒤 다시 결제해 주세요.",
    "NOT_SUPPORTED_CARD_TYPE": f"이 종류의 카드로는 결제할 수 없습니다. {_OTHER_CARD}",
    "NOT_REGISTERED_CARD_COMPANY": "등록되지 않은 카드입니다. 카드사에 먼저 등록하거나 다른 카드로 결제해 주세요.",
    "NOT_ALLOWED_POINT_USE": "카드 포인트를 사용할 수 없는 카드입니다. 포인트를 쓰지 않거나 다른 카드로 결제해 주세요.",
    "EXCEED_MAX_AUTH_COUNT": "인증 횟수를 초과했습니다. 카드사에 문의하거나 다른 카드로 결제해 주세요.",
    # Limits.
    "EXCEED_MAX_DAILY_PAYMENT_COUNT": f"하루에 결제할 수 있는 횟수를 초과했습니다. {_ONE_DAY}",
    "EXCEED_MAX_ONE_DAY_AMOUNT": f"하루 결제 한도를 초과했습니다. {_ONE_DAY}",
    "EXCEED_MAX_ONE_DAY_WITHDRAW_AMOUNT": f"하루 출금 한도를 초과했습니다. {_ONE_DAY}",
    "EXCEED_MAX_ONE_TIME_WITHDRAW_AMOUNT": f"1회 출금 한도를 초과했습니다. 한도를 높이거나 {_OTHER_WAY}",
    "EXCEED_MAX_MONTHLY_PAYMENT_AMOUNT": f"이번 달 결제 한도를 초과했습니다. 한도를 높이거나 {_OTHER_WAY}",
    "EXCEED_MAX_AMOUNT": f"한 번에 결제할 수 있는 금액을 초과했습니다. 수량을 줄이거나 {_OTHER_WAY}",
    "EXCEED_MAX_PAYMENT_AMOUNT": f"결제 한도를 초과했습니다. 한도를 높이거나 {_OTHER_WAY}",
    "EXCEED_MAX_CARD_INSTALLMENT_PLAN": f"선택하신 할부 개월 수가 너무 깁니다. {_INSTALMENT}",
    "INVALID_CARD_INSTALLMENT_PLAN": f"할부 개월 수가 올바르지 않습니다. {_INSTALMENT}",
    "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT": f"할부를 이용할 수 없는 카드입니다. {_INSTALMENT}",
    "NOT_SUPPORTED_MONTHLY_INSTALLMENT_PLAN": f"이 할부 개월 수는 이용할 수 없습니다. {_INSTALMENT}",
    # The account.
    "REJECT_ACCOUNT_PAYMENT": f"계좌 잔액이 부족합니다. 잔액을 확인하거나 {_OTHER_WAY}",
    "RESTRICTED_TRANSFER_ACCOUNT": "출금이 제한된 계좌입니다. 은행에 문의하거나 다른 계좌를 이용해 주세요.",
    "INVALID_ACCOUNT_INFO_RE_REGISTER": f"계좌 정보가 바뀌었습니다. 계좌를 다시 등록하거나 {_OTHER_WAY}",
    "REJECT_TOSSPAY_INVALID_ACCOUNT": f"등록하신 계좌에서 출금할 수 없습니다. 계좌를 다시 등록하거나 {_OTHER_WAY}",
    "NOT_AVAILABLE_BANK": "은행 점검 시간이라 결제할 수 없습니다. 점검이 끝난 뒤 다시 결제하거나 카드를 이용해 주세요.",
    # Time and session.
    "NOT_AVAILABLE_PAYMENT": "지금은 결제할 수 없는 시간입니다. 잠시 후 다시 주문해 주세요.",
    "FDS_ERROR": f"안전한 거래를 위해 결제가 제한되었습니다. 카드사에 문의하거나 {_OTHER_WAY}",
    "NOT_FOUND_PAYMENT_SESSION": "결제 시간이 지났습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    "EXPIRED_PAYMENT": "결제 시간이 지났습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    "INVALID_AUTHORIZE_AUTH": "결제 인증이 확인되지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    # A card on file.
    "INVALID_BILL_KEY_REQUEST": "등록하신 카드로 결제할 수 없습니다. 결제수단 관리에서 카드를 다시 등록해 주세요.",
    "ALREADY_REMOVED_BILLING_KEY": "삭제된 카드입니다. 결제수단 관리에서 카드를 다시 등록해 주세요.",
    "BILLING_KEY_NOT_FOUND": "등록하신 카드를 찾을 수 없습니다. 결제수단 관리에서 카드를 다시 등록해 주세요.",
    "NOT_FOUND_BILLING": "등록하신 카드를 찾을 수 없습니다. 결제수단 관리에서 카드를 다시 등록해 주세요.",
    # Refunds.
    "INVALID_REFUND_ACCOUNT_NUMBER": "환불받으실 계좌번호가 올바르지 않습니다. 계좌번호를 확인해 다시 입력해 주세요.",
    "INVALID_BANK": "환불받으실 은행을 확인할 수 없습니다. 은행을 다시 선택해 주세요.",
    "FORBIDDEN_BANK_REFUND_REQUEST": "이 은행 계좌로는 환불할 수 없습니다. 다른 은행의 계좌를 입력해 주세요.",
}
_BY_REMEDY = {
    Remedy.UNKNOWN: "결제 결과를 확인하고 있습니다. 잠시 후 결제내역에서 확인해 주세요.",
    Remedy.ALREADY_DONE: "이미 처리된 결제입니다. 결제내역에서 확인해 주세요.",
    Remedy.TRY_LATER: "결제에 실패했습니다. 카드 정보와 한도를 확인해 주세요.",
    Remedy.NEW_CARD: f"이 결제수단으로는 결제할 수 없습니다. {_OTHER_CARD}",
    Remedy.START_AGAIN: "결제가 완료되지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    Remedy.NEW_ACCOUNT: "환불받으실 계좌를 확인할 수 없습니다. 은행과 계좌번호, 예금주를 확인해 주세요.",
    Remedy.OUR_FAULT: "지금은 결제를 진행할 수 없습니다. 금액은 청구되지 않았습니다. 고객센터로 문의해 주세요.",
}


def refusal_text(code: str) -> str:
    return _BY_CODE.get(code) or _BY_REMEDY[REMEDIES.get(code, Remedy.TRY_LATER)]


def refusal_brief(code: str) -> str:
    """The reason alone, for a line of a list: what to do about it is the member's."""
    return refusal_text(code).partition(". ")[0].removesuffix(".")


class Failure(msgspec.Struct):
    """Reason why an order or its last charge failed: a stable code, and the Korean sentence for it."""

    code: str
    detail: str


def failure(code: str | None) -> Failure | None:
    return Failure(code, refusal_text(code)) if code else None


class OrderClosed(ShopError):
    code = "order_closed"
    title = "이미 끝난 주문입니다"
    detail = "이미 끝난 주문이라 결제를 진행하지 않았습니다. 다시 주문해 주세요."


class PaymentRefused(ShopError):
    code = "payment_refused"
    title = "결제되지 않았습니다"
