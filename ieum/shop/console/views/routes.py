"""The calls about saved views: everybody keeps their own."""

from typing import Annotated

from litestar import delete, get, post, put
from litestar.params import JSONBody, QueryParameter

from ieum.shop.console.views import queries, service
from ieum.shop.console.views.service import TooManyViews, ViewNameTaken, ViewNotFound
from ieum.shop.console.views.types import SavedView, SavedViewForm
from ieum.shop.desk.access import Acting, Reader, changes, reads
from ieum.shop.desk.types import Items
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok


@get("/api/v1/console/views", **reads("own"))
async def list_views(
    conn: Conn,
    staff: Reader,
    screen: Annotated[str, QueryParameter(max_length=60, pattern=r"^[a-z0-9/-]*$", required=False)] = "",
) -> Answer[Items[SavedView]]:
    """The views of one list: one's own, and shared ones."""
    return ok(Items(await queries.list_views(conn, staff.id, screen)))


@post("/api/v1/console/views", **changes("own", TooManyViews, ViewNameTaken))
async def add_view(act: Acting, data: JSONBody[SavedViewForm]) -> Answer[SavedView]:
    return created(await service.add(act, data))


@put("/api/v1/console/views/{id:int}", **changes("own", ViewNotFound, ViewNameTaken))
async def change_view(act: Acting, id: RowId, data: JSONBody[SavedViewForm]) -> Answer[SavedView]:
    return ok(await service.change(act, id, data))


@delete("/api/v1/console/views/{id:int}", status_code=200, **changes("own", ViewNotFound))
async def delete_view(act: Acting, id: RowId) -> Answer[None]:
    await service.delete(act, id)
    return ok(None)


@put("/api/v1/console/views/{id:int}/default", **changes("own", ViewNotFound))
async def make_view_default(act: Acting, id: RowId) -> Answer[None]:
    """The list opens with this view, for whoever asks."""
    await service.set_default(act, id)
    return ok(None)


@delete("/api/v1/console/views/{id:int}/default", status_code=200, **changes("own"))
async def unset_default_view(act: Acting, id: RowId) -> Answer[None]:
    await service.unset_default(act, id)
    return ok(None)


ROUTES = [list_views, add_view, change_view, delete_view, make_view_default, unset_default_view]
