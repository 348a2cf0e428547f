from ieum.shop.kernel.db import Connection


async def open_alarms(conn: Connection) -> list[tuple[str, str]]:
    """The kind and the reference of each that nobody has settled, the oldest first."""
    rows = await conn.execute("SELECT kind, reference FROM alarms WHERE cleared_at IS NULL ORDER BY id")
    return [(str(kind), str(reference)) for kind, reference in await rows.fetchall()]
