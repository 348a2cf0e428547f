"""Words for states and levels, on the page and in its feed."""

from ieum.shop.status.types import Incident, Level, PartState, Progress

STATES: dict[PartState, str] = {"ok": "정상", "degraded": "일부 불편", "down": "이용 불가"}
WHOLE: dict[PartState, str] = {
    "ok": "모든 서비스를 정상적으로 이용하실 수 있습니다",
    "degraded": "일부 서비스 이용이 불편합니다",
    "down": "이용하실 수 없는 서비스가 있습니다",
}
LEVELS: dict[Level, str] = {"notice": "안내", "degraded": "일부 불편", "down": "이용 불가"}
PROGRESS: dict[Progress, str] = {
    "looking": "확인 중",
    "known": "원인 확인",
    "watching": "지켜보는 중",
    "over": "해결",
}
_ANNOUNCED: dict[Progress, str] = {**PROGRESS, "looking": LEVELS["notice"], "known": LEVELS["notice"]}
NOTHING = "지금 알려진 문제가 없습니다."


def progress_of(incident: Incident) -> dict[Progress, str]:
    """Choose the words of progress; an announced event has no cause to be found."""
    return PROGRESS if incident.level != "notice" else _ANNOUNCED
