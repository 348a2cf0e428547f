"""Words for states and levels, on the page and in its feed."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.status.types import Incident, Level, PartName, PartState, Progress

PARTS: Mapping[PartName, str] = {
    "shop": "홈페이지와 주문",
    "payment": "결제",
    "messages": "메일과 문자",
    "gateways": "VPN 연결",
}
STATES: Mapping[PartState, str] = {"ok": "정상", "degraded": "일부 불편", "down": "이용 불가"}
TONES: Mapping[PartState, Tone] = {"ok": "ok", "degraded": "warn", "down": "danger"}
WHOLE: Mapping[PartState, str] = {
    "ok": "모든 서비스를 정상적으로 이용하실 수 있습니다",
    "degraded": "일부 서비스 이용이 불편합니다",
    "down": "이용하실 수 없는 서비스가 있습니다",
}
LEVELS: Mapping[Level, str] = {
    "notice": "안내",
    "degraded": STATES["degraded"],
    "down": STATES["down"],
}
LEVEL_TONES: Mapping[Level, Tone] = {"notice": "plain", "degraded": "warn", "down": "danger"}
PROGRESS: Mapping[Progress, str] = {
    "looking": "확인 중",
    "known": "원인 확인",
    "watching": "지켜보는 중",
    "over": "해결",
}
# An announced event has no cause to be found.
ANNOUNCED: Mapping[Progress, str] = {**PROGRESS, "looking": LEVELS["notice"], "known": LEVELS["notice"]}
NOTHING = "지금 알려진 문제가 없습니다."


def progress_of(incident: Incident) -> Mapping[Progress, str]:
    return PROGRESS if incident.level != "notice" else ANNOUNCED
