"""What a migration does, as PostgreSQL itself shows it on an empty copy of the schema, and what of it is refused."""

import os
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from ieum.operations.postgres.cluster import PostgresError
from ieum.operations.upgrade import reading, rules, scratch, trial
from ieum.operations.upgrade.types import Lock, Migration
from tests.conftest import Cluster


@pytest.fixture(scope="module")
def copy(cluster: Cluster) -> Generator[psycopg.Connection]:
    """A database of today's schema, where each test undoes what it has tried."""
    name, url = cluster.copy()
    with psycopg.connect(url, autocommit=True) as conn:
        yield conn
    cluster.drop(name)


def test_no_new_migration_stops_a_large_shop_or_the_release_before(cluster: Cluster) -> None:
    name, url = cluster.empty()
    migrations = reading.read_all()
    with psycopg.connect(url, autocommit=True) as conn:
        trial.prepare(conn, migrations[:1])
        tried = [trial.try_out(conn, each) for each in migrations[1:]]
    cluster.drop(name)

    assert (
        [each.name for each in migrations if each.path.is_dir()] == [migrations[0].name] == ["0001_baseline"]
    )
    assert [text for each in tried for text in rules.objections(each)] == []


def test_what_a_killed_trial_has_left_goes_with_the_next_one(cluster: Cluster) -> None:
    name, url = cluster.empty()
    # Of a process that there cannot be, and of one that is there.
    left = ("ieum_upgrade_99999999", f"ieum_upgrade_{os.getppid()}", "ieum_upgrade_notes")
    with psycopg.connect(url, autocommit=True) as conn:
        for each in left:
            conn.execute(f"CREATE DATABASE {each} TEMPLATE template0".encode())
        with scratch.database(url):
            there = conn.execute("SELECT datname FROM pg_database").fetchall()
        for each in left[1:]:
            conn.execute(f"DROP DATABASE {each}".encode())
    cluster.drop(name)

    assert [each for each in left if (each,) in there] == [*left[1:]]


@pytest.fixture
def without_createdb(cluster: Cluster) -> Generator[str]:
    """The URL of an empty database whose role may make no other."""
    name, url = cluster.empty()
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("CREATE ROLE modest LOGIN")
    yield make_conninfo(url, user="modest")
    cluster.drop(name)
    with psycopg.connect(cluster.url, autocommit=True) as conn:
        conn.execute("DROP ROLE modest")


def test_a_role_that_may_make_no_database_has_it_tried_on_this_machine(without_createdb: str) -> None:
    with scratch.database(without_createdb) as (url, where), psycopg.connect(url) as conn:
        assert conn.info.user == "ieum"
        assert where == "이 컴퓨터의 빈 데이터베이스"


def test_a_machine_without_programs_says_what_to_do(
    without_createdb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "find_programs", dict[int, Path]().get)

    with (
        pytest.raises(PostgresError, match=r"apt install postgresql-18, .*ALTER ROLE modest CREATEDB"),
        scratch.database(without_createdb),
    ):
        pass


def test_the_large_tables_are_there(copy: psycopg.Connection) -> None:
    tables = {
        name
        for (name,) in copy.execute("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p')").fetchall()
    }

    assert tables.issuperset(rules.LARGE)


