"""The results of benchmarks, how they are measured in turns, and the table that shows them."""

import statistics
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

ROUNDS = 5
HEADER = ("what", "ours", "baseline", "figure", "aim", "met")


@dataclass(frozen=True, kw_only=True)
class Figure:
    what: str
    value: float
    unit: str = ""
    ours: str = ""
    baseline: str = ""
    aim: float | None = None
    at_most: bool = False
    """The aim is an upper limit; by default it is a lower one."""
    missed: str = "NO"
    """The word in the table if the aim is missed."""

    @property
    def met(self) -> str:
        if self.aim is None:
            return ""
        is_met = self.value <= self.aim if self.at_most else self.value >= self.aim
        return "yes" if is_met else self.missed

    def row(self) -> tuple[str, ...]:
        sign = "≤" if self.at_most else "≥"
        aim = "" if self.aim is None else f"{sign} {_number(self.aim)}"
        return (
            self.what,
            self.ours,
            self.baseline,
            f"{_number(self.value)} {self.unit}".strip(),
            aim,
            self.met,
        )


def alternate[T](contenders: Mapping[str, Callable[[], T]], *, rounds: int = ROUNDS) -> dict[str, list[T]]:
    """Measure all contenders in turns, after one round that does not count; the order changes every round."""
    results: dict[str, list[T]] = {name: [] for name in contenders}
    for measure in contenders.values():
        measure()
    for number in range(rounds):
        for name in list(contenders) if number % 2 else reversed(list(contenders)):
            results[name].append(contenders[name]())
    return results


def median_ratio(ours: Sequence[float], baseline: Sequence[float]) -> float:
    """The median of each round's own ratio, because both measurements of a round met the same machine load."""
    return statistics.median(one / other for one, other in zip(ours, baseline, strict=True))


def percentile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def table(figures: Sequence[Figure]) -> str:
    rows = [HEADER, *(figure.row() for figure in figures)]
    widths = [max(_width(row[column]) for row in rows) for column in range(len(HEADER))]
    lines = ["  ".join(_pad(*cell) for cell in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([lines[0], "  ".join("─" * width for width in widths), *lines[1:]])


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
