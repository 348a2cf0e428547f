"""What is logged in the tree: whole sentences of ours, fields that are allowed, and nobody's data."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from ieum.common.logs import FIELDS

ROOT = Path(__file__).parents[3]
# To read the tree of a file takes ten times as long as to see that it has no logger.
LOGGER = re.compile(r"\blog(?:ger)?\b")
METHODS = {"debug", "info", "warning", "error", "exception", "critical", "log"}
# Names of what may say who somebody is, or let a reader be somebody.
PERSONAL = re.compile(
    r"(^|[._])(mail|email|phone|number|names?|login_id|recipient|body|text|words|token|secret|password|keys?|headers|"
    r"query|url|caller|client|content|payload|row|values?|data|scrubbed|detail|message)($|[._])"
)
# What is called so, and is nobody's: names of gateways, months, steps, tasks, files of the operator, idempotency keys.
NOBODYS = {
    "gateway.name",
    "month.name",
    "step.__name__",
    "type(error).__name__",
    "job.task_name",
    "options.url",
    "public_key",
    "name",
    "key",
    "message",
    "row",
    "row.channel",
    "file.path",
    "scrubbed.fingerprint",
    "figure.name",
    "error.verify_message",
    # Whom a refusal that may be an attack went to is meant to be known (docs/security.md).
    "ieum/shop/server/noting.py caller",
    # The shop's own address.
    "ieum/shop/server/figures/jobs.py url",
}


class Logged(NamedTuple):
    place: str
    call: ast.Call

    @property
    def values(self) -> list[ast.expr]:
        skip = 2 if isinstance(self.call.func, ast.Attribute) and self.call.func.attr == "log" else 1
        return self.call.args[skip:]

    @property
    def sentence(self) -> ast.expr:
        return self.call.args[len(self.call.args) - len(self.values) - 1]

    @property
    def extra(self) -> ast.expr | None:
        return next((each.value for each in self.call.keywords if each.arg == "extra"), None)


@cache
def logged_in(path: Path) -> list[Logged]:
    text = path.read_text()
    if not LOGGER.search(text):
        return []
    return [
        Logged(f"{path.relative_to(ROOT)}:{node.lineno}", node)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in METHODS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in {"log", "logger"}
    ]


def calls(*folders: str) -> list[Logged]:
    return [
        call
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        for call in logged_in(path)
    ]


def test_every_sentence_is_written_out_so_that_values_are_seen_as_such() -> None:
    found = calls("ieum")

    assert len(found) > 100
    assert [call.place for call in found if not isinstance(call.sentence, ast.Constant)] == []


def test_extra_has_fields_that_are_allowed() -> None:
    wrong: list[str] = []
    for place, call in calls("ieum"):
        extra = Logged(place, call).extra
        if extra is None:
            continue
        names = [
            key.value if isinstance(key, ast.Constant) else None for key in getattr(extra, "keys", [None])
        ]
        wrong += [f"{place} {name}" for name in names if name not in FIELDS]

    assert wrong == []


def test_no_value_of_the_shops_sentences_is_somebodys() -> None:
    told = [(call.place, ast.unparse(value)) for call in calls("ieum/shop") for value in call.values]

    assert len(told) > 50
    assert [
        f"{place}: {value}"
        for place, value in told
        if PERSONAL.search(value) and not NOBODYS & {value, f"{place.partition(':')[0]} {value}"}
    ] == []


@pytest.mark.parametrize("sentence", ['log.warning(f"{mail}")', 'log.info("%s", member.email)'])
def test_the_rules_see_what_they_forbid(tmp_path: Path, sentence: str) -> None:
    tree = ast.parse(sentence).body[0]
    assert isinstance(tree, ast.Expr)
    assert isinstance(tree.value, ast.Call)
    call = Logged(str(tmp_path), tree.value)

    is_seen = not isinstance(call.sentence, ast.Constant) or any(
        PERSONAL.search(ast.unparse(value)) for value in call.values
    )
    assert is_seen
