"""Writes a file of orders as the console's job does, in a process of its own, and prints how many they were."""

import sys

from ieum.shop.console.actions import DESK
from ieum.shop.exports import jobs
from ieum.shop.exports.types import ExportId
from ieum.shop.kernel.db import Database, fetch_one, run_with_database


async def an_export(db: Database, query: str = "") -> ExportId:
    """A file that somebody has asked for."""
    async with db.transaction() as conn:
        return await fetch_one(
            conn,
            ExportId,
            """
            WITH asker AS (
                INSERT INTO staff (email, name, role_id)
                SELECT 'bench@ieum.example', '김측정', id FROM staff_roles WHERE is_owner
                ON CONFLICT (email) WHERE removed_at IS NULL DO UPDATE SET name = excluded.name
                RETURNING id
            )
            INSERT INTO exports (screen, query, reason, expected, state, asked_by)
            SELECT 'orders', %(filters)s, '측정', 0, 'making', id FROM asker RETURNING id
            """,
            filters=query,
        )


async def _everything(db: Database) -> int:
    export = await an_export(db)
    await jobs.make(db, DESK.lists, export)
    async with db.connection() as conn:
        return await fetch_one(conn, int, "SELECT rows FROM exports WHERE id = %(id)s", id=export)


if __name__ == "__main__":
    sys.stdout.write(f"{run_with_database(sys.argv[1], _everything)}\n")
