"""The job queue, on the shop's own PostgreSQL: a job exists only if the transaction that queued it commits.

A room queues a job by its task's name (`tasks.py`), without importing the code that runs it (`jobs.py`).
"""

from collections.abc import Mapping, Sequence
from typing import cast

from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.types import JSONDict, TimeDeltaParams

from ieum.shop.kernel.db import Connection

# Every `jobs.py` registers its tasks here; `server/worker.py` imports them all.
app = App(connector=PsycopgConnector())

# The clients that jobs use, by their type: the database, the payment provider, the mailer …
type Tools = Mapping[type, object]


def tool[T](context: JobContext, of: type[T]) -> T:
    """Return the tool of this type that the worker was started with."""
    instance = find_tool(context, of)
    if instance is None:
        raise LookupError(f"the worker has no {of.__name__}")
    return instance


def find_tool[T](context: JobContext, of: type[T]) -> T | None:
    """Return the tool, or None: a shop may do without some of them, such as a carrier for SMS."""
    tools = cast("Tools", context.additional_context["tools"])
    return cast("T | None", tools.get(of))


async def defer(
    conn: Connection, task: str, *, seconds: int = 0, once: str | None = None, **arguments: str | int
) -> None:
    """Queue a job by its task's name, in the caller's transaction.

    Raises AlreadyEnqueued where a job with the same `once` still waits; PostgreSQL then aborts the transaction.
    """
    queue = app.configure_task(task, connection=conn, schedule_in=_delay(seconds), queueing_lock=once)
    await queue.defer_async(**arguments)


async def defer_all(
    conn: Connection, task: str, arguments: Sequence[JSONDict], *, seconds: int = 0, priority: int = 0
) -> None:
    """Queue one job for each of the arguments, in one statement. Jobs of a lower priority run after the others."""
    queue = app.configure_task(task, connection=conn, schedule_in=_delay(seconds), priority=priority)
    await queue.batch_defer_async(*arguments)


def _delay(seconds: int) -> TimeDeltaParams | None:
    return {"seconds": seconds} if seconds else None
