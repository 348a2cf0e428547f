"""Metrics of delivery: pools of addresses, gateways, and how soon a tunnel carries its first packet."""

from collections.abc import Sequence

import msgspec
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.server.figures.types import Figure, gauge

ADDRESS_STATES = ("free", "held", "leased", "cooling", "flagged", "unproven", "withdrawn")
# How many of the newest services the way to the first packet is taken from, and from how long.
NEWEST_SERVICES, WITHIN_HOURS = 500, 24


class Pool(msgspec.Struct):
    code: str
    free: int
    held: int
    leased: int
    cooling: int
    flagged: int
    unproven: int
    withdrawn: int
    counted: float


class Host(msgspec.Struct):
    """`behind`: for so many seconds it is known that a revision has not been applied; times are Unix times."""

    name: str
    state: str
    told: int
    acknowledged: int
    behind: float
    seen: float
    clock: float | None
    connections: int | None
    most: int | None


class FirstPackets(msgspec.Struct):
    """Of the newest services: how many were used, how many of those that had an hour were not, and how soon."""

    used: int
    unused: int
    from_paid: list[float]
    from_device: list[float]


async def read_pools(conn: Connection) -> Sequence[Metric]:
    """Read what a job counts every five minutes: to count a million addresses takes a second."""
    pools = await fetch_all(
        conn,
        Pool,
        """
        SELECT p.code, sum(c.free)::bigint AS free, sum(c.held)::bigint AS held, sum(c.leased)::bigint AS leased,
               sum(c.resting)::bigint AS cooling, sum(c.flagged)::bigint AS flagged,
               sum(c.unproven)::bigint AS unproven, sum(c.withdrawn)::bigint AS withdrawn,
               extract(epoch FROM min(c.counted_at))::float8 AS counted
          FROM pool_counts c JOIN address_pools p ON p.id = c.pool_id
         GROUP BY p.code ORDER BY p.code
        """,
    )
    addresses = gauge("ieum_addresses", "Addresses of a pool by what they are now", "pool", "state")
    counted = gauge("ieum_addresses_counted_timestamp_seconds", "When a pool was counted", "pool")
    for pool in pools:
        for state in ADDRESS_STATES:
            addresses.add_metric([pool.code, state], getattr(pool, state))
        counted.add_metric([pool.code], pool.counted)
    return addresses, counted


async def read_gateways(conn: Connection) -> Sequence[Metric]:
    hosts = await fetch_all(
        conn,
        Host,
        """
        SELECT name, state, revision AS told, acked_revision AS acknowledged,
               coalesce(extract(epoch FROM now() - awaited_since), 0)::float8 AS behind,
               coalesce(extract(epoch FROM last_seen_at), 0)::float8 AS seen,
               clock_skew_ms / 1000.0::float8 AS clock, tracked_connections AS connections, most_connections AS most
          FROM gateways ORDER BY name
        """,
    )
    told = gauge("ieum_gateway_revision", "The newest revision that a gateway was told", "gateway")
    acknowledged = gauge("ieum_gateway_acknowledged_revision", "The newest that it has applied", "gateway")
    behind = gauge(
        "ieum_gateway_behind_seconds", "For how long it is known not to have applied a revision", "gateway"
    )
    seen = gauge("ieum_gateway_seen_timestamp_seconds", "When it called last; 0: never", "gateway")
    clock = gauge(
        "ieum_gateway_clock_offset_seconds", "By how much its clock is behind the shop's", "gateway"
    )
    tracked = gauge("ieum_gateway_connections", "Connections that its host tracks", "gateway")
    most = gauge("ieum_gateway_connections_most", "Connections that its host can track", "gateway")
    state = gauge("ieum_gateway_state", "1 for the state that it is in", "gateway", "state")
    for host in hosts:
        told.add_metric([host.name], host.told)
        acknowledged.add_metric([host.name], host.acknowledged)
        behind.add_metric([host.name], host.behind)
        seen.add_metric([host.name], host.seen)
        _add_if_known(clock, host.name, host.clock)
        _add_if_known(tracked, host.name, host.connections)
        _add_if_known(most, host.name, host.most)
        state.add_metric([host.name, host.state], 1)
    return told, acknowledged, behind, seen, clock, tracked, most, state


def _add_if_known(metric: GaugeMetricFamily, gateway: str, value: float | None) -> None:
    if value is not None:
        metric.add_metric([gateway], value)


async def read_first_packets(conn: Connection) -> Sequence[Metric]:
    """From the newest 500 services of the last day alone, each found by its key.

    How long it takes from the payment is mostly up to the member, and from the device to the gateways and to us.
    """
    first = await fetch_one(
        conn,
        FirstPackets,
        """
        WITH newest AS (
            SELECT s.id, coalesce(o.paid_at, s.starts_at) AS paid_at
              FROM (SELECT id, order_id, starts_at FROM services ORDER BY id DESC LIMIT %(most)s) s
              JOIN orders o ON o.id = s.order_id
             WHERE s.starts_at > now() - make_interval(hours => %(hours)s)
        ), used AS (
            SELECT n.id, n.paid_at, u.device_made_at, u.first_at
              FROM newest n
              LEFT JOIN LATERAL (
                   SELECT d.created_at AS device_made_at, du.first_handshake_at AS first_at
                     FROM devices d JOIN device_usage du ON du.device_id = d.id
                    WHERE d.service_id = n.id AND du.first_handshake_at IS NOT NULL
                    ORDER BY du.first_handshake_at LIMIT 1) u ON true
        )
        SELECT count(first_at) AS used,
               count(*) FILTER (WHERE first_at IS NULL AND paid_at < now() - interval '1 hour') AS unused,
               coalesce(percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (
                   ORDER BY greatest(0, extract(epoch FROM first_at - paid_at))::float8)
                   FILTER (WHERE first_at IS NOT NULL), '{}') AS from_paid,
               coalesce(percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (
                   ORDER BY greatest(0, extract(epoch FROM first_at - device_made_at))::float8)
                   FILTER (WHERE first_at IS NOT NULL), '{}') AS from_device
          FROM used
        """,
        most=NEWEST_SERVICES,
        hours=WITHIN_HOURS,
    )
    seconds = gauge(
        "ieum_first_packet_seconds",
        "From the payment, or from the making of the device, to a new service's first packet: the last day's middle"
        " and slowest tenth",
        "since",
        "quantile",
    )
    for since, values in (("paid", first.from_paid), ("device", first.from_device)):
        for quantile, value in zip(("0.5", "0.9"), values, strict=False):
            seconds.add_metric([since, quantile], value)
    new = gauge(
        "ieum_new_services", "Of the newest services of the last day: used, or unused after an hour", "use"
    )
    new.add_metric(["used"], first.used)
    new.add_metric(["unused"], first.unused)
    return seconds, new


FIGURES = (
    Figure("pools", read_pools),
    Figure("gateways", read_gateways),
    Figure("first_packets", read_first_packets, every=60),
)
