"""The worker's jobs, run by hand one by one or until none is left."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from procrastinate import JobContext

from ieum.shop.kernel.db import Connection, Database, PooledDatabase, execute, fetch_all
from ieum.shop.kernel.queue import Tools, TracedConnector
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings, load
from ieum.shop.messaging.drivers import Mailer, Texter
from ieum.shop.messaging.queries import Message
from ieum.shop.pages.index_now import Announcer
from ieum.shop.payments.provider import Provider
from ieum.shop.server.worker import app
from tests.shop.builders.secrets import KEY, SEALER
from tests.shop.builders.shops import Shop

# Of a shop that a test has not set up otherwise.
SETTINGS = load({"IEUM_SECRET_KEY": KEY}, database_url="unused")


def worker_tools(
    db: Database,
    *,
    provider: Provider | None = None,
    mailer: Mailer | None = None,
    texter: Texter | None = None,
    announcer: Announcer | None = None,
    settings: Settings | None = None,
) -> Tools:
    return {
        Database: db,
        Sealer: SEALER,
        Provider: provider,
        Mailer: mailer,
        Texter: texter,
        Announcer: announcer,
        Settings: settings or SETTINGS,
    }


def job_context(tools: Tools) -> JobContext:
    """The part of a job's context that our jobs read."""
    context: Any = SimpleNamespace(additional_context={"tools": tools}, job=SimpleNamespace(id=None))
    return context


# Enough for retries; a job that needs more fails for good.
ROUNDS = 6


class Postman:
    """Accepts every mail and SMS; the real drivers have tests of their own."""

    def __init__(self) -> None:
        self.delivered: list[Message] = []

    async def send(self, message: Message, *, sender: str = "") -> None:
        del sender
        self.delivered.append(message)

    async def balance(self) -> int:
        return 100_000

    async def close(self) -> None:
        pass


async def run_jobs(shop: Shop) -> Postman:
    """Run all queued jobs, scheduled ones and those that follow from them included."""
    postman = Postman()
    tools = worker_tools(
        shop.db, provider=shop.provider, mailer=postman, texter=postman, settings=shop.app.state.settings
    )
    for _ in range(ROUNDS):
        async with shop.db.connection() as conn:
            # Otherwise messages that wait for the day, or are late, would be postponed again and again.
            await execute(
                conn, "UPDATE messages SET not_before = NULL, created_at = now() WHERE sent_at IS NULL"
            )
            # Likewise requests for a lost id, which wait for the minute between two mails.
            await execute(
                conn, "UPDATE recovery_requests SET looked_up_at = looked_up_at - interval '1 minute'"
            )
            if not await execute(
                conn, "UPDATE procrastinate_jobs SET scheduled_at = NULL WHERE status = 'todo'"
            ):
                return postman
        await _run_once(shop.db, tools)
    raise AssertionError("the jobs come to no end")


async def _run_once(db: PooledDatabase, tools: Tools) -> None:
    with (
        app.replace_connector(TracedConnector()) as connected,
        # No periodic jobs: they would hide that a job was not queued.
        patch.dict(app.periodic_registry.periodic_tasks, clear=True),
    ):
        async with connected.open_async(db.pool) as opened:
            await opened.run_worker_async(
                wait=False,
                concurrency=4,
                install_signal_handlers=False,
                listen_notify=False,
                delete_jobs="successful",
                additional_context={"tools": tools},
            )


async def queued(conn: Connection, task: str) -> list[dict[str, Any]]:
    """The arguments of the waiting jobs of this task."""
    return await fetch_all(
        conn,
        dict[str, Any],
        """
        SELECT args FROM procrastinate_jobs WHERE status = 'todo' AND task_name LIKE %(task)s ORDER BY id
        """,
        task=f"%.{task}",
    )


def context_of(shop: Shop, mailer: Mailer | None = None) -> JobContext:
    """The context that the worker passes to a job."""
    tools = worker_tools(
        shop.db,
        provider=shop.provider,
        mailer=mailer or Postman(),
        texter=Postman(),
        settings=shop.app.state.settings,
    )
    return job_context(tools)
