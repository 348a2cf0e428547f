"""Changes of how staff log in: links, logouts and removals."""

import msgspec
from psycopg.errors import CheckViolation

from ieum.shop.console.login import invitations
from ieum.shop.console.login.refusals import (
    InvitationNotYours,
    MoreThanOwn,
    NoMailForInvitation,
    OwnerNeeded,
)
from ieum.shop.console.staff import queries, rules
from ieum.shop.console.staff.sheet import STAFF, StaffSheet
from ieum.shop.desk import sessions
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown
from ieum.shop.desk.types import Row, StaffId
from ieum.shop.kernel.db import Connection
from ieum.shop.messaging.staff_templates import colleague_removed, reset_link_made
from ieum.shop.site import queries as site

type _Case = Case[StaffId, StaffSheet, Nothing]


def _preview_link(sheet: StaffSheet, _wish: Nothing) -> Shown:
    person = sheet.person
    if person.state == "invited":
        return Shown(
            title="초대 메일을 다시 보냅니다",
            rows=[Row("받는 주소", person.email)],
            warnings=[
                "먼저 보낸 링크는 쓸 수 없게 됩니다. 초대를 확인한 직원만 보낼 수 있습니다.",
            ],
        )
    return Shown(
        title="로그인 다시 설정하는 링크를 만듭니다",
        rows=[Row("직원", f"{person.name} ({person.email})")],
        warnings=[
            "이 링크로 비밀번호와 인증 앱을 다시 설정합니다. 먼저 연 사람이 정하므로 본인에게만 전해 주세요.",
            "그때 모든 기기에서 로그아웃되고, 이전 비밀번호와 인증 앱은 쓸 수 없게 됩니다.",
            "모든 직원에게 메일로 알립니다.",
        ],
    )


async def _make_link(conn: Connection, case: _Case) -> Made:
    """Make a link by which the person chooses both factors: shown if it resets them, mailed if it is the first.

    A reset is told to all staff, and nothing ends before it is used. The first link is mailed anew by whoever confirmed
    the invitation. Raises InvitationNotYours, NoMailForInvitation.
    """
    person, settings = case.sheet.person, case.settings
    if person.state == "invited":
        if await queries.find_who_confirmed(conn, case.target) != case.by:
            raise InvitationNotYours
        sent = await invitations.send(
            conn, case.target, email=person.email, name=person.name, made_by=case.by, settings=settings
        )
        return Made(facts={"mailed": True}, once=msgspec.to_builtins(sent))
    link = await invitations.make(conn, case.target, made_by=case.by, settings=settings)
    config = await site.get_config(conn)
    text = reset_link_made(
        site=config.site_name,
        name=person.name,
        by=await queries.get_name(conn, case.by),
        reason=case.reason,
        until=link.expires_at,
    )
    made = f"{link.expires_at:%Y%m%d%H%M%S%f}"
    await approvals.mail_staff(conn, config, text, reference=f"staff-link:{case.target}:{made}")
    return Made(facts={"resets": True}, once=msgspec.to_builtins(link))


def _preview_removal(sheet: StaffSheet, _wish: Nothing) -> Shown:
    """Says nothing of their sessions: by logging in anew they could have it shown again for ever."""
    return Shown(
        title=f"{sheet.person.name} 님을 직원에서 제외합니다",
        rows=[Row("역할", "없음", before=sheet.role.name)],
        warnings=[
            "모든 기기에서 바로 로그아웃되고 다시 로그인할 수 없습니다. 한 일의 기록은 남습니다.",
            "모든 직원과 본인에게 메일로 알립니다. 이 직원이 확인할 수 있던 일은 7일 동안 혼자 확인할 수 없습니다.",
        ],
    )


async def _remove(conn: Connection, case: _Case) -> Made:
    """Take the rights away at once, with every session, and tell all staff and the person. Raises OwnerNeeded."""
    person = case.sheet.person
    try:
        await queries.remove_person(conn, case.target)
    except CheckViolation:
        raise OwnerNeeded from None
    ended = await sessions.end_sessions(conn, case.target, "removed")
    config = await site.get_config(conn)
    text = colleague_removed(
        site=config.site_name,
        name=person.name,
        role=case.sheet.role.name,
        by=await queries.get_name(conn, case.by),
        reason=case.reason,
    )
    reference = f"staff-removed:{case.target}"
    await approvals.mail_staff(conn, config, text, reference=reference, too=[person.email])
    return Made(facts={"endedSessions": ended})


async def _end_sessions(conn: Connection, case: _Case) -> Made:
    ended = await sessions.end_sessions(conn, case.target, "ended", but=case.session)
    return Made(facts={"endedSessions": ended})


MAKE_LINK = Change(
    name="staff.link",
    label="로그인 링크 발급",
    done="링크를 발급했습니다.",
    of=STAFF,
    permission="staff.invite",
    wish=Nothing,
    lock=queries.lock_person,
    allows=lambda rights, sheet, _wish: rules.refuse_more(rights, sheet.role),
    preview=_preview_link,
    apply=_make_link,
    raises=(MoreThanOwn, InvitationNotYours, NoMailForInvitation),
)
REMOVE = Change(
    name="staff.remove",
    label="직원 제외",
    done="직원에서 제외했습니다.",
    of=STAFF,
    permission="staff.change",
    wish=Nothing,
    lock=queries.lock_person,
    allows=lambda rights, sheet, _wish: rules.refuse_more(rights, sheet.role),
    preview=_preview_removal,
    apply=_remove,
    raises=(MoreThanOwn, OwnerNeeded),
)
END_SESSIONS = Change(
    name="staff.sessions",
    label="모두 로그아웃시키기",
    done="모든 기기에서 로그아웃시켰습니다.",
    of=STAFF,
    permission="staff.change",
    wish=Nothing,
    allows=lambda rights, sheet, _wish: rules.refuse_more(rights, sheet.role),
    apply=_end_sessions,
    raises=(MoreThanOwn,),
)
CHANGES = [MAKE_LINK, REMOVE, END_SESSIONS]
