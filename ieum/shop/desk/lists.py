"""Lists of any length: filters as conditions, a page after a cursor, a count that stops at ten thousand."""

import base64
import re
from typing import Annotated, Any, Literal, LiteralString
from unicodedata import normalize
from urllib.parse import parse_qsl

import msgspec
from msgspec import Meta

from ieum.shop.kernel.calendar import wrong_date
from ieum.shop.kernel.errors import BAD_FORMAT, Field, InvalidFields, refuse_wrong

# A list says "10,000+" above: an exact count of millions would take longer than the page.
COUNTED = 10_000
# So few are all looked up and then sorted. PostgreSQL, which takes conditions for independent, may hold them for many,
# and would walk through the whole table in the order of the list until it had a page of them.
FEW = 2_000

# Fields of filters.
Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Text = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")]

# A login id or the number of an order.
NAMES_NOBODY = re.compile(r"[a-z][a-z0-9_]{0,19}|[A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*")


class Person(msgspec.Struct, frozen=True):
    """By which personal data a list is narrowed to somebody."""

    by: Literal["name", "mail", "phone"]
    words: str


class Where:
    """The conditions of a list, each of them SQL written out.

    Only those that are asked for are sent, so that each combination gets the plan that fits it. One that finds a
    person is read only once `desk.looking` has counted it. `instead_of` is a source of just the rows that the
    conditions find, if a page reads it faster; files and bulk changes read the conditions. `is_cut` says that there
    may be more rows than the conditions find.
    """

    def __init__(self) -> None:
        self._conditions: list[LiteralString] = []
        self.params: dict[str, object] = {}
        self.person: Person | None = None
        self.is_counted = False
        self.instead_of: LiteralString | None = None
        self.is_cut = False

    def add(self, condition: LiteralString, /, **params: object) -> None:
        self._conditions.append(condition)
        self.params |= params

    def add_person(self, person: Person, condition: LiteralString, /, **params: object) -> None:
        """Add a condition that is true of whose name, mail or number this is."""
        self.person = person
        self.add(condition, **params)

    def add_if(self, value: object, condition: LiteralString, name: str) -> None:
        """Add the condition where the value is given; the condition calls it by this name."""
        if value is not None and value != "":
            self.add(condition, **{name: value})

    @property
    def sql(self) -> LiteralString:
        """Return the conditions. Raises RuntimeError for a search for a person that was not counted."""
        if self.person is not None and not self.is_counted:
            raise RuntimeError("a list is narrowed to a person, and nothing has counted that")
        return " AND ".join(self._conditions) or "true"


class Order(msgspec.Struct, frozen=True):
    """An order of a list. `by` is a total order; `beyond` is the condition on rows after the cursor's.

    `beyond` calls the cursor's values `cursor_0`, `cursor_1` and so on, and casts them to their types. `cursor` are the
    values in SQL, comma-separated; a moment as text, which keeps its microseconds.
    """

    by: LiteralString
    beyond: LiteralString
    width: int = 1
    cursor: LiteralString = ""


def newest_id(key: LiteralString) -> Order:
    """Order by an id, the newest first."""
    return Order(f"{key} DESC", f"{key} < %(cursor_0)s::bigint", cursor=key)


def newest(moment: LiteralString, key: LiteralString, of: Literal["bigint", "text"] = "bigint") -> Order:
    """Order by a moment, the newest first; `of` is the type of the key that tells equal ones apart."""
    return Order(
        f"{moment} DESC, {key} DESC",
        f"({moment}, {key}) < (%(cursor_0)s::text::timestamptz, %(cursor_1)s::{of})",
        width=2,
        cursor=f"{moment}::text, {key}",
    )


def oldest(moment: LiteralString, key: LiteralString) -> Order:
    """Order by a moment, the oldest first, and equal ones by the key."""
    return Order(
        f"{moment}, {key}",
        f"({moment}, {key}) > (%(cursor_0)s::text::timestamptz, %(cursor_1)s::bigint)",
        width=2,
        cursor=f"{moment}::text, {key}",
    )


def write_cursor(values: tuple[Any, ...]) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(values)).decode().rstrip("=")


def read_cursor(text: str, width: int) -> list[str | int]:
    """Read the cursor of an order of this width. Raises InvalidFields."""
    try:
        padded = text + "=" * (-len(text) % 4)
        values = msgspec.json.decode(base64.urlsafe_b64decode(padded), type=list[str | int])
    except (ValueError, msgspec.DecodeError):
        values = []
    if len(values) != width or any(isinstance(value, str) and "\0" in value for value in values):
        raise InvalidFields(Field("after", "invalid", BAD_FORMAT))
    return values


def read_filters[F: msgspec.Struct](of: type[F], query: str) -> F:
    """Read the filters of a list from the query of its address, as bulk actions and exports are sent them.

    Raises InvalidFields for what the list itself would refuse.
    """
    try:
        # Composed, as the query of the list itself is at the door.
        pairs = parse_qsl(
            query, keep_blank_values=True, strict_parsing=True, max_num_fields=30, errors="strict"
        )
        pairs = [(name, normalize("NFC", value)) for name, value in pairs]
        given = dict(pairs)
        if len(given) == len(pairs) and "\0" not in "".join(given.values()):
            found = msgspec.convert(given, of, strict=False)
            # As at the door of the list itself.
            refuse_wrong(
                [wrong for name in of.__struct_fields__ for wrong in wrong_date(name, getattr(found, name))]
            )
            return found
    except ValueError:
        # Of `parse_qsl`, UnicodeDecodeError, or msgspec's ValidationError.
        pass
    raise InvalidFields(Field("query", "invalid", "목록의 조건을 읽을 수 없습니다. 목록을 새로 고쳐 주세요."))
