"""The web app's types come from the server's own word."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from ieum.shop.server.openapi import changes_json, lists_json, openapi_json

DESK = Path(__file__).parents[3] / "web" / "console" / "desk"
SCHEMA = Path(__file__).parents[3] / "web" / "schema" / "openapi.json"


def test_the_committed_schema_is_the_servers() -> None:
    is_the_same = SCHEMA.read_text(encoding="utf-8").strip() == openapi_json().strip()

    assert is_the_same, "`make schema` writes it anew"


def test_the_types_of_the_pages_were_generated_from_the_committed_schema() -> None:
    made = (SCHEMA.parents[1] / "src" / "api" / "schema.ts").read_text(encoding="utf-8")
    digest = hashlib.sha256(SCHEMA.read_bytes()).hexdigest()

    assert made.splitlines()[0] == f"// openapi.json {digest}"


@pytest.mark.parametrize(("file", "made"), [("changes.json", changes_json), ("lists.json", lists_json)])
def test_the_committed_declarations_are_the_servers(file: str, made: Callable[[], str]) -> None:
    is_the_same = (DESK / file).read_text(encoding="utf-8").strip() == made().strip()

    assert is_the_same, "`make schema` writes it anew"
