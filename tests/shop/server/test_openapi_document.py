"""The API's signatures, which reviewers read, and the declarations from which the console makes its dialogs."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ieum.shop.console.actions import DESK
from release.generated import write
from release.signatures import signatures
from tests.shop.builders.document import openapi_document

ROOT = Path(__file__).parents[3]
SIGNATURES = ROOT / "docs" / "api.txt"


def test_the_committed_signatures_are_the_servers() -> None:
    is_the_same = SIGNATURES.read_text(encoding="utf-8") == signatures(openapi_document())

    assert is_the_same, "`make schema` writes them anew"


def test_a_signature_says_who_may_call_and_what_is_refused() -> None:
    lines = signatures(openapi_document()).splitlines()
    told = {" ".join(line.split()[:3]) for line in lines}

    assert {
        "POST /api/login everybody",
        "POST /api/v1/orders member",
        "POST /gateway/v1/ack gateway",
        "GET /api/v1/console/members/{id} staff:members.view",
        "GET /api/v1/console/session staff:own",
    } <= told
    (order,) = (line for line in lines if line.startswith("POST /api/v1/orders "))
    assert "409 billing_unavailable,order_in_progress," in order
    assert len(lines) > 400


ORDER = ("/api/v1/orders", "post")


def _widen_field(document: dict[str, Any]) -> None:
    """Change a field of a type that is inside the one that the call takes or answers with."""
    document["components"]["schemas"]["PlacedOrder"]["properties"]["amount"]["type"] = "string"


def _ask_less(document: dict[str, Any]) -> None:
    document["components"]["schemas"]["OrderRequest"]["required"].pop()


def _refuse_more(document: dict[str, Any]) -> None:
    document["paths"][ORDER[0]][ORDER[1]]["responses"]["409"]["description"] += ", too_late"


def _let_staff_in(document: dict[str, Any]) -> None:
    document["paths"][ORDER[0]][ORDER[1]]["security"] = [{"staff": ["orders.view"]}]


def _rename_operation(document: dict[str, Any]) -> None:
    document["paths"][ORDER[0]][ORDER[1]]["operationId"] = "Order"


@pytest.mark.parametrize("change", [_widen_field, _ask_less, _refuse_more, _let_staff_in, _rename_operation])
def test_what_travels_changes_the_signature(change: Any) -> None:
    document = deepcopy(openapi_document())
    change(document)

    before, after = signatures(openapi_document()).splitlines(), signatures(document).splitlines()
    changed = {line.split()[1] for line in set(after) - set(before)}

    assert ORDER[0] in changed
    assert len(changed) < 5


def test_explanations_and_names_of_types_change_no_signature() -> None:
    text = json.dumps(openapi_document()).replace("PlacedOrder", "OrderThatWasPlaced")
    document = json.loads(text)
    placed = document["components"]["schemas"]["OrderThatWasPlaced"]
    placed["description"] = placed["title"] = "Something else"
    document["paths"][ORDER[0]][ORDER[1]]["summary"] = "Something else"

    assert signatures(document) == signatures(openapi_document())


def test_a_file_of_declarations_that_is_right_is_left_alone(tmp_path: Path) -> None:
    """A newer file would build the pages anew."""
    write(tmp_path)
    made = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    write(tmp_path)

    changes, lists = tmp_path / "changes.json", tmp_path / "lists.json"
    assert json.loads(changes.read_text(encoding="utf-8")).keys() == DESK.changes.keys()
    assert json.loads(lists.read_text(encoding="utf-8")).keys() == DESK.lists.keys()
    assert {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == made

    changes.write_text("{}", encoding="utf-8")
    write(tmp_path)

    assert json.loads(changes.read_text(encoding="utf-8")).keys() == DESK.changes.keys()
