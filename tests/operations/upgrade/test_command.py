"""`ieum upgrade`: what it says beforehand, and that it never makes a shop wait for a lock."""

import threading
from pathlib import Path

import psycopg
import pytest

from ieum import cli
from ieum.operations import sessions
from ieum.operations.upgrade import cli as upgrade
from ieum.operations.upgrade import reading, speed
from ieum.operations.upgrade.report import holds
from ieum.operations.upgrade.speed import Size, Speed
from ieum.operations.upgrade.types import Effect, Lock, Migration, Step, Trial
from ieum.shop.server import migrate as migrating
from ieum.shop.server import migration_files
from tests.conftest import Cluster
from tests.waiting import wait_until

NEWER = "ALTER TABLE orders ADD COLUMN note text;\n"


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A release with one migration more than the database has."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for path in migration_files.find():
        (folder / path.name).symlink_to(path)
    (folder / "9999_newer.sql").write_text(NEWER)
    migrate, read_all = migrating.migrate, reading.read_all

    def migrate_newer(url: str, *, lock_timeout: str) -> int:
        return migrate(url, folder, lock_timeout=lock_timeout)

    # The tables here are empty: how fast the server is makes no difference to what is said.
    monkeypatch.setattr(speed, "ROWS", 2_000)
    monkeypatch.setattr(upgrade, "migrate", migrate_newer)
    monkeypatch.setattr(reading, "read_all", lambda: read_all(folder))
    return folder / "9999_newer.sql"


@pytest.mark.usefixtures("newer")
def test_a_dry_run_names_the_locks_and_changes_nothing(
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    cluster: Cluster,
) -> None:
    monkeypatch.setenv("IEUM_DATABASE_URL", database_url)

    code = cli.main(["upgrade", "--dry-run"])

    said = capsys.readouterr().out
    assert code == 0
    assert "9999_newer" in said
    assert "orders (0행" in said
    assert "읽기와 쓰기가 모두 기다립니다: 한순간" in said
    assert "함께" not in said
    assert not _has_column(database_url)
    # The scratch database is gone.
    with psycopg.connect(cluster.url) as conn:
        assert conn.execute("SELECT FROM pg_database WHERE datname LIKE 'ieum_upgrade%'").fetchone() is None


def test_what_the_release_before_could_not_live_with_is_refused_until_it_is_stopped(
    newer: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    newer.write_text("ALTER TABLE orders DROP COLUMN failure_code;\n" + NEWER)
    monkeypatch.setenv("IEUM_DATABASE_URL", database_url)

    codes = [cli.main(["upgrade"])]
    before = _has_column(database_url)
    with monkeypatch.context() as hasty, psycopg.connect(database_url, autocommit=True) as other:
        hasty.setattr(sessions, "MOMENTS", 1)
        wait_until(lambda: _is_alone(other), "the command before is still connected")
        codes.append(cli.main(["upgrade", "--stopped"]))
    before |= _has_column(database_url)
    codes.append(cli.main(["upgrade", "--stopped"]))

    assert codes == [1, 1, 0]
    assert (before, _has_column(database_url)) == (False, True)
    captured = capsys.readouterr()
    assert "orders.failure_code is gone" in captured.out
    assert "--stopped" in captured.err
    assert "연결된 프로그램이 아직 1개" in captured.err


@pytest.mark.usefixtures("newer")
def test_a_lock_that_cannot_be_had_makes_nobody_wait_for_long(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A migration that waits for a lock makes all others wait behind it; ours gives up, and comes again."""
    monkeypatch.setattr(upgrade, "LOCK_TIMEOUT", "200ms")
    results = list[int | None]()
    with psycopg.connect(database_url) as reader:
        reader.execute("SELECT count(*) FROM orders")
        held_up = upgrade.patiently(database_url, tries=2, pause=0.05)
        waiting = threading.Thread(
            target=lambda: results.append(upgrade.patiently(database_url, tries=100, pause=0.1))
        )
        waiting.start()
        with psycopg.connect(database_url) as other, other.transaction():
            # The statement would wait for the migration if that went on waiting for the reader.
            other.execute("SET statement_timeout = '5s'")
            other.execute("SELECT count(*) FROM orders")
    waiting.join(30)

    assert held_up is None
    assert results == [1]
    assert _has_column(database_url)


def test_in_a_deadlock_the_change_steps_back_and_the_members_request_goes_on(
    newer: Path, database_url: str
) -> None:
    newer.write_text("ALTER TABLE plans ADD COLUMN note text;\n" + NEWER)
    results = list[int | None]()
    changing = threading.Thread(target=lambda: results.append(upgrade.patiently(database_url, pause=0.1)))
    with psycopg.connect(database_url) as member, psycopg.connect(database_url, autocommit=True) as watcher:
        member.execute("LOCK TABLE orders IN ROW EXCLUSIVE MODE")
        changing.start()
        wait_until(lambda: _waits_for(watcher, "orders"), "the change does not wait for the request")
        # The change holds this one.
        member.execute("LOCK TABLE plans IN ROW EXCLUSIVE MODE")
    changing.join(30)

    assert results == [1]
    assert _has_column(database_url)


def _is_alone(conn: psycopg.Connection) -> bool:
    found = conn.execute(
        """
        SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND backend_type = 'client backend'
        """
    ).fetchone()
    return found == (1,)


def _waits_for(conn: psycopg.Connection, table: str) -> bool:
    waiting = "SELECT FROM pg_locks WHERE relation = %s::regclass AND NOT granted"
    return conn.execute(waiting, [table]).fetchone() is not None


def test_a_lock_is_held_to_the_end_of_its_transaction() -> None:
    steps = [
        Step("a", [Effect("members", Lock.ALL)]),
        Step("b", [Effect("orders", Lock.WRITING, indexed=1)]),
    ]
    sizes = {"members": Size(0, 0, 0), "orders": Size(1_000, 2_000, 10)}
    whole = Migration("m", Path(), ("a", "b"), in_transaction=True, may_lock={}, contracts="")

    held = holds(Trial(whole, steps, [], []), sizes, Speed(1, 1, 100, 1))
    apart = holds(Trial(whole._replace(in_transaction=False), steps, [], []), sizes, Speed(1, 1, 100, 1))

    assert [(each.table, each.seconds) for each in held] == [("members", 10), ("orders", 10)]
    assert [(each.table, each.seconds) for each in apart] == [("members", 0), ("orders", 10)]


def _has_column(url: str) -> bool:
    with psycopg.connect(url) as conn:
        found = conn.execute(
            "SELECT FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attname = 'note'"
        ).fetchone()
    return found is not None
