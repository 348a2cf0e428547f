"""Keeps views. To show one to everybody takes a permission of its own; only whoever made it changes it."""

from ieum.shop.console.views import queries
from ieum.shop.console.views.types import SavedView, SavedViewForm
from ieum.shop.desk.acting import Act, require
from ieum.shop.desk.noted import Noted
from ieum.shop.desk.types import Facts
from ieum.shop.kernel.errors import ShopError

SAVED = Noted("views.save", "view")
DELETED = Noted("views.delete", "view")
MADE_DEFAULT = Noted("views.default", "view")
NO_DEFAULT = Noted("views.no_default", "view")


# Tabs that nobody reads any more would only be in the way of the others.
MOST = 100


class ViewNotFound(ShopError):
    status = 404
    code = "view_not_found"
    title = "저장한 보기가 없습니다"
    detail = "저장한 보기를 찾을 수 없습니다. 이미 지웠거나 다른 직원의 보기입니다."


class ViewNameTaken(ShopError):
    status = 409
    code = "view_name_taken"
    title = "같은 이름의 보기가 있습니다"
    detail = "이 목록에 같은 이름의 보기가 이미 있습니다. 다른 이름을 적어 주세요."


class TooManyViews(ShopError):
    status = 409
    code = "too_many_views"
    title = "보기를 더 저장할 수 없습니다"
    detail = f"보기는 {MOST}개까지 저장할 수 있습니다. 쓰지 않는 보기를 지운 뒤 다시 저장해 주세요."


async def add(act: Act, form: SavedViewForm) -> SavedView:
    if form.shared:
        require(act.staff, "views.share")
    if await queries.hold_views(act.conn, act.staff.id) >= MOST:
        raise TooManyViews
    view = await queries.insert_view(act.conn, act.staff.id, form)
    if view is None:
        raise ViewNameTaken
    SAVED.by(act, view, after=_facts(form))
    return SavedView(view, form.name.strip(), form.query, form.shared, mine=True, is_default=False)


async def change(act: Act, view: int, form: SavedViewForm) -> SavedView:
    before = await queries.lock_own(act.conn, act.staff.id, view)
    if before is None:
        raise ViewNotFound
    if form.shared:
        require(act.staff, "views.share")
    if await queries.has_other_of_name(act.conn, act.staff.id, view, form):
        raise ViewNameTaken
    await queries.update_view(act.conn, view, form)
    SAVED.by(act, view, before=_facts(before), after=_facts(form))
    return SavedView(
        view, form.name.strip(), form.query, form.shared, mine=True, is_default=before.is_default
    )


async def delete(act: Act, view: int) -> None:
    before = await queries.lock_own(act.conn, act.staff.id, view)
    if before is None:
        raise ViewNotFound
    await queries.delete_view(act.conn, view)
    DELETED.by(act, view, before=_facts(before))


async def set_default(act: Act, view: int) -> None:
    """Own and shared views alike. Raises ViewNotFound."""
    name = await queries.set_default(act.conn, act.staff.id, view)
    if name is None:
        raise ViewNotFound
    MADE_DEFAULT.by(act, view, after={"name": name})


async def unset_default(act: Act, view: int) -> None:
    if await queries.unset_default(act.conn, act.staff.id, view):
        NO_DEFAULT.by(act, view)
    else:
        act.nothing_changed()


def _facts(view: SavedView | SavedViewForm) -> Facts:
    return {"name": view.name.strip(), "query": view.query, "shared": view.shared}
