"""The words of bulk runs and of their rows."""

from collections.abc import Mapping

from ieum.shop.desk.bulk.types import BulkRowState, BulkState
from ieum.shop.kernel.words import Tone

STATES: Mapping[BulkState, str] = {
    "waiting": "두 번째 확인 대기",
    "running": "처리 중",
    "done": "끝남",
    "cancelled": "멈춤",
}
TONES: Mapping[BulkState, Tone] = {"waiting": "warn", "running": "warn", "done": "ok", "cancelled": "plain"}
ROWS: Mapping[BulkRowState, str] = {
    "waiting": "아직",
    "done": "처리됨",
    "skipped": "건너뜀",
    "failed": "실패",
}
ROW_TONES: Mapping[BulkRowState, Tone] = {
    "waiting": "plain",
    "done": "ok",
    "skipped": "plain",
    "failed": "danger",
}
