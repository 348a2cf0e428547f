"""Adds kept days up to points of a series, and draws them. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from ieum.shop.numbers.definitions import Figure
from ieum.shop.numbers.types import Chart, ChartLine, ChartMark, Grain, KeptNumber, NumberPoint, Unit
from ieum.shop.numbers.words import UNITS

WIDTH, HEIGHT = 720, 220
LEFT, BOTTOM, TOP, RIGHT = 8, 24, 12, 8
STEPS, MOST_DAYS = 4, 6


def points_of(figure: Figure, kept: Sequence[KeptNumber], by: Grain) -> list[NumberPoint]:
    """Oldest first. Of a stand, a month has its last day."""
    spans: dict[date, list[KeptNumber]] = defaultdict(list)
    for number in sorted(kept, key=lambda number: number.day):
        spans[number.day.replace(day=1) if by == "month" else number.day].append(number)
    return [
        _point(figure, day, _of_last_day(numbers) if figure.is_stand else numbers)
        for day, numbers in spans.items()
    ]


def _of_last_day(numbers: list[KeptNumber]) -> list[KeptNumber]:
    return [number for number in numbers if number.day == numbers[-1].day]


def _point(figure: Figure, day: date, numbers: list[KeptNumber]) -> NumberPoint:
    by_part: dict[str, list[KeptNumber]] = defaultdict(list)
    for number in numbers:
        by_part[number.part].append(number)
    parts = {part: _sum(figure, own) for part, own in by_part.items()}
    total = _sum(figure, numbers) if figure.adds_up else None
    return NumberPoint(day, total, {part: value for part, value in parts.items() if part})


def _sum(figure: Figure, numbers: Sequence[KeptNumber]) -> float:
    value = sum(number.value for number in numbers)
    if not figure.is_share:
        return value
    bases = [number.base or 0 for number in numbers]
    base = max(bases) if figure.one_base else sum(bases)
    scale = 100 if figure.unit == "percent" else 1
    return round(value * scale / base, 1) if base else 0


def draw(points: Sequence[NumberPoint], unit: Unit) -> Chart:
    """A line for the total, or one for each part where there is none."""
    names = [""] if any(point.total is not None for point in points) else _parts(points)
    values = [value for point in points for name in names if (value := value_of(point, name)) is not None]
    top, bottom = max([*values, 0]), min([*values, 0])
    span = (top - bottom) or 1

    def y(value: float) -> float:
        return round(TOP + (top - value) / span * (HEIGHT - TOP - BOTTOM), 1)

    def x(place: int) -> float:
        return round(LEFT + place / max(len(points) - 1, 1) * (WIDTH - LEFT - RIGHT), 1)

    lines = [
        ChartLine(
            name,
            " ".join(
                f"{x(place)},{y(value)}"
                for place, point in enumerate(points)
                if (value := value_of(point, name)) is not None
            ),
        )
        for name in names
    ]
    heights = [
        ChartMark(y(bottom + span * step / STEPS), _figure(bottom + span * step / STEPS, unit))
        for step in range(STEPS + 1)
    ]
    every = max(1, -(-len(points) // MOST_DAYS))
    days = [
        ChartMark(x(place), f"{point.day:%Y.%m.%d}")
        for place, point in enumerate(points)
        if place % every == 0
    ]
    return Chart(WIDTH, HEIGHT, lines, heights, days)


def value_of(point: NumberPoint, name: str) -> float | None:
    return point.parts.get(name) if name else point.total


def _parts(points: Sequence[NumberPoint]) -> list[str]:
    return list(dict.fromkeys(part for point in points for part in point.parts))


def _figure(value: float, unit: Unit) -> str:
    return f"{value:,.0f}{UNITS[unit]}"
