"""SQL for the shop's keys. Their table refuses to lose one, or to let its public half change."""

from ieum.shop.kernel.db import Connection, any_row, fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.sealed_columns import SealedColumn
from ieum.shop.kernel.sealing import Place
from ieum.shop.signing.types import PublicKey, SecretKey

SEALED = SealedColumn("signing_keys", "sealed_private", row="key_id")

CURRENT = "SELECT key_id, sealed_private FROM signing_keys WHERE retired_at IS NULL"


def place_of(key_id: str) -> Place:
    return Place(SEALED.name, key_id)


async def find_current(conn: Connection) -> SecretKey | None:
    return await fetch_optional(conn, SecretKey, CURRENT)


async def get_current(conn: Connection) -> SecretKey:
    """Return the current key where there must be one: another transaction has just made it."""
    return await fetch_one(conn, SecretKey, CURRENT)


async def insert_key(
    conn: Connection, *, key_id: str, public_key: bytes, sealed_private: bytes
) -> SecretKey | None:
    """Make a key the current one. None where there is one: who comes second waits for the first to commit."""
    return await fetch_optional(
        conn,
        SecretKey,
        """
        INSERT INTO signing_keys (key_id, public_key, sealed_private)
        VALUES (%(key_id)s, %(public_key)s, %(sealed_private)s)
        ON CONFLICT ((true)) WHERE retired_at IS NULL DO NOTHING
        RETURNING key_id, sealed_private
        """,
        key_id=key_id,
        public_key=public_key,
        sealed_private=sealed_private,
    )


async def retire_current(conn: Connection) -> bool:
    """Destroy the private half of the current key. Another rotation waits, and then finds nothing more to retire."""
    return await any_row(
        conn,
        """
        UPDATE signing_keys SET retired_at = clock_timestamp(), sealed_private = NULL WHERE retired_at IS NULL
        """,
    )


async def find_public(conn: Connection, key_id: str) -> PublicKey | None:
    return await fetch_optional(
        conn,
        PublicKey,
        """
        SELECT key_id, public_key, created_at, retired_at FROM signing_keys WHERE key_id = %(key_id)s
        """,
        key_id=key_id,
    )


async def list_public(conn: Connection) -> list[PublicKey]:
    return await fetch_all(
        conn,
        PublicKey,
        "SELECT key_id, public_key, created_at, retired_at FROM signing_keys ORDER BY id DESC",
    )
