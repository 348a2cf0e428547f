"""The operator configures the shop in another way for as long as a test needs it."""

import time
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from psycopg import sql

from ieum.shop.server.response_cache import TTL_SECONDS
from tests.journey.running import RunningShop


@contextmanager
def configured(shop: RunningShop, **columns: Any) -> Generator[None]:
    """Set these columns of `site_config`, and set them back at the end; no answer from before is sent any more."""
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    with shop.database_connection() as conn:
        before = conn.execute(sql.SQL("SELECT {} FROM site_config").format(names)).fetchone()
    assert before is not None
    _configure(shop, columns)
    try:
        yield
    finally:
        _configure(shop, dict(zip(columns, before, strict=True)))


def verifying(shop: RunningShop, *, phone: bool = False, mail: bool = False) -> AbstractContextManager[None]:
    """The shop asks who joins for a code by SMS, by mail, or for one of the two."""
    return configured(shop, phone_verification=phone, mail_verification=mail)


def _configure(shop: RunningShop, columns: dict[str, Any]) -> None:
    changes = sql.SQL(", ").join(
        sql.SQL("{} = {}").format(sql.Identifier(name), sql.Placeholder(name)) for name in columns
    )
    with shop.database_connection() as conn:
        conn.execute(sql.SQL("UPDATE site_config SET {}").format(changes), columns)
    # sleep: until neither an answer from before the change is sent again, nor a page that was drawn with one.
    time.sleep(2 * TTL_SECONDS)
