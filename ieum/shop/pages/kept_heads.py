"""Heads of public pages, kept by what they are written from: a crowd's page is drawn again each half second."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from ieum.shop.pages.v8 import Plan

HEADS_KEPT = 300


class KeptHeads:
    """A head is found by all that it says, so none is ever out of date."""

    def __init__(self) -> None:
        self._heads: OrderedDict[bytes, str] = OrderedDict()

    def head_of(
        self,
        plan: Plan,
        path: str,
        config: dict[str, Any],
        subjects: Sequence[tuple[str, msgspec.Raw]],
        write: Callable[[], str],
    ) -> str:
        """The kept head, else what `write` returns. Only pages that may be kept themselves: others are personal."""
        if not plan.cache:
            return write()
        key = sha256(msgspec.json.encode((plan, path, config, subjects))).digest()
        head = self._heads.get(key)
        if head is None:
            head = self._heads[key] = write()
            if len(self._heads) > HEADS_KEPT:
                self._heads.popitem(last=False)
        return head
