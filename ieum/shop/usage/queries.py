"""Queries on what gateways report of use."""

from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.kernel.sealed_columns import SealedColumn
from ieum.shop.kernel.sealing import Place
from ieum.shop.services.types import DeviceId
from ieum.shop.usage.types import DeviceRow, Ended, StateRow


class HourRow(msgspec.Struct, array_like=True):
    device_id: int
    hour: datetime
    rx: int
    tx: int


class WrittenState(msgspec.Struct):
    """State of a device's row after a report. A session that goes on keeps its client, which is not told again."""

    id: int
    first: datetime | None
    last: datetime | None
    rx: int
    tx: int
    epoch: int
    epoch_rx: int
    epoch_tx: int
    former: str
    sampled: datetime | None
    began: datetime | None
    exit: str | None
    same: bool
    client: bytes | None
    mark: str | None
    session_rx: int
    session_tx: int
    parked: datetime | None


class WrittenSession(msgspec.Struct):
    """A session that has ended. `stored`: its client is the one in the device's row."""

    device: int
    service: int
    exit: str
    client: bytes | None
    stored: bool
    began: datetime
    ended: datetime
    rx: int
    tx: int


async def find_devices(conn: Connection, gateway: GatewayId, keys: Sequence[str]) -> list[DeviceRow]:
    """The devices behind these keys, as far as they are endpoints of this gateway, with their service's exit there.

    A device that was removed within a day counts, too: its last figures come after its removal. Before keys were used
    once only, several devices had the same; the newest comes last. As one JSON, which is read several times as fast as
    20,000 rows.
    """
    return await _rows(
        conn,
        list[DeviceRow],
        """
        SELECT coalesce(json_agg(f), '[]')::text
          FROM (SELECT d.public_key AS key, d.id, d.service_id, host(x.address) AS exit, d.created_at,
                       u.device_id IS NOT NULL AS known,
                       d.gateway_id <> p.gateway_id
                           AND EXISTS (SELECT FROM exit_addresses a
                                        WHERE a.address = u.session_exit AND a.gateway_id = d.gateway_id) AS has_left
                  FROM unnest(%(keys)s::text[]) AS k (key)
                  JOIN endpoints p ON p.gateway_id = %(gateway)s AND p.kind = 'wireguard' AND p.identity = k.key
                  JOIN exits x ON x.id = p.exit_id
                  JOIN devices d ON d.public_key = k.key
                                AND (d.removed_at IS NULL OR d.removed_at > now() - interval '1 day')
                  LEFT JOIN device_usage u ON u.device_id = d.id
                 ORDER BY d.id) f
        """,
        gateway=gateway,
        keys=list(keys),
    )


async def insert_missing(conn: Connection, devices: Sequence[DeviceId]) -> None:
    await execute(
        conn,
        "INSERT INTO device_usage (device_id) SELECT unnest(%(devices)s::bigint[]) ON CONFLICT DO NOTHING",
        devices=list(devices),
    )


async def lock_states(conn: Connection, devices: Sequence[DeviceId]) -> list[StateRow]:
    """Hold the devices' rows until the transaction ends, so that the same report, sent twice at once, counts once."""
    return await _rows(
        conn,
        list[StateRow],
        """
        SELECT coalesce(json_agg(l), '[]')::text
          FROM (SELECT device_id, first_handshake_at, last_handshake_at, rx_bytes, tx_bytes, epoch, epoch_rx, epoch_tx,
                       former, sampled_at, session_began_at, host(session_exit) AS session_exit,
                       encode(session_mark, 'hex') AS session_mark, session_rx, session_tx, parked_at
                  FROM device_usage WHERE device_id = ANY(%(devices)s) ORDER BY device_id FOR UPDATE) l
        """,
        devices=list(devices),
    )


async def lock_silent(conn: Connection, *, silence: int, limit: int) -> list[StateRow]:
    """Lock sessions that were without a handshake for so many seconds when their gateway last reported.

    A report travels for half a minute at most. Those of a gateway that has not reported since are left for a day,
    because it may tell that they went on.
    """
    return await _rows(
        conn,
        list[StateRow],
        """
        SELECT coalesce(json_agg(l), '[]')::text
          FROM (SELECT u.device_id, u.first_handshake_at, u.last_handshake_at, u.rx_bytes, u.tx_bytes, u.epoch,
                       u.epoch_rx, u.epoch_tx, u.former, u.sampled_at, u.session_began_at,
                       host(u.session_exit) AS session_exit, encode(u.session_mark, 'hex') AS session_mark,
                       u.session_rx, u.session_tx, u.parked_at
                  FROM device_usage u
                  JOIN devices d ON d.id = u.device_id
                  JOIN gateways g ON g.id = d.gateway_id
                 WHERE u.session_began_at IS NOT NULL
                   -- No gateway has reported later than now, so most are left out before anything is joined.
                   AND u.last_handshake_at < now() - make_interval(secs => %(silence)s + 30)
                   AND (u.last_handshake_at < g.usage_told_at - make_interval(secs => %(silence)s + 30)
                        OR u.last_handshake_at < now() - interval '1 day')
                 ORDER BY u.device_id LIMIT %(limit)s
                   FOR UPDATE OF u SKIP LOCKED) l
        """,
        silence=silence,
        limit=limit,
    )


async def _rows[T](conn: Connection, of: type[list[T]], query: LiteralString, **params: object) -> list[T]:
    """Rows that come as one JSON text, checked as they are read."""
    return msgspec.json.decode(await fetch_one(conn, str, query, **params), type=of)


