"""Idempotency keys: the first answer to a key is repeated to every later call, errors included."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec
from msgspec import Struct

from ieum.dev.sandbox.clock import Clock
from ieum.dev.sandbox.store import Store
from ieum.dev.sandbox.toss.errors import TossError

KEPT_FOR = timedelta(days=15)
LONGEST_KEY = 300


class Answer(Struct, frozen=True):
    status: int
    body: bytes
    # Drop the connection instead of sending this answer.
    cut: bool = False
    # False for a fault after which the same key may succeed.
    remembered: bool = True


class CallKey(NamedTuple):
    """Two calls with the same values are the same call, whatever their bodies."""

    key: str
    secret_key: str
    method: str
    url: str


class FirstAnswer(Struct):
    since: datetime
    # None while the first call still runs.
    answer: Answer | None = None


class FirstAnswers:
    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store
        kept = store.all("answer", FirstAnswer)
        self._first = {msgspec.json.decode(key, type=CallKey): answer for key, answer in kept}

    async def once(self, call: CallKey, act: Callable[[], Awaitable[Answer]]) -> Answer:
        if not call.key or len(call.key) > LONGEST_KEY:
            raise TossError("INVALID_IDEMPOTENCY_KEY")
        now = self._clock.now()
        first = self._first.get(call)
        if first is not None and now - first.since <= KEPT_FOR:
            if first.answer is None:
                raise TossError("IDEMPOTENT_REQUEST_PROCESSING")
            return first.answer

        self._first[call] = running = FirstAnswer(now)
        try:
            answer = await act()
        except BaseException:
            self._first.pop(call, None)
            raise
        if answer.remembered:
            running.answer = Answer(answer.status, answer.body)
            self._store.put(("answer", msgspec.json.encode(call).decode(), running))
        else:
            self._first.pop(call, None)
        return answer
