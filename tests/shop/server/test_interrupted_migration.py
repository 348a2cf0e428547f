"""A migration that was broken off, at any moment, goes on with the next call, and nobody has to know of locks."""

import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest

from ieum.shop.server.migrate import migrate
from tests.conftest import Cluster
from tests.waiting import wait_until

CALL = """
import sys
from pathlib import Path
from ieum.shop.server.migrate import migrate
migrate(sys.argv[1], Path(sys.argv[2]))
"""


@pytest.fixture
def migrations(tmp_path: Path) -> Path:
    folder = tmp_path / "migrations"
    folder.mkdir()
    for number in range(1, 7):
        (folder / f"{number:04}_part.sql").write_text(
            f"CREATE TABLE part_{number} (id int);\nSELECT pg_sleep(0.1);\nINSERT INTO part_{number} VALUES (1);\n"
        )
    return folder


@pytest.fixture
def empty(cluster: Cluster) -> Generator[str]:
    name, url = cluster.empty()
    yield url
    cluster.drop(name)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT], ids=lambda number: number.name)
def test_what_was_broken_off_goes_on_with_the_next_call(
    empty: str, migrations: Path, number: signal.Signals
) -> None:
    for applied in (1, 3, 5):
        with subprocess.Popen(
            [sys.executable, "-c", CALL, empty, str(migrations)], stderr=subprocess.DEVNULL
        ) as call:
            wait_until(lambda applied=applied: _applied(empty) >= applied, "nothing is applied")
            call.send_signal(number)

    migrate(empty, migrations)

    assert _applied(empty) == 6
    assert _rows(empty, "SELECT count(*) FROM yoyo_lock") == 0


def test_a_migration_and_its_note_are_one(empty: str, migrations: Path) -> None:
    """Noted later, one that was broken off in between would be applied a second time, and fail for good."""
    with psycopg.connect(empty, autocommit=True) as conn:
        migrate(empty, migrations.parent)
        conn.execute("ALTER TABLE _yoyo_migration ADD CHECK (migration_id <> '0003_part')")

    with pytest.raises(psycopg.errors.CheckViolation):
        migrate(empty, migrations)

    assert (_applied(empty), _rows(empty, "SELECT count(to_regclass('part_3'))")) == (2, 0)


def test_two_at_once_take_turns(empty: str, migrations: Path) -> None:
    counts: list[int] = []
    callers = [threading.Thread(target=lambda: counts.append(migrate(empty, migrations))) for _ in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()

    assert sorted(counts) == [0, 0, 6]


def test_who_waits_for_a_turn_does_not_hold_up_an_index(empty: str, migrations: Path) -> None:
    """An index that is made beside others waits for every older statement, and one that waits for a lock is such."""
    (migrations / "0007_index.sql").write_text(
        "-- transactional: false\nCREATE INDEX CONCURRENTLY part_1_id ON part_1 (id);\n"
    )
    calls = [
        subprocess.Popen([sys.executable, "-c", CALL, empty, str(migrations)], stderr=subprocess.DEVNULL)
        for _ in range(2)
    ]
    try:
        assert [call.wait(timeout=30) for call in calls] == [0, 0]
    finally:
        for call in calls:
            call.kill()
            call.wait()

    assert _applied(empty) == 7


def _applied(url: str) -> int:
    if not _rows(url, "SELECT count(to_regclass('_yoyo_migration'))"):
        return 0
    return _rows(url, "SELECT count(*) FROM _yoyo_migration")


def _rows(url: str, query: str) -> int:
    with psycopg.connect(url, autocommit=True) as conn:
        row = conn.execute(query.encode()).fetchone()
    assert row
    return int(row[0])
