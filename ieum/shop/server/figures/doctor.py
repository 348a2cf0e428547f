"""Findings of `ieum doctor --keep`, machine by machine."""

from collections.abc import Sequence

import msgspec
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.server.figures.types import Figure, gauge


class Report(msgspec.Struct):
    host: str
    at: float
    broken: int
    attention: int
    unknown: int
    well: int


async def read_doctor(conn: Connection) -> Sequence[Metric]:
    """A machine that has not been heard of for a week is not one of the shop's any more."""
    reports = await fetch_all(
        conn,
        Report,
        """
        SELECT host, extract(epoch FROM at)::float8 AS at, broken, attention, unknown, well
          FROM doctor_reports WHERE at > now() - interval '7 days' ORDER BY host
        """,
    )
    findings = gauge("ieum_doctor_findings", "What the doctor found on a machine, by state", "host", "state")
    at = gauge("ieum_doctor_timestamp_seconds", "When the doctor last looked at a machine", "host")
    for each in reports:
        for state in ("broken", "attention", "unknown", "well"):
            findings.add_metric([each.host, state], getattr(each, state))
        at.add_metric([each.host], each.at)
    return findings, at


FIGURES = (Figure("doctor", read_doctor, every=60),)
