"""What takes two people of the staff itself: who gets which role, and what a role allows."""

import msgspec
from psycopg.errors import CheckViolation

from ieum.shop.console.doors import invitations
from ieum.shop.console.doors.refusals import (
    EmailTaken,
    MoreThanOwn,
    OwnerNeeded,
    RoleNameTaken,
    RoleNotFound,
    RoleStays,
    StaffNotFound,
)
from ieum.shop.console.staff import queries
from ieum.shop.console.staff.types import Person, Role
from ieum.shop.desk import previews, sessions
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.types import World, written_out
from ieum.shop.desk.permissions import LABELS, PERMISSIONS
from ieum.shop.desk.types import Facts, Preview, Rights, RoleId, Row, Staff, StaffId
from ieum.shop.kernel.db import Connection


class InvitePerson(msgspec.Struct):
    email: str
    name: str
    role: RoleId


class GiveRole(msgspec.Struct):
    staff: StaffId
    role: RoleId


class WriteRole(msgspec.Struct):
    """`role` is None for a new one."""

    role: RoleId | None
    name: str
    permissions: list[str]


async def _preview_invite(conn: Connection, wish: InvitePerson) -> Preview:
    if await queries.find_by_email(conn, wish.email) is not None:
        raise EmailTaken
    role = await get_role(conn, wish.role)
    return previews.preview(
        f"{wish.name} 님을 초대합니다",
        [
            Row("메일", wish.email),
            Row("역할", role.name),
            Row("권한", _permissions_text(role)),
        ],
        warnings=[
            "확인되면 초대 메일이 이 주소로 갑니다. 링크는 하루 동안 한 번 쓸 수 있습니다.",
            "메일을 받는 사람이 이 직원이 됩니다. 본인의 주소인지 확인해 주세요.",
        ],
        seen=[role.id, sorted(role.permissions)],
    )


async def _invite(act: Act, wish: InvitePerson, world: World) -> Facts:
    """Mail the link where there is mail; a shop without any makes it by `ieum staff add`."""
    role = await get_role(act.conn, wish.role, holds=True)
    _refuse_more_than_theirs(act, world, role)
    staff = await queries.insert_person(act.conn, email=wish.email, name=wish.name, role=role.id)
    if staff is None:
        raise EmailTaken
    act.note(
        "staff.invite",
        "staff",
        staff,
        after={"name": wish.name, "email": wish.email, "role": role.name},
    )
    if world.settings.smtp_url:
        await invitations.send(
            act.conn,
            staff,
            email=wish.email,
            name=wish.name,
            made_by=act.staff.id,
            settings=world.settings,
        )
        act.note("staff.link", "staff", staff, after={"mailed": True})
    return {"staffId": staff}


async def _preview_give(conn: Connection, wish: GiveRole) -> Preview:
    person, role = await get_person(conn, wish.staff), await get_role(conn, wish.role)
    before = await get_role(conn, person.role.id)
    lost, won = (
        set(before.permissions) - set(role.permissions),
        set(role.permissions) - set(before.permissions),
    )
    return previews.preview(
        f"{person.name} 님의 역할을 바꿉니다",
        [
            Row("역할", role.name, before=before.name),
            Row("생기는 권한", "모든 권한" if role.is_owner else _names(won)),
            Row("없어지는 권한", _names(lost) if not before.is_owner else "목록에 없는 모든 권한"),
        ],
        seen=[person.id, before.id, role.id, sorted(role.permissions)],
    )


async def _give(act: Act, wish: GiveRole, world: World) -> Facts | None:
    """Their sessions end with it: the pages that are open show what the old role may do."""
    if not await queries.lock_person(act.conn, wish.staff):
        raise StaffNotFound
    person, role = await get_person(act.conn, wish.staff), await get_role(act.conn, wish.role, holds=True)
    before = await get_role(act.conn, person.role.id)
    _refuse_more_than_theirs(act, world, role, before)
    try:
        await queries.set_role(act.conn, person.id, role.id)
    except CheckViolation:
        raise OwnerNeeded from None
    ended = await sessions.end_sessions(act.conn, person.id, "role")
    act.note(
        "staff.role",
        "staff",
        person.id,
        before={"role": person.role.name},
        after={"role": role.name, "endedSessions": ended},
    )
    if person.last_seen_at is None:
        return None
    return _closes_alone(act, before.permissions, role.permissions, was_owner=before.is_owner)


