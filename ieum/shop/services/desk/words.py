"""The words of services in the console."""

from collections.abc import Mapping

from ieum.shop.desk.listing import Tone
from ieum.shop.services.desk.types import ListedServiceState

WORDS: Mapping[ListedServiceState, str] = {
    "active": "이용 중",
    "stopped": "운영자 정지",
    "suspended": "결제 대기 정지",
    "expired": "만료",
    "ended": "종료",
}
TONES: Mapping[ListedServiceState, Tone] = {
    "active": "ok",
    "stopped": "danger",
    "suspended": "warn",
    "expired": "plain",
    "ended": "plain",
}
