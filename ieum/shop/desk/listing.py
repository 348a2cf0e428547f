"""Declares lists that staff look through. The room that owns the rows declares each once; the desk does the rest.

A declaration gives the route with its filters, the page after a cursor, the table and the filters of the screen, the
file of an export, and the set of a bulk change.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Literal, LiteralString

import msgspec
from psycopg import DataError

from ieum.shop.desk.lists import COUNTED, FEW, Order, Where, read_cursor, read_filters, write_cursor
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.errors import BAD_FORMAT, Field, InvalidFields
from ieum.shop.kernel.spreadsheets import Cell
from ieum.shop.kernel.words import Tone

type Kind = Literal["text", "number", "won", "when", "day", "state", "yes", "own"]

_TYPES: Mapping[Kind, Any] = {
    "text": str | None,
    "number": int | None,
    "won": int | None,
    "when": datetime | None,
    "day": date | None,
    "state": str,
    "yes": bool,
}


class Column(msgspec.Struct, frozen=True):
    """A column. `sql` is its value, of `type` if that is not the type of its `kind`.

    `kind` says how the table draws it; "own" is drawn by the page. `words` are what the names of a state are called,
    and `tones` their colours. `to` is where the cell leads, with keys of the row in braces. `on` says where the column
    is: in the table and the file, in one of both, only sent to the page ("row"), or sent and in the file. An `is_extra`
    column is not shown until somebody picks it. `order` is the list's order that its head asks for. `converted` changes
    the value as soon as it is read: into a mask, a part of a sum. `shown` writes the value into the file.
    """

    key: LiteralString
    label: str
    sql: LiteralString
    kind: Kind = "text"
    type: Any = None
    words: Mapping[Any, str] = {}
    tones: Mapping[Any, Tone] = {}
    to: str = ""
    on: Literal["both", "screen", "file", "row", "row+file"] = "both"
    is_extra: bool = False
    order: str = ""
    converted: Callable[[Any], Any] | None = None
    shown: Callable[[Any], Cell] | None = None

    @property
    def wire_name(self) -> str:
        first, *rest = self.key.split("_")
        return first + "".join(word.capitalize() for word in rest)

    @property
    def is_read(self) -> bool:
        """Tell whether the page is sent it."""
        return self.on != "file"


class NoFilters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The filters of a list that is always shown whole."""


class List[F: msgspec.Struct](msgspec.Struct, frozen=True, kw_only=True):
    """A list. `name` is its path behind `/api/v1/console/`, and the screen of saved views and exports.

    A list below an object has its path from `below`, with the object's `{id:int}`.

    `counted` are the tables that filters and orders name; `source` those and what the columns need beside them. `key`
    identifies a row of both. The first of `orders` is the usual one; `order_of` chooses by the filters, and without it
    the page may ask for any. `row` is the shape on the wire, if another call answers it, too, or if it computes a value
    of several columns. `search` says what `q` is looked for in. A file of an `is_personal` list takes a second person;
    `is_kept_here` allows none, and `filed` are joins that columns of the file alone need. A page has `size` rows unless
    it asks for more or less.
    """

    name: str
    label: str
    permission: Permission | Literal["own"]
    filters: type[F]
    where_of: Callable[[F], Where]
    columns: tuple[Column, ...]
    key: LiteralString
    source: LiteralString
    counted: LiteralString
    orders: Mapping[str, Order]
    order_of: Callable[[F], str] | None = None
    row: type[msgspec.Struct] | None = None
    search: str = ""
    is_personal: bool = False
    is_kept_here: bool = False
    below: str = ""
    size: int = 50
    filed: LiteralString = ""

    @property
    def path(self) -> str:
        return self.below or self.name

    @property
    def file_columns(self) -> tuple[Column, ...]:
        return tuple(column for column in self.columns if "file" in column.on or column.on == "both")

    @property
    def line(self) -> LiteralString:
        """Return the columns of a row as its page is sent it, for a query of one row, too."""
        return ", ".join(f'{column.sql} AS "{column.key}"' for column in self.columns if column.is_read)

    def where(self, query: str) -> Where:
        """Read the filters of its address. Raises InvalidFields."""
        return self.where_of(read_filters(self.filters, query))

    def order(self, filters: F, asked: str | None = None) -> Order:
        """Return the order of a page with these filters."""
        name = self.order_of(filters) if self.order_of else asked or next(iter(self.orders))
        return self.orders[name]

    def select(self, query: str, where: Where) -> LiteralString:
        """The query of the file, whose rows are in the order of the list with these filters. Raises InvalidFields."""
        columns = ", ".join(column.sql for column in self.file_columns)
        by = self.order(read_filters(self.filters, query)).by
        return f"SELECT {columns} FROM {self.source} {self.filed} WHERE {where.sql} ORDER BY {by}"


