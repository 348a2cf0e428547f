"""Backups and the checks that restore them, as `ieum backup` and `ieum restore` have noted them."""

from collections.abc import Sequence

import msgspec
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.server.figures.types import Figure, gauge

KINDS = ("base", "files", "check")


class Saved(msgspec.Struct):
    """Unix times, 0 for never: when one last ended well, and when the newest that did not."""

    kind: str
    well: float
    badly: float
    bytes: int


async def read_backups(conn: Connection) -> Sequence[Metric]:
    """Two look-ups in an index for each kind."""
    saved = await fetch_all(
        conn,
        Saved,
        """
        SELECT k.kind, coalesce(extract(epoch FROM w.ended_at), 0)::float8 AS well,
               coalesce(extract(epoch FROM b.ended_at), 0)::float8 AS badly, coalesce(w.bytes, 0) AS bytes
          FROM unnest(%(kinds)s::text[]) k (kind)
          LEFT JOIN LATERAL (SELECT ended_at, bytes FROM backups
                              WHERE kind = k.kind AND ok ORDER BY ended_at DESC LIMIT 1) w ON true
          LEFT JOIN LATERAL (SELECT CASE WHEN NOT ok THEN ended_at END AS ended_at FROM backups
                              WHERE kind = k.kind AND ended_at IS NOT NULL
                              ORDER BY began_at DESC, id DESC LIMIT 1) b ON true
         ORDER BY k.kind
        """,
        kinds=list(KINDS),
    )
    log_until = await fetch_one(
        conn,
        float,
        """
        SELECT coalesce(extract(epoch FROM (
                   SELECT wal_until FROM backups WHERE kind = 'wal' ORDER BY began_at DESC, id DESC LIMIT 1
               )), 0)::float8
        """,
    )
    well = gauge(
        "ieum_backup_timestamp_seconds",
        "When the newest good copy, or check by restoring it, ended; 0: never",
        "kind",
    )
    badly = gauge(
        "ieum_backup_failed_timestamp_seconds", "When the newest one ended, if it failed; else 0", "kind"
    )
    in_bytes = gauge("ieum_backup_bytes", "Size of the newest good copy", "kind")
    for each in saved:
        well.add_metric([each.kind], each.well)
        badly.add_metric([each.kind], each.badly)
        in_bytes.add_metric([each.kind], each.bytes)
    until = gauge(
        "ieum_wal_saved_until_timestamp_seconds",
        "Up to when the database's log lies at the place of the backups; 0: nothing does",
    )
    until.add_metric([], log_until)
    return well, badly, in_bytes, until


FIGURES = (Figure("backups", read_backups),)
