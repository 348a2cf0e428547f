"""A device's private key, and the places where it must not be found."""

import base64
from urllib.parse import quote

from playwright.sync_api import Request
from psycopg import sql

from ieum.dev.lab.namespaces import command
from tests.journey.running import RunningShop


def private_key_in(conf: str) -> str:
    return next(line for line in conf.splitlines() if line.startswith("PrivateKey")).partition(" = ")[2]


def public_key_of(private_key: str) -> str:
    return command("wg", "pubkey", stdin=private_key).strip()


def forms_of(key: str) -> set[str]:
    """The key in every way in which software writes 32 bytes down."""
    raw = base64.b64decode(key)
    shortest = key.removesuffix("=")
    return {
        shortest,
        quote(shortest, safe=""),
        shortest.replace("/", r"\/"),
        base64.urlsafe_b64encode(raw).decode().removesuffix("="),
        raw.hex(),
        ",".join(str(byte) for byte in raw),
    }


def text_of(request: Request) -> str:
    """All of a request: its line, its headers as they went out, its body."""
    headers = "".join(f"{name}: {value}\n" for name, value in request.all_headers().items())
    return f"{request.method} {request.url}\n{headers}\n{(request.post_data_buffer or b'').decode('latin-1')}"


def text_of_database(shop: RunningShop) -> str:
    """Every row of every table."""
    with shop.database_connection() as conn:
        tables = conn.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        ).fetchall()
        rows = [
            conn.execute(sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(name))).fetchall()
            for (name,) in tables
        ]
    return "\n".join(text for table in rows for (text,) in table)
