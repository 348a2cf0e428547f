"""The words of members."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.members.types import MemberState

STATES: Mapping[MemberState, str] = {
    "active": "이용중",
    "blocked": "차단",
    "left": "탈퇴",
    "sub_id": "서브 아이디",
}
TONES: Mapping[MemberState, Tone] = {
    "active": "ok",
    "blocked": "danger",
    "left": "plain",
    "sub_id": "plain",
}
