"""Output of findings: for people by group, one line each, and for programs as JSON."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.metadata import version
from itertools import groupby

import msgspec

from ieum.common.logs import escaped
from ieum.operations.doctor.examining import exit_code
from ieum.operations.doctor.types import Finding, State
from ieum.shop.kernel import seoul

MARKS: dict[State, str] = {"well": "✓", "attention": "!", "broken": "✗", "unknown": "?", "skipped": "–"}
# What the last steps of the handbook bring: of a shop that has sold nothing yet, it is no fault that it is missing.
_OPENING_STEPS = {
    *(
        "migrations",
        "certificate",
        "public_address",
        "forwarded_callers",
        "backups",
        "worker",
        "periodic_jobs",
    ),
    *("gateways", "footer", "staff", "sale", "opening", "start"),
}
_NOT_YET, _CYAN = "○", 36
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


def as_text(
    findings: Sequence[Finding], now: datetime, *, colour: bool, is_before_opening: bool = False
) -> str:
    """Write the findings for people; before the opening, steps that are missing are called so, and no faults."""
    not_yet = [
        one for one in findings if is_before_opening and one.state == "broken" and one.check in _OPENING_STEPS
    ]
    return "\n".join(_lines(findings, now, not_yet, colour=colour))


def _lines(
    findings: Sequence[Finding], now: datetime, not_yet: Sequence[Finding], *, colour: bool
) -> Iterator[str]:
    yield f"이음 {version('ieum')} 점검 · {seoul.minute(now)}"
    for group, members in groupby(findings, key=lambda finding: finding.group):
        yield f"\n{group}"
        # What many checks could not find out for the same reason is one line.
        for (state, says, do), same in groupby(members, key=lambda one: (one.state, one.says, one.do)):
            alike = list(same)
            labels = ", ".join(dict.fromkeys(finding.label for finding in alike))
            yield line(None if alike[0] in not_yet else state, labels, says, do, colour=colour)
    counts = {state: sum(finding.state == state for finding in findings) for state in MARKS}
    # The setup shows what is missing alone.
    well = f" · 좋음 {counts['well']}" if counts["well"] else ""
    later = f"아직 하지 않은 것 {len(not_yet)} · " if not_yet else ""
    broken = counts["broken"] - len(not_yet)
    yield f"\n{later}고장 {broken} · 손볼 것 {counts['attention']} · 모르는 것 {counts['unknown']}{well}"


def line(state: State | None, label: str, says: str, do: str = "", *, colour: bool) -> str:
    """Write one finding; without a state it is a step that is not done yet."""
    mark, number = (MARKS[state], _COLOURS[state]) if state else (_NOT_YET, _CYAN)
    mark = f"\x1b[{number}m{mark}\x1b[0m" if colour else mark
    # What other machines have answered stands in it, too.
    return f"  {mark} {label}: {escaped(says)}" + (f" → {escaped(do)}" if do else "")
