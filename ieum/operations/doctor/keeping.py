"""Keeps the numbers of a report in the database, from where Prometheus learns them."""

import asyncio
import socket
from collections import Counter
from collections.abc import Mapping, Sequence

from psycopg import Error
from psycopg_pool import PoolTimeout

from ieum.operations.doctor.types import Finding
from ieum.shop.kernel.db import PooledDatabase, execute
from ieum.shop.kernel.settings import SettingsError, load

PATIENCE = 5


async def keep(findings: Sequence[Finding], environ: Mapping[str, str], *, host: str = "") -> str:
    """Keep them under the name of this machine. Returns why that was not possible, or an empty text."""
    counts = Counter(finding.state for finding in findings)
    try:
        db = PooledDatabase(load(environ).database_url, size=1)
    except SettingsError as error:
        return str(error)
    try:
        async with asyncio.timeout(PATIENCE):
            await db.open()
            async with db.transaction() as conn:
                await execute(
                    conn,
                    """
                    INSERT INTO doctor_reports (host, broken, attention, unknown, well)
                    VALUES (%(host)s, %(broken)s, %(attention)s, %(unknown)s, %(well)s)
                    ON CONFLICT (host) DO UPDATE SET at = now(), broken = excluded.broken,
                       attention = excluded.attention, unknown = excluded.unknown, well = excluded.well
                    """,
                    host=host or socket.gethostname()[:255],
                    broken=counts["broken"],
                    attention=counts["attention"],
                    unknown=counts["unknown"],
                    well=counts["well"],
                )
    except (Error, PoolTimeout, TimeoutError) as error:
        return f"the database does not take it ({type(error).__name__})"
    finally:
        await db.close()
    return ""
