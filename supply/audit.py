"""`make audit`: asks the advisory services whether anything in the lock files is known to be weak.

Advisories change by the day, so this is no part of the gate: a gate that was green stays green. Run it once a week, and
before every release. Exit codes: 0 nothing known, 1 something is, 2 a service could not be asked.
"""

# ruff: noqa: T201 - a program that prints

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from supply.locks import ROOT

PYTHON_LOCKS = ("requirements-dev.lock", "deploy/patroni/requirements.lock")
NPM_LOCKS = ("web", "web/schema", "bench/lighthouse")
OK, WEAK, UNKNOWN = 0, 1, 2


class Verdict(NamedTuple):
    code: int
    words: str


def of_python(said: str) -> Verdict:
    """Read pip-audit's JSON. Behind a mirror it finds no package and calls that "no known vulnerabilities"."""
    try:
        packages: list[dict[str, Any]] = json.loads(said)["dependencies"]
    except (ValueError, KeyError):
        return Verdict(UNKNOWN, _last_line(said))
    weak = [f"{one['name']} {one['version']}: {_ids(one['vulns'])}" for one in packages if one.get("vulns")]
    if weak:
        return Verdict(WEAK, "\n".join(weak))
    skipped = [one["skip_reason"] for one in packages if "skip_reason" in one]
    if skipped or not packages:
        return Verdict(
            UNKNOWN, f"{len(skipped)} packages, such as: {skipped[0] if skipped else 'none at all'}"
        )
    return Verdict(OK, f"nothing known of {len(packages)} packages")


def of_npm(said: str) -> Verdict:
    """Read npm's JSON: a report, or why there is none."""
    try:
        told: dict[str, Any] = json.loads(said)
        total: int = told["metadata"]["vulnerabilities"]["total"]
    except (ValueError, KeyError, TypeError):
        return Verdict(UNKNOWN, _last_line(said))
    weak = [f"{name}: {one['severity']}" for name, one in told.get("vulnerabilities", {}).items()]
    return Verdict(WEAK, "\n".join(weak)) if total else Verdict(OK, "nothing known")


def run(what: str, argv: list[str], cwd: Path, judge: Callable[[str], Verdict]) -> int:
    try:
        done = subprocess.run(  # noqa: S603 - our own words
            argv, cwd=cwd, capture_output=True, text=True, timeout=300, check=False
        )
        verdict = judge(done.stdout or done.stderr)
    except FileNotFoundError:
        verdict = Verdict(UNKNOWN, f"{argv[0]} is not installed")
    except subprocess.TimeoutExpired:
        verdict = Verdict(UNKNOWN, "no answer within five minutes")
    said = {
        OK: "well",
        WEAK: "KNOWN WEAKNESSES",
        UNKNOWN: "NOT CHECKED, the advisory service cannot be asked",
    }
    print(f"{what}: {said[verdict.code]}: {verdict.words}")
    return verdict.code


def _ids(weaknesses: list[dict[str, Any]]) -> str:
    return ", ".join(
        f"{one['id']} (mended in {', '.join(one['fix_versions']) or 'no version yet'})" for one in weaknesses
    )


def _last_line(said: str) -> str:
    """Return the last line of a tool's output, or the message of its JSON."""
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(said)["message"])[:300]
    lines = [line.strip() for line in said.splitlines() if len(line.strip()) > 1]
    return lines[-1][:300] if lines else "no word"


def main() -> int:
    # As locked: nothing is resolved or installed.
    python = [sys.executable, "-m", "pip_audit", "--format=json", "--disable-pip", "--require-hashes"]
    verdicts = [run(f"Python ({lock})", [*python, "-r", lock], ROOT, of_python) for lock in PYTHON_LOCKS]
    npm = ["npm", "audit", "--json", "--package-lock-only"]
    verdicts += [run(f"npm ({lock})", npm, ROOT / lock, of_npm) for lock in NPM_LOCKS]
    if UNKNOWN in verdicts:
        print("Run it again where the services answer: what was not checked is not known to be well.")
    return WEAK if WEAK in verdicts else max(verdicts)


if __name__ == "__main__":
    sys.exit(main())
