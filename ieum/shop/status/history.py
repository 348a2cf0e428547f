"""Ninety days of each part as a row of marks, by what the staff have told of. Pure."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from ieum.shop.status.types import Day, PartName, PartState
from ieum.shop.status.words import PARTS, STATES

DAYS = 90
# A mark is 4 wide, the space behind it 1.5, and a row without its last space ends in 493.5.
STEP, HIGH = 5.5, 32
ILL: Mapping[PartState, str] = {"degraded": STATES["degraded"], "down": STATES["down"]}
_CLASSES: Mapping[PartState, str] = {"degraded": "some", "down": "none"}


class _Run(NamedTuple):
    """Days in a row that were alike."""

    state: PartState
    first: int
    length: int


def draw(days: list[Day], today: date) -> str:
    """A list of rows, one for each part; a mark has the colour of its day's worst incident."""
    first = today - timedelta(days=DAYS - 1)
    key = "".join(f'<span><i class="{_CLASSES[state]}"></i>{words}</span>' for state, words in ILL.items())
    rows = "".join(_row(part, name, days, first) for part, name in PARTS.items())
    return f'<p class="key"><span><i></i>문제 없음</span>{key}</p>\n<ul class="card days">{rows}</ul>'


def _row(part: PartName, name: str, days: list[Day], first: date) -> str:
    ill: dict[int, PartState] = {
        (one.day - first).days: one.state
        for one in days
        if one.part == part and 0 <= (one.day - first).days < DAYS
    }
    states: list[PartState] = [ill.get(place, "ok") for place in range(DAYS)]
    runs = [run for run in _runs(states) if run.state != "ok"]
    marks = f'<path d="M0 16H{STEP * DAYS - 1.5:g}" stroke-width="{HIGH - 12}"/>' + "".join(
        f'<path class="{_CLASSES[state]}" d="{lines}" stroke-width="{HIGH}"/>'
        for state in ILL
        if (lines := "".join(_line(run) for run in runs if run.state == state))
    )
    told = f"{name}, 지난 {DAYS}일: {_said(runs, first)}"
    return (
        f'<li><p><span class="name">{name}</span><span class="quiet">{_counted(states)}</span></p>'
        f'<svg class="strip" viewBox="0 0 {STEP * DAYS - 1.5:g} {HIGH}" preserveAspectRatio="none" role="img" '
        f'aria-label="{told}">{marks}</svg><p class="ends"><span>{DAYS}일 전</span><span>오늘</span></p></li>'
    )


def _runs(states: list[PartState]) -> list[_Run]:
    runs: list[_Run] = []
    for place, state in enumerate(states):
        if runs and runs[-1].state == state:
            runs[-1] = runs[-1]._replace(length=runs[-1].length + 1)
        else:
            runs.append(_Run(state, place, 1))
    return runs


def _line(run: _Run) -> str:
    """Begins at a mark, because the dashes of each line begin anew."""
    return f"M{STEP * run.first:g} 16h{STEP * run.length - 1.5:g}"


def _counted(states: list[PartState]) -> str:
    counts = [f"{words} {number}일" for state, words in ILL.items() if (number := states.count(state))]
    return " · ".join(counts) or "문제 없음"


def _said(runs: list[_Run], first: date) -> str:
    """Every day in words, the newest first."""
    words = [f"{_day(first, run.first)}{_until(first, run)} {ILL[run.state]}" for run in reversed(runs)]
    return ", ".join(words) or "문제 없음"


def _until(first: date, run: _Run) -> str:
    return f"부터 {_day(first, run.first + run.length - 1)}까지" if run.length > 1 else ""


def _day(first: date, place: int) -> str:
    day = first + timedelta(days=place)
    return f"{day.month}월 {day.day}일"
