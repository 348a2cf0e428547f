"""The embedded database, really started and killed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from ieum.dev.postgres import EmbeddedPostgres, programs
from ieum.operations.postgres.cluster import (
    PostgresError,
    find_postmaster,
    make_private,
    running_url,
    socket_dir,
)
from tests import images
from tests.waiting import wait_until

OWNER = """
import signal, sys
from pathlib import Path
from ieum.dev.postgres import EmbeddedPostgres
with EmbeddedPostgres(Path(sys.argv[1]), volatile=True) as database:
    print(database.url, flush=True)
    signal.pause()
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def made(data: Path) -> Path:
    """A data folder whose database was created before, for what is not about that."""
    images.fill_empty(data)
    return data


@pytest.fixture
def owner(made: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that started the database and owns it."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(made)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("postgresql://")
        yield process
        process.kill()


def query(url: str, statement: str) -> object:
    """The first value of the first row."""
    with psycopg.connect(url) as connection:
        row = connection.execute(statement.encode()).fetchone()
        return row[0] if row else None


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


def postmaster_pid(data: Path) -> int:
    postmaster = find_postmaster(data / "postgres")
    assert postmaster is not None
    return postmaster.pid


def test_stored_rows_survive_a_restart(made: Path) -> None:
    with EmbeddedPostgres(made) as database:
        execute(database.url, "CREATE TABLE survivors AS SELECT 42 AS n")
        assert query(database.url, "SHOW fsync") == "on"

    begin = time.monotonic()
    with EmbeddedPostgres(made) as database:
        took = time.monotonic() - begin
        assert query(database.url, "SELECT n FROM survivors") == 42
        assert took < 15  # after a clean stop there is nothing to recover

    assert running_url(made) is None


def test_text_is_utf8_and_hangul_is_sorted(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True) as database:
        assert query(database.url, "SHOW server_encoding") == "UTF8"
        assert (
            query(database.url, "SELECT string_agg(w, '' ORDER BY w) FROM unnest('{하,나,다}'::text[]) w")
            == "나다하"
        )
        assert query(database.url, "SELECT lower('ÄÉ')") == "äé"


def test_nothing_listens_on_tcp(made: Path) -> None:
    with EmbeddedPostgres(made, volatile=True) as database:
        assert query(database.url, "SHOW listen_addresses") == ""


def test_only_the_databases_user_can_open_its_files(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True):
        assert (data / "postgres").stat().st_mode & 0o777 == 0o700
        assert (socket_dir(data / "postgres") / ".s.PGSQL.5432").stat().st_mode & 0o777 == 0o700
        if os.geteuid() == 0:
            assert (data / "postgres").stat().st_uid != 0


def test_a_second_start_attaches_and_its_stop_leaves_the_server_running(
    data: Path, owner: subprocess.Popen[str]
) -> None:
    with EmbeddedPostgres(data) as guest:
        assert query(guest.url, "SELECT 1") == 1

    url = running_url(data)
    assert url is not None
    assert query(url, "SELECT 1") == 1
    assert owner.poll() is None


def test_a_second_start_that_does_not_share_is_refused_and_names_the_owner(
    data: Path, owner: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 5))
    monkeypatch.setattr("ieum.dev.postgres.server.time.monotonic", lambda: next(clock))

    with pytest.raises(PostgresError, match=f"in use by process {owner.pid}"):
        EmbeddedPostgres(data, share=False).start()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_the_server_stops_when_its_owner_is_killed(data: Path, owner: subprocess.Popen[str]) -> None:
    server = postmaster_pid(data)

    owner.kill()
    owner.wait()

    wait_until(lambda: not Path(f"/proc/{server}").exists(), "the server is still running")
    assert "database system is shut down" in (data / "logs" / "postgres.log").read_text()


def test_a_commit_survives_a_killed_server(data: Path) -> None:
    database = EmbeddedPostgres(data)
    database.start()
    execute(database.url, "CREATE TABLE survivors AS SELECT 42 AS n")
    server = postmaster_pid(data)
    os.killpg(server, signal.SIGKILL)
    wait_until(lambda: database.exit_code is not None, "the server is still running")
    assert database.exit_code is not None
    assert database.exit_code < 0
    database.stop()

    with EmbeddedPostgres(data) as again:
        assert query(again.url, "SELECT n FROM survivors") == 42
    assert "was not properly shut down" in database.log.read_text()


def test_a_pid_that_another_process_has_by_now_does_not_count_as_a_server(made: Path) -> None:
    with EmbeddedPostgres(made, volatile=True) as database:
        execute(database.url, "CREATE TABLE survivors AS SELECT 42 AS n")
        lines = (made / "postgres" / "postmaster.pid").read_text().splitlines()
    lines[0] = str(os.getppid())
    (made / "postgres" / "postmaster.pid").write_text("\n".join(lines) + "\n")

    assert running_url(made) is None
    with EmbeddedPostgres(made, volatile=True) as database:
        assert query(database.url, "SELECT n FROM survivors") == 42


