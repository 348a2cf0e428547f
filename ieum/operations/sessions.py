"""Check that the shop's programs have left a database, before a command that needs it for itself."""

import time

import psycopg

# A program that has just ended is there for a moment more, so that it is looked so often, each half a second.
MOMENTS, SECONDS = 10, 0.5


def count_others(url: str) -> int:
    """Count the other connections of the shop's role to this database; a monitor has its own role.

    It waits for those that are about to end, five seconds at most.
    """
    others = 0
    with psycopg.connect(url, autocommit=True, connect_timeout=5, tcp_user_timeout=10_000) as conn:
        for moment in range(MOMENTS):
            time.sleep(SECONDS if moment else 0)
            found = conn.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                " AND usename = current_user AND pid <> pg_backend_pid()"
            ).fetchone()
            others = found[0] if found else 0
            if not others:
                break
    return others
