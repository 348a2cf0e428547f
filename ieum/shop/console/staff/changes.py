"""Changes that give staff rights: an invitation, and another role. They take two people."""

from typing import Annotated

import msgspec
from msgspec import Meta, structs
from psycopg.errors import CheckViolation

from ieum.shop.console.login import invitations
from ieum.shop.console.login import service as login
from ieum.shop.console.login.refusals import MoreThanOwn, OwnerNeeded, RoleNotFound
from ieum.shop.console.login.types import Name
from ieum.shop.console.staff import queries, rules
from ieum.shop.console.staff.sheet import STAFF, StaffSheet, find, get_role
from ieum.shop.console.staff.types import Role
from ieum.shop.desk import sessions
from ieum.shop.desk.change_types import Number
from ieum.shop.desk.changes import Case, Change, Made, Shown, Stays, to_make
from ieum.shop.desk.record.types import Note
from ieum.shop.desk.types import RoleId, Row, StaffId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.members.rules import wrong_email


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[Name, Meta(title="이름", description="콘솔과 기록에 보이는 이름입니다. 40자까지.")]
    email: Annotated[
        str,
        Meta(
            min_length=3,
            max_length=254,
            title="이메일",
            description="이 주소로 초대 메일을 보내고, 이 주소로 로그인합니다.",
        ),
    ]
    role: Annotated[Number, Meta(title="역할", extra_json_schema={"options": "roles"})]


class GiveRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    role: Annotated[Number, Meta(title="역할", extra_json_schema={"options": "roles"})]


class InviteSheet(msgspec.Struct, frozen=True):
    role: Role
    is_taken: bool


EMAIL_TAKEN = "이 메일을 쓰는 직원이 이미 있습니다. 비밀번호를 잊었다면 새 링크를 만들어 주세요."


async def _hold_role(conn: Connection, wish: Invite | GiveRole) -> None:
    await queries.hold_role(conn, RoleId(wish.role))


async def _look_at_invite(conn: Connection, _target: None, wish: Invite) -> InviteSheet:
    """Look up the role, and whether the address is in use. Raises InvalidFields, RoleNotFound."""
    email = login.tidy_email(wish.email)
    refuse_wrong(wrong_email(email))
    role = await get_role(conn, wish.role)
    return InviteSheet(role, await queries.find_by_email(conn, email) is not None)


def _preview_invite(sheet: InviteSheet, wish: Invite) -> Shown:
    return Shown(
        title=f"{_tidy(wish.name)} 님을 초대합니다",
        rows=[
            Row("메일", login.tidy_email(wish.email)),
            Row("역할", sheet.role.name),
            Row("권한", rules.permissions_in_words(sheet.role)),
        ],
        warnings=[
            "확인되면 초대 메일이 이 주소로 갑니다. 링크는 하루 동안 한 번 쓸 수 있습니다.",
            "메일을 받는 사람이 이 직원이 됩니다. 본인의 주소인지 확인해 주세요.",
        ],
        seen=[sheet.role.id, sorted(sheet.role.permissions)],
    )


async def _invite(conn: Connection, case: Case[None, InviteSheet, Invite]) -> Made:
    """Mail the link if there is mail; a shop without any makes it by `ieum staff add`."""
    name, email = _tidy(case.wish.name), login.tidy_email(case.wish.email)
    staff = await queries.insert_person(conn, email=email, name=name, role=case.sheet.role.id)
    if staff is None:
        raise Stays(EMAIL_TAKEN)
    notes: list[Note] = []
    if case.settings.smtp_url:
        await invitations.send(conn, staff, email=email, name=name, made_by=case.by, settings=case.settings)
        notes.append(
            Note(action="staff.link", object_kind="staff", object_id=str(staff), after={"mailed": True})
        )
    return Made(
        id=staff,
        facts={"name": name, "email": email, "role": case.sheet.role.name},
        answer={"staffId": staff},
        notes=notes,
    )


async def _look_at_role(conn: Connection, staff: StaffId, wish: GiveRole) -> StaffSheet | None:
    """Look up the person with the wished role. Raises RoleNotFound."""
    sheet = await find(conn, staff)
    return None if sheet is None else structs.replace(sheet, after=await get_role(conn, wish.role))


def _preview_role(sheet: StaffSheet, _wish: GiveRole) -> Shown:
    before, after = sheet.role, sheet.after
    gained = set(after.permissions) - set(before.permissions)
    lost = set(before.permissions) - set(after.permissions)
    return Shown(
        title=f"{sheet.person.name} 님의 역할을 바꿉니다",
        rows=[
            Row("역할", after.name, before=before.name),
            Row("생기는 권한", "모든 권한" if after.is_owner else rules.in_words(gained)),
            Row("없어지는 권한", "목록에 없는 모든 권한" if before.is_owner else rules.in_words(lost)),
        ],
        warnings=["바뀌면 모든 기기에서 로그아웃됩니다."],
        seen=[before.id, after.id, sorted(after.permissions)],
    )


async def _give_role(conn: Connection, case: Case[StaffId, StaffSheet, GiveRole]) -> Made:
    """Their sessions end with it: the pages that are open show what the old role may do."""
    sheet = case.sheet
    try:
        await queries.set_role(conn, case.target, sheet.after.id)
    except CheckViolation:
        raise OwnerNeeded from None
    ended = await sessions.end_sessions(conn, case.target, "role")
    has_confirmed = case.alone and sheet.person.last_seen_at is not None
    return Made(
        facts={"endedSessions": ended},
        answer=rules.closes_alone(sheet.role, sheet.after.permissions) if has_confirmed else {},
    )


def _tidy(name: str) -> str:
    return " ".join(name.split())


INVITE = Change(
    name="staff.invite",
    label="직원 초대",
    done="직원을 초대했습니다.",
    of=to_make(STAFF, InviteSheet),
    permission="staff.invite",
    wish=Invite,
    lock_wish=_hold_role,
    look=_look_at_invite,
    allows=lambda rights, sheet, _wish: rules.refuse_more(rights, sheet.role),
    refuses=lambda sheet, _wish: EMAIL_TAKEN if sheet.is_taken else None,
    preview=_preview_invite,
    apply=_invite,
    takes_two=lambda _sheet, _wish: "두 번째 사람이 확인하면 초대됩니다.",
    raises=(RoleNotFound, MoreThanOwn),
)
GIVE_ROLE = Change(
    name="staff.role",
    label="직원의 역할 변경",
    done="역할을 바꿨습니다.",
    of=STAFF,
    permission="staff.change",
    wish=GiveRole,
    lock=queries.lock_person,
    lock_wish=_hold_role,
    look=_look_at_role,
    allows=lambda rights, sheet, _wish: rules.refuse_more(rights, sheet.role, sheet.after),
    refuses=lambda sheet, _wish: "이미 이 역할입니다." if sheet.role.id == sheet.after.id else None,
    preview=_preview_role,
    apply=_give_role,
    takes_two=lambda _sheet, _wish: "두 번째 사람이 확인하면 바뀝니다.",
    raises=(RoleNotFound, MoreThanOwn, OwnerNeeded),
)
CHANGES = [INVITE, GIVE_ROLE]
