"""The database: whether it can be reached and written to, and what it will trip over if nobody looks."""

from datetime import timedelta
from typing import Any

import msgspec
from psycopg import AsyncConnection, Error

from ieum.operations.doctor.disk_checks import judge_space
from ieum.operations.doctor.subject import CONNECT_SECONDS, Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, unknown, well
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.kernel.outages import one_line
from ieum.shop.kernel.particles import with_particle
from ieum.shop.server import baseline, migration_files

GROUP = "데이터베이스"
OLDEST = 15
# Of 2^31 numbers of transactions; PostgreSQL cleans up from 200 million on, and stops to write near the end.
_AGED, _OLD = 500_000_000, 1_500_000_000
_LAG, _FAR = 16 * 2**20, 256 * 2**20
_HEAPED = 4 * 2**30
_MEBI = 2**20


class Server(msgspec.Struct, frozen=True):
    version: int
    named: str
    encoding: str
    timezone: str
    is_standby: bool
    may_create: bool


SERVER = """
    SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS named,
           current_setting('server_encoding') AS encoding, current_setting('timezone') AS timezone,
           pg_is_in_recovery() AS is_standby,
           has_schema_privilege('public', 'CREATE') AND has_database_privilege(current_database(), 'CREATE')
               AS may_create
"""


async def check_server(subject: Subject) -> Found:
    if subject.database_error:
        return broken(
            f"주소를 읽을 수 없습니다: {subject.database_error}",
            "비밀번호의 특수 문자를 %로 바꿔 적어 주세요(@는 %40, %는 %25).",
        )
    if not subject.database_url:
        return broken(
            "IEUM_DATABASE_URL이 없고 내장 데이터베이스도 돌고 있지 않습니다.",
            "`ieum setup`으로 데이터베이스를 정해 주세요.",
        )
    return await examine_server(subject.database_url)


async def examine_server(url: str) -> Found:
    """Connect once more than the other checks, because a pool does not say why it cannot."""
    try:
        # Of a database without an encoding, all texts are bytes otherwise.
        async with await AsyncConnection.connect(
            url, autocommit=True, connect_timeout=CONNECT_SECONDS, client_encoding="UTF8"
        ) as conn:
            server = await fetch_one(conn, Server, SERVER)
    except Error as error:
        return broken(
            f"연결하지 못했습니다: {one_line(error)}",
            "데이터베이스가 켜져 있는지, IEUM_DATABASE_URL의 서버·계정·비밀번호가 맞는지 확인해 주세요.",
        )
    return judge_server(server)


def judge_server(server: Server) -> Found:
    says = f"PostgreSQL {server.named}"
    if server.version < OLDEST:
        return broken(f"{says}: 너무 오래되었습니다.", f"{OLDEST} 이상으로 옮겨 주세요.")
    if server.encoding != "UTF8":
        return broken(
            f"{says}: 문자 집합이 {server.encoding}입니다.",
            "UTF8로 만든 데이터베이스로 옮겨 주세요(createdb --template=template0 --encoding=UTF8).",
        )
    if server.is_standby:
        return broken(
            f"{says}: 읽기만 되는 대기 서버입니다.",
            "주소에 서버를 모두 적고 target_session_attrs=read-write를 붙여 주세요.",
        )
    if not server.may_create:
        return broken(
            f"{says}: 이 계정은 표를 만들 수 없어 새 버전으로 옮길 수 없습니다.",
            "이 계정을 데이터베이스의 주인으로 만들어 주세요(ALTER DATABASE … OWNER TO …).",
        )
    return well(f"{says}, {server.encoding}, 시간대 {server.timezone}(상점은 늘 UTC로 씁니다).")


