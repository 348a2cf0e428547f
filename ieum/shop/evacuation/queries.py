"""SQL on evacuations and moves. Whoever changes a move has locked its service."""

from datetime import datetime

from ieum.shop.evacuation.types import (
    Due,
    Evacuation,
    EvacuationId,
    Moved,
    MoveId,
    MoveRow,
    Open,
    Target,
    Told,
)
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.types import LeaseId

_EVACUATION = """
    SELECT v.id, v.gateway_id, g.name AS gateway, v.until, v.reason, v.service_id
      FROM evacuations v JOIN gateways g ON g.id = v.gateway_id
     WHERE v.closed_at IS NULL
"""


async def find_open(conn: Connection, gateway: GatewayId) -> Evacuation | None:
    """Find the evacuation of the whole gateway that goes on."""
    return await fetch_optional(
        conn,
        Evacuation,
        _EVACUATION + "AND v.gateway_id = %(gateway)s AND v.service_id IS NULL",
        gateway=gateway,
    )


async def find_open_of_service(conn: Connection, service: int) -> Evacuation | None:
    """Find the evacuation of this service alone that goes on."""
    return await fetch_optional(
        conn, Evacuation, _EVACUATION + "AND v.service_id = %(service)s", service=service
    )


async def list_open(conn: Connection) -> list[Evacuation]:
    return await fetch_all(conn, Evacuation, _EVACUATION + "ORDER BY v.id")


async def insert_evacuation(
    conn: Connection, gateway: GatewayId, *, until: datetime, reason: str, service: ServiceId | None = None
) -> EvacuationId:
    return await fetch_one(
        conn,
        EvacuationId,
        """
        INSERT INTO evacuations (gateway_id, until, reason, service_id)
        VALUES (%(gateway)s, %(until)s, %(reason)s, %(service)s) RETURNING id
        """,
        gateway=gateway,
        until=until,
        reason=reason,
        service=service,
    )


async def note_planned(conn: Connection, evacuation: EvacuationId) -> None:
    await execute(
        conn,
        "UPDATE evacuations SET planned_at = now() WHERE id = %(evacuation)s AND planned_at IS NULL",
        evacuation=evacuation,
    )


async def cancel(conn: Connection, evacuation: EvacuationId) -> None:
    await execute(
        conn,
        "UPDATE evacuations SET closed_at = now(), cancelled = true WHERE id = %(evacuation)s AND closed_at IS NULL",
        evacuation=evacuation,
    )


async def close_empty(conn: Connection, evacuation: EvacuationId) -> bool:
    """Close an evacuation of a gateway on which nothing is left, or of a service whose move is over."""
    return await any_row(
        conn,
        """
        UPDATE evacuations v SET closed_at = now()
         WHERE v.id = %(evacuation)s AND v.closed_at IS NULL AND v.planned_at IS NOT NULL
           AND (v.service_id IS NOT NULL
                OR NOT EXISTS (SELECT FROM exit_addresses e
                                 JOIN leases l ON l.address_id = e.id AND l.state IN ('active', 'leaving')
                                WHERE e.gateway_id = v.gateway_id))
           AND NOT EXISTS (SELECT FROM service_moves m WHERE m.evacuation_id = v.id AND m.closed_at IS NULL)
        """,
        evacuation=evacuation,
    )


async def list_unplanned(conn: Connection, gateway: GatewayId) -> list[ServiceId]:
    """List the services that have their address on a gateway, and no move that is under way."""
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT s.id
          FROM exit_addresses e
          JOIN leases l ON l.address_id = e.id AND l.state = 'active'
          JOIN services s ON s.id = l.service_id AND s.state IN ('active', 'suspended')
         WHERE e.gateway_id = %(gateway)s
           AND NOT EXISTS (SELECT FROM service_moves m WHERE m.service_id = s.id AND m.closed_at IS NULL)
         ORDER BY s.id
        """,
        gateway=gateway,
    )


async def may_be_offered(conn: Connection, evacuation: EvacuationId, service: ServiceId) -> bool:
    """Tell whether a locked service is still on the gateway of an evacuation that goes on, without a move.

    Whoever cancels the evacuation waits from then on, and finds the offer.
    """
    return await any_row(
        conn,
        """
        SELECT 1
          FROM evacuations v
          JOIN exit_addresses e ON e.gateway_id = v.gateway_id
          JOIN leases l ON l.address_id = e.id AND l.state = 'active'
          JOIN services s ON s.id = l.service_id AND s.state IN ('active', 'suspended')
         WHERE v.id = %(evacuation)s AND v.closed_at IS NULL AND s.id = %(service)s
           AND NOT EXISTS (SELECT FROM service_moves m WHERE m.service_id = s.id AND m.closed_at IS NULL)
           FOR SHARE OF v
        """,
        evacuation=evacuation,
        service=service,
    )


async def insert_move(
    conn: Connection, evacuation: EvacuationId, service: ServiceId, *, new_gateway: GatewayId, least_days: int
) -> None:
    await execute(
        conn,
        """
        INSERT INTO service_moves (evacuation_id, service_id, until, old_gateway_id, new_gateway_id)
        SELECT id, %(service)s, greatest(until, now() + make_interval(days => %(days)s)), gateway_id, %(new)s
          FROM evacuations WHERE id = %(evacuation)s
        """,
        evacuation=evacuation,
        service=service,
        new=new_gateway,
        days=least_days,
    )


async def find_open_move(conn: Connection, service: int, member: MemberId | None = None) -> Open | None:
    """The move of a service that is under way; None too where the service is another member's."""
    return await fetch_optional(
        conn,
        Open,
        """
        SELECT m.id, m.evacuation_id, m.service_id, m.state, m.until, m.old_gateway_id, m.new_gateway_id,
               s.state NOT IN ('active', 'suspended') AS is_over, m.state = 'offered' AND v.cancelled AS is_off
          FROM service_moves m
          JOIN services s ON s.id = m.service_id
          JOIN evacuations v ON v.id = m.evacuation_id
         WHERE m.service_id = %(service)s AND m.closed_at IS NULL
           AND (%(member)s::bigint IS NULL OR s.member_id = %(member)s)
        """,
        service=service,
        member=member,
    )


