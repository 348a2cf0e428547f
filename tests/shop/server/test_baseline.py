"""Databases begin with the baseline; one of an older release is refused."""

from collections.abc import Generator

import psycopg
import pytest
from procrastinate.schema import SchemaManager

from ieum import cli
from ieum.shop.server import baseline, migration_files
from tests.conftest import Cluster
from tests.ports import free_port
from tests.shop.builders.secrets import KEY


@pytest.fixture
def older(cluster: Cluster) -> Generator[str]:
    """The URL of a database that a release from before the baseline has left."""
    name, url = cluster.copy()
    with psycopg.connect(url, autocommit=True) as conn:
        conn.execute("UPDATE _yoyo_migration SET migration_id = '0228_codes_by_mailbox'")
    yield url
    cluster.drop(name)


@pytest.mark.parametrize("command", ["migrate", "upgrade", "serve", "work"])
def test_an_older_database_is_refused_in_one_sentence(
    older: str, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("IEUM_DATABASE_URL", older)
    monkeypatch.setenv("IEUM_SECRET_KEY", KEY)
    monkeypatch.setenv("IEUM_PORT", str(free_port()))

    code = cli.main([command])

    assert (code, capsys.readouterr().err) == (1, f"ieum {command}: {baseline.REFUSAL}\n")


def test_an_empty_database_and_one_that_does_not_answer_are_not_old(cluster: Cluster) -> None:
    name, url = cluster.empty()

    baseline.check(url)
    cluster.drop(name)
    baseline.check(url)


def test_the_queue_has_the_tables_of_the_installed_release() -> None:
    """Another release of Procrastinate brings a migration; then this compares with what both make."""
    jobs = migration_files.read_texts(migration_files.MIGRATIONS / baseline.BASELINE)[0]

    assert jobs.endswith(SchemaManager.get_schema().lstrip())
