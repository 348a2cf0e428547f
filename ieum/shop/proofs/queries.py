"""Queries on proofs of addresses, on what is wrong with them, and on the evidence."""

from collections.abc import Sequence

from ieum.shop.gateways.messages import Question
from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.proofs.types import Asked, Failing, Tried
from ieum.shop.stock.types import AddressId, Flag


async def ask_due(
    conn: Connection, gateway: GatewayId, *, nonces: list[bytes], seconds: int
) -> list[Question]:
    """Ask for the addresses of a gateway that are due, one for each nonce at most.

    A question can be answered within `seconds`. One that is not is asked again in an hour: silence says nothing of an
    address, because gateways of the version before do not answer.
    """
    return await fetch_all(
        conn,
        Question,
        """
        WITH due AS MATERIALIZED (
            SELECT address_id, row_number() OVER (ORDER BY ask_at, address_id) AS n
              FROM (SELECT address_id, ask_at FROM address_checks
                     WHERE gateway_id = %(gateway)s AND ask_at <= now()
                     ORDER BY ask_at LIMIT cardinality(%(nonces)s::bytea[])
                       FOR UPDATE SKIP LOCKED) first
        )
        UPDATE address_checks c
           SET nonce = o.nonce, nonce_until = now() + make_interval(secs => %(seconds)s),
               ask_at = now() + interval '1 hour'
          FROM due
          JOIN unnest(%(nonces)s::bytea[]) WITH ORDINALITY AS o (nonce, n) USING (n)
          JOIN exit_addresses e ON e.id = due.address_id
         WHERE c.address_id = due.address_id
        RETURNING host(e.address) AS address, encode(c.nonce, 'hex') AS nonce
        """,
        gateway=gateway,
        nonces=nonces,
        seconds=seconds,
    )


async def lock_question(conn: Connection, gateway: GatewayId, nonce: str) -> Asked | None:
    """Lock the open question with this nonce until it is closed. None where this gateway has no such question."""
    return await fetch_optional(
        conn,
        Asked,
        """
        SELECT c.address_id, c.gateway_id, host(e.address) AS address, c.failures, e.flags,
               e.proven_at IS NULL OR e.cleared_at IS NULL AS is_new
          FROM address_checks c
          JOIN exit_addresses e ON e.id = c.address_id
         WHERE c.nonce = decode(%(nonce)s, 'hex') AND c.gateway_id = %(gateway)s AND c.nonce_until > now()
           FOR NO KEY UPDATE OF c
        """,
        gateway=gateway,
        nonce=nonce,
    )


async def close_question(conn: Connection, address: AddressId, *, failures: int, next_in: int) -> None:
    """Note an answer, after which the nonce is spent.

    Once in a transaction: a second update of the row would check what it refers to, and so lock the address.
    """
    await execute(
        conn,
        """
        UPDATE address_checks
           SET nonce = NULL, nonce_until = NULL, tried_at = now(), failures = %(failures)s,
               ask_at = now() + make_interval(secs => %(next_in)s)
         WHERE address_id = %(address)s
        """,
        address=address,
        failures=failures,
        next_in=next_in,
    )


async def add_evidence(
    conn: Connection,
    addresses: Sequence[int],
    kind: str,
    *,
    is_good: bool,
    seen: str | None = None,
    detail: str = "",
) -> None:
    await execute(
        conn,
        """
        INSERT INTO address_evidence (address_id, kind, is_good, seen, detail)
        SELECT id, %(kind)s, %(is_good)s, %(seen)s::inet, left(%(detail)s, 300)
          FROM unnest(%(addresses)s::bigint[]) AS id
        """,
        addresses=list(addresses),
        kind=kind,
        is_good=is_good,
        seen=seen,
        detail=detail,
    )


async def ask_for_others(conn: Connection, gateway: GatewayId, *, lately: int, at_most: int) -> None:
    """Have others of a gateway asked for now, those that were not within `lately` seconds, up to so many in all.

    They are picked once, whatever the plan: a subquery that locks rows may run again for each row that it is joined to,
    and would then pick others each time.
    """
    await execute(
        conn,
        """
        WITH others AS MATERIALIZED (
               SELECT address_id FROM address_checks
                WHERE gateway_id = %(gateway)s AND ask_at > now() AND ask_at < 'infinity' AND nonce IS NULL
                  AND (tried_at IS NULL OR tried_at < now() - make_interval(secs => %(lately)s))
                ORDER BY ask_at
                LIMIT greatest(0, %(at_most)s - (
                      SELECT count(*) FROM address_checks
                       WHERE gateway_id = %(gateway)s
                         AND (tried_at >= now() - make_interval(secs => %(lately)s) OR ask_at <= now())))
                  FOR UPDATE SKIP LOCKED)
        UPDATE address_checks c SET ask_at = now() FROM others o WHERE c.address_id = o.address_id
        """,
        gateway=gateway,
        lately=lately,
        at_most=at_most,
    )