async def find_move(conn: Connection, service: int, member: MemberId) -> MoveRow | None:
    """The newest move of a member's service, unless it was cancelled."""
    return await fetch_optional(
        conn,
        MoveRow,
        """
        SELECT m.service_id, m.state, host(o.address) AS previous_address, host(n.address) AS address, a.carrier,
               a.region, m.until, v.reason, m.moved_at,
               CASE WHEN may_decline(m)
                    THEN (SELECT p.order_id FROM service_periods p
                           WHERE p.service_id = s.id AND p.refunded_at IS NULL
                           ORDER BY p.ends_at DESC, p.order_id DESC LIMIT 1) END AS refund_order_id
          FROM service_moves m
          JOIN evacuations v ON v.id = m.evacuation_id
          JOIN services s ON s.id = m.service_id
         CROSS JOIN LATERAL (
               SELECT max(id) FILTER (WHERE state = 'coming') AS coming,
                      max(id) FILTER (WHERE active_at IS NOT NULL) AS own
                 FROM leases WHERE service_id = s.id) newest
          JOIN leases ol ON ol.id = coalesce(m.old_lease_id, newest.own)
          JOIN leases nl ON nl.id = coalesce(newest.coming, newest.own)
          JOIN exit_addresses o ON o.id = ol.address_id
          JOIN exit_addresses n ON n.id = nl.address_id
          JOIN address_pools a ON a.id = n.pool_id
         WHERE m.service_id = %(service)s AND s.member_id = %(member)s AND m.state <> 'cancelled'
         ORDER BY m.id DESC LIMIT 1
        """,
        service=service,
        member=member,
    )


async def note_switched(conn: Connection, move: MoveId, *, old: LeaseId, new: LeaseId, forced: bool) -> None:
    await execute(
        conn,
        """
        UPDATE service_moves
           SET state = 'moving', moved_at = now(), forced = %(forced)s, old_lease_id = %(old)s, new_lease_id = %(new)s
         WHERE id = %(move)s AND state = 'offered'
        """,
        move=move,
        old=old,
        new=new,
        forced=forced,
    )


async def note_moved(conn: Connection, move: MoveId) -> None:
    await execute(
        conn,
        "UPDATE service_moves SET state = 'moved', closed_at = now() WHERE id = %(move)s AND state = 'moving'",
        move=move,
    )


async def note_over(conn: Connection, move: MoveId) -> None:
    """Close the move of a service that is over: its member has declined, where all that was paid is refunded."""
    await execute(
        conn,
        """
        UPDATE service_moves m
           SET closed_at = now(),
               state = CASE WHEN EXISTS (SELECT FROM service_periods p
                                          WHERE p.service_id = m.service_id AND p.refunded_at >= m.offered_at)
                            THEN 'declined' ELSE 'over' END
         WHERE m.id = %(move)s AND m.closed_at IS NULL
        """,
        move=move,
    )


async def cancel_move(conn: Connection, move: MoveId) -> None:
    await execute(
        conn,
        "UPDATE service_moves SET state = 'cancelled', closed_at = now() WHERE id = %(move)s AND state = 'offered'",
        move=move,
    )


