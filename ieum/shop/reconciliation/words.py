"""States as people read them in a finding: statements write them as the tables have them."""

import re

_STATES = {
    # Of orders.
    "awaiting_payment": "결제 대기",
    "awaiting_deposit": "입금 대기",
    "due": "결제 예정",
    "confirming": "결제 확인 중",
    "paid": "결제 완료",
    "failed": "결제 실패",
    "expired": "기한 만료",
    "cancelled": "취소",
    "refunding": "환불 중",
    "refunded": "환불 완료",
    # Of payments.
    "depositing": "입금 대기",
    "approved": "승인",
    "refused": "거절",
    "cancelling": "돌려주는 중",
    "none": "없음",
    # Of refunds.
    "awaiting_account": "환불 계좌 대기",
    "returning": "돌려주는 중",
    "stuck": "멈춤",
    "done": "끝남",
    # Of services, leases, changes of addresses and moves.
    "active": "이용 중",
    "suspended": "정지",
    "ended": "종료",
    "waiting": "기다리는 중",
    "taken_back": "거둠",
    "offered": "안내함",
    "moving": "옮기는 중",
    "coming": "들어올 예정",
    "leaving": "나갈 예정",
}
_WORD = re.compile(r"\b[a-z_]{3,}\b", re.ASCII)


def in_words(detail: str) -> str:
    """A state that this does not know stays as it is written. Ids of orders, in capitals, stay too."""
    return _WORD.sub(lambda found: _STATES.get(found[0], found[0]), detail)
