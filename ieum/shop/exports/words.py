"""The words of exported files."""

from collections.abc import Mapping

from ieum.shop.desk.bulk.words import STATES as BULK_STATES
from ieum.shop.exports.types import ExportState
from ieum.shop.kernel.words import Tone

STATES: Mapping[ExportState, str] = {
    "waiting": BULK_STATES["waiting"],
    "making": "만드는 중",
    "ready": "받을 수 있음",
    "failed": "만들지 못함",
    "over": "보관 기간 지남",
}
TONES: Mapping[ExportState, Tone] = {
    "waiting": "warn",
    "making": "warn",
    "ready": "ok",
    "failed": "danger",
    "over": "plain",
}
