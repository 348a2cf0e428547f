"""A figure: some metrics that are read from the database together."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection


class Figure(NamedTuple):
    """`every`: it is not read again sooner, in seconds."""

    name: str
    read: Callable[[Connection], Awaitable[Sequence[Metric]]]
    every: float = 10


def gauge(name: str, text: str, *labels: str) -> GaugeMetricFamily:
    """Make a metric without a sample; each is named in the answer though there is nothing to say yet."""
    return GaugeMetricFamily(name, text, labels=labels)


def fill(metric: GaugeMetricFamily, kinds: Iterable[str], values: Mapping[str, float]) -> None:
    """Give every kind its value, and 0 to those without: a series that comes and goes cannot be compared."""
    for kind in kinds:
        metric.add_metric([kind], values.get(kind, 0))
