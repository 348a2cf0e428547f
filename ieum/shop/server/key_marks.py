"""Marks of the shop's keys, kept in its database: a start with other keys is noticed (docs/decisions/0157)."""

import hashlib
import hmac
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

import msgspec

from ieum.shop.kernel.db import Connection, Database, execute, fetch_all, fetch_one, run_with_database
from ieum.shop.kernel.sealed_columns import Sealed
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.secret_keys import recognised
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.members.security import totp
from ieum.shop.signing.queries import find_current

type Setting = Literal["IEUM_SECRET_KEY", "IEUM_SEALING_KEYS"]

# The settings in which a key of that kind may stand.
STANDS_IN: Mapping[Setting, str] = {
    "IEUM_SECRET_KEY": "IEUM_SECRET_KEY or IEUM_FORMER_KEYS",
    "IEUM_SEALING_KEYS": "IEUM_SEALING_KEYS",
}
_WORD = b"ieum key mark "


class KeptMark(msgspec.Struct, frozen=True):
    setting: Setting
    mark: bytes


def marks_of(settings: Settings) -> dict[Setting, list[bytes]]:
    """Compute the marks of all keys of the settings, the newest key's first."""
    keys: dict[Setting, Sequence[str]] = {
        "IEUM_SECRET_KEY": recognised(settings.secret_key),
        "IEUM_SEALING_KEYS": settings.sealing_keys,
    }
    return {setting: [_mark(setting, key) for key in several] for setting, several in keys.items()}


def _mark(setting: Setting, key: str) -> bytes:
    return hmac.digest(key.encode(), _WORD + setting.encode(), hashlib.sha256)


async def list_kept(conn: Connection) -> dict[Setting, bytes]:
    """Return the kept marks: none before the first start, and before `ieum migrate`, which `/readyz` reports."""
    if not await fetch_one(conn, bool, "SELECT to_regclass('key_marks') IS NOT NULL"):
        return {}
    kept = await fetch_all(conn, KeptMark, "SELECT setting, mark FROM key_marks ORDER BY setting")
    return {one.setting: one.mark for one in kept}


async def find_wrong(conn: Connection, settings: Settings) -> list[Setting]:
    """Name the settings that have no key of this shop.

    A shop without marks is older than they are, or new: its keys have to open what is sealed there, if anything is.
    """
    kept = await list_kept(conn)
    return [
        setting
        for setting, marks in marks_of(settings).items()
        if not (kept[setting] in marks if setting in kept else await _OPENS[setting](conn, settings))
    ]


async def _opens_signing_key(conn: Connection, settings: Settings) -> bool:
    found = await find_current(conn)
    if found is None:
        return True
    return Sealer(settings.sealing_keys).has_key_of(found.sealed_private)


async def _opens_authenticator(conn: Connection, settings: Settings) -> bool:
    """Try those of staff, the newest first. One that opens is enough: a key of older ones may have been lost."""
    rows = await fetch_all(
        conn,
        Sealed,
        """
        SELECT id, 'staff:' || id AS row, totp_secret AS sealed FROM staff
         WHERE totp_secret IS NOT NULL ORDER BY id DESC LIMIT 50
        """,
    )
    return not rows or any(totp.unseal(row.sealed, key=settings.secret_key, holder=row.row) for row in rows)


_OPENS = {"IEUM_SECRET_KEY": _opens_authenticator, "IEUM_SEALING_KEYS": _opens_signing_key}


def check(settings: Settings) -> None:
    """Check the keys. Raises SettingsError, with one line, if they are not those of this database."""
    run_with_database(settings.database_url, lambda db: refuse_wrong_keys(db, settings))


async def refuse_wrong_keys(db: Database, settings: Settings) -> None:
    """Compare the keys with the kept marks; the first start keeps the marks of its newest keys.

    Of two first starts at once, the second waits for the first one's marks and is compared with them. A database that
    takes no writes is compared alone. Raises SettingsError.
    """
    async with db.transaction() as conn:
        wrong = await find_wrong(conn, settings)
        if not wrong and await _keep_first(conn, settings):
            wrong = await find_wrong(conn, settings)
    if wrong:
        raise SettingsError(" ".join(map(refusal, wrong)))


def refusal(setting: Setting) -> str:
    return (
        f"{STANDS_IN[setting]} has none of the keys that this database's data was made with: put the former key back"
        " (keys are kept apart from backups); if it is lost for good, `ieum reseal --lost` lets the shop start without"
        " what it opened (docs/operate/backup.md, Sealed keys)."
    )


async def _keep_first(conn: Connection, settings: Settings) -> bool:
    """Keep the marks that are missing, and return whether any was."""
    can_keep = await fetch_one(
        conn,
        bool,
        """
        SELECT to_regclass('key_marks') IS NOT NULL
               AND NOT pg_is_in_recovery() AND NOT current_setting('transaction_read_only')::bool
        """,
    )
    missing = marks_of(settings).keys() - (await list_kept(conn)).keys()
    if not can_keep or not missing:
        return False
    # Both in one statement: two boxes with different keys never keep one mark each.
    await execute(
        conn,
        """
        INSERT INTO key_marks (setting, mark)
        SELECT setting, mark FROM unnest(%(settings)s::text[], %(marks)s::bytea[]) AS n (setting, mark) ORDER BY 1
        ON CONFLICT (setting) DO NOTHING
        """,
        **_newest(settings, missing),
    )
    return True


async def keep_newest(conn: Connection, settings: Settings, of: Collection[Setting]) -> None:
    """Keep the marks of the newest keys in place of older ones, once nothing is sealed with an older key."""
    await execute(
        conn,
        """
        INSERT INTO key_marks (setting, mark)
        SELECT setting, mark FROM unnest(%(settings)s::text[], %(marks)s::bytea[]) AS n (setting, mark) ORDER BY 1
        ON CONFLICT (setting) DO UPDATE SET mark = EXCLUDED.mark, kept_at = now()
         WHERE key_marks.mark <> EXCLUDED.mark
        """,
        **_newest(settings, of),
    )


def _newest(settings: Settings, of: Collection[Setting]) -> dict[str, list[str] | list[bytes]]:
    marks = marks_of(settings)
    return {"settings": list(of), "marks": [marks[setting][0] for setting in of]}
