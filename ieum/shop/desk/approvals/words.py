"""The words of requests for a second person."""

from collections.abc import Mapping

from ieum.shop.desk.approvals.types import State
from ieum.shop.kernel.words import Tone

STATES: Mapping[State, str] = {
    "asked": "확인 대기",
    "confirmed": "확인됨",
    "refused": "거절됨",
    "withdrawn": "거둠",
    "expired": "기한 지남",
}
TONES: Mapping[State, Tone] = {
    "asked": "warn",
    "confirmed": "ok",
    "refused": "danger",
    "withdrawn": "plain",
    "expired": "plain",
}
