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
# What happened to one, in the timelines of its owner.
EVENTS = {
    "created": "서브 아이디 생성",
    "changed": "서브 아이디 변경",
    "link_made": "비밀번호 링크 생성",
    "link_opened": "비밀번호 링크 열람",
    "password_set": "비밀번호 설정",
    "suspended": "사용 중지",
    "resumed": "사용 재개",
    "removed": "서브 아이디 삭제",
    "granted": "상품 사용 허용",
    "withdrawn": "상품 사용 회수",
    "acting_began": "회원이 화면 보기 시작",
    "acting_ended": "회원이 화면 보기 끝냄",
    "device_added": "기기 등록",
    "device_removed": "기기 삭제",
    "address_changed": "IP 변경",
    "change_undone": "IP 변경 되돌리기",
}
# As the owner's files say it.
FILED_BY: Mapping[By, str] = {"owner": "회원", "sub_id": BY["sub_id"], "shop": "자동"}
# As the sub-id reads it.
OWN_BY: Mapping[By, str] = {"owner": "만든 회원", "sub_id": "본인", "shop": BY["shop"]}
