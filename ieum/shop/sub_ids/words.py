"""The words of sub-ids."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.sub_ids.types import By, SubIdState

STATES: Mapping[SubIdState, str] = {
    "active": "사용 중",
    "invited": "비밀번호 설정 전",
    "suspended": "중지됨",
    "over": "사용 기간 끝남",
    "removed": "삭제됨",
}
TONES: Mapping[SubIdState, Tone] = {
    "active": "ok",
    "invited": "warn",
    "suspended": "danger",
    "over": "plain",
    "removed": "plain",
}
# Who did something with one, as its owner reads it.
BY: Mapping[By, str] = {"owner": "회원님", "sub_id": "서브 아이디", "shop": "이음"}
