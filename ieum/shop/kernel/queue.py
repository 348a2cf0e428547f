"""The job queue, on the shop's own PostgreSQL: a job exists only if the transaction that queued it commits.

A room queues a job by its task's name (`tasks.py`), without importing the code that runs it (`jobs.py`).
"""

import inspect
import time
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, ClassVar, LiteralString, cast, get_args, override

from procrastinate import App, JobContext, PsycopgConnector, RetryStrategy, sql
from procrastinate.tasks import Task
from procrastinate.types import JSONDict, TimeDeltaParams
from prometheus_client import Histogram

from ieum.common import trace
from ieum.shop.kernel.db import Connection

# Every `jobs.py` registers its tasks here; `server/worker.py` imports them all.
app = App(connector=PsycopgConnector())

SECONDS = Histogram(
    "ieum_job_seconds",
    "Time that a job took, by its task and whether it was done or raised an error",
    ["task", "outcome"],
    buckets=(0.01, 0.05, 0.25, 1, 5, 30, 120, 600),
)

_FETCH = sql.queries["fetch_job"]
_FETCH_TRACED = _FETCH.replace(
    " args,", " args || jsonb_strip_nulls(jsonb_build_object('trace', trace)) AS args,", 1
)
if _FETCH_TRACED == _FETCH:
    raise ImportError("this version of Procrastinate fetches jobs in another way")


class Named(str):
    """The name of a job, which says in which queue it waits: each has places of its own at a worker."""

    __slots__ = ()
    queue: ClassVar[str] = "default"


class ForProvider(Named):
    """Of a job that waits for the payment provider."""

    queue = "payments"


class ForMail(Named):
    queue = "mail"


class ForSms(Named):
    queue = "sms"


# Those outside whom jobs wait for: while one of them is silent, its jobs take no place that others need.
OUTSIDE = tuple(kind.queue for kind in (ForProvider, ForMail, ForSms))


# Failed jobs that no later run has made good. Of a job that the clock queues, the newest run is known: it succeeded if
# it is gone, and is at its first attempt otherwise.
STANDING_FAILURES: LiteralString = """
    SELECT j.id, j.task_name FROM procrastinate_jobs j
     WHERE j.status = 'failed'
       AND NOT EXISTS (
           SELECT FROM procrastinate_periodic_defers d LEFT JOIN procrastinate_jobs n ON n.id = d.job_id
            WHERE d.task_name = j.task_name AND d.defer_timestamp > (j.args ->> 'timestamp')::bigint
              AND (n.id IS NULL OR (n.status IN ('todo', 'doing') AND n.attempts = 0))
           )
"""


def queue_of(task: str) -> str:
    return task.queue if isinstance(task, Named) else Named.queue


# The clients that jobs use, by their type: the database, the payment provider, the mailer …
type Tools = Mapping[type, object]
type Job = Task[..., Any, ...]


class TracedConnector(PsycopgConnector):
    """Hands each job the trace of what queued it, which its row has in a column of ours, as one more argument."""

    @override
    async def execute_query_one_async(self, query: Any, **arguments: Any) -> dict[str, Any]:
        return await super().execute_query_one_async(_FETCH_TRACED if query == _FETCH else query, **arguments)


def job(
    name: str,
    *,
    cron: str | None = None,
    lock: str | None = None,
    retry: RetryStrategy | bool = False,
) -> Callable[[Callable[..., Coroutine[Any, Any, None]]], Job]:
    """Register a function as a job. With a `cron`, the clock queues it.

    Positional parameters are clients of the worker, found by type; `| None` marks one that a shop may do without.
    Keyword parameters are the arguments that the job was queued with; `timestamp` is when the clock queued it.
    """

    def register(run: Callable[..., Coroutine[Any, Any, None]]) -> Job:
        parameters = inspect.signature(run).parameters.values()
        clients = [
            parameter.annotation
            for parameter in parameters
            if parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        ]
        reads_time = any(each.name == "timestamp" for each in parameters)

        @wraps(run)
        async def run_with_clients(context: JobContext, timestamp: int = 0, **arguments: str | int) -> None:
            tools = cast("Tools", context.additional_context["tools"])
            if reads_time:
                arguments["timestamp"] = timestamp
            # What the clock has queued begins a trace.
            own = str(arguments.pop("trace", "")).replace("-", "") or trace.new_id()
            with trace.bound(trace=own, task=name, job=context.job.id or 0), _measured(name):
                await run(*(_find(tools, client) for client in clients), **arguments)

        task: Job = app.task(
            name=str(name),
            queue=queue_of(name),
            pass_context=True,
            lock=lock,
            retry=retry,
        )(run_with_clients)
        return app.periodic(cron=cron)(task) if cron else task

    return register


@contextmanager
def _measured(task: str) -> Generator[None]:
    began, outcome = time.perf_counter(), "failed"
    try:
        yield
        outcome = "done"
    finally:
        SECONDS.labels(task, outcome).observe(time.perf_counter() - began)


def _find(tools: Tools, wanted: Any) -> object:
    of, *or_none = get_args(wanted) or (wanted,)
    client = tools.get(of)
    if client is None and not or_none:
        raise LookupError(f"the worker has no {of.__name__}")
    return client


async def defer(
    conn: Connection, task: str, *, seconds: int = 0, once: str | None = None, **arguments: str | int
) -> None:
    """Queue a job by its task's name, in the caller's transaction.

    Raises AlreadyEnqueued where a job with the same `once` still waits; PostgreSQL then aborts the transaction.
    """
    queue = app.configure_task(
        str(task),
        connection=conn,
        queue=queue_of(task),
        schedule_in=_delay(seconds),
        queueing_lock=once,
    )
    await queue.defer_async(**arguments)


async def defer_all(
    conn: Connection, task: str, arguments: Sequence[JSONDict], *, seconds: int = 0, priority: int = 0
) -> None:
    """Queue one job for each of the arguments, in one statement. Jobs of a lower priority run after the others."""
    queue = app.configure_task(
        str(task),
        connection=conn,
        queue=queue_of(task),
        schedule_in=_delay(seconds),
        priority=priority,
    )
    await queue.batch_defer_async(*arguments)


def _delay(seconds: int) -> TimeDeltaParams | None:
    return {"seconds": seconds} if seconds else None
