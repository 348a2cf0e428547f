"""The words of gateways."""

from collections.abc import Mapping

from ieum.shop.gateways.state_queries import GatewayState
from ieum.shop.kernel.words import Tone

STATES: Mapping[GatewayState, str] = {
    "serving": "운영 중",
    "draining": "새 서비스 받지 않음",
    "maintenance": "점검 중",
    "lost": "이상 감지",
}
TONES: Mapping[GatewayState, Tone] = {
    "serving": "ok",
    "draining": "warn",
    "maintenance": "plain",
    "lost": "danger",
}
