from collections.abc import Sequence

from psycopg.types.json import Jsonb

from ieum.shop.console.staff.types import Person, Role
from ieum.shop.desk.types import RoleId, StaffId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional

_PERSON = """
    SELECT s.id, s.name, s.email, json_build_object('id', r.id, 'name', r.name) AS role, r.is_owner,
           CASE WHEN s.password_hash IS NULL THEN 'invited' ELSE 'active' END AS state,
           (SELECT max(seen_at) FROM staff_sessions x WHERE x.staff_id = s.id) AS last_seen_at,
           (SELECT count(*) FROM staff_sessions x WHERE x.staff_id = s.id AND x.ended_at IS NULL
               AND x.seen_at > now() - interval '30 minutes'
               AND x.started_at > now() - interval '12 hours') AS sessions,
           (SELECT max(made_at) FROM staff_invitations i
             WHERE i.staff_id = s.id AND i.used_at IS NULL AND i.revoked_at IS NULL) AS invited_at,
           (SELECT until FROM staff_newcomers n WHERE n.staff_id = s.id) AS confirms_from
      FROM staff s JOIN staff_roles r ON r.id = s.role_id
    """


async def list_people(conn: Connection) -> list[Person]:
    """Everybody who was not removed, by name."""
    return await fetch_all(conn, Person, f"{_PERSON} WHERE s.removed_at IS NULL ORDER BY s.name, s.id")


async def find_person(conn: Connection, staff: StaffId) -> Person | None:
    return await fetch_optional(
        conn, Person, f"{_PERSON} WHERE s.id = %(staff)s AND s.removed_at IS NULL", staff=staff
    )


async def get_name(conn: Connection, staff: StaffId) -> str:
    return await fetch_one(conn, str, "SELECT name FROM staff WHERE id = %(staff)s", staff=staff)


async def lock_person(conn: Connection, staff: StaffId) -> None:
    await execute(
        conn, "SELECT FROM staff WHERE id = %(staff)s AND removed_at IS NULL FOR UPDATE", staff=staff
    )


async def find_by_email(conn: Connection, email: str) -> StaffId | None:
    return await fetch_optional(
        conn, StaffId, "SELECT id FROM staff WHERE email = %(email)s AND removed_at IS NULL", email=email
    )


async def insert_person(conn: Connection, *, email: str, name: str, role: RoleId) -> StaffId | None:
    """None where somebody has this mail."""
    return await fetch_optional(
        conn,
        StaffId,
        """
        INSERT INTO staff (email, name, role_id) VALUES (%(email)s, %(name)s, %(role)s)
            ON CONFLICT (email) WHERE removed_at IS NULL DO NOTHING
        RETURNING id
        """,
        email=email,
        name=name,
        role=role,
    )


async def find_who_confirmed(conn: Connection, invited: StaffId) -> StaffId | None:
    """Find the person who confirmed the invitation of `invited`; None if a command added them."""
    return await fetch_optional(
        conn,
        StaffId,
        """
        SELECT decided_by FROM staff_approvals
         WHERE action = 'staff.invite' AND state = 'confirmed' AND result = %(result)s
        """,
        result=Jsonb({"staffId": invited}),
    )


async def set_role(conn: Connection, staff: StaffId, role: RoleId) -> None:
    """Give the person a role. Raises CheckViolation (`staff_keep_an_owner`) if no owner would be left."""
    await execute(conn, "UPDATE staff SET role_id = %(role)s WHERE id = %(staff)s", staff=staff, role=role)


async def remove_person(conn: Connection, staff: StaffId) -> None:
    """Take everything by which this person could log in. Raises CheckViolation as `set_role` does."""
    await execute(
        conn,
        """
        WITH passkeys AS (DELETE FROM staff_passkeys WHERE staff_id = %(staff)s),
             codes AS (DELETE FROM staff_recovery_codes WHERE staff_id = %(staff)s),
             links AS (UPDATE staff_invitations SET revoked_at = now(), totp_secret = NULL
                        WHERE staff_id = %(staff)s AND used_at IS NULL AND revoked_at IS NULL)
        UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(staff)s
        """,
        staff=staff,
    )


