"""The web app's types come from the server's own word."""

import hashlib
from pathlib import Path

from ieum.shop.server.openapi import changes_json, openapi_json

CHANGES = Path(__file__).parents[3] / "web" / "console" / "desk" / "changes.json"
SCHEMA = Path(__file__).parents[3] / "web" / "schema" / "openapi.json"


def test_the_committed_schema_is_the_servers() -> None:
    is_the_same = SCHEMA.read_text(encoding="utf-8").strip() == openapi_json().strip()

    assert is_the_same, "`make schema` writes it anew"


def test_the_types_of_the_pages_were_generated_from_the_committed_schema() -> None:
    made = (SCHEMA.parents[1] / "src" / "api" / "schema.ts").read_text(encoding="utf-8")
    digest = hashlib.sha256(SCHEMA.read_bytes()).hexdigest()

    assert made.splitlines()[0] == f"// openapi.json {digest}"


def test_the_committed_changes_are_the_servers() -> None:
    is_the_same = CHANGES.read_text(encoding="utf-8").strip() == changes_json().strip()

    assert is_the_same, "`make schema` writes it anew"
