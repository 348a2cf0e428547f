"""Describes changes and lists for the console's pages, which build dialogs, buttons, tables and filters from it."""

from datetime import datetime
from typing import Any, get_args

import msgspec

from ieum.shop.desk.changes import AnyChange
from ieum.shop.desk.listing import AnyList, Column
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
        "asksReason": change.needs_reason,
        "inBulk": change.in_bulk is not None,
        "fields": [_field(name, schema, required) for name, schema, required in _properties(change.wish)],
    }


def _properties(of: type[msgspec.Struct]) -> list[tuple[str, dict[str, Any], bool]]:
    whole = msgspec.json.schema(of)
    schema = whole["$defs"][whole["$ref"].rpartition("/")[2]]
    required = set(schema.get("required", ()))
    return [(name, found, name in required) for name, found in schema["properties"].items()]


def _field(name: str, schema: dict[str, Any], required: bool) -> dict[str, Any]:
    """Describe a field of a form. Raises LookupError if it has no title.

    A field of several types, a list or an object is `own`: the page of the change draws it. A field of an edit that is
    left out stays as it is, but unless it takes null it cannot be emptied, so it is `required`.
    """
    variants = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    takes_null = len(variants) < len(schema.get("anyOf", [schema]))
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
    default = {**found, **schema}.get("default")
    if isinstance(default, bool | int | str):
        kept["default"] = default
    return {
        "name": name,
        "label": titled["title"],
        "help": titled.get("description", ""),
        "type": kind,
        "required": not takes_null and (required or "default" not in schema),
        **kept,
        **({"words": words} if words else {}),
    }


def describe_lists(desk: Desk) -> dict[str, Any]:
    """Return by name what each list is called, who may see it, its filters and its columns."""
    return {name: _list(listed) for name, listed in sorted(desk.lists.items())}


def _list(listed: AnyList) -> dict[str, Any]:
    return {
        "label": listed.label,
        "permission": listed.permission,
        "search": listed.search,
        "isPersonal": listed.is_personal,
        "isKeptHere": listed.is_kept_here,
        "filters": describe_filters(listed.filters),
        "columns": [_column(column) for column in listed.columns if column.on in {"both", "screen"}],
    }


def describe_filters(of: type[msgspec.Struct]) -> list[dict[str, Any]]:
    """Describe the filters that have a title. Of two ends, `from` has it. Ids are set by links alone.

    `unset` is what a list shows if the filter is not set, and is not all of it.
    """
    moments = {field.encode_name for field in msgspec.structs.fields(of) if _holds(field.type, datetime)}
    found = {
        name: _filter(schema, is_moment=name in moments) for name, schema, _ in _properties(of) if name != "q"
    }
    return [
        {"name": name, "label": label, "kind": kind, **_ends(name, found, kind), **kept}
        for name, (label, kind, kept) in found.items()
        if label
    ]


def _holds(kind: Any, wanted: type) -> bool:
    return kind is wanted or any(_holds(one, wanted) for one in get_args(kind))


def _filter(schema: dict[str, Any], *, is_moment: bool) -> tuple[str, str, dict[str, Any]]:
    found = next(one for one in schema.get("anyOf", [schema]) if one.get("type") != "null")
    kept = {name: found[name] for name in ("words", "options", "unset") if name in found}
    if kept:
        kind = "select"
    elif is_moment:
        kind = "dates"
    else:
        kind = {"integer": "amounts"}.get(found.get("type", ""), "text")
    return found.get("title", ""), kind, kept


def _ends(name: str, found: dict[str, Any], kind: str) -> dict[str, str]:
    """The parameters of both ends, if there are two."""
    if kind not in {"dates", "amounts"}:
        return {}
    other = {"from": "to"}.get(name, name.removesuffix("From") + "To")
    return {"from": name, "to": other} if other in found else {"kind": "linked"}


def _column(column: Column) -> dict[str, Any]:
    said = {
        "words": dict(column.words),
        "tones": dict(column.tones),
        "to": column.to,
        "isExtra": column.is_extra,
        "order": column.order,
    }
    return {
        "key": column.wire_name,
        "label": column.label,
        "kind": column.kind,
        **{name: value for name, value in said.items() if value},
    }
