"""Publishes texts again that quote the site's configuration."""

import logging

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import job
from ieum.shop.publishing import importing

log = logging.getLogger(__name__)


@job(
    "publishing.follow_configuration",
    cron="* * * * *",
    lock="follow_configuration",
)
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
