"""Checks of the worker's duties: jobs by queue, periodic jobs, the outbox, alarms."""

from datetime import UTC, datetime, timedelta

import msgspec
from croniter import croniter

from ieum.operations.doctor.schedule import CRONS
from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, well
from ieum.shop.kernel import alarms, seoul
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.kernel.queue import STANDING_FAILURES

GROUP = "작업과 알림"
_LATE, _STANDING = timedelta(minutes=3), timedelta(minutes=15)
_OUTBOX_STANDING = timedelta(hours=1)
_DO_WORK = "`ieum work`가 켜져 있는지, 그 로그에 오류가 없는지 확인해 주세요."
# The clock queues a job within seconds, where there is a worker.
_GRACE = timedelta(minutes=3)


class Workers(msgspec.Struct, frozen=True):
    living: int
    heard: datetime | None


async def check_worker(subject: Subject) -> Found:
    """A worker says every ten seconds that it lives."""
    async with subject.connection() as conn:
        workers = await fetch_one(
            conn,
            Workers,
            """
            SELECT count(*) FILTER (WHERE last_heartbeat > now() - interval '1 minute') AS living,
                   max(last_heartbeat) AS heard
              FROM procrastinate_workers
            """,
        )
    if workers.living:
        # Not how many: each `work` has a row for each of its queues.
        return well("작업 서버가 돌고 있습니다.")
    when = f" 마지막으로 {seoul.minute(workers.heard)}에 살아 있었습니다." if workers.heard else ""
    return broken(f"돌고 있는 작업 서버가 없습니다.{when}", _DO_WORK)


class Queue(msgspec.Struct, frozen=True):
    """`stalled`: jobs that a worker took which is gone. `failed`: given up within a day, by task."""

    name: str
    late: int
    oldest: datetime | None
    stalled: int


