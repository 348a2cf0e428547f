"""The call that answers a list, made from its declaration."""

from collections.abc import Awaitable, Callable, Sequence
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal, get_args

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from msgspec import Meta

from ieum.shop.desk.access import DeskDependency, Looking, reads
from ieum.shop.desk.approvals.service import Actions
from ieum.shop.desk.listing import AnyList, Pages
from ieum.shop.desk.lists import Where
from ieum.shop.desk.parameters import After, Size
from ieum.shop.desk.registry import Desk
from ieum.shop.desk.types import Listed, Staff
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.kernel.http import Answer, Conn, RowId, ok
from ieum.shop.kernel.sealing import Sealer

PATH = "/api/v1/console"
# Some names of parameters, such as `state`, belong to the framework.
_OURS = "by_"


class Reading(msgspec.Struct, frozen=True):
    """A request for a page of a list. `of` is the id in the list's path; 0 if it has none."""

    conn: Connection
    staff: Staff
    desk: Desk
    actions: Actions
    of: int
    sealer: Sealer


def route_of(
    listed: AnyList,
    *raises: type[ShopError],
    find: Callable[[Reading, Any], Awaitable[Where]] | None = None,
    narrow: Callable[[Reading, Where], Awaitable[None]] | None = None,
    complete: Callable[[Reading, Sequence[Any]], Awaitable[Sequence[Any]]] | None = None,
    answers: type[msgspec.Struct] | None = None,
) -> HTTPRouteHandler:
    """Answer the list at its path, with a query parameter for each of its filters.

    `find` makes the conditions from the filters if it has to read the database first; files and bulk changes have those
    of `where_of`. `narrow` adds conditions of the object in the path, or of who reads, and raises the refusals; no file
    and no bulk change is made of such a list. `complete` adds to the rows of a page what SQL does not say of them, and
    returns `answers` if these are not the list's own rows. Raises ValueError for a narrowed list of which files are
    made.
    """
    if narrow and not listed.is_kept_here:
        raise ValueError(f"a file of {listed.name} would have all rows")
    pages = Pages(listed)
    fields = msgspec.structs.fields(listed.filters)

    async def answer(
        conn: Conn,
        looker: Looking,
        desk: DeskDependency,
        console_actions: NamedDependency[Actions],
        id: RowId = 0,
        after: After = None,
        size: Size = 50,
        **asked: Any,
    ) -> Any:
        reading = Reading(conn, looker.staff, desk, console_actions, id, looker.sealer)
        order = asked.pop("order", None)
        filters = listed.filters(**{name.removeprefix(_OURS): given for name, given in asked.items()})
        where = await find(reading, filters) if find else listed.where_of(filters)
        if narrow:
            await narrow(reading, where)
        page = await pages.fetch(
            conn, filters, await looker.search(where), order=order, after=after, size=size
        )
        if complete:
            page.items = list(await complete(reading, page.items))
        return ok(page)

    filters = {
        f"{_OURS}{field.name}": Annotated[
            field.type, QueryParameter(name=field.encode_name, required=False, **_limits(field.type))
        ]
        for field in fields
    }
    if listed.order_of is None and len(listed.orders) > 1:
        filters["order"] = Annotated[Literal[tuple(listed.orders)] | None, QueryParameter(required=False)]
    own: dict[str, Any] = {
        "conn": Conn,
        "looker": Looking,
        "desk": DeskDependency,
        "console_actions": NamedDependency[Actions],
    }
    if "{id:int}" in listed.path:
        own["id"] = RowId
    paged: dict[str, tuple[Any, Any]] = {"after": (After, None), "size": (Size, listed.size)}
    _sign(
        answer, own, {name: (given, None) for name, given in filters.items()} | paged, of=answers or pages.row
    )
    answer.__name__ = f"list_{listed.name.replace('-', '_').replace('/', '_')}"
    answer.__doc__ = f"{listed.label}. {listed.search}".strip()
    return get(f"{PATH}/{listed.path}", **reads(listed.permission, *raises))(answer)


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
