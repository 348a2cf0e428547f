"""Counters of requests, by the path's template, so that ids do not become labels."""

from functools import cache

from prometheus_client import Counter, Histogram

REQUESTS = Counter("ieum_requests_total", "Answered requests", ["method", "path", "status"])
SECONDS = Histogram(
    "ieum_request_seconds",
    "Time to the first byte of the answer",
    ["path"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
)
RENDERS = Counter("ieum_page_renders_total", "Pages by how they were made", ["how"])
VISITS = Counter("ieum_visits_total", "Visits from other sites: stored, failed or refused", ["how"])
CLIENT_ERRORS = Counter(
    "ieum_client_errors_total",
    "Errors in browsers: of a new kind, of a known kind, or of one kind too many",
    ["kind"],
)
BLOCKED = Counter("ieum_blocked_requests_total", "Requests from blocked addresses")
CROWDED = Counter("ieum_crowded_requests_total", "Requests of networks that had asked for too much")


@cache
def request_metrics(method: str, path: str, status: int) -> tuple[Histogram, Counter]:
    """Find the two metrics of a call. Cached, because finding them by their labels takes longer than counting."""
    return SECONDS.labels(path), REQUESTS.labels(method, path, status)


def begin_at_zero(method: str, path: str) -> None:
    """Name the answers of a call that an alert is about before there are any.

    Prometheus cannot tell that a series has risen which it sees for the first time.
    """
    for status in (200, 201, 500, 503):
        request_metrics(method, path, status)


class CachedUses:
    """Count answers of a call that were sent from the cache since the last reading.

    Whoever sends one adds 1 to `number`: counting in two metrics at once takes as long as all else that is done.
    """

    __slots__ = ("_requests", "_seconds", "number")

    def __init__(self, seconds: Histogram, requests: Counter) -> None:
        self._seconds = seconds
        self._requests = requests
        self.number = 0

    def enter(self) -> None:
        """Enter them in the metrics, each with no time at all."""
        number, self.number = self.number, 0
        self._requests.inc(number)
        # What so many `observe(0)` would do; there is no public way to do it at once.
        self._seconds._buckets[0].inc(number)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage]


_cached_uses: dict[tuple[str, int], CachedUses] = {}


def enter_cached_uses() -> None:
    """Enter all of them: before every scrape, and every few seconds where another process may be scraped."""
    for uses in _cached_uses.values():
        uses.enter()


def cached_uses(path: str, status: int) -> CachedUses:
    """Return the counter of cached answers of this path with this status."""
    uses = _cached_uses.get((path, status))
    if uses is None:
        uses = _cached_uses[path, status] = CachedUses(*request_metrics("GET", path, status))
    return uses
