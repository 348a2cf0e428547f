"""What the member reads when a payment did not happen: what it was, and what to do."""

from ieum.shop.payments.provider import Remedy
from ieum.shop.payments.toss_codes import REMEDIES

_BY_CODE = {
    "sold_out": "결제하시는 동안 배정할 수 있는 IP가 모두 소진되었습니다. 결제 금액은 전액 취소됩니다.",
    "service_over": "연장하시려던 상품의 이용 기간이 결제하시는 동안 끝났습니다. 결제 금액은 전액 취소됩니다.",
    "order_expired": "결제 시간이 지나 주문이 취소되었습니다. 결제 금액은 전액 취소됩니다.",
    "replaced": "새 주문을 시작하여 이전 주문이 취소되었습니다.",
    "member_left": "회원 탈퇴로 주문이 취소되었습니다.",
    "PAY_PROCESS_CANCELED": "결제를 취소하셨습니다. 금액은 청구되지 않았습니다.",
    "USER_CANCEL": "결제를 취소하셨습니다. 금액은 청구되지 않았습니다.",
    "REJECT_CARD_PAYMENT": "한도 초과 또는 잔액 부족입니다. 한도를 확인하거나 다른 카드로 결제해 주세요.",
    "REJECT_CARD_COMPANY": "카드사에서 결제를 승인하지 않았습니다. 다른 카드로 결제하거나 카드사에 문의해 주세요.",
    "INVALID_CARD_EXPIRATION": "카드 유효기간이 올바르지 않습니다. 다른 카드로 결제해 주세요.",
    "INVALID_STOPPED_CARD": "정지된 카드입니다. 다른 카드로 결제해 주세요.",
    "INVALID_CARD_LOST_OR_STOLEN": "사용할 수 없는 카드입니다. 다른 카드로 결제해 주세요.",
    "NOT_FOUND_PAYMENT_SESSION": "결제 시간이 지났습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
}
_BY_REMEDY = {
    Remedy.UNKNOWN: "결제 결과를 확인하고 있습니다. 잠시 후 결제내역에서 확인해 주세요.",
    Remedy.ALREADY_DONE: "이미 처리된 결제입니다. 결제내역에서 확인해 주세요.",
    Remedy.TRY_LATER: "결제에 실패했습니다. 카드 정보와 한도를 확인해 주세요.",
    Remedy.NEW_CARD: "이 결제수단으로는 결제할 수 없습니다. 다른 카드로 결제해 주세요.",
    Remedy.START_AGAIN: "결제가 완료되지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.",
    Remedy.NEW_ACCOUNT: "환불받으실 계좌를 확인할 수 없습니다. 은행과 계좌번호, 예금주를 확인해 주세요.",
    Remedy.OUR_FAULT: "지금은 결제를 진행할 수 없습니다. 금액은 청구되지 않았습니다. 고객센터로 문의해 주세요.",
}


def refusal_text(code: str) -> str:
    return _BY_CODE.get(code) or _BY_REMEDY[REMEDIES.get(code, Remedy.TRY_LATER)]
