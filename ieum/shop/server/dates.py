"""Refuses dates at the ends of the calendar, and moments without a zone, at every door for people.

By the types of a call's parameters and of its body, so that no type has to think of it, and none can forget.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, cast

import msgspec
from litestar import Request
from litestar.exceptions import SerializationException
from litestar.handlers import BaseRouteHandler
from litestar.params import ParameterKwarg
from litestar.typing import FieldDefinition
from msgspec import inspect

from ieum.shop.console.actions import DESK
from ieum.shop.kernel.calendar import Kind, beyond_all, wrong_date, wrong_text
from ieum.shop.kernel.errors import Field, refuse_wrong

type _Judge = Callable[[str, object, Kind], list[Field]]


class _Dates(msgspec.Struct):
    """Places of dates in a value: it is a date itself, or has them in its fields, or in each of its items."""

    kind: Kind | None = None
    fields: dict[str, "_Dates"] = {}
    items: "_Dates | None" = None

    def __bool__(self) -> bool:
        return self.kind is not None or bool(self.fields) or self.items is not None

    def wrong(self, name: str, raw: object, judge: _Judge) -> Iterator[Field]:
        """Yield what is wrong in a value as it was sent."""
        if self.kind is not None:
            yield from judge(name, raw, self.kind)
        if self.fields and isinstance(raw, dict):
            sent = cast("dict[str, object]", raw)
            for field, dates in self.fields.items():
                yield from dates.wrong(f"{name}.{field}" if name else field, sent.get(field), judge)
        if self.items is not None and isinstance(raw, list):
            for place, item in enumerate(cast("list[object]", raw)):
                yield from self.items.wrong(f"{name}[{place}]", item, judge)


class _Call(msgspec.Struct):
    """Places of the dates of a call: parameters by their names on the wire; and the judge that refuses wrong ones."""

    parameters: dict[str, _Dates]
    body: _Dates
    judge: _Judge


# None for a call without any date, as most are: these go on after one look.
_CALLS: dict[BaseRouteHandler | str, _Call | None] = {}
# The clock of one gateway may be anything, and must not lose what it reports of all its peers: `usage/` corrects it.
# Only what no program can read is refused.
_REPORTS = "/gateway/"


async def refuse_ends_of_calendar(request: Request[Any, Any, Any]) -> None:
    """Before each request. Raises InvalidFields."""
    call = _call_of(request)
    if call is None:
        return
    wrong = [
        field
        for name, dates in call.parameters.items()
        for raw in request.query_params.getall(name, [])
        for field in dates.wrong(name, raw, call.judge)
    ]
    wrong += [field for name, value in request.path_params.items() for field in wrong_date(name, value)]
    if call.body and await request.body():
        # What is no JSON is refused by who reads the whole.
        with suppress(SerializationException):
            wrong += call.body.wrong("", await request.json(), call.judge)
    refuse_wrong(wrong)


def _call_of(request: Request[Any, Any, Any]) -> _Call | None:
    """Find the dates of the call: by its handler, and of a change by its wish."""
    handler, name = request.route_handler, str(request.path_params.get("name"))
    if handler.opt.get("is_change") and name in DESK.changes:
        if name not in _CALLS:
            dates = _dates_of(DESK.changes[name].wish)
            _CALLS[name] = _Call({}, _Dates(fields={"wish": dates}), wrong_text) if dates else None
        return _CALLS[name]
    if handler not in _CALLS:
        _CALLS[handler] = _declared(handler)
    return _CALLS[handler]


def _declared(handler: BaseRouteHandler) -> _Call | None:
    judge = beyond_all if any(path.startswith(_REPORTS) for path in handler.paths) else wrong_text
    fields = handler.parsed_fn_signature.parameters
    parameters = {
        _wire_name(name, field): dates
        for name, field in fields.items()
        if isinstance(field.kwarg_definition, ParameterKwarg) and (dates := _dates_of(field.raw))
    }
    body = _dates_of(fields["data"].raw) if "data" in fields else _Dates()
    # `{day:date}` and `{at:datetime}`.
    has_dated_path = any(":date" in path for path in handler.paths)
    return _Call(parameters, body, judge) if parameters or body or has_dated_path else None


def _wire_name(name: str, field: FieldDefinition) -> str:
    kwarg = field.kwarg_definition
    return (kwarg.query or kwarg.name or name) if isinstance(kwarg, ParameterKwarg) else name


def _dates_of(annotation: Any) -> _Dates:
    try:
        return _dates_in(inspect.type_info(annotation), frozenset())
    except TypeError:
        # No type of the wire: a connection, a dependency.
        return _Dates()


def _dates_in(info: inspect.Type, above: frozenset[type]) -> _Dates:
    match info:
        case inspect.DateType() | inspect.DateTimeType():
            return _Dates("date" if isinstance(info, inspect.DateType) else "moment")
        case inspect.Metadata():
            return _dates_in(info.type, above)
        case inspect.UnionType():
            return _merged(_dates_in(one, above) for one in info.types)
        case inspect.StructType() if info.cls not in above:
            found = {field.encode_name: _dates_in(field.type, above | {info.cls}) for field in info.fields}
            return _Dates(fields={name: dates for name, dates in found.items() if dates})
        case inspect.CollectionType():
            return _Dates(items=_dates_in(info.item_type, above) or None)
        case _:
            return _Dates()


def _merged(alternatives: Iterable[_Dates]) -> _Dates:
    merged = _Dates()
    for one in alternatives:
        merged = _Dates(merged.kind or one.kind, merged.fields | one.fields, merged.items or one.items)
    return merged
