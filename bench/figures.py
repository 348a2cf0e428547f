"""What a benchmark found, and the table that shows it."""

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
    """The aim is a ceiling, not a floor."""

    @property
    def met(self) -> str:
        if self.aim is None:
            return ""
        return "yes" if (self.value <= self.aim if self.at_most else self.value >= self.aim) else "NO"

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
    """Measure in turns, after one round that does not count; who goes first changes too."""
    found: dict[str, list[T]] = {name: [] for name in contenders}
    for measure in contenders.values():
        measure()
    for number in range(rounds):
        for name in list(contenders) if number % 2 else reversed(list(contenders)):
            found[name].append(contenders[name]())
    return found


def median_ratio(ours: Sequence[float], baseline: Sequence[float]) -> float:
    """Of the rounds' own ratios: two neighbours in time met the same machine."""
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
