"""Queries on the record of use for the member whose service it is, or for a sub-id: of the devices that it made."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId, Viewer
from ieum.shop.usage.types import Bucket, HourItem, KeptMonths, SessionItem

# For how long members see sessions.
SESSION_DAYS = 30
_SHOWN: LiteralString = """
    WITH devices_of AS MATERIALIZED (
        SELECT d.id, d.name, m.login_id
          FROM devices d
          LEFT JOIN members m ON m.id = d.made_by AND %(made_by)s::bigint IS NULL
         WHERE d.service_id = %(service)s AND (%(made_by)s::bigint IS NULL OR d.made_by = %(made_by)s)
    ), shown AS (
        SELECT device_id, exit_address, began_at, ended_at, rx_bytes, tx_bytes
          FROM usage_sessions
         WHERE service_id = %(service)s AND began_at > now() - make_interval(days => %(days)s)
           AND (%(made_by)s::bigint IS NULL OR device_id IN (SELECT id FROM devices_of))
         UNION ALL
        SELECT u.device_id, u.session_exit, u.session_began_at, NULL, u.session_rx, u.session_tx
          FROM device_usage u JOIN devices_of d ON d.id = u.device_id
         WHERE u.session_began_at IS NOT NULL
    )
"""
_LIST: LiteralString = """
    SELECT d.name AS device_name, d.login_id AS sub_id, host(s.exit_address) AS exit_address, s.began_at, s.ended_at,
           s.rx_bytes, s.tx_bytes
      FROM shown s JOIN devices_of d ON d.id = s.device_id
     ORDER BY s.began_at DESC, s.device_id, s.ended_at NULLS FIRST
     LIMIT %(limit)s OFFSET %(offset)s
"""
_COUNT: LiteralString = "SELECT count(*) FROM shown"


async def find_kept_months(conn: Connection, viewer: Viewer, service: int) -> KeptMonths | None:
    """For how long use is kept, and since when there may be any.

    None where the member has no such service, or the sub-id may not see the record.
    """
    return await fetch_optional(
        conn,
        KeptMonths,
        """
        SELECT c.usage_months, c.session_months,
               coalesce((SELECT min(created_at) FROM devices
                          WHERE service_id = s.id AND (%(sub_id)s::bigint IS NULL OR made_by = %(sub_id)s)), now())
                   AS devices_since
          FROM services s CROSS JOIN site_config c
         WHERE s.id = %(service)s AND s.member_id = %(owner)s
           AND (%(sub_id)s::bigint IS NULL
                OR EXISTS (SELECT FROM service_grants g
                            WHERE g.service_id = s.id AND g.sub_id = %(sub_id)s AND g.sees_record))
        """,
        owner=viewer.owner,
        sub_id=viewer.sub_id,
        service=service,
    )


async def list_hours(
    conn: Connection, service: int, made_by: MemberId | None, *, since: datetime, until: datetime
) -> list[Bucket]:
    """The hours in which a service was used, all its devices together."""
    return await fetch_all(
        conn,
        Bucket,
        """
        SELECT hour AS at, sum(rx_bytes)::bigint AS rx_bytes, sum(tx_bytes)::bigint AS tx_bytes
          FROM usage_hours
         WHERE device_id = ANY (SELECT id FROM devices
                                 WHERE service_id = %(service)s
                                   AND (%(made_by)s::bigint IS NULL OR made_by = %(made_by)s))
           AND hour >= %(since)s AND hour < %(until)s
         GROUP BY hour ORDER BY hour
        """,
        service=service,
        made_by=made_by,
        since=since,
        until=until,
    )


async def list_days(
    conn: Connection, service: int, made_by: MemberId | None, *, since: datetime, until: datetime
) -> list[Bucket]:
    """The days in Seoul in which a service was used. Sums of the hours, so that both always agree."""
    return await fetch_all(
        conn,
        Bucket,
        """
        SELECT date_trunc('day', hour, 'Asia/Seoul') AS at, sum(rx_bytes)::bigint AS rx_bytes,
               sum(tx_bytes)::bigint AS tx_bytes
          FROM usage_hours
         WHERE device_id = ANY (SELECT id FROM devices
                                 WHERE service_id = %(service)s
                                   AND (%(made_by)s::bigint IS NULL OR made_by = %(made_by)s))
           AND hour >= %(since)s AND hour < %(until)s
         GROUP BY 1 ORDER BY 1
        """,
        service=service,
        made_by=made_by,
        since=since,
        until=until,
    )


async def list_device_hours(
    conn: Connection, service: int, made_by: MemberId | None, *, since: datetime, until: datetime
) -> list[HourItem]:
    """The hours of each device."""
    return await fetch_all(
        conn,
        HourItem,
        """
        SELECT h.hour AS at, d.name AS device_name, m.login_id AS sub_id, h.rx_bytes, h.tx_bytes
          FROM devices d
          JOIN usage_hours h ON h.device_id = d.id
          LEFT JOIN members m ON m.id = d.made_by AND %(made_by)s::bigint IS NULL
         WHERE d.service_id = %(service)s AND (%(made_by)s::bigint IS NULL OR d.made_by = %(made_by)s)
           AND h.hour >= %(since)s AND h.hour < %(until)s
         ORDER BY h.hour, d.id
        """,
        service=service,
        made_by=made_by,
        since=since,
        until=until,
    )


async def list_sessions(
    conn: Connection, service: int, made_by: MemberId | None, *, limit: int, offset: int
) -> list[SessionItem]:
    """The sessions of the last days, the newest first, running ones among them."""
    return await fetch_all(
        conn,
        SessionItem,
        _SHOWN + _LIST,
        service=service,
        made_by=made_by,
        days=SESSION_DAYS,
        limit=limit,
        offset=offset,
    )


async def count_sessions(conn: Connection, service: int, made_by: MemberId | None) -> int:
    return await fetch_one(conn, int, _SHOWN + _COUNT, service=service, made_by=made_by, days=SESSION_DAYS)