def _closes_alone(act: Act, before: list[str], after: list[str], *, was_owner: bool = False) -> Facts | None:
    """What people can no longer confirm because an owner alone decided so; read by `approvals.queries.find_company`.

    Otherwise an owner would take the right to confirm from a colleague instead of removing them.
    """
    lost = _confirmed_by(list(PERMISSIONS) if was_owner else before) - _confirmed_by(after)
    return {"closesAlone": sorted(lost)} if act.alone and lost else None


def _confirmed_by(permissions: list[str]) -> set[str]:
    return set(permissions) if "approvals.confirm" in permissions else set()


async def _preview_write(conn: Connection, wish: WriteRole) -> Preview:
    if await queries.is_name_taken(conn, wish.name, but=wish.role):
        raise RoleNameTaken
    before = await get_role(conn, wish.role) if wish.role is not None else None
    if before is not None and before.is_owner:
        raise RoleStays
    old = set(before.permissions) if before else set[str]()
    return previews.preview(
        "역할을 바꿉니다" if before else "역할을 만듭니다",
        [
            Row("이름", wish.name, before=before.name if before else None),
            Row("생기는 권한", _names(set(wish.permissions) - old)),
            Row("없어지는 권한", _names(old - set(wish.permissions))),
        ],
        count=before.staff if before else 0,
        seen=[wish.role, sorted(old), sorted(wish.permissions)],
    )


async def _write(act: Act, wish: WriteRole, world: World) -> Facts:
    if not any(covers(rights, wish.permissions) for rights in (world.asker, act.staff)):
        raise MoreThanOwn
    facts: Facts = {"name": wish.name, "permissions": sorted(wish.permissions)}
    if wish.role is None:
        role = await queries.insert_role(act.conn, wish.name, sorted(wish.permissions))
        if role is None:
            raise RoleNameTaken
        act.note("roles.make", "role", role, after=facts)
        return {"roleId": role}
    before = await get_role(act.conn, wish.role, holds=True)
    await queries.update_role(act.conn, wish.role, wish.name, sorted(wish.permissions))
    act.note(
        "roles.change",
        "role",
        wish.role,
        before={"name": before.name, "permissions": sorted(before.permissions)},
        after=facts,
    )
    closes = _closes_alone(act, before.permissions, wish.permissions) if before.staff else None
    return {"roleId": wish.role} | (closes or {})


def covers(rights: Rights | Staff, permissions: list[str], *, is_owner: bool = False) -> bool:
    """Whether all of a role is these rights' own."""
    return rights.is_owner or (not is_owner and set(permissions) <= rights.permissions)


def _refuse_more_than_theirs(act: Act, world: World, *roles: Role) -> None:
    """A role may have grown since it was asked for, and whoever asked may have lost theirs. Raises MoreThanOwn."""
    for role in roles:
        if not any(
            covers(rights, role.permissions, is_owner=role.is_owner) for rights in (world.asker, act.staff)
        ):
            raise MoreThanOwn


async def get_person(conn: Connection, staff: StaffId) -> Person:
    """Raises StaffNotFound."""
    person = await queries.find_person(conn, staff)
    if person is None:
        raise StaffNotFound
    return person


async def get_role(conn: Connection, role: RoleId, *, holds: bool = False) -> Role:
    """Raises RoleNotFound."""
    found = await queries.find_role(conn, role, holds=holds)
    if found is None:
        raise RoleNotFound
    return found


def _permissions_text(role: Role) -> str:
    return "모든 권한" if role.is_owner else _names(set(role.permissions))


def _names(permissions: set[str]) -> str:
    """In the order in which the console lists them."""
    return ", ".join(LABELS[name] for name in PERMISSIONS if name in permissions) or "없음"


INVITE = written_out(
    name="staff.invite",
    label="직원 초대",
    permission="staff.invite",
    params=InvitePerson,
    preview=_preview_invite,
    carry_out=_invite,
)
GIVE_ROLE = written_out(
    name="staff.role",
    label="직원의 역할 변경",
    permission="staff.change",
    params=GiveRole,
    preview=_preview_give,
    carry_out=_give,
)
WRITE_ROLE = written_out(
    name="roles.write",
    label="역할의 권한 변경",
    permission="roles.change",
    params=WriteRole,
    preview=_preview_write,
    carry_out=_write,
)
ACTIONS = [INVITE, GIVE_ROLE, WRITE_ROLE]
