from datetime import timedelta

from ieum.shop.desk.types import Staff, StaffId
from ieum.shop.kernel.db import Connection, fetch_one, fetch_optional

# Idle for half an hour or open for twelve, a session is over; nobody has to write that down.
IDLE_SECONDS = 30 * 60
LONGEST = timedelta(hours=12)


async def find_session(conn: Connection, token_hash: bytes, *, address: str) -> Staff | None:
    """Find a live session's person, with the role's permissions of now: a person who is removed is out at once."""
    return await fetch_optional(conn, Staff, _SESSION, token_hash=token_hash, address=address)


async def lock_session(conn: Connection, token_hash: bytes, *, address: str) -> Staff | None:
    """Like `find_session`, and hold the row: an end of the session waits for this change, or is seen by it.

    So the changes of one person go one after another.
    """
    return await fetch_optional(
        conn, Staff, f"{_SESSION} FOR UPDATE OF s", token_hash=token_hash, address=address
    )


_SESSION = """
    SELECT f.id, s.id AS session_id, f.name, f.email, r.id AS role_id, r.name AS role_name, r.is_owner, r.permissions,
           s.started_at, s.seen_at,
           (NOT EXISTS (SELECT FROM staff_networks)
            OR EXISTS (SELECT FROM staff_networks WHERE network >>= %(address)s::inet)) AS allowed_from_here
      FROM staff_sessions s
      JOIN staff f ON f.id = s.staff_id AND f.removed_at IS NULL
      JOIN staff_roles r ON r.id = f.role_id
     WHERE s.token_hash = %(token_hash)s AND s.ended_at IS NULL
       AND s.seen_at > now() - interval '30 minutes' AND s.started_at > now() - interval '12 hours'
    """


async def allows(conn: Connection, address: str) -> bool:
    """Tell whether the console answers this address. Without listed networks it answers all."""
    found = await fetch_optional(
        conn,
        bool,
        """
        SELECT NOT EXISTS (SELECT FROM staff_networks)
               OR EXISTS (SELECT FROM staff_networks WHERE network >>= %(address)s::inet)
        """,
        address=address,
    )
    return bool(found)


async def get_names(conn: Connection, *staff: StaffId) -> list[str]:
    """The names of staff, in the order of the ids."""
    return await fetch_one(
        conn,
        list[str],
        """
        SELECT array_agg(s.name ORDER BY n.place)
          FROM unnest(%(staff)s::bigint[]) WITH ORDINALITY AS n (id, place) JOIN staff s USING (id)
        """,
        staff=list(staff),
    )