async def list_services(conn: Connection, devices: Sequence[DeviceId]) -> list[int]:
    """The service of each of these devices, in their order."""
    return await fetch_all(
        conn,
        int,
        """
        SELECT d.service_id FROM unnest(%(devices)s::bigint[]) WITH ORDINALITY AS u (id, n) JOIN devices d USING (id)
         ORDER BY u.n
        """,
        devices=list(devices),
    )


async def list_own_addresses(conn: Connection, gateway: GatewayId, addresses: Sequence[str]) -> set[str]:
    """Select the addresses that are this gateway's."""
    return set(
        await fetch_all(
            conn,
            str,
            """
            SELECT host(address) FROM exit_addresses
             WHERE gateway_id = %(gateway)s AND address = ANY(%(addresses)s::inet[])
            """,
            gateway=gateway,
            addresses=list(addresses),
        )
    )


async def write(
    conn: Connection,
    states: Sequence[WrittenState],
    hours: Sequence[HourRow],
    sessions: Sequence[WrittenSession],
    *,
    reported: bool,
) -> None:
    """Write what a report has changed, in one statement however many devices it tells of.

    As JSON, because to build 20,000 rows as parameters costs this process several times as much. `reported`: whether it
    comes from a gateway, as it does but for sessions that a job ends. Rows of months that are kept no more are dropped.
    """
    await execute(
        conn,
        """
        WITH added AS (
            INSERT INTO usage_hours AS h (device_id, hour, rx_bytes, tx_bytes)
            SELECT (one->>0)::bigint, (one->>1)::timestamptz, (one->>2)::bigint, (one->>3)::bigint
              FROM json_array_elements(%(hours)s::json) one
             WHERE (one->>1)::timestamptz >= (SELECT usage_kept_since('usage_hours'))
             ORDER BY 1, 2
            ON CONFLICT (device_id, hour) DO UPDATE
               SET rx_bytes = least(h.rx_bytes::numeric + excluded.rx_bytes, 4611686018427387904)::bigint,
                   tx_bytes = least(h.tx_bytes::numeric + excluded.tx_bytes, 4611686018427387904)::bigint
        ), ended AS (
            INSERT INTO usage_sessions
                   (device_id, service_id, exit_address, client, began_at, ended_at, rx_bytes, tx_bytes)
            SELECT r.device, r.service, r.exit,
                   -- What a statement reads is what was there before it.
                   CASE WHEN r.stored THEN u.session_client ELSE decode(r.client, 'base64') END,
                   r.began, r.ended, r.rx, r.tx
              FROM json_to_recordset(%(sessions)s::json)
                   AS r (device bigint, service bigint, exit inet, client text, stored boolean, began timestamptz,
                         ended timestamptz, rx bigint, tx bigint)
              LEFT JOIN device_usage u ON u.device_id = r.device
             WHERE r.began >= (SELECT usage_kept_since('usage_sessions'))
        )
        UPDATE device_usage u
           SET first_handshake_at = r.first, last_handshake_at = r.last, rx_bytes = r.rx, tx_bytes = r.tx,
               reported_at = CASE WHEN %(reported)s THEN now() ELSE u.reported_at END,
               epoch = r.epoch, epoch_rx = r.epoch_rx, epoch_tx = r.epoch_tx, former = r.former::jsonb,
               sampled_at = r.sampled, session_began_at = r.began, session_exit = r.exit,
               session_client = CASE WHEN r.same THEN u.session_client ELSE decode(r.client, 'base64') END,
               session_mark = CASE WHEN r.same THEN u.session_mark ELSE decode(r.mark, 'hex') END,
               session_rx = r.session_rx, session_tx = r.session_tx, parked_at = r.parked
          FROM json_to_recordset(%(states)s::json)
               AS r (id bigint, first timestamptz, last timestamptz, rx bigint, tx bigint, epoch bigint,
                     epoch_rx bigint, epoch_tx bigint, former text, sampled timestamptz, began timestamptz, exit inet,
                     same boolean, client text, mark text, session_rx bigint, session_tx bigint,
                     parked timestamptz)
         WHERE u.device_id = r.id
        """,
        states=msgspec.json.encode(states).decode(),
        hours=msgspec.json.encode(hours).decode(),
        sessions=msgspec.json.encode(sessions).decode(),
        reported=reported,
    )


async def delete_old_usage(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete what is known of connections whose last one is older than this, of services that are over."""
    return await execute(
        conn,
        """
        DELETE FROM device_usage
         WHERE device_id IN (SELECT u.device_id
                               FROM device_usage u
                               JOIN devices d ON d.id = u.device_id
                               JOIN services s ON s.id = d.service_id
                              WHERE s.state IN ('expired', 'ended')
                                AND coalesce(u.last_handshake_at, u.reported_at) < %(before)s
                              ORDER BY u.device_id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )


SEALED_SESSIONS = SealedColumn("usage_sessions", "client", row="device_id::text")
# What a session that runs has goes to the sessions that have ended, as it is.
SEALED_RUNNING = SealedColumn(
    "device_usage", "session_client", row="device_id::text", id="device_id", bound_as=SEALED_SESSIONS.name
)


def place_of(device: int) -> Place:
    """Return the place of a client's address: sessions of one device hand it on, cut at months."""
    return Place(SEALED_SESSIONS.name, f"{device}")


def ended_row(device: int, service: int, one: Ended) -> WrittenSession:
    session = one.session
    return WrittenSession(
        device,
        service,
        session.exit,
        session.client,
        session.client is None and session.mark is not None,
        session.began_at,
        one.ended_at,
        session.rx,
        session.tx,
    )
