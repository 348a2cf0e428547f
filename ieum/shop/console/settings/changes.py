"""A change of settings, which takes two people if it gives staff more power."""

from typing import Annotated

import msgspec
from msgspec import Meta, structs

from ieum.shop.console.settings import rules
from ieum.shop.console.settings.blocking import BLOCK, UNBLOCK
from ieum.shop.console.settings.refusals import SettingGroupNotFound
from ieum.shop.console.settings.words import GROUPS
from ieum.shop.desk.changes import Case, Change, Shown, Thing
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.site import fields, setting_queries
from ieum.shop.site import service as site
from ieum.shop.site.fields import SettingValue
from ieum.shop.site.refusals import DynamicNotServed

Name = Annotated[str, Meta(min_length=1, max_length=40)]
# Longer than every text may be, so that the refusal says which field is too long.
Value = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | Annotated[str, Meta(max_length=8000)]


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New values by the names of their settings. Settings that are left out stay."""

    values: Annotated[dict[Name, Value], Meta(min_length=1, max_length=60, title="바꿀 값")]


class GroupSheet(msgspec.Struct):
    """A group of the screen, and the values of all settings."""

    name: str
    values: dict[str, SettingValue]


async def _find(conn: Connection, group: str) -> GroupSheet | None:
    return GroupSheet(group, await setting_queries.get_values(conn)) if group in GROUPS else None


async def _lock(conn: Connection, _group: str) -> None:
    await setting_queries.lock_values(conn)


def _after(sheet: GroupSheet, wish: Values) -> dict[str, SettingValue]:
    """Return the wished values that differ from the present ones."""
    return fields.changed(sheet.values, wish.values)


def _refuses(sheet: GroupSheet, wish: Values) -> str | None:
    """Check the wished values; return why not if they change nothing. Raises InvalidFields."""
    wrong = rules.wrong(sheet.name, wish.values) or fields.wrong(sheet.values, wish.values)
    refuse_wrong([structs.replace(field, name=f"wish.values.{field.name}") for field in wrong])
    return None if _after(sheet, wish) else "지금과 같은 내용입니다. 바꿀 값을 적어 주세요."


def _preview(sheet: GroupSheet, wish: Values) -> Shown:
    return rules.preview(sheet.name, sheet.values, _after(sheet, wish))


async def _change(conn: Connection, case: Case[str, GroupSheet, Values]) -> None:
    await site.change_settings(conn, case.wish.values)


CHANGE = Change(
    name="settings.change",
    label="설정 변경",
    done="설정을 저장했습니다.",
    of=Thing(
        name="setting",
        label="설정",
        screen="settings",
        key="text",
        find=_find,
        missing=SettingGroupNotFound,
        facts=lambda sheet: sheet.values,
    ),
    permission="settings.change",
    wish=Values,
    lock=_lock,
    refuses=_refuses,
    preview=_preview,
    takes_two=lambda sheet, wish: rules.why_two(sheet.values, _after(sheet, wish)),
    apply=_change,
    raises=(DynamicNotServed,),
)
CHANGES = [CHANGE, BLOCK, UNBLOCK]
