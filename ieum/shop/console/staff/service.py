"""Changes of staff, roles and networks. What gives rights takes two people; what takes rights away takes one."""

from datetime import UTC, datetime
from ipaddress import ip_address, ip_network

from psycopg.errors import CheckViolation

from ieum.shop.console.doors import invitations, login
from ieum.shop.console.doors.refusals import (
    InvitationNotYours,
    LocksYouOut,
    MoreThanOwn,
    OwnerNeeded,
    RoleInUse,
    RoleStays,
    StaffNotFound,
)
from ieum.shop.console.doors.types import InvitationLink, InvitationSent
from ieum.shop.console.staff import actions, queries
from ieum.shop.console.staff.types import NetworksForm, NewPerson, RoleForm
from ieum.shop.desk import sessions
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.types import Asked
from ieum.shop.desk.types import RoleId, StaffId
from ieum.shop.kernel.errors import BAD_FORMAT, Field, InvalidFields, refuse_wrong
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.rules import wrong_email
from ieum.shop.messaging.staff_templates import colleague_removed, networks_changed, reset_link_made
from ieum.shop.site import queries as site


async def invite(act: Act, form: NewPerson) -> Asked:
    """Ask for a second person. Raises InvalidFields, EmailTaken, RoleNotFound, MoreThanOwn."""
    email = login.tidy_email(form.email)
    refuse_wrong(wrong_email(email))
    await _refuse_more_than_own(act, form.role_id)
    wish = actions.InvitePerson(email, " ".join(form.name.split()), form.role_id)
    return await approvals.ask(act, actions.INVITE, wish, reason=form.reason)


async def give_role(act: Act, staff: StaffId, role: RoleId, reason: str) -> Asked:
    """Ask for a second person. Raises StaffNotFound, RoleNotFound, MoreThanOwn."""
    await _refuse_more_than_own(act, role)
    person = await actions.get_person(act.conn, staff)
    await _refuse_more_than_own(act, person.role.id)
    return await approvals.ask(act, actions.GIVE_ROLE, actions.GiveRole(staff, role), reason=reason)


async def write_role(act: Act, role: RoleId | None, form: RoleForm) -> Asked:
    """Ask for a second person. Raises RoleNotFound, RoleNameTaken, RoleStays, MoreThanOwn."""
    if not actions.covers(act.staff, list(form.permissions)):
        raise MoreThanOwn
    if role is not None:
        await _refuse_more_than_own(act, role)
    wish = actions.WriteRole(role, " ".join(form.name.split()), sorted(set(form.permissions)))
    return await approvals.ask(act, actions.WRITE_ROLE, wish, reason=form.reason)


async def delete_role(act: Act, role: RoleId, reason: str) -> None:
    """Raises RoleNotFound, MoreThanOwn, RoleStays, RoleInUse."""
    await _refuse_more_than_own(act, role)
    found = await actions.get_role(act.conn, role, holds=True)
    if found.is_built_in:
        raise RoleStays
    if await queries.has_ever_been_used(act.conn, role):
        raise RoleInUse
    await queries.delete_role(act.conn, role)
    act.note(
        "roles.delete",
        "role",
        role,
        before={"name": found.name, "permissions": sorted(found.permissions)},
        reason=reason,
    )


async def make_link(
    act: Act, staff: StaffId, reason: str, settings: Settings
) -> InvitationLink | InvitationSent:
    """Make a link by which this person chooses both factors: shown if it resets them, mailed if it is the first.

    A reset is told to all staff, and nothing ends before it is used. The first link is mailed anew by whoever confirmed
    the invitation. Raises StaffNotFound, MoreThanOwn, InvitationNotYours, NoMailForInvitation.
    """
    if not await queries.lock_person(act.conn, staff):
        raise StaffNotFound
    person = await actions.get_person(act.conn, staff)
    await _refuse_more_than_own(act, person.role.id)
    if person.state == "invited":
        if await queries.find_who_confirmed(act.conn, staff) != act.staff.id:
            raise InvitationNotYours
        act.note("staff.link", "staff", staff, reason=reason, after={"mailed": True})
        return await invitations.send(
            act.conn, staff, email=person.email, name=person.name, made_by=act.staff.id, settings=settings
        )
    link = await invitations.make(act.conn, staff, made_by=act.staff.id, settings=settings)
    act.note("staff.link", "staff", staff, reason=reason, after={"resets": True})
    config = await site.get_config(act.conn)
    text = reset_link_made(
        site=config.site_name,
        name=person.name,
        by=act.staff.name,
        reason=reason,
        until=link.expires_at,
    )
    made = f"{link.expires_at:%Y%m%d%H%M%S%f}"
    await approvals.mail_staff(act.conn, config, text, reference=f"staff-link:{staff}:{made}")
    return link


