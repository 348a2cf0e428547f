"""Every group of `make test` and of `make nightly`, in the order in which each lane runs them."""

import re
import sys
from pathlib import Path

from tests.gate.groups import (
    PROGRAMS_OF_PAGES,
    RESULTS,
    STEP_BACK,
    VITEST,
    WEB,
    WHOLE_BROWSER,
    Group,
    Lane,
    pytest,
    python,
    tool,
    why_no_boxes,
    why_no_browser,
    why_no_fresh_machines,
    why_no_tunnels,
    why_no_whole_browser,
)
from tests.gate.results import read_vitest

LINT_IMPORTS = str(Path(sys.executable).with_name("lint-imports"))
# Groups of their own have the tests of these folders.
APART = ("tests/chaos", "tests/shop/model")
# A test with one of these marks runs in the group that asks for the mark, and in no other.
MARK = re.compile(r"pytest\.mark\.(browser|tunnels|model|chaos)\b")
COMPUTING = "not browser and not tunnels and not nightly"
# What else drives a browser stands beside what it is about.
JOURNEYS = (
    "tests/journey",
    "tests/dev/sandbox/portone/test_browser_sdk.py",
    "tests/dev/sandbox/toss/test_browser_script.py",
)
TUNNELS = ("tests/gateway", "tests/journey")
# Labs that are killed, and what the next one removes of them: nobody may open another one meanwhile.
LABS = ("tests/dev/lab",)
# A file's tests stay in one process, in their order: they may share what is dear to set up.
BY_FILE = ("--dist", "loadfile", "--no-loadscope-reorder")

# Tests of the server leave most of a core, browsers half of one: what only computes fills that from the beginning, and
# steps back. Two lanes more than that make each other slow, and late where time is measured.
GROUPS = (
    pytest(
        "tests",
        "tests",
        options=(*(f"--ignore={folder}" for folder in APART), "-n", "2", *BY_FILE),
        marks=COMPUTING,
        lane=Lane.MAIN,
    ),
    pytest(
        "browser",
        *JOURNEYS,
        options=("-n", "3", *BY_FILE),
        # The event loop of a browser's driver bears no other beside it: journeys without a browser are with the tests.
        marks="browser and not tunnels and not nightly",
        lane=Lane.MAIN,
        why_not=why_no_browser,
    ),
    pytest(
        "tunnels",
        *TUNNELS,
        # Each lab has namespaces of its own, and mostly waits.
        options=("-n", "2", *BY_FILE),
        marks="tunnels and not nightly",
        lane=Lane.BESIDE,
        why_not=why_no_tunnels,
    ),
    pytest("labs", *LABS, marks="tunnels and not nightly", lane=Lane.BESIDE, why_not=why_no_tunnels),
    pytest("chaos", "tests/chaos", marks="not nightly", lane=Lane.BESIDE, why_not=why_no_boxes),
    tool("lint", *python("ruff", "check")),
    tool("format", *python("ruff", "format", "--check")),
    tool("imports", LINT_IMPORTS),
    tool("web-types", "npm", "run", "typecheck", cwd=WEB),
    tool("web-lint", "npm", "run", "lint", cwd=WEB),
    tool("types", *python("basedpyright")),
    Group(
        name="web-tests",
        argv=(*VITEST, f"--outputFile.json={RESULTS / 'web-tests.report'}"),
        cwd=WEB,
        environ=PROGRAMS_OF_PAGES,
        read=read_vitest,
        lane=Lane.FILLING,
        nice=STEP_BACK,
    ),
    pytest("model", "tests/shop/model", marks="not nightly", lane=Lane.FILLING, nice=STEP_BACK),
)

# The whole browser at both widths, every screen in every mood, walks of 10,000 steps, the handbook on a fresh machine,
# and what else is marked `nightly`.
NIGHT = {"IEUM_NIGHTLY": "1", "IEUM_CHROMIUM": WHOLE_BROWSER}
NIGHTLY = (
    pytest(
        "journeys",
        *JOURNEYS,
        options=("-n", "3", *BY_FILE),
        marks="browser and not tunnels",
        lane=Lane.MAIN,
        why_not=why_no_whole_browser,
        environ=NIGHT,
    ),
    pytest(
        "walks",
        "tests/shop/model",
        options=("-o", "faulthandler_timeout=0"),
        marks="model",
        lane=Lane.BESIDE,
        environ=NIGHT | {"IEUM_MODEL_STEPS": "10000"},
    ),
    pytest(
        "tunnels",
        "tests/gateway",
        options=("-o", "faulthandler_timeout=0"),
        marks="tunnels and nightly",
        lane=Lane.BESIDE,
        why_not=why_no_tunnels,
    ),
    pytest(
        "fresh",
        "tests/fresh",
        options=("-o", "faulthandler_timeout=0"),
        marks="nightly",
        lane=Lane.BESIDE,
        why_not=why_no_fresh_machines,
    ),
)
