"""A change of settings: what it would do, and the change itself, which takes two people where it gives power."""

from collections.abc import Mapping

from ieum.shop.console.settings import rules
from ieum.shop.console.settings.refusals import NothingToChange, SettingGroupNotFound
from ieum.shop.console.settings.types import WishOfGroup
from ieum.shop.console.settings.words import GROUPS
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.types import Facts, Preview
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.site import fields, setting_queries
from ieum.shop.site import service as site
from ieum.shop.site.fields import SettingValue


async def preview(conn: Connection, wish: WishOfGroup) -> Preview:
    """Raises SettingGroupNotFound, InvalidFields, NothingToChange."""
    before = await setting_queries.get_values(conn)
    return rules.preview(wish.group, before, check(wish, before))


def check(wish: WishOfGroup, before: Mapping[str, SettingValue]) -> dict[str, SettingValue]:
    """What of the wish differs from what is there. Raises as `preview` does."""
    if wish.group not in GROUPS:
        raise SettingGroupNotFound
    refuse_wrong(rules.wrong(wish.group, wish.values) or fields.wrong(before, wish.values))
    after = fields.changed(before, wish.values)
    if not after:
        raise NothingToChange
    return after


async def carry_out(act: Act, wish: WishOfGroup, *, reason: str = "") -> Facts:
    """Raises InvalidFields, DynamicNotServed."""
    before, after = await site.change_settings(act.conn, wish.values)
    act.note("settings.change", "setting", wish.group, before=before, after=after, reason=reason)
    return {"group": wish.group}


async def _carry_out_confirmed(act: Act, wish: WishOfGroup, world: World) -> Facts:
    del world
    return await carry_out(act, wish)


CHANGE = written_out(
    name="settings.change",
    label="설정 변경",
    permission="settings.change",
    params=WishOfGroup,
    preview=preview,
    carry_out=_carry_out_confirmed,
)
ACTIONS = [CHANGE]
