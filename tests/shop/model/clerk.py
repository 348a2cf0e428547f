"""The worker without its process: runs jobs one by one in this one, so that a thousand of them take seconds."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from procrastinate.jobs import Job
from procrastinate.tasks import Task
from psycopg.errors import UniqueViolation

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.queue import Tools
from ieum.shop.payments.provider import ProviderUnavailableError
from ieum.shop.server.worker import app
from ieum.shop.subscriptions.methods import KeyNotDeletedError
from tests.shop.builders.crashes import Killed

# What changes orders, money and goods. The daily comparison asks the provider by the day, and its days are ahead of
# ours here; what it would find, the audit looks for payment by payment.
ROOMS = (
    "address_log.append",
    "checkout.",
    "evacuation.",
    "stock.end_needless_rests",
    "stock.give_up",
    "gateways.watch_gateways",
    "ip_change.",
    "ledgers.",
    "orders.",
    "payments.",
    "refunds.",
    "rotation.",
    "services.",
    "sub_ids.",
    "subscriptions.",
    "usage.end_silent",
)
# What looks every few seconds.
OFTEN = ("ip_change.", "rotation.")
LONGEST = 400
type AnyTask = Task[Any, Any, Any]


class Waiting(msgspec.Struct):
    id: int
    task_name: str
    args: dict[str, Any]
    attempts: int


class Clerk:
    def __init__(self, tools: Tools) -> None:
        self.context: Any = SimpleNamespace(
            additional_context={"tools": tools}, app=app, job=SimpleNamespace(id=None)
        )
        self.ran = 0
        self.periodic = [
            task
            for task in (cast("AnyTask", entry.task) for entry in _periodic())
            if task.name.startswith(ROOMS)
        ]

    async def look_after_everything(self) -> None:
        """What happens by itself every minute, hour and day; what fails for want of the provider has another turn."""
        await self._look_after(self.periodic)

    async def look_often(self) -> None:
        await self._look_after([task for task in self.periodic if task.name.startswith(OFTEN)])

    async def end_rests(self) -> None:
        await self._look_after([task for task in self.periodic if task.name == "stock.end_needless_rests"])

    async def _look_after(self, tasks: list[AnyTask]) -> None:
        for task in tasks:
            self.ran += 1
            with suppress(ProviderUnavailableError, KeyNotDeletedError):
                await self._call(task, {"timestamp": int(datetime.now(UTC).timestamp())})

    async def run_one(self, conn: Connection) -> bool:
        """The oldest job whose time has come; False where there is none. One that is killed waits again."""
        due = await fetch_all(
            conn,
            Waiting,
            """
            SELECT id, task_name, args, attempts FROM procrastinate_jobs
             WHERE status = 'todo' AND (scheduled_at IS NULL OR scheduled_at <= clock_timestamp())
               AND task_name LIKE ANY(%(rooms)s)
             ORDER BY attempts, id LIMIT 1
            """,
            rooms=[f"{room}%" for room in ROOMS],
        )
        if not due:
            return False
        job = due[0]
        self.ran += 1
        try:
            await execute(
                conn,
                "UPDATE procrastinate_jobs SET attempts = attempts + 1, status = 'doing' WHERE id = %(id)s",
                id=job.id,
            )
        except UniqueViolation:
            # Another worker has just begun one of the same lock.
            return False
        task = cast("AnyTask", app.tasks[job.task_name])
        try:
            await self._call(task, job.args)
        except Killed:
            raise
        except Exception as error:  # noqa: BLE001 - as the worker does
            await self._try_again(conn, task, job, error)
        else:
            await execute(conn, "DELETE FROM procrastinate_jobs WHERE id = %(id)s", id=job.id)
        return True

    async def run_due(self, conn: Connection) -> None:
        for _ in range(LONGEST):
            if not await self.run_one(conn):
                return
        raise AssertionError("the jobs come to no end")

    async def take_over(self, conn: Connection) -> None:
        """What a killed worker left under way."""
        await execute(conn, "UPDATE procrastinate_jobs SET status = 'todo' WHERE status = 'doing'")

    async def _call(self, task: AnyTask, arguments: dict[str, Any]) -> None:
        await (task.func(self.context, **arguments) if task.pass_context else task.func(**arguments))

    async def _try_again(self, conn: Connection, task: AnyTask, waiting: Waiting, error: Exception) -> None:
        job = Job(
            id=waiting.id, queue="default", lock=None, queueing_lock=None, task_name=waiting.task_name,
            attempts=waiting.attempts,
        )  # fmt: skip
        decision = task.retry_strategy and task.retry_strategy.get_retry_decision(exception=error, job=job)
        if decision is None:
            await execute(conn, "DELETE FROM procrastinate_jobs WHERE id = %(id)s", id=waiting.id)
            return
        await execute(
            conn,
            "UPDATE procrastinate_jobs SET status = 'todo', scheduled_at = %(at)s WHERE id = %(id)s",
            at=decision.retry_at or datetime.now(UTC) + timedelta(seconds=1),
            id=waiting.id,
        )


def _periodic() -> list[Any]:
    registry = cast("dict[Any, Any]", app.periodic_registry.periodic_tasks)
    return list(registry.values())
