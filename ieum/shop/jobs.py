"""The job queue, on the same PostgreSQL: a job exists only if its transaction does."""

import asyncio
import logging
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.tasks import Task
from procrastinate.types import JSONDict, TimeDeltaParams

from ieum.shop.db import Connection, Database, PooledDatabase
from ieum.shop.messaging.drivers import Mailer, Texter
from ieum.shop.pages.index_now import Announcer, announcer_for
from ieum.shop.payments.provider import Provider
from ieum.shop.sealing import Sealer
from ieum.shop.settings import Settings

log = logging.getLogger(__name__)

app = App(
    connector=PsycopgConnector(),
    import_paths=[
        "ieum.shop.ledgers.jobs",
        "ieum.shop.books.jobs",
        "ieum.shop.content.jobs",
        "ieum.shop.members.profile.jobs",
        "ieum.shop.members.recovery.jobs",
        "ieum.shop.members.security.jobs",
        "ieum.shop.members.verification.jobs",
        "ieum.shop.messaging.jobs",
        "ieum.shop.orders.jobs",
        "ieum.shop.orders.refunding.jobs",
        "ieum.shop.pages.jobs",
        "ieum.shop.payments.jobs",
        "ieum.shop.services.jobs",
        "ieum.shop.site.jobs",
        "ieum.shop.subscriptions.jobs",
        "ieum.shop.support.jobs",
    ],
)


class Tools(msgspec.Struct, frozen=True):
    """What jobs reach the world with."""

    db: Database
    provider: Provider
    mailer: Mailer
    # None: this shop sends no SMS.
    texter: Texter | None
    secret_key: str
    sealer: Sealer
    # None: search engines find changes by themselves.
    announcer: Announcer | None = None
    # What knows which pages there are, for them.
    render_script: Path | None = None


def tools_of(context: JobContext) -> Tools:
    return cast("Tools", context.additional_context["tools"])


async def defer(
    conn: Connection,
    task: Task[..., Any, ...],
    *,
    seconds: int = 0,
    once: str | None = None,
    **arguments: str | int,
) -> None:
    """Queue a job on this connection, so that it exists only if what it is about does.

    Raises AlreadyEnqueued where one of this name, `once`, still waits; the transaction is then lost.
    """
    schedule: TimeDeltaParams | None = {"seconds": seconds} if seconds else None
    queue = task.configure(connection=conn, schedule_in=schedule, queueing_lock=once)
    await queue.defer_async(**arguments)


async def defer_all(
    conn: Connection,
    task: Task[..., Any, ...],
    arguments: Sequence[JSONDict],
    *,
    seconds: int = 0,
    priority: int = 0,
) -> None:
    """Queue one job for each, in one statement. Those of a lower priority let the others pass."""
    schedule: TimeDeltaParams | None = {"seconds": seconds} if seconds else None
    queue = task.configure(connection=conn, schedule_in=schedule, priority=priority)
    await queue.batch_defer_async(*arguments)


@app.periodic(cron="* * * * *")
@app.task(pass_context=True)
async def take_over(context: JobContext, timestamp: int) -> None:
    """A worker that was killed leaves its jobs under way for ever, and their locks with them: run them again."""
    del timestamp
    for job in await context.app.job_manager.get_stalled_jobs():
        log.warning("job %s (%s) was left by a worker that is gone", job.id, job.task_name)
        await context.app.job_manager.retry_job(job)


def work(settings: Settings) -> None:
    """Run jobs until SIGTERM or SIGINT; what is running is given time to end."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    # One line a job is enough.
    logging.getLogger("procrastinate.periodic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    from ieum.shop.messaging.drivers import SmtpMailer  # noqa: PLC0415 - only the worker sends
    from ieum.shop.messaging.solapi import SolapiTexter  # noqa: PLC0415
    from ieum.shop.payments.toss import toss_client  # noqa: PLC0415

    # A job that waits for the provider holds no connection: half as many are enough.
    db = PooledDatabase(settings.database_url, size=settings.jobs_at_once // 2 + 4)
    await db.open()
    sms = settings.sms
    tools = Tools(
        db,
        toss_client(settings),
        SmtpMailer(settings.smtp_url),
        SolapiTexter(sms.url, sms.key, sms.secret, sender=sms.sender) if sms else None,
        settings.secret_key,
        Sealer(settings.sealing_keys),
        announcer_for(settings),
        settings.web_dist / "server" / "render.js",
    )
    connector = PsycopgConnector(conninfo=settings.database_url, min_size=1, max_size=4)
    try:
        with app.replace_connector(connector) as connected:
            async with connected.open_async() as opened:
                stop = asyncio.current_task()
                for name in (signal.SIGTERM, signal.SIGINT):
                    asyncio.get_running_loop().add_signal_handler(name, lambda: stop and stop.cancel())
                await opened.run_worker_async(
                    concurrency=settings.jobs_at_once,
                    # Nobody announces that a job's time has come, and a buyer may be waiting for it.
                    fetch_job_polling_interval=1,
                    install_signal_handlers=False,
                    shutdown_graceful_timeout=20,
                    delete_jobs="successful",
                    additional_context={"tools": tools},
                )
    except asyncio.CancelledError:
        pass
    finally:
        await tools.provider.close()
        if tools.texter:
            await tools.texter.close()
        if tools.announcer:
            await tools.announcer.close()
        await db.close()
