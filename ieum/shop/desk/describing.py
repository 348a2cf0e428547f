"""Describes changes for the console's pages, which build dialogs and buttons from it."""

from typing import Any

import msgspec

from ieum.shop.desk.changes import AnyChange
from ieum.shop.desk.registry import Desk


def describe_changes(desk: Desk) -> dict[str, Any]:
    """Return by name what each change is called, who may make it, and the fields of its form."""
    return {name: _described(change) for name, change in sorted(desk.changes.items())}


def _described(change: AnyChange) -> dict[str, Any]:
    return {
        "label": change.label,
        "done": change.done,
        "permission": change.permission,
        "object": change.of.label,
        "screen": change.of.screen,
        "inBulk": change.in_bulk is not None,
        "fields": [_field(name, schema, required) for name, schema, required in _properties(change)],
    }


def _properties(change: AnyChange) -> list[tuple[str, dict[str, Any], bool]]:
    whole = msgspec.json.schema(change.wish)
    schema = whole["$defs"][whole["$ref"].rpartition("/")[2]]
    required = set(schema.get("required", ()))
    return [(name, found, name in required) for name, found in schema["properties"].items()]


def _field(name: str, schema: dict[str, Any], required: bool) -> dict[str, Any]:
    """Raises LookupError for a field without a title, or of a type that no form has."""
    variants = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    if len(variants) != 1 or "title" not in variants[0]:
        raise LookupError(f"{name} has no title, or more than one type")
    found = variants[0]
    kept = {
        key: found[key] for key in ("minimum", "maximum", "minLength", "maxLength", "options") if key in found
    }
    return {
        "name": name,
        "label": found["title"],
        "help": found.get("description", ""),
        "type": found.get("format", found["type"]),
        "required": required,
        **kept,
    }