async def list_roles(conn: Connection) -> list[Role]:
    """The owner's first, then by name."""
    return await fetch_all(
        conn,
        Role,
        f"{_ROLE} ORDER BY r.is_owner DESC, r.is_built_in DESC, r.name, r.id",
    )


async def find_role(conn: Connection, role: RoleId) -> Role | None:
    return await fetch_optional(conn, Role, f"{_ROLE} WHERE r.id = %(role)s", role=role)


async def lock_role(conn: Connection, role: RoleId) -> None:
    await execute(conn, "SELECT FROM staff_roles WHERE id = %(role)s FOR UPDATE", role=role)


async def hold_role(conn: Connection, role: RoleId) -> None:
    """Keep others from changing or deleting it until the transaction ends; several may hold it at once."""
    await execute(conn, "SELECT FROM staff_roles WHERE id = %(role)s FOR SHARE", role=role)


_ROLE = """
    SELECT r.id, r.name, r.permissions, r.is_owner, r.is_built_in,
           (SELECT count(*) FROM staff s WHERE s.role_id = r.id AND s.removed_at IS NULL) AS staff
      FROM staff_roles r
    """


async def is_name_taken(conn: Connection, name: str, *, but: RoleId | None = None) -> bool:
    return await any_row(
        conn,
        "SELECT FROM staff_roles WHERE name = %(name)s AND id IS DISTINCT FROM %(but)s::bigint",
        name=name,
        but=but,
    )


async def insert_role(conn: Connection, name: str, permissions: Sequence[str]) -> RoleId | None:
    """None where another role has this name."""
    return await fetch_optional(
        conn,
        RoleId,
        """
        INSERT INTO staff_roles (name, permissions) VALUES (%(name)s, %(permissions)s)
            ON CONFLICT (name) DO NOTHING
        RETURNING id
        """,
        name=name,
        permissions=list(permissions),
    )


async def update_role(conn: Connection, role: RoleId, name: str, permissions: Sequence[str]) -> None:
    await execute(
        conn,
        "UPDATE staff_roles SET name = %(name)s, permissions = %(permissions)s WHERE id = %(role)s",
        role=role,
        name=name,
        permissions=list(permissions),
    )


async def delete_role(conn: Connection, role: RoleId) -> None:
    await execute(conn, "DELETE FROM staff_roles WHERE id = %(role)s AND NOT is_built_in", role=role)


async def has_ever_been_used(conn: Connection, role: RoleId) -> bool:
    """Tell whether anybody has the role, or had it when they were removed."""
    return await any_row(conn, "SELECT FROM staff WHERE role_id = %(role)s", role=role)


async def owner_role(conn: Connection) -> RoleId:
    return await fetch_one(conn, RoleId, "SELECT id FROM staff_roles WHERE is_owner")


async def find_role_by_name(conn: Connection, name: str) -> RoleId | None:
    return await fetch_optional(conn, RoleId, "SELECT id FROM staff_roles WHERE name = %(name)s", name=name)


async def list_networks(conn: Connection) -> list[str]:
    return await fetch_all(conn, str, "SELECT network::text FROM staff_networks ORDER BY network")


async def lock_networks(conn: Connection) -> None:
    """Have other writers wait until the transaction ends; everybody may read."""
    await execute(conn, "LOCK TABLE staff_networks IN SHARE ROW EXCLUSIVE MODE")


async def replace_networks(conn: Connection, networks: Sequence[str]) -> None:
    await execute(
        conn, "DELETE FROM staff_networks WHERE network <> ALL(%(all)s::cidr[])", all=list(networks)
    )
    await execute(
        conn,
        "INSERT INTO staff_networks SELECT unnest(%(all)s::cidr[]) ON CONFLICT DO NOTHING",
        all=list(networks),
    )
