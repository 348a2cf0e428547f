"""Signatures of the API: a line for each operation, so that a diff shows what of the wire has changed (0165)."""

import hashlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, cast

from ieum.shop.server.openapi import openapi_json

type Json = dict[str, Any]
type Refusals = frozenset[tuple[str, str]]
"""Statuses with codes."""

_PROBLEM = "application/problem+json"
# Names and explanations: nothing that travels.
_WORDS = {"title", "description", "summary", "examples", "deprecated"}
_CALLERS = {"login_required": "member", "unknown_gateway": "gateway"}
_HEAD = """\
# Every operation of the API by its signature; `make schema` writes it anew. METHOD path, who may call it, its name,
# hashes of what it takes and of what it answers with, its refusals. `usual` stands for
"""


def signatures(document: Json) -> str:
    """Return the signatures of an OpenAPI document, sorted by path and method, below an explanation."""
    operations = [
        (f"{method.upper()} {path}", operation)
        for path, methods in sorted(document["paths"].items())
        for method, operation in sorted(methods.items())
    ]
    usual = _usual(operation for _, operation in operations)
    explained = [f"# - of {caller}: {_written(codes)}" for caller, codes in sorted(usual.items())]
    schemas = document["components"]["schemas"]
    lines = [" ".join([call, *_signature(operation, usual, schemas)]) for call, operation in operations]
    return _HEAD + "\n".join([*explained, *lines]) + "\n"


def _signature(operation: Json, usual: dict[str, Refusals], schemas: Json) -> Iterator[str]:
    caller, permission = _caller(operation)
    yield f"{caller}:{permission}" if permission else caller
    yield operation["operationId"]
    if taken := [*operation.get("parameters", ()), *_contents(operation.get("requestBody", {}))]:
        yield f"takes {_digest(taken, schemas)}"
    for status, digest in _answers(operation, schemas):
        yield f"answers {status} {digest}"
    if refused := _refused(operation):
        yield f"refuses usual {_written(refused - usual[caller])}".rstrip()
        if missing := usual[caller] - refused:
            yield f"but not {_written(missing)}"


def _caller(operation: Json) -> tuple[str, str]:
    """Return `everybody`, `member`, `gateway` or `staff`, and the permission of staff (`own` is a session alone)."""
    for scheme in operation.get("security", ()):
        return "staff", " ".join(scheme["staff"])
    codes = {code for status, code in _refused(operation) if status == "401"}
    return next((caller for code, caller in _CALLERS.items() if code in codes), "everybody"), ""


def _usual(operations: Iterable[Json]) -> dict[str, Refusals]:
    """Return for each caller the refusals that nine in ten of their calls have, apart from calls that never refuse."""
    refusing: dict[str, list[Refusals]] = defaultdict(list)
    for operation in operations:
        if refused := _refused(operation):
            refusing[_caller(operation)[0]].append(refused)
    counts = {caller: Counter(chain.from_iterable(sets)) for caller, sets in refusing.items()}
    return {
        caller: frozenset(code for code, times in counts[caller].items() if times >= len(sets) * 0.9)
        for caller, sets in refusing.items()
    }


def _refused(operation: Json) -> Refusals:
    return frozenset(
        (status, code)
        for status, answer in operation["responses"].items()
        if _PROBLEM in answer.get("content", {})
        for code in answer["description"].split(", ")
    )


def _written(refused: Refusals) -> str:
    by_status = {status: sorted(code for of, code in refused if of == status) for status, _ in refused}
    return " ".join(f"{status} {','.join(codes)}" for status, codes in sorted(by_status.items()))


def _answers(operation: Json, schemas: Json) -> Iterator[tuple[str, str]]:
    for status, answer in sorted(operation["responses"].items()):
        if _PROBLEM not in answer.get("content", {}):
            yield status, _digest(_contents(answer), schemas) if "content" in answer else "nothing"


def _contents(body: Json) -> list[Any]:
    return [body["content"], body.get("required")] if "content" in body else []


def _digest(described: Any, schemas: Json) -> str:
    shape = json.dumps(_shape(described, schemas), sort_keys=True)
    return hashlib.sha256(shape.encode()).hexdigest()[:8]


def _shape(node: Any, schemas: Json, within: tuple[str, ...] = ()) -> Any:
    """Return a part of the document with its references replaced, without the names of types and the explanations."""
    if isinstance(node, list):
        return [_shape(one, schemas, within) for one in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    fields = cast("Json", node)
    if "$ref" in fields:
        name = str(fields["$ref"]).rpartition("/")[2]
        # A type inside itself, by how far up it stands.
        return within[::-1].index(name) if name in within else _shape(schemas[name], schemas, (*within, name))
    return {key: _value(key, value, schemas, within) for key, value in fields.items() if key not in _WORDS}


def _value(key: str, value: Any, schemas: Json, within: tuple[str, ...]) -> Any:
    if key == "properties":
        # Its keys are names of fields, which may be `title`, too.
        return {name: _shape(one, schemas, within) for name, one in value.items()}
    if key in {"required", "enum"} and isinstance(value, list):
        return sorted(cast("list[Any]", value), key=str)
    return _shape(value, schemas, within)


if __name__ == "__main__":
    sys.stdout.write(signatures(json.loads(openapi_json())))