async def remove(act: Act, staff: StaffId, reason: str) -> None:
    """Take the rights away at once, with every session, and tell all staff and the person.

    Raises StaffNotFound, MoreThanOwn, OwnerNeeded.
    """
    if not await queries.lock_person(act.conn, staff):
        raise StaffNotFound
    person = await actions.get_person(act.conn, staff)
    await _refuse_more_than_own(act, person.role.id)
    try:
        await queries.remove_person(act.conn, staff)
    except CheckViolation:
        raise OwnerNeeded from None
    ended = await sessions.end_sessions(act.conn, staff, "removed")
    config = await site.get_config(act.conn)
    text = colleague_removed(
        site=config.site_name, name=person.name, role=person.role.name, by=act.staff.name, reason=reason
    )
    await approvals.mail_staff(act.conn, config, text, reference=f"staff-removed:{staff}", too=[person.email])
    act.note(
        "staff.remove",
        "staff",
        staff,
        before={"name": person.name, "role": person.role.name},
        after={"endedSessions": ended},
        reason=reason,
    )


async def end_sessions(act: Act, staff: StaffId) -> None:
    """Raises StaffNotFound, MoreThanOwn."""
    person = await actions.get_person(act.conn, staff)
    await _refuse_more_than_own(act, person.role.id)
    ended = await sessions.end_sessions(act.conn, staff, "ended", but=act.staff.session_id)
    act.note("staff.sessions", "staff", staff, after={"endedSessions": ended})


async def set_networks(act: Act, form: NetworksForm) -> list[str]:
    """Replace the list and tell all staff, who may be shut out; an empty one lets everybody in who can log in.

    An owner's alone: others could shut the owners out. Raises MoreThanOwn, InvalidFields, LocksYouOut.
    """
    if not act.staff.is_owner:
        raise MoreThanOwn(
            "콘솔에 접속할 수 있는 네트워크는 소유자만 바꿀 수 있습니다. 소유자에게 요청해 주세요."
        )
    networks = _networks(form.networks)
    here = ip_address(act.address)
    if networks and not any(here in ip_network(network) for network in networks):
        raise LocksYouOut
    before = await queries.list_networks(act.conn)
    await queries.replace_networks(act.conn, networks)
    act.note(
        "staff.networks",
        "networks",
        "console",
        before={"networks": before},
        after={"networks": networks},
        reason=form.reason,
    )
    config = await site.get_config(act.conn)
    text = networks_changed(site=config.site_name, networks=networks, by=act.staff.name, reason=form.reason)
    reference = f"staff-networks:{datetime.now(UTC):%Y%m%d%H%M%S%f}"
    await approvals.mail_staff(act.conn, config, text, reference=reference)
    return await queries.list_networks(act.conn)


def _networks(typed: list[str]) -> list[str]:
    try:
        return sorted({str(ip_network(text.strip(), strict=False)) for text in typed if text.strip()})
    except ValueError:
        raise InvalidFields(Field("networks", "invalid", BAD_FORMAT)) from None


async def _refuse_more_than_own(act: Act, role: RoleId) -> None:
    """Whoever gives, takes or lends a role must have all that it allows. Raises MoreThanOwn, RoleNotFound."""
    found = await actions.get_role(act.conn, role)
    if not actions.covers(act.staff, found.permissions, is_owner=found.is_owner):
        raise MoreThanOwn