async def count_failing(
    conn: Connection, gateway: GatewayId, why: Flag, *, are_new: bool, lately: int, window: int
) -> Failing:
    """Count the addresses of a gateway that fail so: among those looked at within `lately` seconds, and among all.

    Those that were proven and cleared once, or those that are new and so were never sold. Flagged ones are among all
    where they were flagged within `window`: else what fails one by one would never be many. What a look-up found holds
    until the next one; that no proof came is counted where one was tried within `window`.
    """
    return await fetch_one(
        conn,
        Failing,
        """
        SELECT g.name AS gateway,
               count(*) FILTER (WHERE a.is_late AND a.fails) AS lately_failing,
               count(*) FILTER (WHERE a.is_late) AS lately_tried,
               count(*) FILTER (WHERE a.fails) AS failing, count(a.fails) AS tried
          FROM gateways g
          LEFT JOIN (SELECT c.gateway_id,
                            CASE %(why)s WHEN 'unproven' THEN c.failures > 0
                                         ELSE %(why)s = ANY(c.findings) END AS fails,
                            e.flagged_at IS NULL
                            AND CASE %(why)s WHEN 'unproven' THEN c.tried_at ELSE c.looked_up_at END
                                >= now() - make_interval(secs => %(lately)s) AS is_late
                       FROM address_checks c
                       JOIN exit_addresses e ON e.id = c.address_id AND e.withdrawn_at IS NULL
                                            AND (e.proven_at IS NULL OR e.cleared_at IS NULL) = %(are_new)s
                      WHERE c.gateway_id = %(gateway)s
                        AND (%(why)s <> 'unproven' OR c.tried_at >= now() - make_interval(secs => %(window)s))
                        AND (e.flagged_at IS NULL
                             OR (%(why)s = ANY(e.flags)
                                 AND e.flagged_at >= now() - make_interval(secs => %(window)s)))) a
                 ON a.gateway_id = g.id
         WHERE g.id = %(gateway)s
         GROUP BY g.name
        """,
        gateway=gateway,
        why=why,
        are_new=are_new,
        lately=lately,
        window=window,
    )


async def list_overdue(conn: Connection, *, days: int) -> list[Tried]:
    """Count, for each gateway that has addresses, those that nobody has tried to prove for so many days.

    None of a gateway in maintenance, which is expected to be silent.
    """
    return await fetch_all(
        conn,
        Tried,
        """
        SELECT g.name AS gateway, count(*) AS tried,
               count(*) FILTER (WHERE g.wanted <> 'maintenance'
                                  AND coalesce(c.tried_at, e.proven_at, e.added_at)
                                      < now() - make_interval(days => %(days)s)) AS failing
          FROM exit_addresses e
          JOIN address_checks c ON c.address_id = e.id
          JOIN gateways g ON g.id = e.gateway_id
         WHERE e.withdrawn_at IS NULL
         GROUP BY g.name ORDER BY g.name
        """,
        days=days,
    )


async def forget_evidence(conn: Connection, *, days: int, limit: int) -> int:
    """Delete old evidence, but not the newest of an address; returns how much."""
    return await execute(
        conn,
        """
        DELETE FROM address_evidence WHERE id IN (
            SELECT v.id FROM address_evidence v
             WHERE v.at < now() - make_interval(days => %(days)s)
               AND EXISTS (SELECT FROM address_evidence newer
                            WHERE newer.address_id = v.address_id AND newer.id > v.id)
             ORDER BY v.at LIMIT %(limit)s)
        """,
        days=days,
        limit=limit,
    )


async def end_checks(conn: Connection, address: AddressId) -> None:
    """End the question that is open, and ask for the address no more. The caller withdraws the address after that.

    The check is written before the address, as by a proof that comes at the same moment.
    """
    await execute(
        conn,
        """
        UPDATE address_checks
           SET ask_at = 'infinity', look_up_at = 'infinity', nonce = NULL, nonce_until = NULL
         WHERE address_id = %(address)s
        """,
        address=address,
    )


async def begin_checks_anew(conn: Connection, address: AddressId) -> None:
    """Have a withdrawn address proven and looked up anew. The caller returns the address after that."""
    await execute(
        conn,
        """
        UPDATE address_checks c SET ask_at = now(), look_up_at = now(), failures = 0, findings = '{}'
          FROM exit_addresses e
         WHERE c.address_id = %(address)s AND e.id = c.address_id AND e.withdrawn_at IS NOT NULL
        """,
        address=address,
    )
