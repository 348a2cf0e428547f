"""`ieum work` outlives its database: backends and the whole server are killed under the real process."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import psycopg
import pytest
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Notification
from procrastinate.manager import JobManager, NotificationCallback
from psycopg import AsyncConnection

from ieum.dev.postgres import EmbeddedPostgres
from ieum.shop.checkout import tasks
from ieum.shop.kernel.primary import Primary
from ieum.shop.kernel.queue import OUTSIDE, defer
from ieum.shop.kernel.settings import load
from ieum.shop.messaging import service as messaging
from ieum.shop.messaging.templates import Text
from ieum.shop.server.job_loop import DatabaseLostError, NoticingConnector, run_worker
from ieum.shop.server.worker import work
from tests import images
from tests.commands import HASTY
from tests.shop.builders.secrets import KEY
from tests.waiting import one_turn, wait_until, wait_until_async

# A job that needs nothing and leaves nothing.
HARMLESS = "messaging.sweep_outbox"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    """A server of this test's own, because it is killed."""
    images.fill_migrated(tmp_path)
    with EmbeddedPostgres(tmp_path, volatile=True) as server:
        yield server


@pytest.fixture
def worker(database: EmbeddedPostgres, tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with (
        (tmp_path / "work.log").open("w") as log,
        subprocess.Popen(
            [sys.executable, "-m", "ieum.cli", "work"],
            env={**os.environ, "IEUM_DATABASE_URL": database.url, "IEUM_SECRET_KEY": KEY},
            stderr=log,
        ) as process,
    ):
        yield process
        process.kill()


async def carries_out_a_job(url: str) -> None:
    async with await AsyncConnection.connect(url, autocommit=True) as conn:
        await defer(conn, HARMLESS)

        async def is_done() -> bool:
            waiting = await conn.execute(
                "SELECT 1 FROM procrastinate_jobs WHERE task_name = %s AND status IN ('todo', 'doing')",
                [HARMLESS],
            )
            return waiting.rowcount == 0

        # A job that a kill met in the middle is taken over by the next minute's job after 30 s without a heartbeat.
        await wait_until_async(is_done, "the job was not carried out", seconds=180)


def kill_a_backend(url: str) -> None:
    """As the kernel does when memory runs out: PostgreSQL then ends every session, ours too, and recovers."""
    with psycopg.connect(url, autocommit=True) as conn:
        found: list[int] = []

        def finds_one() -> list[int]:
            # One that waits for its client: of one that ends already, the signal would have no effect.
            rows = conn.execute(
                """
                SELECT pid FROM pg_stat_activity
                 WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND wait_event = 'ClientRead'
                 LIMIT 1
                """
            )
            found[:] = [pid for (pid,) in rows]
            return found

        wait_until(finds_one, "nobody is connected")
        os.kill(found[0], signal.SIGKILL)
        wait_until(lambda: not is_alive(conn), "PostgreSQL did not notice")
    wait_until(lambda: answers(url), "the database did not recover")


def is_alive(conn: psycopg.Connection) -> bool:
    try:
        conn.execute("SELECT 1")
    except psycopg.OperationalError:
        return False
    return True


def answers(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.mark.timeout(900)
async def test_the_worker_goes_on_however_often_a_backend_is_killed(
    database: EmbeddedPostgres, worker: subprocess.Popen[bytes]
) -> None:
    await carries_out_a_job(database.url)
    for _ in range(2):
        kill_a_backend(database.url)
        await carries_out_a_job(database.url)
    assert worker.poll() is None

    worker.send_signal(signal.SIGTERM)

    assert worker.wait(30) == 0


async def test_the_worker_goes_on_after_a_restart_of_the_database(
    database: EmbeddedPostgres, worker: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    await carries_out_a_job(database.url)

    database.stop()
    wait_until(
        lambda: "jobs are interrupted" in (tmp_path / "work.log").read_text(), "the worker did not notice"
    )
    database.start()

    await carries_out_a_job(database.url)
    assert worker.poll() is None


async def test_a_worker_whose_database_stays_away_ends_with_an_error(
    database: EmbeddedPostgres,
) -> None:
    settings = load({"IEUM_DATABASE_URL": database.url, "IEUM_SECRET_KEY": KEY})
    working = asyncio.create_task(work(settings, reconnect_within=1))
    await carries_out_a_job(database.url)

    database.stop()

    with pytest.raises(DatabaseLostError):
        await asyncio.wait_for(working, 60)


def test_a_worker_that_never_finds_its_database_says_so_and_ends_with_1(tmp_path: Path) -> None:
    ended = subprocess.run(
        [*HASTY, "work"],
        env={
            **os.environ,
            "IEUM_DATABASE_URL": f"postgresql://ieum@/postgres?host={tmp_path}",
            "IEUM_SECRET_KEY": KEY,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert ended.returncode == 1
    assert "the database does not answer" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


@asynccontextmanager
async def working(app: App, url: str, *, places: Mapping[str, int] | None = None) -> AsyncGenerator[None]:
    stop = asyncio.Event()
    running = asyncio.create_task(
        run_worker(
            app,
            Primary(url),
            stop=stop,
            reconnect_within=30,
            options={"fetch_job_polling_interval": 0.2},
            on_reconnected=one_turn,
            places=places,
        )
    )
    try:
        yield
    finally:
        stop.set()
        await running


async def test_a_job_whose_end_could_not_be_noted_is_not_kept_by_the_living_worker(database_url: str) -> None:
    """It would be "doing" for ever, because only a worker that is gone loses its jobs to others."""
    begun, may_end = asyncio.Event(), asyncio.Event()
    app = App(connector=PsycopgConnector())

    @app.task(name="nap")
    async def nap() -> None:
        begun.set()
        await may_end.wait()

    async with (
        working(app, database_url),
        await AsyncConnection.connect(database_url, autocommit=True) as conn,
        await AsyncConnection.connect(database_url) as locking,
    ):
        await app.configure_task("nap", connection=conn).defer_async()
        await asyncio.wait_for(begun.wait(), 20)
        await locking.execute("SELECT 1 FROM procrastinate_jobs WHERE task_name = 'nap' FOR UPDATE")
        may_end.set()

        async def ends_the_waiting_backend() -> bool:
            ended = await conn.execute(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE wait_event_type = 'Lock' AND query LIKE '%%finish_job%%' AND datname = current_database()
                """
            )
            return ended.rowcount > 0

        await wait_until_async(ends_the_waiting_backend, "nobody tried to note the end of the job")
        await locking.rollback()

        async def is_left() -> bool:
            left = await conn.execute(
                "SELECT 1 FROM procrastinate_jobs WHERE task_name = 'nap' AND worker_id IS NULL"
            )
            return left.rowcount == 1

        await wait_until_async(is_left, "the job still belongs to the worker")


async def test_jobs_that_wait_for_somebody_outside_take_no_place_of_others(database_url: str) -> None:
    """A provider or a mail server that is silent keeps each of its jobs for as long as we wait for an answer."""
    may_end, done = asyncio.Event(), asyncio.Event()
    app = App(connector=PsycopgConnector())

    @app.task(name="wait", queue=tasks.SETTLE_PAYMENT.queue)
    async def wait() -> None:
        await may_end.wait()

    @app.task(name="go")
    async def go() -> None:
        done.set()

    async with (
        working(app, database_url, places={"default": 1, **dict.fromkeys(OUTSIDE, 1)}),
        await AsyncConnection.connect(database_url, autocommit=True) as conn,
    ):
        for _ in range(3):
            await app.configure_task("wait", connection=conn).defer_async()
        await wait_until_async(lambda: is_doing(conn, "wait"), "nothing was begun")

        await app.configure_task("go", connection=conn).defer_async()

        await asyncio.wait_for(done.wait(), 20)
        may_end.set()


async def test_one_connection_hears_of_the_jobs_of_every_queue(database_url: str) -> None:
    queues = ("default", *OUTSIDE)
    heard = {queue: list[str]() for queue in queues}
    connector = NoticingConnector(Primary(database_url), workers=len(queues))
    async with (
        App(connector=connector).open_async(),
        await AsyncConnection.connect(database_url, autocommit=True) as conn,
        asyncio.TaskGroup() as listeners,
    ):
        listening = [
            listeners.create_task(
                JobManager(connector).listen_for_jobs(on_notification=_noting(heard[queue]), queues=[queue])
            )
            for queue in queues
        ]

        async def listens() -> list[tuple[str]]:
            found = await conn.execute(
                """
                SELECT state FROM pg_stat_activity
                 WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'
                """
            )
            return await found.fetchall()

        async def all_have_heard() -> bool:
            for queue in queues:
                await conn.execute(
                    "SELECT pg_notify('procrastinate_queue_v1#' || %s, %s)",
                    [queue, json.dumps({"type": "job_inserted", "job_id": queue})],
                )
            return all(heard.values())

        await wait_until_async(all_have_heard, "a queue was not heard of")
        assert {queue: set(ids) for queue, ids in heard.items()} == {queue: {queue} for queue in queues}
        assert await listens() == [("idle",)]
        for each in listening:
            each.cancel()


def _noting(heard: list[str]) -> NotificationCallback:
    async def note(*, channel: str, notification: Notification) -> None:
        del channel
        heard.append(str(notification["job_id"]))

    return note


async def is_doing(conn: AsyncConnection, task: str) -> bool:
    doing = await conn.execute(
        "SELECT 1 FROM procrastinate_jobs WHERE task_name = %s AND status = 'doing'", [task]
    )
    return doing.rowcount == 1


async def test_what_waits_outside_is_queued_apart(conn: AsyncConnection) -> None:
    await messaging.sms(conn, to="01012345678", text="123456", reference="apart", at_once=True)
    await messaging.mail(conn, to="a@example.com", text=Text("제목", "내용"), reference="apart")
    await defer(conn, tasks.SETTLE_PAYMENT, payment=1)
    await defer(conn, HARMLESS)

    queued = await conn.execute("SELECT queue_name, task_name FROM procrastinate_jobs ORDER BY id")

    assert await queued.fetchall() == [
        ("sms", "messaging.deliver"),
        ("mail", "messaging.deliver"),
        ("payments", "checkout.settle_payment"),
        ("default", HARMLESS),
    ]
