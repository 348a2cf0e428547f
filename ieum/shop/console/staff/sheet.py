"""Sheets of staff: what changes of them look at."""

import msgspec

from ieum.shop.console.login.refusals import RoleNotFound, StaffNotFound
from ieum.shop.console.staff import queries
from ieum.shop.console.staff.types import Person, Role
from ieum.shop.desk.changes import Thing
from ieum.shop.desk.types import RoleId, StaffId
from ieum.shop.kernel.db import Connection


class StaffSheet(msgspec.Struct, frozen=True):
    """A person of the staff. `after` is the role that a change gives them; the present one if it gives none."""

    person: Person
    role: Role
    after: Role


async def get_role(conn: Connection, role: int) -> Role:
    """Find a role. Raises RoleNotFound."""
    found = await queries.find_role(conn, RoleId(role))
    if found is None:
        raise RoleNotFound
    return found


async def find(conn: Connection, staff: StaffId) -> StaffSheet | None:
    person = await queries.find_person(conn, staff)
    if person is None:
        return None
    role = await get_role(conn, person.role.id)
    return StaffSheet(person, role, role)


STAFF = Thing[StaffId, StaffSheet](
    name="staff",
    label="직원",
    screen="staff",
    unit="명",
    find=find,
    missing=StaffNotFound,
    facts=lambda sheet: {"name": sheet.person.name, "role": sheet.role.name},
)
