"""The words of moves to another gateway."""

from collections.abc import Mapping

from ieum.shop.evacuation.types import MoveState

STATES: Mapping[MoveState, str] = {
    "offered": "안내함",
    "moving": "옮기는 중",
    "moved": "옮김",
    "declined": "거절함",
    "over": "기한 지남",
    "cancelled": "옮기기 취소",
}