type AnyList = List[Any]


def row_of(listed: AnyList) -> type[msgspec.Struct]:
    """The shape of its rows on the wire."""
    if listed.row is not None:
        return listed.row
    read = [column for column in listed.columns if column.is_read]
    conversions = [(column.key, column.converted) for column in read if column.converted is not None]

    def convert(row: Any) -> None:
        for key, converted in conversions:
            value = getattr(row, key)
            setattr(row, key, None if value is None else converted(value))

    return msgspec.defstruct(
        "".join(word.capitalize() for word in listed.name.replace("/", "-").split("-")) + "Line",
        [(column.key, column.type or _TYPES[column.kind]) for column in read],
        namespace={"__post_init__": convert} if conversions else None,
        rename="camel",
    )


class Pages[F: msgspec.Struct]:
    """Reads a list page by page. Made once for each list, because it makes the shape of the rows."""

    def __init__(self, listed: List[F]) -> None:
        self.listed = listed
        self.row = row_of(listed)
        # The cursor of a row is taken off before it is sent: what is unset is not encoded.
        cursor = ("cursor", list[str | int] | msgspec.UnsetType, msgspec.UNSET)
        self._fetched: type[Any] = msgspec.defstruct("Fetched", [cursor], bases=(self.row,), kw_only=True)
        self._line: LiteralString = listed.line

    async def fetch(
        self, conn: Connection, filters: F, where: Where, *, order: str | None, after: str | None, size: int
    ) -> Listed[Any]:
        """Count the rows, and fetch those after the cursor, by two queries.

        The rows of the page are found first, and only then is looked up what the columns say of them. Raises
        InvalidFields for a cursor not of this order.
        """
        listed, chosen = self.listed, self.listed.order(filters, order)
        counted, page = where.instead_of or listed.counted, "true" if where.instead_of else where.sql
        count = await fetch_one(
            conn,
            int,
            f"SELECT count(*) FROM (SELECT FROM {counted} WHERE {page} LIMIT %(most)s) AS listed",
            **where.params,
            most=COUNTED + 1,
        )
        if not count and not after:
            return Listed([], None, 0, count_is_more=where.is_cut)
        params = dict(where.params)
        if count <= FEW:
            page = f"{listed.key} = ANY(ARRAY(SELECT {listed.key} FROM {counted} WHERE {page}))"
        if after:
            values = read_cursor(after, chosen.width)
            params |= {f"cursor_{place}": str(value) for place, value in enumerate(values)}
            page = f"{page} AND {chosen.beyond}"
        ids: LiteralString = (
            f"SELECT {listed.key} FROM {counted} WHERE {page} ORDER BY {chosen.by} LIMIT %(limit)s"
        )
        try:
            rows = await fetch_all(
                conn,
                self._fetched,
                f"""
                SELECT jsonb_build_array({chosen.cursor}) AS cursor, {self._line} FROM {listed.source}
                 WHERE {listed.key} = ANY(ARRAY({ids})) ORDER BY {chosen.by}
                """,
                **params,
                limit=size + 1,
            )
        except DataError as error:
            if not after:
                raise
            # The database was to read a number or a time where the cursor has something else.
            raise InvalidFields(Field("after", "invalid", BAD_FORMAT)) from error
        following = write_cursor(tuple(rows[size - 1].cursor)) if len(rows) > size else None
        for row in rows:
            row.cursor = msgspec.UNSET
        return Listed(rows[:size], following, min(count, COUNTED), count > COUNTED or where.is_cut)
