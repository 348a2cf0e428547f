"""The words of inquiries."""

from collections.abc import Mapping
from typing import Literal

from ieum.shop.inquiries.types import Category, State
from ieum.shop.kernel.words import Tone

type Author = Literal["member", "staff"]

CATEGORIES: Mapping[Category, str] = {
    "connection": "접속·설정",
    "product": "상품·구매",
    "payment": "결제",
    "refund": "환불",
    "account": "회원정보",
    "other": "기타",
}
STATES: Mapping[State, str] = {
    "received": "접수",
    "in_progress": "처리중",
    "answered": "답변완료",
    "closed": "종료",
}
TONES: Mapping[State, Tone] = {
    "received": "plain",
    "in_progress": "warn",
    "answered": "ok",
    "closed": "plain",
}
# One that nobody has taken up is to be seen by staff, and does not alarm the member.
STAFF_TONES: Mapping[State, Tone] = {**TONES, "received": "danger"}
# Who wrote a message, in the member's own files.
AUTHORS: Mapping[Author, str] = {"member": "회원", "staff": "쇼핑몰"}
