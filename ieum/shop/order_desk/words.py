"""The words of deposits that somebody has to look at."""

from collections.abc import Mapping
from typing import Literal

type Trouble = Literal["reversed", "held_after_refund"]

TROUBLES: Mapping[Trouble, str] = {"reversed": "은행이 입금 취소", "held_after_refund": "환불 뒤 다시 입금"}
