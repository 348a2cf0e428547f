"""Services that ran out and wait to be extended: for 14 days their devices reach the shop, and nothing else (0145).

One that was stopped, refunded or ended by anybody does not wait, nor does one whose member is blocked or leaves.
"""

from collections.abc import Sequence
from datetime import timedelta

from ieum.shop.gateways import desired
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.members.types import MemberId
from ieum.shop.services import queries
from ieum.shop.services.types import ServiceId
from ieum.shop.stock import former

WAITS = timedelta(days=14)


async def begin(conn: Connection, services: Sequence[ServiceId]) -> list[ServiceId]:
    """Let those of the services that have just run out wait; returns them. Their addresses go to others meanwhile.

    One that ended longer ago than it would wait, while no worker ran, does not.
    """
    begun = await fetch_all(
        conn,
        ServiceId,
        """
        INSERT INTO waiting_services (service_id, until)
        SELECT s.id, s.ends_at + %(waits)s
          FROM services s JOIN members m ON m.id = s.member_id AND m.blocked_at IS NULL AND m.left_at IS NULL
         WHERE s.id = ANY(%(services)s) AND s.state = 'expired' AND s.stopped_at IS NULL
           AND s.ends_at + %(waits)s > now()
           AND EXISTS (SELECT FROM exits x
                        WHERE x.service_id = s.id
                          AND (x.removed_at IS NULL
                               OR EXISTS (SELECT FROM endpoints p WHERE p.exit_id = x.id AND p.removed_at IS NULL)))
        ON CONFLICT (service_id) DO UPDATE SET until = excluded.until
        RETURNING service_id
        """,
        services=list(services),
        waits=WAITS,
    )
    await desired.lead_to_the_shop(conn, begun, for_longest=WAITS)
    return begun


async def revive(conn: Connection, service: ServiceId) -> bool:
    """Let a waiting service run again, with its devices and the address that it had; the caller sets its end.

    False, with nothing changed, where it does not wait, or its address is somebody else's by now.
    """
    await queries.hold_with_order(conn, service)
    await desired.lock_gateways_of(conn, [service])
    waits = await any_row(
        conn,
        """
        SELECT 1 FROM waiting_services w JOIN services s ON s.id = w.service_id AND s.state = 'expired'
         WHERE w.service_id = %(service)s AND w.until > now()
        """,
        service=service,
    )
    if not waits or not await former.come_back(conn, service):
        return False
    await forget(conn, [service])
    await execute(
        conn,
        "UPDATE services SET state = 'active', closed_at = NULL WHERE id = %(service)s AND state = 'expired'",
        service=service,
    )
    return True


async def lock_due(conn: Connection, *, limit: int) -> list[ServiceId]:
    """Lock services that have waited long enough, the first to begin first.

    The state is asked for, too: of a row that was changed meanwhile the database looks at the service anew, but not at
    the row of its wait, and would end one that was just extended.
    """
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT s.id FROM waiting_services w JOIN services s ON s.id = w.service_id
         WHERE w.until <= now() AND s.state = 'expired'
         ORDER BY w.until, s.id LIMIT %(limit)s
           FOR NO KEY UPDATE OF s SKIP LOCKED
        """,
        limit=limit,
    )


async def lock_of(conn: Connection, member: MemberId) -> list[ServiceId]:
    """Lock the member's waiting services; the state is asked for as in `lock_due`."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT s.id FROM services s JOIN waiting_services w ON w.service_id = s.id
         WHERE s.member_id = %(member)s AND s.state = 'expired'
         ORDER BY s.id
           FOR NO KEY UPDATE OF s
        """,
        member=member,
    )


async def forget(conn: Connection, services: Sequence[ServiceId]) -> None:
    await execute(
        conn, "DELETE FROM waiting_services WHERE service_id = ANY(%(services)s)", services=list(services)
    )
