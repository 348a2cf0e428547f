"""How findings are written: for people by group, one line each, and for programs as JSON."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.metadata import version
from itertools import groupby

import msgspec

from ieum.logs import escaped
from ieum.operations.doctor.examining import exit_code
from ieum.operations.doctor.types import Finding, State
from ieum.shop.kernel import seoul

MARKS: dict[State, str] = {"well": "✓", "attention": "!", "broken": "✗", "unknown": "?", "skipped": "–"}
_COLOURS: dict[State, int] = {"well": 32, "attention": 33, "broken": 31, "unknown": 35, "skipped": 90}


class Report(msgspec.Struct, frozen=True):
    """`code` is the exit code."""

    at: datetime
    version: str
    code: int
    findings: list[Finding]


def as_json(findings: Sequence[Finding], now: datetime) -> str:
    report = Report(now, version("ieum"), exit_code(findings), list(findings))
    return msgspec.json.format(msgspec.json.encode(report), indent=1).decode()


def as_text(findings: Sequence[Finding], now: datetime, *, colour: bool) -> str:
    return "\n".join(_lines(findings, now, colour=colour))


def _lines(findings: Sequence[Finding], now: datetime, *, colour: bool) -> Iterator[str]:
    yield f"이음 {version('ieum')} 점검 · {seoul.minute(now)}"
    for group, members in groupby(findings, key=lambda finding: finding.group):
        yield f"\n{group}"
        # What many checks could not find out for the same reason is one line.
        for (state, says, do), same in groupby(members, key=lambda one: (one.state, one.says, one.do)):
            labels = ", ".join(dict.fromkeys(finding.label for finding in same))
            yield line(state, labels, says, do, colour=colour)
    counts = {state: sum(finding.state == state for finding in findings) for state in MARKS}
    # The setup shows what is missing alone.
    well = f" · 좋음 {counts['well']}" if counts["well"] else ""
    yield f"\n고장 {counts['broken']} · 손볼 것 {counts['attention']} · 모르는 것 {counts['unknown']}{well}"


def line(state: State, label: str, says: str, do: str = "", *, colour: bool) -> str:
    mark = f"\x1b[{_COLOURS[state]}m{MARKS[state]}\x1b[0m" if colour else MARKS[state]
    # What other machines have answered stands in it, too.
    return f"  {mark} {label}: {escaped(says)}" + (f" → {escaped(do)}" if do else "")