async def list_due(conn: Connection, *, after: MoveId, limit: int) -> list[Due]:
    """List moves that have come to a next step.

    Their announced day has come, a device has connected to the new gateway, none is there to connect, they are over, or
    they were offered by an evacuation that was cancelled.
    """
    return await fetch_all(
        conn,
        Due,
        """
        SELECT m.id, m.service_id
          FROM service_moves m
          JOIN services s ON s.id = m.service_id
          JOIN evacuations v ON v.id = m.evacuation_id
         WHERE m.closed_at IS NULL AND m.id > %(after)s
           AND (m.until <= now() OR s.state NOT IN ('active', 'suspended')
                OR (m.state = 'moving' AND has_arrived(m)) OR (m.state = 'offered' AND v.cancelled))
         ORDER BY m.id LIMIT %(limit)s
        """,
        after=after,
        limit=limit,
    )


async def has_arrived(conn: Connection, move: MoveId) -> bool:
    return await fetch_one(
        conn, bool, "SELECT has_arrived(m) FROM service_moves m WHERE id = %(move)s", move=move
    )


async def list_offered(conn: Connection, evacuation: EvacuationId) -> list[ServiceId]:
    return await fetch_all(
        conn,
        ServiceId,
        """
        SELECT service_id FROM service_moves WHERE evacuation_id = %(evacuation)s AND state = 'offered'
         ORDER BY service_id
        """,
        evacuation=evacuation,
    )


async def list_untold(conn: Connection, *, reminders: list[int], limit: int) -> list[Told]:
    """List members with offered moves of which they should have had a mail more than they had.

    Whoever hears of a move so late that a reminder would be due is not reminded of it at once.
    """
    return await fetch_all(
        conn,
        Told,
        """
        SELECT s.member_id, array_agg(m.id ORDER BY m.id) AS moves, due.number, m.until, v.reason,
               array_agg(p.name || ' ' || host(o.address) || ' → ' || host(n.address) ORDER BY m.id) AS lines
          FROM service_moves m
          JOIN evacuations v ON v.id = m.evacuation_id AND v.planned_at IS NOT NULL
          JOIN services s ON s.id = m.service_id AND s.state IN ('active', 'suspended')
          JOIN plans p ON p.id = s.plan_id
          JOIN leases ol ON ol.service_id = s.id AND ol.state = 'active'
          JOIN exit_addresses o ON o.id = ol.address_id
          JOIN leases nl ON nl.service_id = s.id AND nl.state = 'coming'
          JOIN exit_addresses n ON n.id = nl.address_id
         CROSS JOIN LATERAL (
               SELECT CASE WHEN m.told = 0 THEN 1
                           ELSE 1 + (SELECT count(*)::int FROM unnest(%(reminders)s::int[]) AS r (days)
                                      WHERE m.until - make_interval(days => r.days) <= now()) END AS number) due
         WHERE m.state = 'offered' AND due.number > m.told
         GROUP BY m.evacuation_id, s.member_id, due.number, m.until, v.reason
         ORDER BY m.evacuation_id, s.member_id, due.number
         LIMIT %(limit)s
        """,
        reminders=reminders,
        limit=limit,
    )


async def note_told(conn: Connection, moves: list[MoveId], number: int) -> list[MoveId]:
    """Note that their members are told of these; return those of which somebody else has not told them meanwhile."""
    return await fetch_all(
        conn,
        MoveId,
        """
        UPDATE service_moves SET told = %(number)s
         WHERE id = ANY(%(moves)s) AND told < %(number)s AND state = 'offered'
        RETURNING id
        """,
        moves=moves,
        number=number,
    )


async def find_told_member(conn: Connection, service: ServiceId) -> MemberId | None:
    """The member of a service, where they were told of its move."""
    return await fetch_optional(
        conn,
        MemberId,
        """
        SELECT s.member_id FROM services s JOIN service_moves m ON m.service_id = s.id AND m.closed_at IS NULL
         WHERE s.id = %(service)s AND m.told > 0
        """,
        service=service,
    )


async def get_moved(conn: Connection, move: MoveId) -> Moved:
    return await fetch_one(
        conn,
        Moved,
        """
        SELECT s.member_id, p.name AS plan, host(o.address) AS previous, host(n.address) AS address
          FROM service_moves m
          JOIN services s ON s.id = m.service_id
          JOIN plans p ON p.id = s.plan_id
          JOIN leases ol ON ol.id = m.old_lease_id
          JOIN leases nl ON nl.id = m.new_lease_id
          JOIN exit_addresses o ON o.id = ol.address_id
          JOIN exit_addresses n ON n.id = nl.address_id
         WHERE m.id = %(move)s
        """,
        move=move,
    )


async def find_target(conn: Connection, name: str) -> Target | None:
    """The serving gateway of this name, with the addresses that were free there minutes ago."""
    return await fetch_optional(
        conn,
        Target,
        """
        SELECT g.id, (SELECT coalesce(sum(c.free), 0)::bigint FROM pool_counts c WHERE c.gateway_id = g.id) AS free
          FROM gateways g WHERE g.name = %(name)s AND g.state = 'serving'
        """,
        name=name,
    )
