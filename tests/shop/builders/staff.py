"""Staff who are logged in to the console, with the permissions that a test names."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from secrets import token_urlsafe
from typing import NamedTuple

from cryptography.hazmat.primitives.twofactor.totp import TOTP

from ieum.shop.desk.acting import hash_token
from ieum.shop.desk.permissions import Permission
from ieum.shop.desk.types import RoleId, StaffId, StaffSessionId
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.security import totp
from tests.shop.builders.clients import HOME
from tests.shop.builders.hashing import QUICK
from tests.shop.builders.secrets import KEY

PASSWORD = "correct-horse-9"
SECRET = b"twenty bytes, secret"
_numbers = count(1)
_HASH = QUICK.hash(PASSWORD)


class Login(NamedTuple):
    """A session of the console; `headers` are those of its own pages."""

    staff: StaffId
    session: StaffSessionId
    role: RoleId
    email: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"ieum_staff={self.token}", "Origin": HOME}


async def a_staff(
    conn: Connection,
    *permissions: Permission,
    owner: bool = False,
    name: str = "김운영",
    idle: timedelta = timedelta(),
) -> Login:
    """Somebody with just these permissions, by a role of their own, or an owner. Both factors are set."""
    number = next(_numbers)
    role = await _owner_role(conn) if owner else await a_role(conn, permissions)
    email = f"staff{number}@ieum.example"
    staff = await fetch_one(
        conn,
        StaffId,
        """
        INSERT INTO staff (email, name, role_id, password_hash, totp_secret)
        VALUES (%(email)s, %(name)s, %(role)s, %(hash)s, '-') RETURNING id
        """,
        email=email,
        name=name,
        role=role,
        hash=_HASH,
    )
    await execute(
        conn,
        "UPDATE staff SET totp_secret = %(sealed)s WHERE id = %(staff)s",
        staff=staff,
        sealed=totp.seal(SECRET, key=KEY, holder=f"staff:{staff}"),
    )
    token = token_urlsafe(16)
    session = await fetch_one(
        conn,
        StaffSessionId,
        """
        INSERT INTO staff_sessions (staff_id, token_hash, address, user_agent, started_at, seen_at)
        VALUES (%(staff)s, %(hash)s, '127.0.0.1', 'test', now() - %(idle)s, now() - %(idle)s) RETURNING id
        """,
        staff=staff,
        hash=hash_token(token),
        idle=idle,
    )
    return Login(staff, session, role, email, token)


def code(*, steps: int = 0, secret: bytes = SECRET) -> str:
    """What the authenticator of `a_staff` shows now, or so many steps later."""
    moment = datetime.now(UTC) + timedelta(seconds=steps * totp.STEP_SECONDS)
    return TOTP(secret, totp.DIGITS, totp.HASH, totp.STEP_SECONDS).generate(int(moment.timestamp())).decode()


async def a_role(conn: Connection, permissions: Sequence[Permission]) -> RoleId:
    return await fetch_one(
        conn,
        RoleId,
        "INSERT INTO staff_roles (name, permissions) VALUES (%(name)s, %(permissions)s) RETURNING id",
        name=f"role {next(_numbers)}",
        permissions=list(permissions),
    )


async def _owner_role(conn: Connection) -> RoleId:
    return await fetch_one(conn, RoleId, "SELECT id FROM staff_roles WHERE is_owner")
