"""`ieum work`: runs the jobs of every room, with the clients that they need."""

import argparse
import asyncio
import logging
import os
import signal
from threading import Thread
from typing import Any, cast, override
from wsgiref.simple_server import WSGIServer

from procrastinate import JobContext
from prometheus_client import disable_created_metrics, start_http_server
from psycopg import OperationalError

from ieum.common import logs
from ieum.common.service_manager import ServiceManager
from ieum.shop.address_desk import jobs as console_address_jobs
from ieum.shop.address_log import jobs as address_log_jobs
from ieum.shop.broadcasts import jobs as broadcast_jobs
from ieum.shop.certificates import jobs as certificate_jobs
from ieum.shop.checkout import jobs as checkout_jobs
from ieum.shop.console.actions import DESK
from ieum.shop.console.expiry import jobs as console_expiry_jobs
from ieum.shop.console.incidents import jobs as console_incident_jobs
from ieum.shop.console.login import jobs as console_login_jobs
from ieum.shop.console.today import jobs as console_today_jobs
from ieum.shop.desk.bulk import jobs as console_bulk_jobs
from ieum.shop.desk.record import jobs as console_record_jobs
from ieum.shop.desk.registry import Desk
from ieum.shop.evacuation import jobs as evacuation_jobs
from ieum.shop.exports import jobs as console_export_jobs
from ieum.shop.files import jobs as file_jobs
from ieum.shop.gateways import jobs as gateway_jobs
from ieum.shop.inquiries import jobs as inquiry_jobs
from ieum.shop.ip_change import jobs as ip_change_jobs
from ieum.shop.ip_change import offer_jobs
from ieum.shop.kernel.db import Database, PooledDatabase
from ieum.shop.kernel.memory import share_one_heap
from ieum.shop.kernel.queue import OUTSIDE, Named, Tools, app
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.kernel.watching import Watch
from ieum.shop.leaving import jobs as leaving_jobs
from ieum.shop.ledgers import jobs as ledger_jobs
from ieum.shop.members.profile import jobs as profile_jobs
from ieum.shop.members.recovery import jobs as recovery_jobs
from ieum.shop.members.security import jobs as security_jobs
from ieum.shop.members.verification import jobs as verification_jobs
from ieum.shop.messaging import jobs as messaging_jobs
from ieum.shop.messaging.drivers import Mailer, SmtpMailer, Texter
from ieum.shop.messaging.solapi import SolapiTexter
from ieum.shop.numbers import jobs as console_number_jobs
from ieum.shop.numbers import profit_jobs as console_profit_jobs
from ieum.shop.orders import jobs as order_jobs
from ieum.shop.pages import jobs as page_jobs
from ieum.shop.pages.index_now import Announcer, announcer_for
from ieum.shop.payments import jobs as payment_jobs
from ieum.shop.payments.provider import Provider
from ieum.shop.payments.toss import toss_client
from ieum.shop.proofs import jobs as proof_jobs
from ieum.shop.proofs.block_lists import (
    BadNetworksFileError,
    BlockLists,
    CarrierNetworks,
    ReputationSources,
    read_networks,
)
from ieum.shop.publishing import jobs as publishing_jobs
from ieum.shop.publishing.desk import jobs as text_jobs
from ieum.shop.reconciliation import jobs as reconciliation_jobs
from ieum.shop.refunds import jobs as refund_jobs
from ieum.shop.rotation import jobs as rotation_jobs
from ieum.shop.server import key_marks, sealing_jobs
from ieum.shop.server.figures import jobs as figure_jobs
from ieum.shop.server.job_loop import DatabaseLostError, run_worker
from ieum.shop.services import jobs as service_jobs
from ieum.shop.site import jobs as site_jobs
from ieum.shop.status import jobs as status_jobs
from ieum.shop.stock import jobs as stock_jobs
from ieum.shop.sub_ids import jobs as sub_id_jobs
from ieum.shop.subscriptions import jobs as subscription_jobs
from ieum.shop.usage import jobs as usage_jobs

log = logging.getLogger(__name__)

# How long the database may be away, in seconds: a restart, a failover or a recovery after a crash is no end of jobs.
RECONNECT_WITHIN = 300

# Importing these modules registers their jobs.
JOBS = (
    address_log_jobs,
    certificate_jobs,
    checkout_jobs,
    console_address_jobs,
    console_bulk_jobs,
    text_jobs,
    console_login_jobs,
    console_export_jobs,
    console_expiry_jobs,
    console_incident_jobs,
    broadcast_jobs,
    console_number_jobs,
    console_profit_jobs,
    console_record_jobs,
    console_today_jobs,
    publishing_jobs,
    evacuation_jobs,
    figure_jobs,
    file_jobs,
    gateway_jobs,
    inquiry_jobs,
    leaving_jobs,
    ledger_jobs,
    messaging_jobs,
    offer_jobs,
    order_jobs,
    page_jobs,
    payment_jobs,
    profile_jobs,
    proof_jobs,
    reconciliation_jobs,
    recovery_jobs,
    refund_jobs,
    rotation_jobs,
    ip_change_jobs,
    sealing_jobs,
    security_jobs,
    service_jobs,
    site_jobs,
    status_jobs,
    stock_jobs,
    sub_id_jobs,
    subscription_jobs,
    usage_jobs,
    verification_jobs,
)


