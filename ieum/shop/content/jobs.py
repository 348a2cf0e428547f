"""The job that publishes texts again when the site's configuration, which they quote, has changed."""

import logging

from ieum.shop.content import republishing
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job

log = logging.getLogger(__name__)


@job("content.follow_configuration", cron="* * * * *", lock="follow_configuration")
async def follow_configuration(db: Database) -> None:
    """Every minute, because operators may change the configuration's row by SQL; mostly there is nothing to do."""
    async with db.transaction() as conn:
        report = await republishing.follow_configuration(conn)
    if report is None:
        return
    for problem in report.skipped:
        log.error(
            "a text cannot take the new values of the site's configuration and stays as it is: %s", problem
        )
    if report.count("changed"):
        log.info("published %d texts again with the new values of the configuration", report.count("changed"))
