"""The words of services. Staff distinguish who has suspended one; to its member both are the same."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.services.types import ListedServiceState, ServiceState

STATES: Mapping[ServiceState, str] = {
    "active": "이용중",
    "suspended": "이용정지",
    "expired": "만료",
    "ended": "종료",
}
STAFF_STATES: Mapping[ListedServiceState, str] = {
    "active": STATES["active"],
    "stopped": "운영자 정지",
    "suspended": "결제 대기 정지",
    "expired": STATES["expired"],
    "ended": STATES["ended"],
}
STAFF_TONES: Mapping[ListedServiceState, Tone] = {
    "active": "ok",
    "stopped": "danger",
    "suspended": "warn",
    "expired": "plain",
    "ended": "plain",
}
