"""Reads what a press is sent against the declaration of its change."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, cast

import msgspec

from ieum.shop.desk.change_types import Target, Wished
from ieum.shop.desk.changes import Change
from ieum.shop.kernel.calendar import wrong_date
from ieum.shop.kernel.errors import BAD_FORMAT, MISSING, Field, InvalidFields, refuse_wrong

_AT = re.compile(r" - at `\$\.?(?P<path>[^`]*)`$")
_MISSING = re.compile(r"missing required field `(?P<name>[^`]+)`")


def read_target[T, S, W](change: Change[T, S, W], target: Target) -> T:
    """Read the id of the object. Raises the refusal of a missing object for an id of another type."""
    is_number, is_text = isinstance(target, int), isinstance(target, str) and "\0" not in target
    if not {"number": is_number, "text": is_text, "none": target is None}[change.of.key]:
        raise change.of.missing
    return cast("T", target)


def read_wish[T, S, W](change: Change[T, S, W], sent: dict[str, Any]) -> W:
    """Read the fields of the wish. Raises InvalidFields, which names the wrong ones."""
    try:
        wish = msgspec.convert(sent, change.wish)
    except msgspec.ValidationError as error:
        raise InvalidFields(_wrong_field(str(error))) from error
    refuse_wrong(list(_wrong_dates("wish", wish)))
    return wish


def read_wished[T, S, W](change: Change[T, S, W], wished: Wished) -> tuple[T, W]:
    return read_target(change, wished.target), read_wish(change, wished.wish)


def _wrong_field(message: str) -> Field:
    """Name the field that msgspec's message is about; `wish` if it is about the whole."""
    at = _AT.search(message)
    path = at["path"] if at else ""
    missing = _MISSING.search(message)
    if missing:
        return Field(".".join(filter(None, ["wish", path, missing["name"]])), "missing", MISSING)
    return Field(f"wish.{path}" if path else "wish", "invalid", BAD_FORMAT)


def _wrong_dates(name: str, value: object) -> Iterator[Field]:
    if isinstance(value, date):
        yield from wrong_date(name, value)
    elif isinstance(value, msgspec.Struct):
        for field in msgspec.structs.fields(value):
            yield from _wrong_dates(f"{name}.{field.encode_name}", getattr(value, field.name))
    elif isinstance(value, list):
        for place, item in enumerate(cast("list[object]", value)):
            yield from _wrong_dates(f"{name}[{place}]", item)
