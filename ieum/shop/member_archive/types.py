"""A file of a member's own data, and its columns."""

from collections.abc import Callable, Mapping
from typing import Any, LiteralString

import msgspec

from ieum.shop.kernel.spreadsheets import Cell


class Field(msgspec.Struct, frozen=True):
    """A column, with what it means to whoever has never seen the shop's tables."""

    label: str
    sql: LiteralString
    words: Mapping[Any, str] = {}
    shown: Callable[[Any], Cell] | None = None
    meaning: str = ""


class OwnFile(msgspec.Struct, frozen=True, kw_only=True):
    """`tables` are those of which it hands out what is kept about the member; `source` names the member as `member`."""

    name: str
    meaning: str
    tables: tuple[str, ...]
    fields: tuple[Field, ...]
    source: LiteralString

    @property
    def select(self) -> LiteralString:
        columns = ", ".join(field.sql for field in self.fields)
        return f"SELECT {columns} {self.source}"


def field(
    label: str,
    sql: LiteralString,
    meaning: str,
    words: Mapping[Any, str] | None = None,
    *,
    shown: Callable[[str], Cell] | None = None,
) -> Field:
    return Field(label, sql, words or {}, shown, meaning)
