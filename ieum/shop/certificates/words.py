"""The words of certificates, as they stand on the documents."""

from collections.abc import Mapping

from ieum.shop.certificates.types import ShownState
from ieum.shop.kernel.words import Tone

STATES: Mapping[ShownState, str] = {
    "in_use": "이용 중",
    "suspended": "이용 정지",
    "ended": "이용 종료",
    "revoked": "취소됨",
    "holder_left": "명의자 탈퇴",
}
TONES: Mapping[ShownState, Tone] = {
    "in_use": "ok",
    "suspended": "warn",
    "ended": "plain",
    "revoked": "danger",
    "holder_left": "plain",
}
