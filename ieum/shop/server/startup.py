"""Checks before a production shop starts: its release, no demo data, a complete footer, the keys of this database."""

from ieum.shop.kernel.db import Database, any_row, run_with_database
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.server import baseline
from ieum.shop.server.key_marks import refuse_wrong_keys
from ieum.shop.site import queries
from ieum.shop.site.fields import FOOTER

DEMO_LOGIN = "demo_ieum"


def check(settings: Settings) -> None:
    """Check the database. Raises SettingsError or TooOldError, with one line, if production cannot start on it."""

    async def refuse(db: Database) -> None:
        await refuse_unfit(db)
        await refuse_wrong_keys(db, settings)

    baseline.check(settings.database_url)
    run_with_database(settings.database_url, refuse)


async def refuse_unfit(db: Database) -> None:
    """Refuse demo data, made-up use, an unproven address and an empty footer field. Raises SettingsError."""
    await refuse_demo(db)
    async with db.connection() as conn:
        config = await queries.get_config(conn)
    empty = [f"{field} ({label})" for field, label in FOOTER.items() if not getattr(config, field)]
    if empty:
        raise SettingsError(f"The footer is incomplete; fill in site_config: {', '.join(empty)}.")


async def refuse_demo(db: Database) -> None:
    """Refuse a demo's database. Raises SettingsError if it has what only a demo or the sandbox can have made."""
    async with db.connection() as conn:
        demo = await any_row(conn, "SELECT 1 FROM members WHERE login_id = %(id)s", id=DEMO_LOGIN)
        unproven = await any_row(conn, "SELECT 1 FROM exit_addresses WHERE proven_by = 'sandbox'")
        pretended = await any_row(conn, "SELECT 1 FROM gateways WHERE pretends_use")
    if demo:
        raise SettingsError("This database holds the demo shop; production needs one of its own.")
    if pretended:
        raise SettingsError(
            "This database holds use that a demo's gateway has made up; production needs one of its own."
        )
    if unproven:
        raise SettingsError(
            "Some exit addresses were proven by the sandbox; withdraw and return them in the console."
        )
