"""The call that answers a list, made from its declaration."""

from collections.abc import Awaitable, Callable
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal, get_args

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Meta

from ieum.shop.desk.access import Looking, reads
from ieum.shop.desk.listing import AnyList, Pages
from ieum.shop.desk.lists import After, Size
from ieum.shop.desk.types import Listed
from ieum.shop.kernel.http import Answer, Conn, ok

PATH = "/api/v1/console"
# Some names of parameters, such as `state`, belong to the framework.
_OURS = "by_"


def route_of(listed: AnyList) -> HTTPRouteHandler:
    """Answer the list at `/api/v1/console/{name}`, with a query parameter for each of its filters."""
    pages = Pages(listed)
    fields = msgspec.structs.fields(listed.filters)

    async def answer(conn: Conn, looker: Looking, after: After = None, size: Size = 50, **asked: Any) -> Any:
        order = asked.pop("order", None)
        filters = listed.filters(**{name.removeprefix(_OURS): given for name, given in asked.items()})
        where = await looker.search(listed.where_of(filters))
        return ok(await pages.fetch(conn, filters, where, order=order, after=after, size=size))

    filters = {
        f"{_OURS}{field.name}": Annotated[
            field.type, QueryParameter(name=field.encode_name, required=False, **_limits(field.type))
        ]
        for field in fields
    }
    if listed.order_of is None and len(listed.orders) > 1:
        filters["order"] = Annotated[Literal[tuple(listed.orders)] | None, QueryParameter(required=False)]
    own = {"conn": Conn, "looker": Looking}
    paged: dict[str, tuple[Any, Any]] = {"after": (After, None), "size": (Size, 50)}
    _sign(answer, own, {name: (given, None) for name, given in filters.items()} | paged, of=pages.row)
    answer.__name__ = f"list_{listed.name.replace('-', '_').replace('/', '_')}"
    answer.__doc__ = f"{listed.label}. {listed.search}".strip()
    return get(f"{PATH}/{listed.name}", **reads(listed.permission))(answer)


def _limits(kind: Any) -> dict[str, Any]:
    """The limits of a filter, which the framework describes by the parameter."""
    for one in (kind, *get_args(kind)):
        for meta in getattr(one, "__metadata__", ()):
            if isinstance(meta, Meta):
                names = ("ge", "le", "min_length", "max_length", "pattern")
                return {name: getattr(meta, name) for name in names if getattr(meta, name) is not None}
    return {}


def _sign(
    answer: Callable[..., Awaitable[Any]],
    own: dict[str, Any],
    given: dict[str, tuple[Any, Any]],
    *,
    of: type[msgspec.Struct],
) -> None:
    """Have the handler read as one with these parameters, from which the framework reads each request."""
    returned = Answer[Listed[of]]
    parameters = [Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind) for name, kind in own.items()]
    parameters += [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        for name, (kind, default) in given.items()
    ]
    answer.__signature__ = Signature(parameters, return_annotation=returned)  # pyright: ignore[reportFunctionMemberAccess]
    answer.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": returned}
