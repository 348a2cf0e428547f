"""Texts that quote the site's configuration follow it."""

import logging

from procrastinate import JobContext

from ieum.shop.content import following
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.queue import app, tool

log = logging.getLogger(__name__)


@app.periodic(cron="* * * * *")
@app.task(
    name="content.follow_configuration",
    aliases=["ieum.shop.content.jobs.follow_configuration"],
    pass_context=True,
    lock="follow_configuration",
)
async def follow_configuration(context: JobContext, timestamp: int) -> None:
    """Every minute, because the configuration is a row that anybody may change; mostly there is nothing to do."""
    del timestamp
    async with tool(context, Database).transaction() as conn:
        report = await following.follow_configuration(conn)
    if report is None:
        return
    for problem in report.left:
        log.error(
            "a text stays as it is, because the configuration says now what cannot stand in it: %s", problem
        )
    if report.count("changed"):
        log.info("%d texts published again with what the configuration says now", report.count("changed"))
