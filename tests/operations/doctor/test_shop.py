"""What the doctor reads from the shop's own database: each well, and each with something wrong in it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ieum.operations.doctor import (
    backup_checks,
    database_checks,
    disk_checks,
    host_checks,
    keeping,
    setting_checks,
    shop_checks,
    work_checks,
)
from ieum.operations.doctor import subject as subjects
from ieum.operations.doctor.backup_checks import Newest
from ieum.operations.doctor.checks import CHECKS
from ieum.operations.doctor.command import subject_of
from ieum.operations.doctor.database_checks import Server, Standby
from ieum.operations.doctor.examining import examine, exit_code, is_before_opening
from ieum.operations.doctor.keeping import keep
from ieum.operations.doctor.printing import as_json, as_text
from ieum.operations.doctor.shop_checks import Gateway
from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Finding, Found
from ieum.operations.doctor.work_checks import Queue, Waiting, missed
from ieum.shop.kernel import alarms
from ieum.shop.kernel.db import Connection, execute
from ieum.shop.server import key_marks
from ieum.shop.server.figures.doctor import read_doctor
from ieum.shop.server.figures.queues import read_jobs
from ieum.shop.server.sealed import COLUMNS
from ieum.shop.site.fields import FOOTER
from tests.conftest import Cluster, RollingBack
from tests.operations.stand_ins import ENVIRON, sandbox
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.members import a_member
from tests.shop.builders.sealed import list_unbound, unbind
from tests.shop.builders.services import a_service
from tests.shop.builders.staff import a_staff
from tests.shop.builders.subscriptions import a_card

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


def ago(**span: float) -> datetime:
    return NOW - timedelta(**span)


LONG_AGO = ago(days=9)


async def states_of(name: str, checks: Sequence[Check], db: RollingBack) -> list[tuple[str, str]]:
    chosen = [check for check in checks if check.name == name]
    found = await examine(Subject(ENVIRON, database=db), chosen)
    return [(finding.state, finding.says) for finding in found]


async def test_values_that_are_bound_to_no_row_are_counted(db: RollingBack, conn: Connection) -> None:
    await key_marks.refuse_wrong_keys(db, Subject(ENVIRON, database=db).settings)
    column = COLUMNS["billing keys"]
    await a_card(conn, await a_member(conn))

    before = await states_of("own_keys", setting_checks.CHECKS, db)
    await unbind(conn, column)
    await list_unbound(conn)
    after = await states_of("own_keys", setting_checks.CHECKS, db)

    assert [state for state, _ in before] == ["well"]
    assert after == [("attention", "예전 형식으로 봉인된 값이 1개 남아 있습니다.")]


async def test_a_new_shops_database_answers_every_check(database_url: str) -> None:
    """In one go, as the command does it: nothing fails, and each says something about the shop that is there."""
    environ = {**ENVIRON, "IEUM_DATABASE_URL": database_url}
    async with Subject(environ, transport=sandbox()[1]) as subject:
        findings = await examine(subject, CHECKS, longest=20)
    states = {finding.check: finding.state for finding in findings}

    assert list(dict.fromkeys(finding.check for finding in findings)) == [check.name for check in CHECKS]
    assert not [finding.says for finding in findings if "오류가 났습니다" in finding.says]
    assert {
        name: states[name] for name in ("database", "migrations", "wraparound", "idle_in_transaction")
    } == {
        "database": "well",
        "migrations": "well",
        "wraparound": "well",
        "idle_in_transaction": "well",
    }
    assert {name: states[name] for name in ("footer", "staff", "worker", "backups")} == {
        "footer": "broken",
        "staff": "broken",
        "worker": "broken",
        # The last of its lines: a restore that was never tried.
        "backups": "attention",
    }
    assert (states["jobs"], states["outbox"], states["alarms"], states["start"]) == ("well",) * 4
    assert exit_code(findings) == 2


@pytest.mark.parametrize(("verbosity", "state"), [("terse", "well"), ("default", "attention")])
async def test_a_database_that_logs_whole_rows_is_named(
    db: RollingBack, conn: Connection, verbosity: str, state: str
) -> None:
    await conn.execute("SELECT set_config('log_error_verbosity', %s, true)", (verbosity,))

    [(found, says)] = await states_of("database_log", database_checks.CHECKS, db)

    assert found == state, says


async def test_a_doctor_changes_nothing(database_url: str) -> None:
    async with Subject({**ENVIRON, "IEUM_DATABASE_URL": database_url}) as subject:
        check = Check("c", "g", "l", _write)
        [finding] = await examine(subject, [check])

    assert finding.state == "broken"
    assert "read-only" in finding.says


async def _write(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        await execute(conn, "UPDATE site_config SET site_name = 'x'")
    return []


async def test_the_newest_report_of_a_machine_is_told_to_prometheus(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    environ = {**ENVIRON, "IEUM_DATABASE_URL": database_url}
    ill = [Finding("c", "g", "l", state, "-", "-") for state in ("broken", "unknown", "well")]

    kept = [await keep(ill, environ, host="box-1"), await keep(ill[1:], environ, host="box-1")]
    monkeypatch.setattr(keeping, "PATIENCE", 0.5)
    unkept = await keep(ill, environ | {"IEUM_DATABASE_URL": "postgresql://x@127.0.0.1:9/x"})

    assert kept == ["", ""]
    assert "does not take it" in unkept
    async with Subject(environ) as subject, subject.connection() as conn:
        findings, _ = await read_doctor(conn)
    told = {sample.labels["state"]: sample.value for sample in findings.samples}
    assert told == {"broken": 0, "attention": 0, "unknown": 1, "well": 1}


async def test_a_database_that_is_not_migrated_or_not_there_is_said(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, url = cluster.empty()
    async with Subject({**ENVIRON, "IEUM_DATABASE_URL": url}) as subject:
        empty = await examine(subject, [*database_checks.CHECKS[:2], *shop_checks.CHECKS[:1]])
    cluster.drop(name)
    monkeypatch.setattr(subjects, "PATIENCE", 0.5)
    async with Subject(ENVIRON) as subject:
        away = await examine(subject, [*database_checks.CHECKS[:1], *shop_checks.CHECKS[:1]])

    assert [one.state for one in empty] == ["well", "unknown", "unknown"]
    assert "migrate" in empty[2].do
    assert [one.state for one in away] == ["broken", "unknown"]


async def test_a_program_and_a_database_of_different_versions_are_told_apart(db: RollingBack) -> None:
    await execute(
        db.conn, "INSERT INTO _yoyo_migration (migration_hash, migration_id) VALUES ('f', '9999_future')"
    )
    [newer] = await states_of("migrations", database_checks.CHECKS, db)
    await execute(db.conn, "DELETE FROM _yoyo_migration WHERE migration_id LIKE '0001%%'")
    [older] = await states_of("migrations", database_checks.CHECKS, db)

    assert (newer[0], older[0]) == ("attention", "broken")


GOOD_SERVER = Server(18, "18.1", "UTF8", "UTC", is_standby=False, may_create=True)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"version": 14, "named": "14.9"}, "너무 오래"),
        ({"encoding": "SQL_ASCII"}, "SQL_ASCII"),
        ({"is_standby": True}, "대기 서버"),
        ({"may_create": False}, "표를 만들 수 없어"),
    ],
)
def test_a_server_that_cannot_hold_a_shop_is_broken(change: dict[str, object], word: str) -> None:
    found = database_checks.judge_server(msgspec.structs.replace(GOOD_SERVER, **change))

    assert database_checks.judge_server(GOOD_SERVER).state == "well"
    assert found.state == "broken"
    assert word in found.says


async def test_a_database_without_an_encoding_is_told_from_one_with(cluster: Cluster) -> None:
    made = "CREATE DATABASE without_encoding TEMPLATE template0 ENCODING SQL_ASCII LOCALE_PROVIDER libc LOCALE 'C'"
    with psycopg.connect(cluster.url, autocommit=True) as conn:
        conn.execute(made)
    try:
        found = await database_checks.examine_server(cluster.url_of("without_encoding"))
    finally:
        cluster.drop("without_encoding")

    assert found.state == "broken"
    assert "SQL_ASCII" in found.says


@pytest.mark.parametrize(
    ("wanted", "standbys", "states"),
    [
        ("", [], ["skipped"]),
        ("*", [], ["broken"]),
        ("*", [Standby("box2", "streaming", "sync", 100)], ["well"]),
        ("*", [Standby("box2", "streaming", "sync", 20 * 2**20)], ["attention"]),
        ("*", [Standby("box2", "streaming", "sync", 2**30)], ["broken"]),
        ("*", [Standby("box2", "catchup", "sync", 5)], ["attention"]),
        ("", [Standby("box2", "streaming", "async", 0)], ["well", "attention"]),
        ("*", [Standby(None, None, None, None)], ["unknown"]),
        # What backups read is no standby, and a shop of one box needs none.
        ("", [Standby("pg_receivewal", "streaming", "async", None)], ["skipped"]),
        ("*", [Standby("pg_basebackup", "backup", "async", None)], ["broken"]),
        (
            "*",
            [Standby("box2", "streaming", "sync", 100), Standby("pg_receivewal", "streaming", "async", None)],
            ["well"],
        ),
    ],
)
def test_replication_is_judged_by_lag_and_by_whether_commits_wait(
    wanted: str, standbys: list[Standby], states: list[str]
) -> None:
    assert [one.state for one in database_checks.judge_replication(wanted, standbys)] == states


@pytest.mark.parametrize(
    ("standbys", "states"),
    [
        ({"a": False, "b": True}, ["well"]),
        ({"a": False, "b": False}, ["broken"]),
        ({"a": True, "b": True}, ["broken"]),
        ({"a": None, "b": False}, ["attention"]),
        ({"a": None, "b": True}, ["broken", "attention"]),
    ],
)
def test_of_several_hosts_one_is_the_primary(standbys: dict[str, bool | None], states: list[str]) -> None:
    assert [one.state for one in host_checks.judge_hosts(standbys)] == states


async def test_each_host_of_an_address_is_asked_by_itself(shared_database: str) -> None:
    """The second is away; whoever connects to both would never notice."""
    given = conninfo_to_dict(shared_database)
    port = str(given.get("port") or "5432")
    both = make_conninfo(shared_database, host=f"{given['host']},127.0.0.1", port=f"{port},1")
    async with Subject({**ENVIRON, "IEUM_DATABASE_URL": both}) as subject:
        [finding] = await examine(subject, host_checks.CHECKS)

    assert (finding.state, "127.0.0.1:1" in finding.says) == ("attention", True)


def test_a_slot_that_nobody_reads_fills_the_disk() -> None:
    little, much = database_checks.Slot("standby", 2**20), database_checks.Slot("standby", 2**33)

    assert [database_checks.judge_slot(slot).state for slot in (little, much)] == ["attention", "broken"]


@pytest.mark.parametrize(
    ("free", "total", "state"),
    [(50, 100, "well"), (4, 100, "attention"), (0.5, 10, "broken"), (20, 1000, "broken"), (6, 100, "well")],
)
def test_a_disk_is_judged_by_what_is_left(free: float, total: float, state: str) -> None:
    assert disk_checks.judge(int(free * 2**30), int(total * 2**30)).state == state


def a_run(kind: str, *, good: datetime | None = None, **more: object) -> Newest:
    given = {"kind": kind, "ok": True, "detail": "", "wal_until": None, "good_at": good} | more
    return msgspec.convert(given, Newest)


@pytest.mark.parametrize(
    ("run", "states"),
    [
        (a_run("base", good=ago(hours=5)), {"base": "well"}),
        (a_run("base", good=ago(hours=30)), {"base": "attention"}),
        (a_run("base", good=ago(hours=60)), {"base": "broken"}),
        (a_run("base", good=ago(hours=5), ok=False, detail="no space"), {"base": "broken"}),
        (a_run("wal", ok=None, wal_until=ago(minutes=2)), {"wal": "well"}),
        (a_run("wal", ok=None, wal_until=ago(minutes=7)), {"wal": "attention"}),
        (a_run("wal", ok=None, wal_until=ago(minutes=20)), {"wal": "broken"}),
        (a_run("wal", ok=False, wal_until=ago(minutes=2)), {"wal": "broken"}),
        (a_run("check", good=ago(days=2)), {"check": "well"}),
        (a_run("check", good=ago(days=9)), {"check": "attention"}),
        (a_run("check", good=ago(days=2), ok=False), {"check": "broken"}),
    ],
)
def test_backups_are_judged_by_their_age_and_by_whether_they_were_restored(
    run: Newest, states: dict[str, str]
) -> None:
    kinds = ("base", "wal", "files", "check")
    judged: dict[str, Found] = dict(zip(kinds, backup_checks.judge({run.kind: run}, NOW), strict=True))

    assert judged[run.kind].state == states[run.kind]
    # What never ran is never well.
    assert "well" not in {found.state for kind, found in judged.items() if kind != run.kind}


async def test_backups_are_read_from_their_table(db: RollingBack) -> None:
    await execute(
        db.conn,
        """
        INSERT INTO backups (kind, began_at, ended_at, ok, place, label, wal_until, detail) VALUES
            ('base', now() - interval '3 hours', now() - interval '2 hours', true, 'box:ieum', 'b', now(), ''),
            ('base', now() - interval '1 hour', now(), false, 'box:ieum', 'c', NULL, 'no space left'),
            ('wal', now(), NULL, NULL, 'box:ieum', NULL, now(), '')
        """,
    )

    base, wal, files, check = await states_of("backups", backup_checks.CHECKS, db)

    assert (base[0], wal[0], files[0], check[0]) == ("broken", "well", "broken", "attention")
    assert "no space left" in base[1]


async def test_jobs_that_wait_stand_still_or_were_given_up_are_told(db: RollingBack) -> None:
    await execute(
        db.conn,
        """
        WITH late AS (
            INSERT INTO procrastinate_jobs (queue_name, task_name, scheduled_at)
            VALUES ('default', 'late', now() - interval '5 minutes') RETURNING id
        ), stalled AS (
            INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES ('default', 'gone', 'doing')
        ), failed AS (
            INSERT INTO procrastinate_jobs (queue_name, task_name, status) VALUES ('default', 'bad', 'failed')
            RETURNING id
        ), later AS (
            INSERT INTO procrastinate_jobs (queue_name, task_name, scheduled_at)
            VALUES ('default', 'tomorrow', now() + interval '1 day')
        )
        INSERT INTO procrastinate_events (job_id, type) SELECT id, 'failed' FROM failed
        """,
    )

    found = await states_of("jobs", work_checks.CHECKS, db)

    assert [state for state, _ in found] == ["broken", "attention", "attention"]
    assert "1개가 밀렸고" in found[1][1]
    assert "bad 1번" in found[2][1]


@pytest.mark.parametrize(
    ("later", "state"),
    [
        (None, "attention"),
        ("failed", "attention"),
        ("doing", "well"),
        # Jobs that succeed are deleted.
        ("gone", "well"),
    ],
)
async def test_a_failed_run_of_the_clock_is_no_fault_once_a_later_one_has_done_its_work(
    db: RollingBack, later: str | None, state: str
) -> None:
    await execute(
        db.conn,
        """
        WITH failed AS (
            INSERT INTO procrastinate_jobs (queue_name, task_name, status, args)
            VALUES ('default', 'each_minute', 'failed', '{"timestamp": 60}') RETURNING id
        ), defers AS (
            INSERT INTO procrastinate_periodic_defers (task_name, defer_timestamp, job_id)
            SELECT 'each_minute', 60, id FROM failed WHERE %(later)s::text IS NULL
        )
        INSERT INTO procrastinate_events (job_id, type) SELECT id, 'failed' FROM failed
        """,
        later=later,
    )
    await execute(
        db.conn,
        """
        WITH run AS (
            INSERT INTO procrastinate_jobs (queue_name, task_name, status, args)
            SELECT 'default', 'each_minute', %(status)s::procrastinate_job_status, '{"timestamp": 120}'
             WHERE %(later)s::text <> 'gone'
            RETURNING id
        )
        INSERT INTO procrastinate_periodic_defers (task_name, defer_timestamp, job_id)
        SELECT 'each_minute', 120, (SELECT id FROM run) WHERE %(later)s::text IS NOT NULL
        """,
        later=later,
        status=later if later != "gone" else "todo",
    )

    states = [(one, says) for one, says in await states_of("jobs", work_checks.CHECKS, db) if one != "broken"]
    figures = [
        sample.labels["task"]
        for metric in await read_jobs(db.conn)
        if metric.name == "ieum_jobs_failed"
        for sample in metric.samples
    ]

    # One that runs belongs to no living worker here, which is broken by itself.
    assert [one for one, _ in states] == ([state] if later != "doing" else [])
    assert figures == (["each_minute"] if state == "attention" else [])


def test_a_queue_that_stands_still_is_worse_than_one_that_is_late() -> None:
    def judge(**span: float) -> list[str]:
        return [one.state for one in work_checks.judge_queue(Queue("default", 3, ago(**span), 0), NOW)]

    assert (judge(minutes=2), judge(minutes=5), judge(minutes=20)) == ([], ["attention"], ["broken"])


async def test_a_worker_that_was_heard_of_is_well(db: RollingBack) -> None:
    [none] = await states_of("worker", work_checks.CHECKS, db)
    await execute(db.conn, "INSERT INTO procrastinate_workers DEFAULT VALUES")
    [one] = await states_of("worker", work_checks.CHECKS, db)

    assert (none[0], one[0]) == ("broken", "well")


def test_a_job_that_the_clock_did_not_queue_is_named_until_it_was() -> None:
    """At noon in UTC: one runs each minute, one ran at half past four this morning, or did not."""
    crons = {"minutely": "* * * * *", "nightly": "30 4 * * *"}
    morning = datetime(2026, 11, 26, 4, 30, tzinfo=UTC)

    def names(last: dict[str, datetime], *, since: datetime = LONG_AGO, now: datetime = NOW) -> list[str]:
        stamps = {name: int(at.timestamp()) for name, at in last.items()}
        return [name for name, _ in missed(crons, stamps, since=since, now=now)]

    fresh = {"minutely": ago(minutes=1), "nightly": morning}
    assert names(fresh) == []
    assert names(fresh | {"nightly": morning - timedelta(days=1)}) == ["nightly"]
    # Once a minute is never told of: the next one is due before anybody could have looked.
    assert names({"minutely": ago(minutes=1)}) == ["nightly"]
    assert names({"minutely": ago(minutes=1)}, since=ago(hours=1)) == []


async def test_periodic_jobs_of_a_shop_that_stood_still_are_named(db: RollingBack) -> None:
    await execute(db.conn, "UPDATE _yoyo_migration SET applied_at_utc = now() - interval '9 days'")

    [(state, says)] = await states_of("periodic_jobs", work_checks.CHECKS, db)

    assert state == "attention"
    assert "밖에" in says


def test_an_outbox_is_judged_by_its_oldest() -> None:
    minutes = work_checks.judge_outbox([Waiting("mail", 2, ago(minutes=20))], {}, NOW)
    hours = work_checks.judge_outbox([Waiting("sms", 2, ago(hours=3))], {"mail": 4}, NOW)

    assert [one.state for one in minutes] == ["attention"]
    assert [one.state for one in hours] == ["broken", "attention"]


async def test_mails_that_stay_and_alarms_that_stand_are_read(db: RollingBack) -> None:
    await execute(
        db.conn,
        """
        INSERT INTO messages (channel, recipient, body, reference, created_at)
        VALUES ('mail', 'hong@example.com', 'b', 'r', now() - interval '2 hours')
        """,
    )
    await alarms.raise_alarm(db.conn, "refund_stuck", reference="7", detail="d")

    [(outbox, says)] = await states_of("outbox", work_checks.CHECKS, db)
    [(standing, kinds)] = await states_of("alarms", work_checks.CHECKS, db)

    assert (outbox, standing) == ("broken", "attention")
    assert "hong" not in says
    assert "refund_stuck 1건" in kinds


def a_gateway(name: str = "seoul-1", **more: object) -> Gateway:
    given = {
        "name": name,
        "state": "serving",
        "agent": "ieum/1.0",
        "last_seen_at": NOW,
        "is_behind": False,
        "has_error": False,
    }
    return msgspec.convert(given | more, Gateway)


@pytest.mark.parametrize(
    ("gateways", "states"),
    [
        ([], ["attention"]),
        ([a_gateway()], ["well"]),
        ([a_gateway(), a_gateway(state="lost")], ["broken"]),
        ([a_gateway(last_seen_at=None)], ["broken"]),
        ([a_gateway(agent="ieum/0.9")], ["attention"]),
        ([a_gateway(is_behind=True, has_error=True)], ["attention", "attention"]),
        ([a_gateway(state="maintenance", last_seen_at=None)], ["well"]),
    ],
)
def test_gateways_are_judged_by_their_silence_their_work_and_their_version(
    gateways: list[Gateway], states: list[str]
) -> None:
    assert [one.state for one in shop_checks.judge_gateways(gateways, ours="ieum/1.0")] == states


def test_of_many_gateways_a_few_are_named() -> None:
    many = [a_gateway(f"g-{number}", state="lost") for number in range(40)]

    [found] = shop_checks.judge_gateways(many, ours="ieum/1.0")

    assert "밖에 35대" in found.says


async def test_a_shop_is_ready_once_it_has_its_footer_its_owners_and_stock(db: RollingBack) -> None:
    conn = db.conn
    [nothing] = await states_of("sale", shop_checks.CHECKS, db)
    await a_plan(conn, addresses=0)
    await execute(conn, "UPDATE site_config SET static_enabled = true")
    [empty] = await states_of("sale", shop_checks.CHECKS, db)
    await execute(conn, "UPDATE plans SET state = 'hidden'")
    await a_plan(conn, addresses=2)
    for column in FOOTER:
        await execute(conn, f"UPDATE site_config SET {column} = 'x@ieum.test'")  # pyright: ignore[reportArgumentType]
    await a_staff(conn, owner=True)
    [alone] = await states_of("staff", shop_checks.CHECKS, db)
    await a_staff(conn, owner=True)

    footer, staff, sale = [
        (await states_of(name, shop_checks.CHECKS, db))[0][0] for name in ("footer", "staff", "sale")
    ]

    assert (nothing[0], empty[0], alone[0]) == ("attention", "attention", "attention")
    assert "품절" in empty[1]
    assert (footer, staff, sale) == ("well", "well", "well")


async def test_an_owner_who_has_a_link_is_told_to_open_it(db: RollingBack) -> None:
    await a_staff(db.conn, owner=True)
    await execute(db.conn, "UPDATE staff SET password_hash = NULL, totp_secret = NULL")
    await execute(
        db.conn,
        """
        INSERT INTO staff_invitations (staff_id, token_hash, expires_at)
        SELECT id, '\\x00', now() + interval '1 day' FROM staff
        """,
    )
    subject = Subject(ENVIRON, database=db)

    invited = await shop_checks.check_staff(subject)
    await execute(db.conn, "UPDATE staff_invitations SET expires_at = now()")
    forgotten = await shop_checks.check_staff(subject)

    assert "링크를 열어" in invited.do
    assert "ieum staff add" in forgotten.do


async def test_what_only_a_demo_makes_keeps_production_from_starting(db: RollingBack) -> None:
    [fit] = await states_of("start", shop_checks.CHECKS, db)
    await a_plan(db.conn)
    await execute(db.conn, "UPDATE exit_addresses SET proven_by = 'sandbox'")
    [unfit] = await states_of("start", shop_checks.CHECKS, db)

    assert (fit[0], unfit[0]) == ("well", "broken")


FINDINGS = [
    Finding("a", "하나", "가", "well", "좋습니다.", ""),
    Finding("b", "하나", "나", "unknown", "모릅니다.", "보세요."),
    Finding("c", "하나", "다", "unknown", "모릅니다.", "보세요."),
    Finding("d", "둘", "라", "broken", "고장입니다.", "고치세요."),
]


def test_findings_are_a_line_each_and_what_is_unknown_for_one_reason_is_one_line() -> None:
    text = as_text(FINDINGS, NOW, colour=False)

    assert text.splitlines()[1:] == [
        "",
        "하나",
        "  ✓ 가: 좋습니다.",
        "  ? 나, 다: 모릅니다. → 보세요.",
        "",
        "둘",
        "  ✗ 라: 고장입니다. → 고치세요.",
        "",
        "고장 1 · 손볼 것 0 · 모르는 것 2 · 좋음 1",
    ]
    assert "\x1b[31m✗" in as_text(FINDINGS, NOW, colour=True)


def test_before_the_opening_a_step_that_is_missing_is_no_fault() -> None:
    worker = Finding("worker", "작업", "작업 서버", "broken", "없습니다.", "켜세요.")
    mail = Finding("mail", "메일", "메일 서버", "broken", "거절했습니다.", "고치세요.")

    before = as_text([worker, mail], NOW, colour=False, is_before_opening=True).splitlines()
    after = as_text([worker, mail], NOW, colour=False).splitlines()

    assert "  ○ 작업 서버: 없습니다. → 켜세요." in before
    assert "  ✗ 메일 서버: 거절했습니다. → 고치세요." in before
    assert before[-1] == "아직 하지 않은 것 1 · 고장 1 · 손볼 것 0 · 모르는 것 0"
    assert after[-1] == "고장 2 · 손볼 것 0 · 모르는 것 0"


async def test_a_shop_that_has_sold_something_is_open(db: RollingBack) -> None:
    async with Subject(ENVIRON, database=db) as subject:
        before = await is_before_opening(subject)
        member = await a_member(db.conn)
        await a_service(db.conn, member)
        after = await is_before_opening(subject)
    async with Subject(ENVIRON) as nowhere:
        unknown = await is_before_opening(nowhere)

    assert (before, after, unknown) == (True, False, False)


def test_a_terminal_obeys_nothing_that_another_machine_has_answered() -> None:
    found = Finding("a", "하나", "가", "broken", "220 \x1b]0;owned\x07\nhello", "\x1b[2J")

    text = as_text([found], NOW, colour=False)

    assert "  ✗ 가: 220 \\x1b]0;owned\\x07\\nhello → \\x1b[2J" in text.splitlines()


def test_monitoring_reads_the_same_as_json_and_an_exit_code() -> None:
    written = msgspec.json.decode(as_json(FINDINGS, NOW))

    assert (written["code"], [one["check"] for one in written["findings"]]) == (2, ["a", "b", "c", "d"])
    assert [exit_code(FINDINGS[:1]), exit_code(FINDINGS[:2]), exit_code(FINDINGS)] == [0, 1, 2]


def test_a_settings_file_that_cannot_be_read_is_a_finding_and_no_end(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = tmp_path_factory.mktemp("etc") / "ieum.env"
    file.write_text("this is no setting\n")

    subject = subject_of({"IEUM_ENV_FILE": str(file)}, ntp="ntp.ieum.test:1234")

    assert subject.file == file
    assert "line 1" in subject.settings_error
    assert subject.ntp == ("ntp.ieum.test", 1234)
