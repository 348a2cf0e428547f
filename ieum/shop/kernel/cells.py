"""Values of a list as the cells of a file."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from ieum.shop.kernel import seoul
from ieum.shop.kernel.spreadsheets import Cell


class Drawn(Protocol):
    """A column: the words of its states, or how its values are written."""

    @property
    def words(self) -> Mapping[Any, str]: ...

    @property
    def shown(self) -> Callable[[Any], Cell] | None: ...


def as_read(*values: Any) -> tuple[Any, ...]:
    """A row as the database answers it, for `stream`: its columns are the list's own."""
    return values


def cells(columns: Sequence[Drawn], values: tuple[Any, ...]) -> list[Cell]:
    return [_cell(column, value) for column, value in zip(columns, values, strict=True)]


def _cell(column: Drawn, value: Any) -> Cell:
    if value is None:
        return None
    if column.shown is not None:
        return column.shown(value)
    return column.words.get(value, value) if isinstance(value, str) else plain(value)


def plain(value: Any) -> Cell:
    """Convert a value of the database for a spreadsheet; moments in Seoul."""
    match value:
        case bool():
            return "예" if value else "아니오"
        case int() | str():
            return value
        case datetime():
            return seoul.second(value)
        case date():
            return f"{value:%Y.%m.%d}"
        case dict() | list():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)
