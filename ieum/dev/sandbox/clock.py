from datetime import UTC, datetime, timedelta, timezone

from ieum.dev.sandbox.store import Store

KOREA = timezone(timedelta(hours=9))


class Clock:
    """Real time plus an offset that only grows, so that a test can let ten minutes pass."""

    def __init__(self, store: Store) -> None:
        self._store = store
        kept = dict(store.all("clock", float))
        self.offset = timedelta(seconds=kept.get("offset", 0))

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset

    def advance(self, by: timedelta) -> None:
        self.offset += by
        self._store.put(("clock", "offset", self.offset.total_seconds()))


def korean_time(moment: datetime) -> str:
    """A time as Toss writes it: to the second, with `+09:00`."""
    return moment.astimezone(KOREA).isoformat(timespec="seconds")
