"""Metrics of the provider: how long it takes to answer, and what it answers."""

import time
from collections.abc import Callable
from functools import wraps
from types import CoroutineType
from typing import Any

from prometheus_client import Histogram

from ieum.shop.payments.provider import ProviderUnavailableError, Refused, Remedy, Unknown

SECONDS = Histogram(
    "ieum_provider_seconds",
    "Time until the payment provider's answer, by call and outcome",
    ["call", "outcome"],
    buckets=(0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60),
)

OUTCOMES = ("answered", "refused", "our_fault", "unknown", "broken")
# From nothing: Prometheus cannot tell that a series has risen which it sees for the first time.
for _call in ("confirm", "charge", "cancel"):
    for _outcome in OUTCOMES:
        SECONDS.labels(_call, _outcome)


def measured[**P, R](
    call: str,
) -> Callable[[Callable[P, CoroutineType[Any, Any, R]]], Callable[P, CoroutineType[Any, Any, R]]]:
    """Observe a method of a provider under this name."""

    def decorate(run: Callable[P, CoroutineType[Any, Any, R]]) -> Callable[P, CoroutineType[Any, Any, R]]:
        @wraps(run)
        async def run_measured(*args: P.args, **kwargs: P.kwargs) -> R:
            began, outcome = time.perf_counter(), "broken"
            try:
                result = await run(*args, **kwargs)
                outcome = outcome_of(result)
            except ProviderUnavailableError:
                outcome = "unknown"
                raise
            finally:
                SECONDS.labels(call, outcome).observe(time.perf_counter() - began)
            return result

        return run_measured

    return decorate


def outcome_of(result: object) -> str:
    """Return `answered`, `refused`, `our_fault` (refused through a fault of ours) or `unknown`.

    A look-up that finds nothing is answered; a billing key that is not known to be gone is not.
    """
    if isinstance(result, Refused):
        return "our_fault" if result.remedy is Remedy.OUR_FAULT else "refused"
    return "unknown" if isinstance(result, Unknown) or result is False else "answered"
