"""Copies a logo whose address elsewhere was written into the configuration."""

import logging

from ieum.shop.files import logo
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.site import queries as site

log = logging.getLogger(__name__)


@job("files.copy_logo", cron="*/5 * * * *", lock="copy_logo")
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
