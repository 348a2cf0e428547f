"""The words of changes of fixed addresses."""

from collections.abc import Mapping

from ieum.shop.ip_change.types import ChangeState, Reason

STATES: Mapping[ChangeState, str] = {
    "waiting": "진행 중",
    "done": "완료",
    "taken_back": "변경하지 못함",
    "ended": "서비스 종료로 끝남",
}
REASONS: Mapping[Reason, str] = {
    "blocked": "이용하려는 곳에서 막혀 있음",
    "slow": "속도가 느림",
    "exposed": "IP가 알려져서 바꾸고 싶음",
    "region": "지역이 다르게 나옴",
    "other": "그 밖의 이유",
}
