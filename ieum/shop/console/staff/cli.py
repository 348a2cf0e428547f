"""`ieum staff …`: the first owner, and the way back in where the console cannot be reached."""

import argparse
import sys
from datetime import UTC, datetime

from ieum.shop.console.login import invitations
from ieum.shop.console.login import queries as logins
from ieum.shop.console.login.service import tidy_email
from ieum.shop.console.staff import queries
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.settings import Settings
from ieum.shop.members.rules import wrong_email
from ieum.shop.messaging.staff_templates import vouched_for
from ieum.shop.site import queries as site

_COMMAND = By(role="ieum staff", request_id="", address="")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="add|list|open|vouch")
    add = words.add_parser(
        "add",
        help="print a link by which somebody chooses a password and connects an authenticator app",
        description="Let somebody in, or let somebody back in who has lost their password or authenticator.",
    )
    add.add_argument("email", help="the mail address that they will log in with")
    add.add_argument("name", nargs="?", help="what the console calls them; needed for somebody new")
    add.add_argument("--role", help="the name of a role; without it the owner's, who may do everything")
    words.add_parser("list", help="who works here, and as what")
    vouch = words.add_parser(
        "vouch",
        help="let somebody who used a link within seven days be a second person at once; all staff are told",
    )
    vouch.add_argument("email", help="the mail address that they log in with")
    words.add_parser("open", help="let all networks in again, where the list of networks shut you out")


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    match arguments.word:
        case "add":
            return await _add(arguments, settings, db)
        case "open":
            return await _open(db)
        case "vouch":
            return await _vouch(db, tidy_email(arguments.email))
        case _:
            return await _list(db)


async def _add(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    email, name = tidy_email(arguments.email), " ".join((arguments.name or "").split())
    if wrong_email(email):
        return _refuse(f"{arguments.email!r} is no mail address.")
    async with db.transaction() as conn:
        staff = await queries.find_by_email(conn, email)
        if staff is None:
            if not 1 <= len(name) <= 40:
                return _refuse("say the person's name, in 40 characters at most, after the mail address.")
            role = (
                await queries.find_role_by_name(conn, arguments.role)
                if arguments.role
                else await queries.owner_role(conn)
            )
            if role is None:
                roles = ", ".join(known.name for known in await queries.list_roles(conn))
                return _refuse(f"--role: there is no role {arguments.role!r}. There are: {roles}")
            staff = await queries.insert_person(conn, email=email, name=name, role=role)
            if staff is None:
                return _refuse("somebody has added this person at the same moment; try again.")
            await _note(conn, "staff.invite", staff)
        link = await invitations.make(conn, staff, made_by=None, settings=settings)
        await _note(conn, "staff.link", staff)
    sys.stdout.write(
        f"{link.url}\n\nIt works once, until {seoul.minute(link.expires_at)} in Seoul. "
        "Whoever opens it first chooses the password.\n"
    )
    return 0


async def _list(db: Database) -> int:
    async with db.connection() as conn:
        people = await queries.list_people(conn)
    for person in people:
        seen = seoul.minute(person.last_seen_at) if person.last_seen_at else "-"
        sys.stdout.write(f"{person.email}  {person.name}  {person.role.name}  {person.state}  {seen}\n")
    return 0


async def _open(db: Database) -> int:
    async with db.transaction() as conn:
        before = await queries.list_networks(conn)
        await queries.replace_networks(conn, [])
        note = Note(
            action="staff.networks",
            object_kind="networks",
            object_id="console",
            before={"networks": before},
            after={"networks": []},
        )
        await record.append(conn, _COMMAND, [note])
    sys.stdout.write("The console answers all networks.\n")
    return 0


async def _vouch(db: Database, email: str) -> int:
    async with db.transaction() as conn:
        staff = await queries.find_by_email(conn, email)
        if staff is None:
            return _refuse(f"nobody logs in with {email!r}.")
        person = await queries.find_person(conn, staff)
        if person is None or not await logins.vouch(conn, staff):
            return _refuse("they have used no link within seven days, and may confirm already.")
        config = await site.get_config(conn)
        text = vouched_for(site=config.site_name, name=person.name)
        reference = f"staff-vouched:{staff}:{datetime.now(UTC):%Y%m%d%H%M%S}"
        await approvals.mail_staff(conn, config, text, reference=reference)
        await _note(conn, "staff.vouch", staff)
    sys.stdout.write(f"{person.name} may confirm what others ask for. All staff are mailed.\n")
    return 0


async def _note(conn: Connection, action: str, staff: StaffId) -> None:
    await record.append(conn, _COMMAND, [Note(action=action, object_kind="staff", object_id=str(staff))])


def _refuse(why: str) -> int:
    sys.stderr.write(f"ieum staff: {why}\n")
    return 2