@pytest.mark.parametrize(
    ("statement", "objection"),
    [
        ("ALTER TABLE orders ADD COLUMN note float DEFAULT random()", "orders is rewritten while orders"),
        ("ALTER TABLE orders ALTER COLUMN amount TYPE bigint", "orders is rewritten while orders is locked"),
        ("CREATE INDEX slow ON orders (amount)", "orders is indexed while orders is locked"),
        ("ALTER TABLE orders ADD CONSTRAINT c CHECK (amount < 10)", "all of orders is read while orders"),
        ("ALTER TABLE orders ALTER COLUMN method SET NOT NULL", ""),
        ("ALTER TABLE orders ALTER COLUMN failure_code SET NOT NULL", "all of orders is read while orders"),
        ("UPDATE orders SET failure_code = ''", "all of orders is changed while orders is locked"),
        (
            "WITH old AS (SELECT id FROM members) UPDATE orders SET period = 1 FROM old WHERE member_id = old.id",
            "all of orders is changed while orders",
        ),
        ("ALTER TABLE orders ADD COLUMN paid_by text NOT NULL", "orders.paid_by has to be given"),
        ("ALTER TABLE orders DROP COLUMN failure_code", "orders.failure_code is gone"),
        ("ALTER TABLE orders RENAME COLUMN failure_code TO why", "orders.failure_code is gone"),
        ("DROP FUNCTION network_of_order", "network_of_order(text) is gone"),
        ("ALTER TABLE orders ADD COLUMN note text NOT NULL DEFAULT ''", ""),
        ("ALTER TABLE orders ADD CONSTRAINT c CHECK (amount < 10) NOT VALID", ""),
        ("CREATE TABLE notes (order_id text NOT NULL REFERENCES orders)", ""),
        ("CREATE INDEX quick ON site_config (business_name)", ""),
    ],
)
def test_what_would_stop_a_large_shop_or_the_release_before_is_refused(
    copy: psycopg.Connection, statement: str, objection: str
) -> None:
    with copy.transaction(force_rollback=True):
        found = rules.objections(trial.try_out(copy, _migration(statement)))

    if objection:
        assert any(objection in text for text in found), found
    else:
        assert found == []


def test_a_file_may_say_why_it_locks_and_why_the_release_before_lives_on(copy: psycopg.Connection) -> None:
    statement = "ALTER TABLE orders ALTER COLUMN amount TYPE bigint"
    explained = _migration(statement)._replace(may_lock={"orders": "no sale yet"}, contracts="both read it")

    with copy.transaction(force_rollback=True):
        found = rules.objections(trial.try_out(copy, explained))

    assert found == []


def test_what_takes_long_is_refused_behind_a_lock_that_was_taken_before_it(copy: psycopg.Connection) -> None:
    """The second statement alone locks nothing but its rows; the first one's lock is held through it."""
    both = _migration("ALTER TABLE members ADD COLUMN seen int", "UPDATE orders SET failure_code = ''")

    with copy.transaction(force_rollback=True):
        found = rules.objections(trial.try_out(copy, both))

    assert any("orders is changed while members is locked" in text for text in found), found


def test_a_checked_not_null_and_a_validation_read_beside_everybody(copy: psycopg.Connection) -> None:
    copy.execute("ALTER TABLE orders ADD CONSTRAINT has_a_code CHECK (failure_code IS NOT NULL) NOT VALID")
    validated = trial.try_out(copy, _migration("ALTER TABLE orders VALIDATE CONSTRAINT has_a_code"))
    not_null = trial.try_out(copy, _migration("ALTER TABLE orders ALTER COLUMN failure_code SET NOT NULL"))
    copy.execute("ALTER TABLE orders DROP CONSTRAINT has_a_code, ALTER COLUMN failure_code DROP NOT NULL")

    [read] = validated.steps[0].effects
    assert (read.scanned, read.lock) == (True, Lock.CHANGES_OF_ITS_SHAPE)
    assert rules.objections(validated) == []
    [checked] = not_null.steps[0].effects
    assert (checked.scanned, checked.lock) == (False, Lock.ALL)


def test_an_index_made_concurrently_locks_nothing(copy: psycopg.Connection) -> None:
    tried = trial.try_out(
        copy,
        _migration("CREATE INDEX CONCURRENTLY beside ON orders (amount)")._replace(in_transaction=False),
    )
    copy.execute("DROP INDEX beside")

    [effect] = tried.steps[0].effects
    assert effect.indexed == 1
    assert rules.objections(tried) == []


def test_a_file_says_in_its_comments_how_it_runs(tmp_path: Path) -> None:
    (tmp_path / "0999_example.sql").write_text(
        "-- transactional: false\n-- may lock orders: there are none\n-- contracts: nobody reads it\n"
        "DROP INDEX CONCURRENTLY IF EXISTS a;\nCREATE INDEX CONCURRENTLY a ON orders (id);\n"
    )

    [read] = reading.read_all(tmp_path)

    assert len(read.statements) == 2
    assert not read.in_transaction
    assert (read.may_lock, read.contracts) == ({"orders": "there are none"}, "nobody reads it")


def _migration(*statements: str) -> Migration:
    return Migration("0999_example", Path(), statements, in_transaction=True, may_lock={}, contracts="")
