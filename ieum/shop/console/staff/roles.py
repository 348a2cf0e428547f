"""Changes of roles. A role that is made or changed takes two people."""

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType
from psycopg.errors import UniqueViolation

from ieum.shop.console.login.refusals import MoreThanOwn, RoleNotFound
from ieum.shop.console.login.types import Name
from ieum.shop.console.staff import queries, rules
from ieum.shop.console.staff.types import Role
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Stays, Thing, to_make
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import Facts, Rights, RoleId, Row
from ieum.shop.kernel.db import Connection

_Called = Annotated[Name, Meta(title="이름", description="40자까지.")]
_Allowed = Annotated[
    list[Permission],
    Meta(max_length=100, title="권한", description="이 역할을 가진 직원이 할 수 있는 일입니다."),
]


class MakeRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: _Called
    permissions: _Allowed = []


class ChangeRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field that is left out stays as it is."""

    name: _Called | UnsetType = UNSET
    permissions: _Allowed | UnsetType = UNSET


class RoleSheet(msgspec.Struct, frozen=True):
    """`was_used`: somebody has it, or had it when they were removed. `is_name_taken` is about the name of a wish."""

    role: Role
    was_used: bool
    is_name_taken: bool = False


class NewRoleSheet(msgspec.Struct, frozen=True):
    is_name_taken: bool


NAME_TAKEN = "같은 이름의 역할이 이미 있습니다. 다른 이름을 정해 주세요."
_TWO = "두 번째 사람이 확인하면 바뀝니다."


async def _find(conn: Connection, role: RoleId) -> RoleSheet | None:
    found = await queries.find_role(conn, role)
    return None if found is None else RoleSheet(found, await queries.has_ever_been_used(conn, role))


async def _look(conn: Connection, role: RoleId, wish: ChangeRole) -> RoleSheet | None:
    sheet = await _find(conn, role)
    if sheet is None or wish.name is UNSET:
        return sheet
    taken = await queries.is_name_taken(conn, _tidy(wish.name), but=role)
    return msgspec.structs.replace(sheet, is_name_taken=taken)


async def _look_at_new(conn: Connection, _target: None, wish: MakeRole) -> NewRoleSheet:
    return NewRoleSheet(await queries.is_name_taken(conn, _tidy(wish.name)))


def _allows_new(rights: Rights, _sheet: NewRoleSheet, wish: MakeRole) -> MoreThanOwn | None:
    return None if rights.is_owner or set(wish.permissions) <= rights.permissions else MoreThanOwn()


def _allows_change(rights: Rights, sheet: RoleSheet, wish: ChangeRole) -> MoreThanOwn | None:
    _, permissions = _wished(sheet.role, wish)
    may = rights.is_owner or set(permissions) <= rights.permissions
    return rules.refuse_more(rights, sheet.role) if may else MoreThanOwn()


def _why_not_change(sheet: RoleSheet, wish: ChangeRole) -> str | None:
    role = sheet.role
    if role.is_owner:
        return "소유자 역할은 바꿀 수 없습니다. 새 역할을 만들어 주세요."
    if _wished(role, wish) == (role.name, sorted(role.permissions)):
        return "바뀐 것이 없습니다."
    return NAME_TAKEN if sheet.is_name_taken else None


def _why_not_delete(sheet: RoleSheet, _wish: Nothing) -> str | None:
    if sheet.role.is_built_in:
        return "처음부터 있는 역할은 지울 수 없습니다."
    if sheet.role.staff:
        return "이 역할을 가진 직원이 있습니다. 먼저 그 직원의 역할을 바꿔 주세요."
    return "제외된 직원이 쓰던 역할이라 지울 수 없습니다." if sheet.was_used else None


def _preview_new(_sheet: NewRoleSheet, wish: MakeRole) -> Shown:
    return Shown(
        title="역할을 만듭니다",
        rows=[
            Row("이름", _tidy(wish.name)),
            Row("생기는 권한", rules.in_words(set(wish.permissions))),
        ],
    )


def _preview_change(sheet: RoleSheet, wish: ChangeRole) -> Shown:
    name, permissions = _wished(sheet.role, wish)
    old, new = set(sheet.role.permissions), set(permissions)
    return Shown(
        title="역할을 바꿉니다",
        rows=[
            Row("이름", name, before=sheet.role.name),
            Row("생기는 권한", rules.in_words(new - old)),
            Row("없어지는 권한", rules.in_words(old - new)),
        ],
        count=sheet.role.staff,
        seen=[sorted(old), permissions],
    )


def _preview_deletion(sheet: RoleSheet, _wish: Nothing) -> Shown:
    return Shown(
        title="역할을 지웁니다",
        rows=[
            Row("이름", sheet.role.name),
            Row("권한", rules.permissions_in_words(sheet.role)),
        ],
    )


async def _make(conn: Connection, case: Case[None, NewRoleSheet, MakeRole]) -> Made:
    name, permissions = _tidy(case.wish.name), sorted(set(case.wish.permissions))
    role = await queries.insert_role(conn, name, permissions)
    if role is None:
        raise Stays(NAME_TAKEN)
    return Made(id=role, facts={"name": name, "permissions": permissions}, answer={"roleId": role})


async def _change(conn: Connection, case: Case[RoleId, RoleSheet, ChangeRole]) -> Made:
    role = case.sheet.role
    name, permissions = _wished(role, case.wish)
    try:
        await queries.update_role(conn, role.id, name, permissions)
    except UniqueViolation:
        raise Stays(NAME_TAKEN) from None
    closes = rules.closes_alone(role, permissions) if case.alone and role.staff else {}
    return Made(answer={"roleId": role.id} | closes)


async def _delete(conn: Connection, case: Case[RoleId, RoleSheet, Nothing]) -> None:
    await queries.delete_role(conn, case.target)


def _wished(role: Role, wish: ChangeRole) -> tuple[str, list[str]]:
    """The name and the permissions that the role is to have."""
    name = role.name if wish.name is UNSET else _tidy(wish.name)
    return name, sorted(role.permissions if wish.permissions is UNSET else set(wish.permissions))


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _facts(sheet: RoleSheet) -> Facts:
    return {"name": sheet.role.name, "permissions": sorted(sheet.role.permissions)}


ROLE = Thing[RoleId, RoleSheet](
    name="role", label="역할", screen="roles", find=_find, missing=RoleNotFound, facts=_facts
)
MAKE = Change(
    name="roles.make",
    label="역할 만들기",
    done="역할을 만들었습니다.",
    of=to_make(ROLE, NewRoleSheet),
    permission="roles.change",
    wish=MakeRole,
    look=_look_at_new,
    allows=_allows_new,
    refuses=lambda sheet, _wish: NAME_TAKEN if sheet.is_name_taken else None,
    preview=_preview_new,
    apply=_make,
    takes_two=lambda _sheet, _wish: "두 번째 사람이 확인하면 만들어집니다.",
    raises=(MoreThanOwn,),
)
CHANGE = Change(
    name="roles.change",
    label="역할 변경",
    done="역할을 바꿨습니다.",
    of=ROLE,
    permission="roles.change",
    wish=ChangeRole,
    lock=queries.lock_role,
    look=_look,
    allows=_allows_change,
    refuses=_why_not_change,
    preview=_preview_change,
    apply=_change,
    takes_two=lambda _sheet, _wish: _TWO,
    raises=(MoreThanOwn,),
)
DELETE = Change(
    name="roles.delete",
    label="역할 삭제",
    done="역할을 지웠습니다.",
    of=ROLE,
    permission="roles.change",
    wish=Nothing,
    lock=queries.lock_role,
    allows=lambda rights, sheet, _wish: rules.refuse_more(rights, sheet.role),
    refuses=_why_not_delete,
    preview=_preview_deletion,
    apply=_delete,
    raises=(MoreThanOwn,),
)
CHANGES = [MAKE, CHANGE, DELETE]
