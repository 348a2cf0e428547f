"""Queries on what others think of exit addresses, and on when that is looked up next."""

from collections.abc import Sequence

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all
from ieum.shop.proofs.types import Finding, Watched
from ieum.shop.stock.types import AddressId


async def list_watched(conn: Connection, *, limit: int) -> list[Watched]:
    """List the addresses whose reputation is due, the longest due first."""
    return await fetch_all(
        conn,
        Watched,
        """
        SELECT c.address_id, c.gateway_id, host(e.address) AS address, p.carrier, e.flags, c.findings,
               e.proven_at IS NULL OR e.cleared_at IS NULL AS is_new
          FROM address_checks c
          JOIN exit_addresses e ON e.id = c.address_id
          JOIN address_pools p ON p.id = e.pool_id
         WHERE c.look_up_at <= now()
         ORDER BY c.look_up_at, c.address_id
         LIMIT %(limit)s
        """,
        limit=limit,
    )


async def look_up_others(conn: Connection, gateway: GatewayId, *, lately: int, at_most: int) -> bool:
    """Have others of a gateway looked up now, those that were not within `lately` seconds, up to so many in all.

    False where there are none. They are picked once, whatever the plan (`proof_queries.ask_for_others` says why).
    """
    return await any_row(
        conn,
        """
        WITH others AS MATERIALIZED (
               SELECT address_id FROM address_checks
                WHERE gateway_id = %(gateway)s AND look_up_at > now() AND look_up_at < 'infinity'
                  AND (looked_up_at IS NULL OR looked_up_at < now() - make_interval(secs => %(lately)s))
                ORDER BY look_up_at
                LIMIT greatest(0, %(at_most)s - (
                      SELECT count(*) FROM address_checks
                       WHERE gateway_id = %(gateway)s
                         AND (looked_up_at >= now() - make_interval(secs => %(lately)s) OR look_up_at <= now())))
                  FOR UPDATE SKIP LOCKED)
        UPDATE address_checks c SET look_up_at = now() FROM others o WHERE c.address_id = o.address_id
        """,
        gateway=gateway,
        lately=lately,
        at_most=at_most,
    )


async def put_off_look_up(conn: Connection, address: AddressId, *, seconds: int) -> None:
    await execute(
        conn,
        """
        UPDATE address_checks SET look_up_at = now() + make_interval(secs => %(seconds)s)
         WHERE address_id = %(address)s AND look_up_at < 'infinity'
        """,
        address=address,
        seconds=seconds,
    )


async def note_look_up(
    conn: Connection, address: AddressId, findings: list[Finding], *, next_in: int
) -> None:
    await execute(
        conn,
        """
        UPDATE address_checks
           SET looked_up_at = now(), findings = %(findings)s,
               look_up_at = CASE WHEN look_up_at = 'infinity' THEN look_up_at
                                 ELSE now() + make_interval(secs => %(next_in)s) END
         WHERE address_id = %(address)s
        """,
        address=address,
        findings=findings,
        next_in=next_in,
    )


async def look_up_anew(conn: Connection, addresses: Sequence[AddressId]) -> None:
    """Have these addresses looked up now, but for withdrawn ones."""
    await execute(
        conn,
        """
        UPDATE address_checks SET look_up_at = now()
         WHERE address_id = ANY(%(addresses)s) AND look_up_at < 'infinity'
        """,
        addresses=list(addresses),
    )


async def look_up_pool_anew(conn: Connection, pool: int) -> None:
    """Have a pool's addresses looked up now, but for withdrawn ones."""
    await execute(
        conn,
        """
        UPDATE address_checks SET look_up_at = now()
         WHERE look_up_at < 'infinity' AND address_id IN (SELECT id FROM exit_addresses WHERE pool_id = %(pool)s)
        """,
        pool=pool,
    )
