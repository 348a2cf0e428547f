"""Tails that end before their time, because their gateway says that nothing is open by them any more."""

from collections.abc import Sequence

import msgspec

from ieum.shop.gateways.types import DoneTail, GatewayId
from ieum.shop.kernel.db import Connection, fetch_all


async def lock_services_of(conn: Connection, gateway: GatewayId, done: Sequence[DoneTail]) -> list[int]:
    """Lock the services whose tails a gateway says are done, in the order of their ids, as every change does first."""
    return await fetch_all(
        conn,
        int,
        """
        SELECT s.id FROM services s
         WHERE s.id IN (SELECT service_id FROM exits
                         WHERE gateway_id = %(gateway)s AND id = ANY(%(exits)s) AND tail_address IS NOT NULL)
         ORDER BY s.id
           FOR NO KEY UPDATE
        """,
        gateway=gateway,
        exits=[int(one.exit) for one in done],
    )


async def end_done(conn: Connection, gateway: GatewayId, done: Sequence[DoneTail]) -> list[int]:
    """End these tails, those of the gateway's own exits that still run, and return their services.

    A tail is named by its address and the end that was told: the service may have another one by now, even of the same
    address. The addresses may be used again at once: nothing new was opened by them.
    """
    return await fetch_all(
        conn,
        int,
        """
        WITH told AS MATERIALIZED (
            SELECT x.service_id, t.address, t.until
              FROM json_to_recordset(%(done)s::json) AS t (exit bigint, address inet, until timestamptz)
              JOIN exits x ON x.id = t.exit AND x.gateway_id = %(gateway)s
        ), ended AS (
            UPDATE leases l SET state = 'ended', ended_at = now()
              FROM told, exit_addresses e
             WHERE l.service_id = told.service_id AND l.state = 'tail' AND l.tail_until = told.until
               AND e.id = l.address_id AND e.address = told.address
            RETURNING l.address_id, l.service_id
        ), freed AS (
            UPDATE exit_addresses e SET available_at = now() FROM ended WHERE e.id = ended.address_id
        )
        SELECT service_id FROM ended ORDER BY service_id
        """,
        gateway=gateway,
        done=msgspec.json.encode(done).decode(),
    )
