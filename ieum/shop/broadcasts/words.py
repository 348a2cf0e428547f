"""The words of notices to many members."""

from collections.abc import Mapping
from typing import Literal

from ieum.shop.kernel.words import Tone

type IncidentKind = Literal["leak", "intrusion", "outage"]

type BroadcastState = Literal["waiting", "writing", "done", "stopped"]
type Holding = Literal["service", "none"]

STATES: Mapping[BroadcastState, str] = {
    "waiting": "두 번째 확인 대기",
    "writing": "보내는 중",
    "done": "모두 보냄",
    "stopped": "멈춤",
}
TONES: Mapping[BroadcastState, Tone] = {
    "waiting": "warn",
    "writing": "warn",
    "done": "ok",
    "stopped": "plain",
}
HOLDINGS: Mapping[Holding, str] = {
    "service": "이용 중인 서비스가 있는 회원",
    "none": "이용 중인 서비스가 없는 회원",
}
# Incidents, of which notices and archives tell members.
INCIDENTS: Mapping[IncidentKind, str] = {
    "leak": "개인정보 유출",
    "intrusion": "침해 사고",
    "outage": "서비스 장애",
}