@app.periodic(cron="* * * * *")
@app.task(name="server.take_over", pass_context=True)
async def take_over(context: JobContext, timestamp: int) -> None:
    """Run the jobs of a killed worker again; otherwise they and their locks would stay for ever."""
    del timestamp
    for job in await context.app.job_manager.get_stalled_jobs():
        log.warning("job %s (%s) was left by a worker that is gone", job.id, job.task_name)
        await context.app.job_manager.retry_job(job)


class TellsOfJobs(logging.Filter):
    """Gives the queue's own lines about a job the fields of ours; what it was queued with is none of them."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        job = record.__dict__.get("job")
        if isinstance(job, dict):
            facts = cast("dict[str, Any]", job)
            record.job, record.task = facts.get("id"), facts.get("task_name")
            record.trace = str(facts.get("task_kwargs", {}).get("trace", "")).replace("-", "") or None
        return True


def run(_options: argparse.Namespace, settings: Settings) -> int:
    """Run jobs until SIGTERM or SIGINT; running jobs then have time to end. Returns 1 where the database is lost.

    Raises SettingsError if the keys of a production shop are not those of its database.
    """
    to_stderr = logs.to_stderr("work", settings.log, quiet=settings.production)
    to_stderr.addFilter(TellsOfJobs())
    logging.basicConfig(level=logging.INFO, handlers=[to_stderr])
    # One line per job is enough.
    logging.getLogger("procrastinate.periodic").setLevel(logging.WARNING)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    try:
        if settings.production:
            key_marks.check(settings)
        start_listener(settings)
        asyncio.run(work(settings))
    except (DatabaseLostError, OperationalError) as lost:
        log.error("the worker ends, because the database does not answer: %s", lost)  # noqa: TRY400 - expected
        return 1
    return 0


def start_listener(settings: Settings) -> tuple[WSGIServer, Thread] | None:
    """Answer Prometheus from a thread, where the settings name a port. Raises SettingsError where that is taken."""
    if settings.work_metrics is None:
        return None
    address, port = settings.work_metrics
    disable_created_metrics()
    try:
        return start_http_server(port, address)
    except OSError as error:
        raise SettingsError(f"IEUM_WORK_METRICS_PORT {port} cannot be used: {error.strerror}.") from None


def sources_of(settings: Settings) -> ReputationSources:
    """Read the reputation sources. Raises SettingsError if the file of networks cannot be read."""
    lists = BlockLists(settings.block_lists, server=settings.block_list_server)
    if settings.carrier_networks is None:
        return ReputationSources(lists, CarrierNetworks())
    try:
        return ReputationSources(lists, read_networks(settings.carrier_networks))
    except BadNetworksFileError as wrong:
        raise SettingsError(f"IEUM_CARRIER_NETWORKS: {wrong}") from wrong


async def work(settings: Settings, *, reconnect_within: float = RECONNECT_WITHIN) -> None:
    """Run jobs until SIGTERM or SIGINT.

    Raises DatabaseLostError where the database stays away for `reconnect_within` seconds, and psycopg's
    OperationalError where it is not there at the start.
    """
    share_one_heap()
    # Half as many connections as jobs are enough, because a job that waits for the provider holds none.
    db = PooledDatabase(settings.database_url, size=settings.jobs_at_once // 2 + 4)
    await db.open()
    provider, sms = toss_client(settings), settings.sms
    texter = SolapiTexter(sms.url, sms.key, sms.secret, sender=sms.sender) if sms else None
    announcer = announcer_for(settings)
    tools: Tools = {
        Settings: settings,
        Database: db,
        Sealer: Sealer(settings.sealing_keys),
        Desk: DESK,
        Provider: provider,
        Mailer: SmtpMailer(settings.smtp_url),
        Texter: texter,
        Announcer: announcer,
        ReputationSources: sources_of(settings),
    }
    watch = Watch({"jobs": db})
    watch.start()
    stop = asyncio.Event()
    manager = ServiceManager(os.environ)

    def begin_to_stop() -> None:
        manager.stopping()
        stop.set()

    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, begin_to_stop)
    options = {
        # Polled, because no notification comes when a job's time has come, and a buyer may be waiting.
        "fetch_job_polling_interval": 1,
        "shutdown_graceful_timeout": 20,
        "delete_jobs": "successful",
        "additional_context": {"tools": tools},
    }
    for_outside = max(1, settings.jobs_at_once // 2)
    manager.ready(f"runs {settings.jobs_at_once} jobs at once")
    watched = asyncio.create_task(manager.watch_this_loop())
    try:
        await run_worker(
            app,
            db.primary,
            stop=stop,
            reconnect_within=reconnect_within,
            options=options,
            on_reconnected=db.drop_broken,
            places={Named.queue: settings.jobs_at_once, **dict.fromkeys(OUTSIDE, for_outside)},
        )
    finally:
        watched.cancel()
        await watch.stop()
        for client in filter(None, (provider, texter, announcer)):
            await client.close()
        await db.close()