def test_an_interrupted_creation_starts_again(data: Path) -> None:
    (data / "postgres.new").mkdir(parents=True)
    (data / "postgres.new" / "PG_VERSION").write_text("18\n")

    with EmbeddedPostgres(data, volatile=True) as database:
        assert query(database.url, "SELECT 1") == 1


@pytest.mark.parametrize(
    "name", ["가" * 40, 'with space, comma and "quotes" & 100%', "x" * 200], ids=["hangul", "signs", "long"]
)
def test_the_path_may_be_long_or_have_special_characters(tmp_path: Path, name: str) -> None:
    data = tmp_path / name / "data"
    with EmbeddedPostgres(data, volatile=True) as database:
        assert query(database.url, "SELECT 1") == 1
        assert running_url(data) == database.url
        assert socket_dir(data / "postgres").exists()

    assert socket_dir(data / "postgres") == data / "postgres" or not socket_dir(data / "postgres").exists()


def test_a_socket_folder_that_others_can_open_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir(mode=0o755)

    with pytest.raises(PostgresError, match="not ours"):
        make_private(tmp_path / "ours", None)


@pytest.mark.skipif(os.geteuid() != 0, reason="closing a folder to the user of the database takes root")
def test_a_closed_folder_above_the_data_stays_closed_and_is_no_obstacle(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)

    with EmbeddedPostgres(closed / "data", volatile=True) as database:
        assert query(database.url, "SELECT 1") == 1

    assert closed.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="closing a folder to the user of the database takes root")
def test_the_programs_may_lie_in_a_closed_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    wheel = programs().parents[1]
    copy = closed / wheel.name
    shutil.copytree(programs().parent, copy / "postgres", symlinks=True)
    shutil.copytree(wheel.with_name(f"{wheel.name}.libs"), closed / f"{wheel.name}.libs")
    monkeypatch.setattr("ieum.dev.postgres.server.programs", lambda: copy / "postgres" / "bin")

    with EmbeddedPostgres(tmp_path / "data", volatile=True) as database:
        assert query(database.url, "SELECT 1") == 1

    assert closed.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="giving files to another user takes root")
def test_root_runs_an_ordinary_users_database_as_that_user(made: Path) -> None:
    nobody = 65534
    for path in (made / "postgres", *(made / "postgres").rglob("*")):
        os.chown(path, nobody, nobody)

    with EmbeddedPostgres(made, volatile=True) as database:
        assert query(database.url, "SELECT 1") == 1
        assert Path(f"/proc/{postmaster_pid(made)}").stat().st_uid == nobody


@pytest.mark.parametrize(
    ("version", "complaint"), [("17", "written by PostgreSQL 17"), ("", "written by PostgreSQL")]
)
def test_a_database_of_another_version_is_refused(data: Path, version: str, complaint: str) -> None:
    (data / "postgres").mkdir(parents=True)
    (data / "postgres" / "PG_VERSION").write_text(version)

    with pytest.raises(PostgresError, match=complaint):
        EmbeddedPostgres(data).start()


def test_the_error_names_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(PostgresError, match="file"):
        EmbeddedPostgres(tmp_path / "file" / "data").start()


def test_the_reason_of_a_failed_start_is_one_line(made: Path) -> None:
    with EmbeddedPostgres(made, volatile=True):
        pass
    with (made / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("no_such_setting = on\n")

    with pytest.raises(PostgresError, match=r"no_such_setting|configuration file") as refused:
        EmbeddedPostgres(made).start()

    assert "\n" not in str(refused.value)


def test_its_log_says_nothing_of_what_rows_hold_and_whoever_asked_is_told(made: Path) -> None:
    with (
        EmbeddedPostgres(made, volatile=True) as database,
        psycopg.connect(database.url, autocommit=True) as conn,
    ):
        conn.execute("CREATE TABLE people (name text PRIMARY KEY)")
        conn.execute("INSERT INTO people VALUES (%s)", ["홍길동"])
        with pytest.raises(psycopg.errors.UniqueViolation) as refused:
            conn.execute("INSERT INTO people VALUES (%s)", ["홍길동"])
        # As a production does with slow ones.
        conn.execute("SET log_min_duration_statement = 0")
        conn.execute("SELECT %s::text", ["01012345678"])
    log = database.log.read_text()

    assert "duplicate key" in log
    assert "SELECT $1::text" in log
    assert "홍길동" not in log
    assert "01012345678" not in log
    assert "홍길동" in (refused.value.diag.message_detail or "")
