"""SQL on address changes: what a change needs to know, and the rows that say what became of each."""

from datetime import datetime

from ieum.shop.ip_change.types import (
    Changed,
    ChangeId,
    Earlier,
    Reason,
    Settled,
    StaticService,
    Told,
    Undoable,
    Waiting,
)
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.ledgers.types import TicketEntryId
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.services import queries as services
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.types import LeaseId

# Whoever listens is noted every ten seconds. A gateway that was not when a change was requested had no stream.
_SILENCE_SECONDS = 12


async def lock_static(conn: Connection, service: int, member: MemberId) -> StaticService | None:
    """None where the member has no such service, it is not running, or it has no address of its own."""
    await services.hold_with_order(conn, service, member)
    return await fetch_optional(
        conn,
        StaticService,
        """
        SELECT s.id, p.name AS plan_name, host(e.address) AS address, l.id AS lease_id, e.gateway_id
          FROM services s
          JOIN plans p ON p.id = s.plan_id AND p.kind = 'static'
          JOIN leases l ON l.service_id = s.id AND l.state = 'active'
          JOIN exit_addresses e ON e.id = l.address_id
         WHERE s.id = %(service)s AND s.member_id = %(member)s AND s.state = 'active' AND s.ends_at > now()
        """,
        service=service,
        member=member,
    )


async def tickets_left(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn,
        int,
        "SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries WHERE member_id = %(member)s",
        member=member,
    )


async def is_waiting(conn: Connection, service: ServiceId) -> bool:
    return await any_row(
        conn,
        "SELECT 1 FROM ip_changes WHERE service_id = %(service)s AND state = 'waiting'",
        service=service,
    )


async def was_taken_back(conn: Connection, service: ServiceId) -> bool:
    """Tell whether the last change of a service was taken back."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM ip_changes
         WHERE id = (SELECT max(id) FROM ip_changes WHERE service_id = %(service)s) AND state = 'taken_back'
        """,
        service=service,
    )


async def count_earlier(conn: Connection, member: MemberId) -> Earlier:
    return await fetch_one(
        conn,
        Earlier,
        """
        SELECT count(*) FILTER (WHERE c.state = 'taken_back' AND c.settled_at > now() - interval '1 day')
                   AS taken_back,
               count(*) FILTER (WHERE c.state = 'waiting' AND c.reservation IS NOT NULL) AS waiting
          FROM services s
          JOIN ip_changes c ON c.service_id = s.id
         WHERE s.member_id = %(member)s
        """,
        member=member,
    )


async def insert_change(
    conn: Connection,
    old: StaticService,
    made_by: MemberId | None,
    *,
    reservation: TicketEntryId,
    revision: int | None,
    reason: Reason | None,
    words: str,
) -> ChangeId:
    """Insert a change to the service's present lease. A ticket that came back before makes it final."""
    return await fetch_one(
        conn,
        ChangeId,
        """
        INSERT INTO ip_changes (service_id, made_by, reservation, old_lease_id, new_lease_id, state, revision, reason,
                                words, undo_until)
        SELECT l.service_id, %(made_by)s, t.id, %(old)s, l.id, 'waiting', %(revision)s, %(reason)s,
               nullif(%(words)s, ''),
               CASE WHEN t.of_entry IS NULL AND c.cool_down > interval '0' THEN now() + c.cool_down END
          FROM leases l
          JOIN ticket_entries t ON t.id = %(reservation)s
         CROSS JOIN site_config c
         WHERE l.service_id = %(service)s AND l.state = 'active'
        RETURNING id
        """,
        service=old.id,
        made_by=made_by,
        old=old.lease_id,
        reservation=reservation,
        revision=revision,
        reason=reason,
        words=words,
    )


async def insert_undo(
    conn: Connection,
    undone: ChangeId,
    made_by: MemberId | None,
    *,
    old: LeaseId,
    new: LeaseId,
    revision: int | None,
) -> ChangeId:
    return await fetch_one(
        conn,
        ChangeId,
        """
        INSERT INTO ip_changes (service_id, made_by, undoes, old_lease_id, new_lease_id, state, revision)
        SELECT service_id, %(made_by)s, id, %(old)s, %(new)s, 'waiting', %(revision)s
          FROM ip_changes WHERE id = %(undone)s
        RETURNING id
        """,
        undone=undone,
        made_by=made_by,
        old=old,
        new=new,
        revision=revision,
    )


async def find_undoable(conn: Connection, change: int, viewer: Viewer) -> Undoable | None:
    """Find a change of this member's, or one that this sub-id made; an undo is none."""
    return await fetch_optional(
        conn,
        Undoable,
        """
        SELECT c.service_id, c.reservation, c.old_lease_id, c.new_lease_id, c.state, u.id IS NOT NULL AS undone,
               c.undo_until
          FROM ip_changes c
          JOIN services s ON s.id = c.service_id AND s.member_id = %(owner)s
          LEFT JOIN ip_changes u ON u.undoes = c.id
         WHERE c.id = %(change)s AND c.undoes IS NULL AND (%(sub_id)s::bigint IS NULL OR c.made_by = %(sub_id)s)
        """,
        change=change,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
    )


