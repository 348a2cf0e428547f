"""The embedded database, started and killed for real."""

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

from ieum.postgres import EmbeddedPostgres, PostgresError, programs, running_url
from ieum.postgres.cluster import find_postmaster, make_private, socket_dir

OWNER = """
import signal, sys
from pathlib import Path
from ieum.postgres import EmbeddedPostgres
with EmbeddedPostgres(Path(sys.argv[1]), volatile=True) as database:
    print(database.url, flush=True)
    signal.pause()
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def owner(data: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that started the database and holds it."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(data)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("postgresql://")
        yield process
        process.kill()


def ask(url: str, question: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(question.encode()).fetchone()
        return row[0] if row else None


def change(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


def await_end(pid: int) -> None:
    deadline = time.monotonic() + 10
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline, f"process {pid} goes on"
        time.sleep(0.02)


def postmaster_pid(data: Path) -> int:
    postmaster = find_postmaster(data / "postgres")
    assert postmaster is not None
    return postmaster.pid


def test_what_was_stored_is_there_after_a_restart(data: Path) -> None:
    with EmbeddedPostgres(data) as database:
        change(database.url, "CREATE TABLE kept AS SELECT 42 AS n")
        assert ask(database.url, "SHOW fsync") == "on"

    begin = time.monotonic()
    with EmbeddedPostgres(data) as database:
        took = time.monotonic() - begin
        assert ask(database.url, "SELECT n FROM kept") == 42
        assert took < 15  # nothing to recover: what ended badly takes longer

    assert running_url(data) is None


def test_text_is_utf8_and_sorts_hangul(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True) as database:
        assert ask(database.url, "SHOW server_encoding") == "UTF8"
        assert (
            ask(database.url, "SELECT string_agg(w, '' ORDER BY w) FROM unnest('{하,나,다}'::text[]) w")
            == "나다하"
        )
        assert ask(database.url, "SELECT lower('ÄÉ')") == "äé"


def test_nothing_listens_on_tcp(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True) as database:
        assert ask(database.url, "SHOW listen_addresses") == ""


def test_only_its_user_may_come_near(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True):
        assert (data / "postgres").stat().st_mode & 0o777 == 0o700
        assert (data / "postgres" / ".s.PGSQL.5432").stat().st_mode & 0o777 == 0o700
        if os.geteuid() == 0:
            assert (data / "postgres").stat().st_uid != 0


def test_a_second_start_attaches_and_its_end_disturbs_nobody(
    data: Path, owner: subprocess.Popen[str]
) -> None:
    with EmbeddedPostgres(data) as guest:
        assert ask(guest.url, "SELECT 1") == 1

    url = running_url(data)
    assert url is not None
    assert ask(url, "SELECT 1") == 1
    assert owner.poll() is None


def test_a_second_start_that_will_not_share_names_the_owner(
    data: Path, owner: subprocess.Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1000, 5))
    monkeypatch.setattr("ieum.postgres.server.time.monotonic", lambda: next(clock))

    with pytest.raises(PostgresError, match=f"in use by process {owner.pid}"):
        EmbeddedPostgres(data, share=False).start()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent died")
def test_the_server_goes_with_a_killed_owner(data: Path, owner: subprocess.Popen[str]) -> None:
    server = postmaster_pid(data)

    owner.kill()
    owner.wait()

    await_end(server)
    assert "database system is shut down" in (data / "logs" / "postgres.log").read_text()


def test_a_commit_survives_when_everything_is_killed(data: Path) -> None:
    database = EmbeddedPostgres(data)
    database.start()
    change(database.url, "CREATE TABLE kept AS SELECT 42 AS n")
    server = postmaster_pid(data)
    os.killpg(server, signal.SIGKILL)
    assert database.exit_code is None or database.exit_code < 0
    await_dead(database)

    with EmbeddedPostgres(data) as again:
        assert ask(again.url, "SELECT n FROM kept") == 42
    assert "was not properly shut down" in database.log.read_text()


def await_dead(database: EmbeddedPostgres) -> None:
    """Reap the killed server and let go of the folder, as the death of the owner would."""
    while database.exit_code is None:
        time.sleep(0.01)
    database.stop()


def test_a_number_that_belongs_to_another_process_by_now_is_no_server(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True) as database:
        change(database.url, "CREATE TABLE kept AS SELECT 42 AS n")
        lines = (data / "postgres" / "postmaster.pid").read_text().splitlines()
    lines[0] = str(os.getppid())
    (data / "postgres" / "postmaster.pid").write_text("\n".join(lines) + "\n")

    assert running_url(data) is None
    with EmbeddedPostgres(data, volatile=True) as database:
        assert ask(database.url, "SELECT n FROM kept") == 42


def test_an_interrupted_creation_is_made_anew(data: Path) -> None:
    (data / "postgres.new").mkdir(parents=True)
    (data / "postgres.new" / "PG_VERSION").write_text("18\n")

    with EmbeddedPostgres(data, volatile=True) as database:
        assert ask(database.url, "SELECT 1") == 1


@pytest.mark.parametrize(
    "name", ["가" * 40, 'with space, comma and "quotes" & 100%', "x" * 200], ids=["hangul", "signs", "long"]
)
def test_the_path_may_be_long_or_odd(tmp_path: Path, name: str) -> None:
    data = tmp_path / name / "data"
    with EmbeddedPostgres(data, volatile=True) as database:
        assert ask(database.url, "SELECT 1") == 1
        assert running_url(data) == database.url
        assert socket_dir(data / "postgres").exists()

    assert socket_dir(data / "postgres") == data / "postgres" or not socket_dir(data / "postgres").exists()


def test_a_socket_folder_that_somebody_else_made_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "ours").mkdir(mode=0o755)

    with pytest.raises(PostgresError, match="not ours"):
        make_private(tmp_path / "ours", None)


@pytest.mark.skipif(os.geteuid() != 0, reason="closing a folder to the user of the database takes root")
def test_a_closed_folder_above_the_data_stays_closed_and_does_not_matter(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)

    with EmbeddedPostgres(closed / "data", volatile=True) as database:
        assert ask(database.url, "SELECT 1") == 1

    assert closed.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="closing a folder to the user of the database takes root")
def test_its_own_programs_may_lie_in_a_closed_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    wheel = programs().parents[1]
    copy = closed / wheel.name
    shutil.copytree(programs().parent, copy / "postgres", symlinks=True)
    shutil.copytree(wheel.with_name(f"{wheel.name}.libs"), closed / f"{wheel.name}.libs")
    monkeypatch.setattr("ieum.postgres.cluster.programs", lambda: copy / "postgres" / "bin")

    with EmbeddedPostgres(tmp_path / "data", volatile=True) as database:
        assert ask(database.url, "SELECT 1") == 1

    assert closed.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="giving files to another user takes root")
def test_root_goes_on_with_the_database_of_an_ordinary_user(data: Path) -> None:
    nobody = 65534
    with EmbeddedPostgres(data, volatile=True):
        pass
    for path in (data / "postgres", *(data / "postgres").rglob("*")):
        os.chown(path, nobody, nobody)

    with EmbeddedPostgres(data, volatile=True) as database:
        assert ask(database.url, "SELECT 1") == 1
        assert Path(f"/proc/{postmaster_pid(data)}").stat().st_uid == nobody


@pytest.mark.parametrize(
    ("version", "complaint"), [("17", "written by PostgreSQL 17"), ("", "written by PostgreSQL")]
)
def test_a_database_of_another_version_is_left_alone(data: Path, version: str, complaint: str) -> None:
    (data / "postgres").mkdir(parents=True)
    (data / "postgres" / "PG_VERSION").write_text(version)

    with pytest.raises(PostgresError, match=complaint):
        EmbeddedPostgres(data).start()


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(PostgresError, match="file"):
        EmbeddedPostgres(tmp_path / "file" / "data").start()


def test_the_reason_of_a_failed_start_is_told_in_one_line(data: Path) -> None:
    with EmbeddedPostgres(data, volatile=True):
        pass
    with (data / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("no_such_setting = on\n")

    with pytest.raises(PostgresError, match=r"no_such_setting|configuration file") as refused:
        EmbeddedPostgres(data).start()

    assert "\n" not in str(refused.value)
