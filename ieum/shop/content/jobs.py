"""Jobs that follow the site's configuration: texts that quote it are published again, its logo is copied to us."""

import logging

from ieum.shop.content import importing, logo
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.site import queries as site

log = logging.getLogger(__name__)


@job("content.follow_configuration", cron="* * * * *", lock="follow_configuration")
async def follow_configuration(db: Database) -> None:
    """Every minute, because operators may change the configuration's row by SQL; mostly there is nothing to do."""
    async with db.transaction() as conn:
        report = await importing.follow_configuration(conn)
    if report is None:
        return
    for problem in report.skipped:
        log.error(
            "a text cannot take the new values of the site's configuration and stays as it is: %s", problem
        )
    if report.count("changed"):
        log.info("published %d texts again with the new values of the configuration", report.count("changed"))


@job("content.copy_logo", cron="*/5 * * * *", lock="copy_logo")
async def copy_logo(db: Database) -> None:
    """Copy a logo whose address elsewhere was written into the configuration; pages load pictures from us alone."""
    async with db.connection() as conn:
        address = (await site.get_config(conn)).logo
    if not address.startswith(("https://", "http://")):
        return
    try:
        picture = await logo.fetch(address)
        async with db.transaction() as conn:
            await logo.put(conn, picture, instead_of=address)
    except logo.LogoRefused as refused:
        log.error("site_config.logo cannot be shown: %s", refused)  # noqa: TRY400 - expected