async def check_migrations(subject: Subject) -> Found:
    ours = {path.stem for path in migration_files.find()}
    async with subject.connection() as conn:
        there = set(await fetch_all(conn, str, "SELECT migration_id FROM _yoyo_migration"))
    if baseline.is_too_old(there):
        return broken(
            "2026년 12월 전의 버전이 만든 데이터베이스입니다.",
            "그 버전을 계속 쓰시거나 빈 데이터베이스에서 새로 시작해 주세요.",
        )
    if missing := ours - there:
        return broken(
            f"이 버전의 변경 {len(missing)}개가 아직 적용되지 않았습니다.", "`ieum migrate`를 실행해 주세요."
        )
    if more := there - ours:
        return attention(
            f"데이터베이스가 이 프로그램보다 새것입니다(변경 {len(more)}개).",
            "이 기계의 ieum도 새 버전으로 올려 주세요.",
        )
    return well(f"이 버전의 변경 {len(ours)}개가 모두 적용되었습니다.")


async def check_size(subject: Subject) -> Found:
    async with subject.connection() as conn:
        size = await fetch_one(conn, int, "SELECT pg_database_size(current_database())")
        # Hidden from whoever is no pg_read_all_settings.
        folders = await fetch_all(conn, str, "SELECT setting FROM pg_settings WHERE name = 'data_directory'")
    says = f"{size / 2**30:.1f} GB를 씁니다"
    space = judge_space(folders[0]) if folders else None
    if space is None:
        return skipped(
            f"{says}. 데이터베이스 서버의 디스크는 여기서 보이지 않습니다. 그 기계에서 남은 공간을 살펴봐 주세요."
        )
    return Found(space.state, f"{says}. 그 디스크는 {space.says}", space.do)


async def check_wraparound(subject: Subject) -> Found:
    async with subject.connection() as conn:
        age = await fetch_one(conn, int, "SELECT max(age(datfrozenxid)) FROM pg_database")
    says = f"가장 오래된 트랜잭션 번호의 나이가 {age / 1_000_000:,.0f}백만입니다(한계 2,147백만)."
    do = "오래 열린 트랜잭션과 복제 슬롯을 닫고 VACUUM (FREEZE)를 실행해 주세요."
    if age > _OLD:
        return broken(says + " 한계에 닿으면 쓰기가 멈춥니다.", do)
    return attention(says, do) if age > _AGED else well(says)


# They read the log and copy the files, replay nothing, and take over from nobody.
BACKUPS = {"pg_receivewal", "pg_basebackup"}


class Standby(msgspec.Struct, frozen=True):
    """Nulls where the account may not see them. `lag` is in bytes that it has not replayed yet."""

    name: str | None
    state: str | None
    sync: str | None
    lag: int | None


