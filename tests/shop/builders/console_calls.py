"""The calls of the OpenAPI document: those of the console, and those that somebody else answers."""

from functools import cache
from typing import Any, NamedTuple

from tests.shop.builders.document import openapi_document

CONSOLE = "/api/v1/console/"
# What somebody may call who is not logged in yet.
DOORS = {
    ("POST", f"{CONSOLE}session"),
    ("DELETE", f"{CONSOLE}session"),
    ("POST", f"{CONSOLE}session/passkey"),
    ("POST", f"{CONSOLE}session/passkey/challenge"),
    ("POST", f"{CONSOLE}invitations/look-up"),
    ("POST", f"{CONSOLE}invitations/acceptance"),
}
# An id that nothing has.
NOTHING = "1099511627776"


class Call(NamedTuple):
    method: str
    path: str
    permission: Any
    """None where the document names no permission of staff."""
    answers: frozenset[str]
    """The statuses that the document names."""
    takes: Any
    """The schema of its body; None where it has none."""

    @property
    def url(self) -> str:
        """With ids that nothing has."""
        parts = self.path.split("/")
        return "/".join(NOTHING if part.startswith("{") else part for part in parts)

    @property
    def is_door(self) -> bool:
        return (self.method, self.path) in DOORS

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def a_body(call: Call, **known: Any) -> dict[str, Any]:
    """Something that fits its schema: what is known of a field by its name, else the least that its type allows."""
    return _fitting(call.takes, known) if call.takes else {}


def _fitting(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    if "$ref" in schema:
        schema = openapi_document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    for options in ("oneOf", "anyOf"):
        if options in schema:
            return _fitting(schema[options][0], known)
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        asked = set(schema.get("required", ())) | (known.keys() & properties.keys())
        return {
            name: known[name] if name in known else _fitting(properties[name], known)
            for name in properties
            if name in asked
        }
    return schema["enum"][0] if "enum" in schema else _plain(schema, known)


def _plain(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    if schema.get("type") == "array":
        return [_fitting(schema["items"], known)] if schema.get("minItems") else []
    by_format = {"date": "2026-12-01", "date-time": "2026-12-01T00:00:00Z"}
    by_type = {"integer": max(schema.get("minimum", 1), 1), "number": 1, "boolean": False, "null": None}
    text = by_format.get(schema.get("format", ""), "가" * max(schema.get("minLength", 0), 4))
    return by_type.get(schema.get("type", ""), text)


@cache
def every_call() -> tuple[Call, ...]:
    return tuple(
        Call(
            method.upper(),
            path,
            operation["security"][0]["staff"][0] if operation.get("security") else None,
            frozenset(operation["responses"]),
            operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema"),
        )
        for path, operations in openapi_document()["paths"].items()
        for method, operation in operations.items()
    )


def console_calls() -> list[Call]:
    return [call for call in every_call() if call.path.startswith(CONSOLE)]
