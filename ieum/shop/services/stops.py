"""Services that staff have stopped: nothing lets them run again but staff, whatever is paid meanwhile.

Their time goes on. Their addresses and devices stay, as where a payment is missing.
"""

from ieum.shop.gateways import desired
from ieum.shop.kernel.db import Connection, any_row, fetch_optional
from ieum.shop.services import period_queries, waiting
from ieum.shop.services.types import ServiceId, ServiceState


async def stop(conn: Connection, service: ServiceId) -> bool:
    """Stop the traffic of a service. False where it is over, or stopped already."""
    await period_queries.lock_living(conn, [service])
    stopped = await any_row(
        conn,
        """
        UPDATE services SET state = 'suspended', stopped_at = now()
         WHERE id = %(service)s AND state IN ('active', 'suspended') AND stopped_at IS NULL
        """,
        service=service,
    )
    if stopped:
        await desired.remove_exits_of(conn, [service])
    return stopped


async def restart(conn: Connection, service: ServiceId) -> ServiceState | None:
    """Let it run until its end; it stays suspended where its subscription waits for a payment, and reaches the shop.

    None where staff have not stopped it, or it is over.
    """
    await period_queries.lock_living(conn, [service])
    state = await fetch_optional(
        conn,
        ServiceState.__value__,
        """
        UPDATE services s
           SET stopped_at = NULL,
               state = CASE WHEN EXISTS (SELECT FROM subscriptions b
                                          WHERE b.id = s.subscription_id AND b.state = 'suspended')
                            THEN 'suspended' ELSE 'active' END
         WHERE id = %(service)s AND state = 'suspended' AND stopped_at IS NOT NULL
        RETURNING state
        """,
        service=service,
    )
    if state == "suspended":
        await desired.lead_back_to_the_shop(conn, service, for_longest=waiting.WAITS)
    # Also of one that is unpaid: a sub-id may have been let on meanwhile.
    await desired.put_exits_of(conn, [service])
    return state