async def check_jobs(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        queues = await fetch_all(
            conn,
            Queue,
            """
            SELECT j.queue_name AS name, count(*) FILTER (WHERE j.status = 'todo') AS late,
                   min(coalesce(j.scheduled_at, e.at)) FILTER (WHERE j.status = 'todo') AS oldest,
                   count(*) FILTER (WHERE j.status = 'doing') AS stalled
              FROM procrastinate_jobs j
              LEFT JOIN procrastinate_workers w ON w.id = j.worker_id
              LEFT JOIN LATERAL (
                   SELECT at FROM procrastinate_events WHERE job_id = j.id AND type = 'deferred'
                    ORDER BY at DESC LIMIT 1
                   ) e ON j.status = 'todo'
             WHERE (j.status = 'todo' AND coalesce(j.scheduled_at, e.at) < now() - interval '1 minute')
                OR (j.status = 'doing'
                    AND coalesce(w.last_heartbeat, '-infinity') < now() - interval '3 minutes')
             GROUP BY j.queue_name ORDER BY j.queue_name
            """,
        )
        failed = await fetch_one(
            conn,
            dict[str, int],
            f"""
            SELECT coalesce(jsonb_object_agg(task_name, number), '{{}}')
              FROM (SELECT f.task_name, count(*) AS number FROM ({STANDING_FAILURES}) f
                     WHERE EXISTS (SELECT FROM procrastinate_events e
                                    WHERE e.job_id = f.id AND e.type = 'failed' AND e.at > now() - interval '1 day')
                     GROUP BY f.task_name) g
            """,
        )
    return [found for queue in queues for found in judge_queue(queue, subject.now)] + _judge_failed(
        failed
    ) or [well("밀린 작업이 없습니다.")]


def judge_queue(queue: Queue, now: datetime) -> list[Found]:
    found: list[Found] = []
    if queue.stalled:
        found.append(
            broken(f"{queue.name}: 사라진 작업 서버가 쥔 작업이 {queue.stalled:,}개입니다.", _DO_WORK)
        )
    age = now - queue.oldest if queue.oldest else timedelta()
    if queue.late and age > _LATE:
        says = f"{queue.name}: {queue.late:,}개가 밀렸고 가장 오래된 것은 {_words(age)} 전 것입니다."
        found.append(broken(says, _DO_WORK) if age > _STANDING else attention(says, _DO_WORK))
    return found


def _judge_failed(failed: dict[str, int]) -> list[Found]:
    if not failed:
        return []
    names = ", ".join(f"{name} {count:,}번" for name, count in sorted(failed.items()))
    return [
        attention(f"하루 사이에 끝내 실패한 작업: {names}.", "`ieum work`의 로그에서 까닭을 확인해 주세요.")
    ]


async def check_periodic(subject: Subject) -> Found:
    """Compare what the clock should have queued with what it has queued last."""
    async with subject.connection() as conn:
        last = await fetch_one(
            conn,
            dict[str, int],
            """
            SELECT coalesce(jsonb_object_agg(task_name, at), '{}')
              FROM (SELECT task_name, max(defer_timestamp) AS at FROM procrastinate_periodic_defers
                     GROUP BY task_name) d
            """,
        )
        # What a newer version brings has never run, and was not late before that version was there.
        since = await fetch_one(
            conn,
            datetime,
            "SELECT coalesce(max(applied_at_utc) AT TIME ZONE 'UTC', now()) FROM _yoyo_migration",
        )
    late = missed(CRONS, last, since=since, now=subject.now)
    if not late:
        return well(f"정해진 때에 도는 작업 {len(CRONS)}가지 가운데 때를 놓친 것이 없습니다.")
    names = ", ".join(f"{name}({seoul.minute(at)})" for name, at in late[:5])
    more = f" 밖에 {len(late) - 5}가지" if len(late) > 5 else ""
    return attention(f"제때 돌지 않은 작업: {names}{more}.", _DO_WORK)


def missed(
    crons: dict[str, str], last: dict[str, int], *, since: datetime, now: datetime
) -> list[tuple[str, datetime]]:
    """Return which jobs the clock should have queued and has not, and for when; the longest missed first."""
    found: list[tuple[str, datetime]] = []
    for name, cron in crons.items():
        due = datetime.fromtimestamp(croniter(cron, now.timestamp()).get_prev(float), UTC)
        queued = datetime.fromtimestamp(last[name], UTC) if name in last else since
        if queued < due and now - due > _GRACE:
            found.append((name, due))
    return sorted(found, key=lambda one: (one[1], one[0]))


class Waiting(msgspec.Struct, frozen=True):
    channel: str
    count: int
    oldest: datetime


_CHANNELS = {"mail": "메일", "sms": "문자"}


async def check_outbox(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        waiting = await fetch_all(
            conn,
            Waiting,
            """
            SELECT channel, count(*) AS count, min(coalesce(not_before, created_at)) AS oldest FROM messages
             WHERE sent_at IS NULL AND given_up_at IS NULL
               AND coalesce(not_before, created_at) < now() - interval '10 minutes'
             GROUP BY channel ORDER BY channel
            """,
        )
        refused = await fetch_one(
            conn,
            dict[str, int],
            """
            SELECT coalesce(jsonb_object_agg(channel, number), '{}')
              FROM (SELECT channel, count(*) AS number FROM messages
                     WHERE given_up_at > now() - interval '1 day' AND created_at > now() - interval '3 days'
                       AND refusal NOT IN ('withdrawn', 'overtaken', 'member_left', 'too_late')
                     GROUP BY channel) r
            """,
        )
    return judge_outbox(waiting, refused, subject.now)


def judge_outbox(waiting: list[Waiting], refused: dict[str, int], now: datetime) -> list[Found]:
    found: list[Found] = []
    for one in waiting:
        age = now - one.oldest
        says = f"{_CHANNELS[one.channel]} {one.count:,}통이 나가지 못했고 가장 오래된 것은 {_words(age)} 되었습니다."
        do = "작업 서버의 로그와 위의 메일 서버·문자 점검을 확인해 주세요."
        found.append(broken(says, do) if age > _OUTBOX_STANDING else attention(says, do))
    found += [
        attention(
            f"하루 사이에 {_CHANNELS[channel]} {count:,}통이 거절되었습니다.",
            "콘솔의 메시지에서 까닭을 확인해 주세요.",
        )
        for channel, count in sorted(refused.items())
    ]
    return found or [well("기다리는 메일과 문자가 없습니다.")]


async def check_alarms(subject: Subject) -> Found:
    async with subject.connection() as conn:
        standing = await alarms.count_open(conn)
    if not standing:
        return well("서 있는 알람이 없습니다.")
    names = ", ".join(f"{kind} {count:,}건" for kind, count in sorted(standing.items()))
    return attention(
        f"알람이 서 있습니다: {names}.",
        "콘솔의 정산 대조·알람에서 처리해 주세요. 뜻은 운영 문서의 Alarms에 있습니다.",
    )


def _words(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 120:
        return f"{minutes}분"
    return f"{minutes // 60}시간" if minutes < 48 * 60 else f"{minutes // 1440}일"


CHECKS = (
    Check("worker", GROUP, "작업 서버", check_worker),
    Check("jobs", GROUP, "작업", check_jobs),
    Check("periodic_jobs", GROUP, "정기 작업", check_periodic),
    Check("outbox", GROUP, "보낼 메일과 문자", check_outbox),
    Check("alarms", GROUP, "알람", check_alarms),
)
