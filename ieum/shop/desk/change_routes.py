"""The two calls by which staff make any change, and their description change by change.

Two routes serve all changes: a route of its own for each would cost 47 KiB of memory in each process (decision 0164).
The description of the API has two operations for each change, with its wish, permission and refusals.
"""

from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.connection import ASGIConnection
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import JSONBody, PathParameter

from ieum.shop.desk import between, pressing
from ieum.shop.desk.access import (
    Acting,
    DeskDependency,
    OutsideDependency,
    Pressing,
    Reader,
    changes,
    presses,
    reads,
)
from ieum.shop.desk.acting import Actor, Reason
from ieum.shop.desk.approvals.answers import answer, or_asked
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.change_types import ChangeMade, ChangePress, Digest, Number, Text, WishForm
from ieum.shop.desk.changes import AnyChange, Stays
from ieum.shop.desk.presses import PressKey, PressKeyUsed
from ieum.shop.desk.registry import ChangeUnknown, Desk
from ieum.shop.desk.types import Preview
from ieum.shop.kernel.http import Answer, Caller, Conn, ok

PATH = "/api/v1/console/changes"
# A wish is as large as any call's body, or as its change says, up to this: a text of 100,000 characters of Hangul.
USUAL_WISH, LARGEST_WISH = 64 * 1024, 1024 * 1024
Name = Annotated[str, PathParameter(max_length=60)]
_SEEN = (ChangeUnknown, Stays)
_PRESSED = (*_SEEN, PreviewChanged, PressKeyUsed)


def refuse_large(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Refuse a body before it is read that is larger than the change takes. Raises RequestEntityTooLarge."""
    change = connection.app.state.desk.changes.get(connection.path_params["name"])
    largest = USUAL_WISH if change is None else change.largest
    length = connection.headers.get("content-length", "")
    if length.isdecimal() and int(length) > largest:
        raise RequestEntityTooLarge


@post(f"{PATH}/{{name:str}}/preview", status_code=200, is_change=True, **reads(None, *_SEEN))
async def preview_change(
    conn: Conn, staff: Reader, caller: Caller, desk: DeskDependency, name: Name, data: JSONBody[WishForm]
) -> Answer[Preview]:
    """Show what the change would do now."""
    return ok(await pressing.preview(conn, staff, desk.get(name), data, address=caller))


@post(
    f"{PATH}/{{name:str}}",
    status_code=200,
    request_max_body_size=LARGEST_WISH,
    guards=[refuse_large],
    is_change=True,
    **or_asked(presses(*_PRESSED)),
)
async def make_change(
    act: Pressing, outside: OutsideDependency, desk: DeskDependency, name: Name, data: JSONBody[ChangePress]
) -> Response[Answer[ChangeMade]]:
    """Make what was shown, once by the key; 202 if a second person has to confirm it."""
    change = desk.get(name)
    if isinstance(act.by, Actor):
        return answer(await between.press(act.by, outside, change, data), status=200)
    return answer(await pressing.press(act.by, change, data), status=200)


ROUTES = [preview_change, make_change]


def described(desk: Desk) -> list[HTTPRouteHandler]:
    """Handlers that describe each change and serve nothing: the description of the API is made of them."""
    return [handler for change in desk.changes.values() for handler in _described(change)]


def _described(change: AnyChange) -> list[HTTPRouteHandler]:
    name = "".join(word.capitalize() for word in change.name.replace("_", ".").split("."))
    target: Any = {"number": Number, "text": Text, "none": None}[change.of.key]
    form = msgspec.defstruct(
        f"{name}Form", [("target", target), ("wish", change.wish)], forbid_unknown_fields=True
    )
    pressed = msgspec.defstruct(
        f"{name}Press",
        [
            ("key", PressKey),
            *([] if change.is_plain else [("digest", Digest)]),
            ("reason", Reason) if change.needs_reason else ("reason", Reason | None, None),
        ],
        bases=(form,),
        forbid_unknown_fields=True,
        kw_only=True,
    )

    async def preview(conn: Conn, staff: Reader, data: Any) -> Answer[Preview]: ...

    async def press(act: Acting, data: Any) -> Response[Answer[ChangeMade]]: ...

    preview.__annotations__["data"], press.__annotations__["data"] = JSONBody[form], JSONBody[pressed]
    preview.__doc__, press.__doc__ = f"{change.label}: 미리 보기", change.label
    missing = change.of.missing
    made = post(
        f"{PATH}/{change.name}",
        operation_id=f"Make{name}",
        status_code=200,
        **or_asked(changes(change.permission, missing, *_PRESSED, *change.raises)),
    )(press)
    if change.is_plain:
        return [made]
    return [
        post(
            f"{PATH}/{change.name}/preview",
            operation_id=f"Preview{name}",
            status_code=200,
            **reads(change.permission, missing, *_SEEN, *change.raises),
        )(preview),
        made,
    ]
