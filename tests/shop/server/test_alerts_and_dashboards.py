"""What rules, dashboards and the handbook say of metrics is true of a shop, and every alert fires when it should."""

import asyncio
import json
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from litestar import Litestar

from ieum.shop.server.figures import jobs as figure_jobs
from ieum.shop.server.worker import JOBS
from tests.cases import Cases
from tests.conftest import RollingBack
from tests.shop.builders.metrics import metrics_of

ROOT = Path(__file__).parents[3]
PROMETHEUS = ROOT / "deploy" / "prometheus"
RULES = sorted((PROMETHEUS / "rules").glob("*.yml"))
DASHBOARDS = sorted((ROOT / "deploy" / "grafana").glob("*.json"))
HANDBOOK = ROOT / "docs" / "operate" / "night.md"
# What node_exporter tells, and Prometheus itself.
NOT_OURS = {
    "node_cpu_seconds_total",
    "node_filesystem_avail_bytes",
    "node_filesystem_size_bytes",
    "node_memory_MemAvailable_bytes",
    "node_memory_MemTotal_bytes",
    "node_timex_sync_status",
    "up",
}
NAME = re.compile(r"\b((?:ieum|node)[_:]\w+(?::\w+)?|up(?=\{))")
LABEL = re.compile(r'(\w+)=(~?)"([^"]*)"')


@cache
def rules() -> list[dict[str, Any]]:
    groups = [group for path in RULES for group in yaml.safe_load(path.read_text(encoding="utf-8"))["groups"]]
    return [rule for group in groups for rule in group["rules"]]


def alerts() -> list[dict[str, Any]]:
    return [rule for rule in rules() if "alert" in rule]


def panels() -> list[dict[str, Any]]:
    boards = [json.loads(path.read_text(encoding="utf-8")) for path in DASHBOARDS]
    return [panel for board in boards for panel in board["panels"] if panel["type"] != "row"]


def expressions() -> list[str]:
    return [rule["expr"] for rule in rules()] + [
        target["expr"] for panel in panels() for target in panel["targets"]
    ]


@pytest.fixture
async def families(db: RollingBack) -> dict[str, str]:
    """The kind of each metric of a shop, `serve` and `work` alike: with or without a sample, all are named."""
    assert figure_jobs in JOBS  # loads what `work` counts
    return dict(re.findall(r"^# TYPE (ieum_\w+) (\w+)$", await metrics_of(db), re.MULTILINE))


async def test_whatever_rules_and_dashboards_name_is_answered(families: dict[str, str]) -> None:
    recorded = {rule["record"] for rule in rules() if "record" in rule}
    parts = {
        f"{name}{part}"
        for name, kind in families.items()
        if kind == "histogram"
        for part in ("_bucket", "_sum", "_count")
    }

    named = {name for expression in expressions() for name in NAME.findall(expression)}

    assert named - parts - set(families) - recorded - NOT_OURS == set()
    assert len(named) > 50


async def test_the_handbook_lists_every_metric(families: dict[str, str]) -> None:
    text = HANDBOOK.read_text(encoding="utf-8")
    section = text[text.index("| metric | answers |") : text.index("### Money that waits")]

    listed = re.findall(r"`(ieum_\w+)`", section)

    assert sorted(listed) == sorted(families)


def test_paths_that_expressions_name_are_calls(shared_app: Litestar) -> None:
    named = {
        value
        for expression in expressions()
        for label, pattern, value in LABEL.findall(expression)
        if label == "path" and not pattern
    }

    paths = {route.path for route in shared_app.routes}

    assert named - paths == set()
    assert named


def test_an_alert_says_what_to_do_and_where_to_read_on() -> None:
    cases = Cases()

    for alert in alerts():
        with cases.case(alert["alert"]):
            told = alert["annotations"]
            path, _, anchor = told["runbook"].partition("#")
            text = (ROOT / path).read_text(encoding="utf-8")

            assert alert["labels"]["severity"] in {"page", "ticket"}
            assert re.search("[가-힣]", told["summary"])
            assert re.search(r"주세요\.|니다\.$", told["description"])
            assert anchor in anchors(text)
            assert f"`{alert['alert']}`" in text

    cases.assert_right(at_least=45)


def anchors(text: str) -> set[str]:
    """The headings of a document, as links name them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    }


def test_each_alert_has_a_case_in_which_it_is_quiet_and_one_in_which_it_fires() -> None:
    cases = yaml.safe_load((PROMETHEUS / "tests" / "shop.yml").read_text(encoding="utf-8"))["tests"]

    fires = {case["name"]: [bool(each["exp_samples"]) for each in case["promql_expr_test"]] for case in cases}

    assert fires == {alert["alert"]: [False, True] for alert in alerts()}


def test_promtool_agrees() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("no promtool on this machine (Debian: apt install prometheus)")
    commands = (
        ["check", "rules", *map(str, RULES)],
        ["check", "config", "--syntax-only", str(PROMETHEUS / "prometheus.yml")],
        ["test", "rules", str(PROMETHEUS / "tests" / "shop.yml")],
    )

    said = [
        subprocess.run([promtool, *words], capture_output=True, text=True, check=False) for words in commands
    ]

    assert [(each.returncode, each.stderr) for each in said if each.returncode] == []


def test_amtool_takes_the_example_and_what_it_silences_are_alerts() -> None:
    example = PROMETHEUS / "alertmanager.yml"
    named = re.findall(r'alertname=~?"([^"]+)"', example.read_text(encoding="utf-8"))
    assert {name for one in named for name in one.split("|")} <= {alert["alert"] for alert in alerts()}
    amtool = shutil.which("amtool")
    if amtool is None:
        pytest.skip("no amtool on this machine (Debian: apt install prometheus-alertmanager)")

    said = subprocess.run([amtool, "check-config", str(example)], capture_output=True, text=True, check=False)

    assert said.returncode == 0, said.stderr


async def test_promtool_can_read_what_a_shop_answers(db: RollingBack) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("no promtool on this machine (Debian: apt install prometheus)")
    text = await metrics_of(db)

    said = await asyncio.to_thread(
        subprocess.run,
        [promtool, "check", "metrics"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (said.returncode, said.stderr) == (0, "")


def test_panels_do_not_lie_on_one_another() -> None:
    for path in DASHBOARDS:
        taken: dict[tuple[int, int], str] = {}
        for panel in json.loads(path.read_text(encoding="utf-8"))["panels"]:
            place = panel["gridPos"]
            assert place["x"] + place["w"] <= 24
            for x in range(place["x"], place["x"] + place["w"]):
                for y in range(place["y"], place["y"] + place["h"]):
                    assert taken.setdefault((x, y), panel["title"]) == panel["title"]
