"""Words for states of orders and ways of paying in files for the operator."""

STATES = {
    "awaiting_payment": "결제대기",
    "awaiting_deposit": "입금대기",
    "due": "결제예정",
    "confirming": "결제확인중",
    "paid": "결제완료",
    "failed": "결제실패",
    "expired": "기한만료",
    "cancelled": "주문취소",
    "refunding": "환불처리중",
    "refunded": "환불완료",
}
METHODS = {
    "card": "카드",
    "transfer": "계좌이체",
    "virtual_account": "가상계좌",
    "billing": "정기결제",
    "points": "포인트",
}