async def check_replication(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        wanted = await fetch_one(conn, str, "SELECT current_setting('synchronous_standby_names')")
        standbys = await fetch_all(
            conn,
            Standby,
            """
            SELECT application_name AS name, state, sync_state AS sync,
                   CASE WHEN NOT pg_is_in_recovery()
                        THEN pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint END AS lag
              FROM pg_stat_replication ORDER BY pid
            """,
        )
    return judge_replication(wanted, standbys)


def judge_replication(wanted: str, readers: list[Standby]) -> list[Found]:
    standbys = [reader for reader in readers if reader.name not in BACKUPS]
    if not standbys:
        if wanted:
            return [
                broken(
                    "동기 대기 서버를 기다리도록 설정했는데 붙어 있는 대기 서버가 없습니다. 쓰기가 멈춥니다.",
                    "대기 서버를 켜거나 patronictl list로 상태를 확인해 주세요.",
                )
            ]
        return [skipped("대기 서버 없이 한 대로 돌고 있습니다.")]
    if any(standby.state is None for standby in standbys):
        return [
            unknown(
                f"대기 서버 {len(standbys)}대가 붙어 있지만 이 계정은 그 상태를 볼 수 없습니다.",
                "데이터베이스 관리자로 GRANT pg_monitor TO 이 계정을 실행해 주세요.",
            )
        ]
    found = [_judge_standby(standby) for standby in standbys]
    if not any(standby.sync in {"sync", "quorum"} for standby in standbys):
        found.append(
            attention(
                "동기 대기 서버가 없습니다. 지금 주 서버가 죽으면 마지막 결제를 잃을 수 있습니다.",
                "Patroni의 synchronous_mode를 켜 주세요.",
            )
        )
    return found


def _judge_standby(standby: Standby) -> Found:
    name = standby.name or "이름 없는 대기 서버"
    do = "그 기계의 디스크와 네트워크를 살펴봐 주세요."
    if standby.state != "streaming" or standby.lag is None:
        return attention(f"{name}: 따라잡는 중입니다({standby.state}).", do)
    says = f"{name}: {standby.sync}, {standby.lag / _MEBI:.1f} MB 뒤에 있습니다."
    if standby.lag > _FAR:
        return broken(says, do)
    return attention(says, do) if standby.lag > _LAG else well(says)


class Slot(msgspec.Struct, frozen=True):
    """Replication slot. The log is kept for an inactive one, too, which nobody reads; `kept` is in bytes."""

    name: str
    kept: int


async def check_slots(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        slots = await fetch_all(
            conn,
            Slot,
            """
            SELECT slot_name AS name, coalesce(pg_wal_lsn_diff(
                       CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END,
                       restart_lsn), 0)::bigint AS kept
              FROM pg_replication_slots WHERE NOT active ORDER BY slot_name
            """,
        )
    return [judge_slot(slot) for slot in slots] or [well("버려진 복제 슬롯이 없습니다.")]


def judge_slot(slot: Slot) -> Found:
    name = with_particle(slot.name, "을/를")
    says = f"복제 슬롯 {name} 아무도 읽지 않아 WAL {slot.kept / _MEBI:,.0f} MB가 쌓였습니다."
    do = "읽는 쪽(대기 서버, 백업)을 켜거나, 없앤 것이면 pg_drop_replication_slot으로 지워 주세요."
    return broken(says + " 디스크가 찹니다.", do) if slot.kept > _HEAPED else attention(says, do)


async def check_idle(subject: Subject) -> Found:
    """A transaction that nobody ends keeps rows locked, and dead ones from being removed."""
    async with subject.connection() as conn:
        count, oldest = msgspec.convert(
            await fetch_one(
                conn,
                list[Any],
                """
                SELECT jsonb_build_array(count(*), coalesce(extract(epoch FROM max(now() - xact_start)), 0)::bigint)
                  FROM pg_stat_activity
                 WHERE state LIKE 'idle in transaction%%' AND xact_start < now() - interval '1 minute'
                """,
            ),
            tuple[int, int],
        )
    if not count:
        return well("열린 채 잊힌 트랜잭션이 없습니다.")
    return attention(
        f"트랜잭션 {count}개가 아무 일 없이 열려 있습니다(가장 오래된 것 {timedelta(seconds=oldest)}).",
        "pg_stat_activity에서 누구인지 보고, 사람의 psql이면 닫아 주세요.",
    )


async def check_log(subject: Subject) -> Found:
    async with subject.connection() as conn:
        return judge_log(await fetch_one(conn, str, "SELECT current_setting('log_error_verbosity')"))


def judge_log(verbosity: str) -> Found:
    """The shop is told all the same: this is about the server's own log alone."""
    if verbosity == "terse":
        return well("거절한 줄의 내용을 데이터베이스의 로그에 남기지 않습니다.")
    return attention(
        "데이터베이스가 거절한 줄을 이름, 전화번호까지 로그에 남깁니다.",
        "데이터베이스 관리자로 ALTER DATABASE … SET log_error_verbosity = 'terse'를 실행해 주세요.",
    )


CHECKS = (
    Check("database", GROUP, "연결", check_server),
    Check("migrations", GROUP, "버전", check_migrations),
    Check("database_size", GROUP, "크기와 디스크", check_size),
    Check("wraparound", GROUP, "트랜잭션 번호", check_wraparound),
    Check("replication", GROUP, "복제", check_replication),
    Check("replication_slots", GROUP, "복제 슬롯", check_slots),
    Check("idle_in_transaction", GROUP, "열린 트랜잭션", check_idle),
    Check("database_log", GROUP, "로그", check_log),
)