async def find_service_of(conn: Connection, change: ChangeId) -> ServiceId:
    return await fetch_one(
        conn, ServiceId, "SELECT service_id FROM ip_changes WHERE id = %(change)s", change=change
    )


async def find_waiting(conn: Connection, change: ChangeId) -> Waiting | None:
    """None where it is settled."""
    return await fetch_optional(
        conn,
        Waiting,
        """
        SELECT c.id, c.service_id, s.member_id, c.reservation, c.old_lease_id, c.new_lease_id, c.requested_at,
               c.revision IS NULL
               OR has_applied(c.service_id, c.revision, g.acked_revision, g.last_error, g.faulty_endpoints)
                   AS is_in_effect,
               l.state <> 'active' AS is_overtaken,
               c.revision IS NOT NULL AND g.acked_revision < c.revision
               AND g.last_seen_at < c.requested_at - make_interval(secs => %(silence)s) AS is_unheard
          FROM ip_changes c
          JOIN services s ON s.id = c.service_id
          JOIN leases l ON l.id = c.new_lease_id
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN gateways g ON g.id = e.gateway_id
         WHERE c.id = %(change)s AND c.state = 'waiting'
        """,
        change=change,
        silence=_SILENCE_SECONDS,
    )


async def list_waiting(conn: Connection, *, after: ChangeId, before: datetime, limit: int) -> list[ChangeId]:
    """List changes about which something can be done: acknowledged, overtaken, or requested before this."""
    return await fetch_all(
        conn,
        ChangeId,
        """
        SELECT c.id
          FROM ip_changes c
          JOIN leases l ON l.id = c.new_lease_id
          JOIN exit_addresses e ON e.id = l.address_id
          JOIN gateways g ON g.id = e.gateway_id
         WHERE c.state = 'waiting' AND c.id > %(after)s
           AND (c.revision IS NULL
                OR has_applied(c.service_id, c.revision, g.acked_revision, g.last_error, g.faulty_endpoints)
                OR l.state <> 'active'
                OR (c.reservation IS NOT NULL AND c.requested_at <= %(before)s))
         ORDER BY c.id LIMIT %(limit)s
        """,
        after=after,
        before=before,
        limit=limit,
    )


async def settle(conn: Connection, change: ChangeId, state: Settled) -> None:
    await execute(
        conn,
        """
        UPDATE ip_changes SET state = %(state)s, settled_at = now() WHERE id = %(change)s AND state = 'waiting'
        """,
        change=change,
        state=state,
    )


async def get_told(conn: Connection, change: ChangeId) -> Told:
    return await fetch_one(
        conn,
        Told,
        """
        SELECT p.name AS plan_name, host(earlier.address) AS previous_address, host(later.address) AS address,
               c.undoes IS NOT NULL AS is_undo, c.undo_until
          FROM ip_changes c
          JOIN services s ON s.id = c.service_id
          JOIN plans p ON p.id = s.plan_id
          JOIN leases o ON o.id = c.old_lease_id
          JOIN leases n ON n.id = c.new_lease_id
          JOIN exit_addresses earlier ON earlier.id = o.address_id
          JOIN exit_addresses later ON later.id = n.address_id
         WHERE c.id = %(change)s
        """,
        change=change,
    )


async def get_changed(conn: Connection, change: ChangeId) -> Changed:
    return await fetch_one(
        conn,
        Changed,
        """
        SELECT c.id, c.service_id, c.state, host(earlier.address) AS previous_address,
               host(later.address) AS address,
               -- A sub-id is told of what is left of its share, and no more of its owner's tickets.
               least((SELECT coalesce(sum(amount), 0)::bigint FROM ticket_entries t WHERE t.member_id = s.member_id),
                     CASE WHEN c.made_by IS NOT NULL
                          THEN coalesce((SELECT changes_left(g, 'static') FROM service_grants g
                                          WHERE g.sub_id = c.made_by AND g.service_id = s.id), 0) END) AS ip_ticket
          FROM ip_changes c
          JOIN services s ON s.id = c.service_id
          JOIN leases o ON o.id = c.old_lease_id
          JOIN leases n ON n.id = c.new_lease_id
          JOIN exit_addresses earlier ON earlier.id = o.address_id
          JOIN exit_addresses later ON later.id = n.address_id
         WHERE c.id = %(change)s
        """,
        change=change,
    )


async def delete_words(conn: Connection, *, before: datetime, limit: int) -> int:
    """Forget what members wrote about changes that are older than this; the reason they chose stays."""
    return await execute(
        conn,
        """
        UPDATE ip_changes SET words = NULL
         WHERE id IN (SELECT id FROM ip_changes WHERE words IS NOT NULL AND requested_at < %(before)s
                       ORDER BY requested_at, id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )


async def forget_words_of(conn: Connection, member: MemberId) -> None:
    """Forget the words of a member who leaves."""
    await execute(
        conn,
        """
        UPDATE ip_changes c SET words = NULL
          FROM services s
         WHERE s.id = c.service_id AND s.member_id = %(member)s AND c.words IS NOT NULL
        """,
        member=member,
    )
