"""Texts that quote the site's configuration follow it."""

import logging

from procrastinate import JobContext

from ieum.shop.jobs import app, tools_of

log = logging.getLogger(__name__)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True, lock="follow_configuration")
async def follow_configuration(context: JobContext, timestamp: int) -> None:
    """Every minute, because the configuration is a row that anybody may change; mostly there is nothing to do."""
    # What reads Markdown is dear to load, and the worker has no other use for it.
    from ieum.shop.content import following  # noqa: PLC0415

    del timestamp
    async with tools_of(context).db.transaction() as conn:
        report = await following.follow_configuration(conn)
    if report is None:
        return
    for problem in report.left:
        log.error(
            "a text stays as it is, because the configuration says now what cannot stand in it: %s", problem
        )
    if report.count("changed"):
        log.info("%d texts published again with what the configuration says now", report.count("changed"))
