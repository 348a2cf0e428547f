"""The words of systems that the shop has programs and instructions for."""

from collections.abc import Mapping
from typing import Literal

type Os = Literal["windows", "android", "macos", "ios"]

SYSTEMS: Mapping[Os, str] = {
    "windows": "윈도우",
    "android": "안드로이드",
    "macos": "맥(macOS)",
    "ios": "아이폰/아이패드(iOS)",
}
