"""Metrics of waiting work: jobs, mail and SMS, and what somebody has to look at."""

from collections.abc import Sequence

import msgspec
from prometheus_client.metrics_core import Metric

from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.queue import STANDING_FAILURES
from ieum.shop.server.figures.money import Part
from ieum.shop.server.figures.types import Figure, fill, gauge

CHANNELS = ("mail", "sms")
# How many rows of a queue are looked at: more of them are as bad, and would take longer than their answer is worth.
MOST = 20_000


class Jobs(msgspec.Struct):
    """The jobs of a task that could begin, or have begun, and for how long the oldest could, in seconds."""

    queue: str
    task: str
    status: str
    number: int
    oldest: float


async def read_jobs(conn: Connection) -> Sequence[Metric]:
    """Read the waiting and running jobs. When one was queued is an event, asked for the oldest of each task."""
    jobs = await fetch_all(
        conn,
        Jobs,
        """
        WITH jobs AS (
            (SELECT id, queue_name, task_name, scheduled_at, 'waiting' AS status FROM procrastinate_jobs
              WHERE status = 'todo' ORDER BY priority DESC, id LIMIT %(most)s)
             UNION ALL
            (SELECT id, queue_name, task_name, NULL, 'running' FROM procrastinate_jobs
              WHERE status = 'doing' AND worker_id IS NOT NULL LIMIT %(most)s)
        ), grouped AS (
            SELECT queue_name, task_name, status, count(*) AS number, min(scheduled_at) AS scheduled_at,
                   min(id) FILTER (WHERE scheduled_at IS NULL) AS id
              FROM jobs WHERE scheduled_at IS NULL OR scheduled_at <= now() GROUP BY 1, 2, 3
        )
        SELECT g.queue_name AS queue, g.task_name AS task, g.status, g.number,
               coalesce(extract(epoch FROM greatest(interval '0', now() - least(g.scheduled_at, e.at))), 0)::float8
                   AS oldest
          FROM grouped g
          LEFT JOIN LATERAL (
               SELECT max(at) AS at FROM procrastinate_events
                WHERE job_id = g.id
                  AND type = CASE g.status WHEN 'running' THEN 'started' ELSE 'deferred' END
                             ::procrastinate_job_event_type) e ON true
         ORDER BY 1, 2, 3
        """,
        most=MOST,
    )
    failed = await fetch_all(
        conn,
        Part,
        # procrastinate_jobs_failed
        f"""
        SELECT task_name AS kind, count(*) AS number FROM ({STANDING_FAILURES}) f GROUP BY task_name ORDER BY task_name
        """,
    )
    workers = await fetch_one(
        conn,
        int,
        "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - interval '30 seconds'",
    )
    number = gauge(
        "ieum_jobs", "Jobs that run, or could run and wait (20,000 at most)", "queue", "task", "status"
    )
    oldest = gauge("ieum_jobs_oldest_seconds", "For how long the oldest does", "queue", "task", "status")
    for each in jobs:
        number.add_metric([each.queue, each.task, each.status], each.number)
        oldest.add_metric([each.queue, each.task, each.status], each.oldest)
    given_up = gauge(
        "ieum_jobs_failed", "Jobs that failed for good and that no later run has made good", "task"
    )
    for part in failed:
        given_up.add_metric([part.kind], part.number)
    alive = gauge("ieum_workers", "Workers that have said within half a minute that they live")
    alive.add_metric([], workers)
    return number, oldest, given_up, alive


async def read_outbox(conn: Connection) -> Sequence[Metric]:
    unsent = await fetch_all(
        conn,
        Part,
        # messages_unsent. What waits for the morning is not late.
        """
        SELECT channel AS kind, count(*) AS number,
               extract(epoch FROM greatest(interval '0', now() - min(due_at)))::float8 AS oldest
          FROM (SELECT channel, coalesce(not_before, created_at) AS due_at FROM messages
                 WHERE sent_at IS NULL AND given_up_at IS NULL ORDER BY id LIMIT %(most)s) unsent
         WHERE due_at <= now() GROUP BY channel
        """,
        most=MOST,
    )
    refused = await fetch_all(
        conn,
        Part,
        # messages_refused. What we withdrew ourselves is no refusal.
        """
        SELECT channel AS kind, count(*) AS number FROM messages
         WHERE given_up_at IS NOT NULL AND created_at > now() - interval '1 hour'
           AND refusal NOT IN ('withdrawn', 'overtaken', 'member_left', 'too_late')
         GROUP BY channel
        """,
    )
    number = gauge("ieum_outbox", "Messages that are due and not sent (20,000 at most)", "channel")
    oldest = gauge(
        "ieum_outbox_oldest_seconds", "For how long the oldest has been due, 0 for none", "channel"
    )
    given_up = gauge(
        "ieum_outbox_refused_last_hour", "Messages of the last hour that were refused for good", "channel"
    )
    fill(number, CHANNELS, {each.kind: each.number for each in unsent})
    fill(oldest, CHANNELS, {each.kind: each.oldest for each in unsent})
    fill(given_up, CHANNELS, {each.kind: each.number for each in refused})
    return number, oldest, given_up


async def read_alarms(conn: Connection) -> Sequence[Metric]:
    standing = gauge("ieum_alarms_standing", "Open alarms", "kind")
    for kind, count in sorted((await alarms.count_open(conn)).items()):
        standing.add_metric([kind], count)
    return (standing,)


FIGURES = (
    Figure("jobs", read_jobs),
    Figure("outbox", read_outbox),
    Figure("alarms", read_alarms),
)
