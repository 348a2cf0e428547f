"""The words of addresses and leases."""

from collections.abc import Mapping
from typing import Literal

from ieum.shop.kernel.words import Tone
from ieum.shop.stock.leases import Cause
from ieum.shop.stock.types import AddressState, Flag, LeaseState

# Lists call both states before the sale `unproven`.
type ListedAddressState = AddressState | Literal["unproven"]

STATES: Mapping[ListedAddressState, str] = {
    "new": "확인 전",
    "proven": "확인 전",
    "unproven": "확인 전",
    "free": "판매 가능",
    "leased": "사용 중",
    "held": "주문 대기",
    "resting": "휴지 중",
    "flagged": "문제 확인",
    "withdrawn": "판매 제외",
}
TONES: Mapping[ListedAddressState, Tone] = {
    "new": "warn",
    "proven": "warn",
    "unproven": "warn",
    "free": "ok",
    "leased": "plain",
    "held": "warn",
    "resting": "plain",
    "flagged": "danger",
    "withdrawn": "plain",
}
FLAGS: Mapping[Flag, str] = {
    "unproven": "인터넷 연결이 확인되지 않음",
    "listed": "차단 목록에 오름",
    "other_carrier": "다른 통신사로 등록됨",
}
LEASES: Mapping[LeaseState, str] = {
    "held": "주문 대기",
    "coming": "옮길 자리",
    "active": "사용 중",
    "leaving": "옮기는 중",
    "tail": "연결 마무리",
    "ended": "종료",
}
# How a service came by its address.
CAUSES: Mapping[Cause, str] = {
    "order": "구매",
    "ticket": "교체권으로 변경",
    "undo": "변경 되돌리기",
    "taken_back": "변경 취소",
    "offer": "무료 변경",
    "button": "회원이 변경",
    "timer": "자동 변경",
    "reconnect": "재접속으로 변경",
    "link": "변경 링크",
    "evacuation": "서버 이전",
}
# As its member reads it.
MEMBER_CAUSES: Mapping[Cause, str] = {**CAUSES, "button": "직접 변경"}
