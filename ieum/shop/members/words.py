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
SESSION_ENDS = {
    "logout": "로그아웃",
    "reuse": "지난 토큰이 다시 쓰여 로그아웃시킴",
    "revoked": "원격 로그아웃",
}
# What staff did to a member, where no permission has that name.
STAFF_ACTIONS = {
    "exports.member": "회원 정보를 파일로 만듦",
    "members.unblock": "회원 차단 해제",
    "members.tickets": "교체권 지급과 회수",
}
