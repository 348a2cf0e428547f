"""The words of texts that staff write."""

from collections.abc import Mapping

from ieum.shop.kernel.words import Tone
from ieum.shop.publishing.desk.types import TextState

STATES: Mapping[TextState, str] = {"published": "게시 중", "coming": "게시 예정", "withdrawn": "내림"}
TONES: Mapping[TextState, Tone] = {"published": "ok", "coming": "warn", "withdrawn": "plain"}
