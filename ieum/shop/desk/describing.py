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
        "isPlain": change.is_plain,
        "inBulk": change.in_bulk is not None,
        "fields": [_field(name, schema, required) for name, schema, required in _properties(change)],
    }


def _properties(change: AnyChange) -> list[tuple[str, dict[str, Any], bool]]:
    whole = msgspec.json.schema(change.wish)
    schema = whole["$defs"][whole["$ref"].rpartition("/")[2]]
    required = set(schema.get("required", ()))
    return [(name, found, name in required) for name, found in schema["properties"].items()]


def _field(name: str, schema: dict[str, Any], required: bool) -> dict[str, Any]:
    """Raises LookupError for a field without a title.

    A field of several types, a list or an object is `own`: the page of the change draws it.
    """
    variants = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    titled = schema if "title" in schema else variants[0]
    if "title" not in titled:
        raise LookupError(f"{name} has no title")
    found = variants[0]
    kind = found.get("format", found.get("type", "string" if "enum" in found else "own"))
    if len(variants) != 1 or kind in {"array", "object"}:
        kind = "own"
    # The words of each of its choices.
    words = {**found, **titled}.get("words")
    kept = {
        key: found[key] for key in ("minimum", "maximum", "minLength", "maxLength", "options") if key in found
    }
    return {
        "name": name,
        "label": titled["title"],
        "help": titled.get("description", ""),
        "type": kind,
        "required": required,
        **kept,
        **({"words": words} if words else {}),
    }
