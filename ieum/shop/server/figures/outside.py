"""Answers that the worker got outside: the balance at the SMS carrier, and the end of the shop's certificate."""

from collections.abc import Sequence

import msgspec
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.server.figures.types import Figure, gauge

SMS_BALANCE, CERTIFICATE = "sms_balance", "certificate"


class Seen(msgspec.Struct):
    what: str
    value: float
    asked: float


async def note(conn: Connection, what: str, value: float) -> None:
    await execute(
        conn,
        """
        INSERT INTO seen_outside (what, value) VALUES (%(what)s, %(value)s)
        ON CONFLICT (what) DO UPDATE SET value = excluded.value, asked_at = now()
        """,
        what=what,
        value=value,
    )


async def read_outside(conn: Connection) -> Sequence[Metric]:
    seen = await fetch_all(
        conn,
        Seen,
        "SELECT what, value, extract(epoch FROM asked_at)::float8 AS asked FROM seen_outside ORDER BY what",
    )
    balance = gauge("ieum_sms_balance_won", "Won that are left at the SMS carrier")
    certificate = gauge(
        "ieum_certificate_until_timestamp_seconds",
        "When the certificate of the shop's address ends; 0: browsers refuse it",
    )
    asked = gauge("ieum_outside_asked_timestamp_seconds", "When the worker last got an answer", "what")
    for each in seen:
        {SMS_BALANCE: balance, CERTIFICATE: certificate}[each.what].add_metric([], each.value)
        asked.add_metric([each.what], each.asked)
    return balance, certificate, asked


FIGURES = (Figure("outside", read_outside, every=60),)
