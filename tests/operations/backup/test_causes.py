"""What is said of a failure: its cause, whatever signs it has, and no part of a password."""

from pathlib import Path

import pytest
from psycopg.conninfo import make_conninfo

from ieum.cli import main
from ieum.dev.postgres import EmbeddedPostgres
from ieum.operations.backup import records, settings
from ieum.operations.backup.place import BackupError, last_line
from ieum.operations.backup.source import connect
from ieum.shop.kernel import settings as shop_settings
from ieum.shop.kernel.db import fetch_one
from ieum.shop.kernel.settings import SettingsError
from tests import images

# Of each, libpq would take a part of the password for something else, and say it.
UNREADABLE = [
    "postgresql://copy:Geheim%zz9@127.0.0.1/x",
    "postgresql://copy:Ge@heim9@127.0.0.1:5432/x",
    "postgresql://copy:Ge@heim9@127.0.0.1,127.0.0.2/x",
    "postgresql://copy:Ge heim9@127.0.0.1/x",
    "postgresql://copy:Ge/heim9@127.0.0.1/x",
    "postgresql://copy:12/heim9@127.0.0.1/x",
    "postgresql://copy:Ge@127.0.0.9/heim9@127.0.0.1/x",
    "postgresql://copy:Geheim9",
    "postgresql://copy:Ge%00heim9@127.0.0.1/x",
    "postgresql://copy:Ge\udcffheim9@127.0.0.1/x",
    "copy:Geheim9@127.0.0.1/x",
    "host=127.0.0.1 password=Ge heim9",
]
READABLE = [
    "postgresql://copy:Ge%40heim%259@127.0.0.1:5432/x?sslmode=verify-full&sslrootcert=/etc/ca.crt",
    "postgresql://copy:Ge#hei?m:9&=é@127.0.0.1/x",
    "postgresql://copy:p@10.0.0.11:5432,10.0.0.12:5432/ieum?target_session_attrs=read-write",
    "postgresql://copy:p@[::1]:5432/x",
    "postgresql:///x?host=%2Ftmp%2Fa%20folder%40home&user=copy",
    "postgresql://copy@/x?host=/tmp",
    "postgres://",
    "host=/tmp,10.0.0.12 port=5432,5433 user=copy password='Ge@ he%im9' dbname=x",
]


@pytest.mark.parametrize("name", ["IEUM_DATABASE_URL", "IEUM_BACKUP_DATABASE_URL"])
@pytest.mark.parametrize("url", UNREADABLE)
def test_an_address_whose_password_is_not_escaped_is_refused_without_repeating_it(
    tmp_path: Path, url: str, name: str
) -> None:
    environ = {
        "IEUM_BACKUP_PLACE": str(tmp_path),
        "IEUM_DATABASE_URL": "postgresql://x@127.0.0.1/x",
        name: url,
    }

    with pytest.raises(SettingsError, match=f"^{name} .*%40.*%25") as refused:
        settings.load(environ)

    assert "eim" not in str(refused.value)
    assert refused.value.__cause__ is refused.value.__context__ is None
    if name == "IEUM_DATABASE_URL":
        with pytest.raises(SettingsError, match=name):
            shop_settings.load(environ)


@pytest.mark.parametrize("url", READABLE)
def test_an_address_that_libpq_reads_as_it_was_meant_is_taken(tmp_path: Path, url: str) -> None:
    environ = {
        "IEUM_BACKUP_PLACE": str(tmp_path),
        "IEUM_DATABASE_URL": url,
        "IEUM_BACKUP_DATABASE_URL": url,
    }

    assert settings.load(environ).source_url == shop_settings.load(environ).database_url == url


@pytest.mark.parametrize(
    "words", [["migrate"], ["upgrade", "--dry-run"], ["work"], ["doctor"], ["backup"], ["restore", "--check"]]
)
@pytest.mark.parametrize("url", UNREADABLE[:2])
def test_no_command_says_a_part_of_a_password(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    url: str,
) -> None:
    monkeypatch.setenv("IEUM_ENV_FILE", "")
    monkeypatch.setenv("IEUM_DATA", str(tmp_path))
    monkeypatch.setenv("IEUM_BACKUP_PLACE", str(tmp_path))
    monkeypatch.setenv("IEUM_DATABASE_URL", url)

    assert main(words) != 0

    said = "".join(capfd.readouterr())
    assert "IEUM_DATABASE_URL" in said
    assert "eim" not in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (
            (
                b"pg_basebackup: error: could not read COPY data: server closed the connection unexpectedly\n\t"
                b"This probably means the server terminated abnormally\n\tbefore or while processing the request.\n"
            ),
            "pg_basebackup: error: could not read COPY data: server closed the connection unexpectedly",
        ),
        (b"first\n  second \n\n", "second"),
        (b"\tindented\n", "indented"),
        (b" \n", "no reason given"),
    ],
)
def test_the_line_that_says_the_cause_is_taken(output: bytes, said: str) -> None:
    assert last_line(output) == said


async def test_a_cause_with_signs_that_no_column_takes_is_noted(server: EmbeddedPostgres) -> None:
    url = make_conninfo(server.url, dbname=images.TEMPLATE)
    error = BackupError("/files/a\udcff\0b cannot be copied")
    async with await connect(url) as conn:
        run = await records.begin(conn, "files", place="elsewhere")

        await records.note_failure(url, run, "files", error)
        await records.note_trouble(conn, run, str(error))

        noted = await fetch_one(
            conn,
            list[str],
            """
            SELECT (SELECT array_agg(detail) FROM backups WHERE id = %(run)s) ||
                   (SELECT array_agg(detail) FROM alarms WHERE cleared_at IS NULL AND kind = 'backup_failed')
            """,
            run=run,
        )
        await conn.execute("UPDATE alarms SET cleared_at = now() WHERE cleared_at IS NULL")
    assert {words.rpartition(": ")[2] for words in noted} == {"/files/a??b cannot be copied"}
    assert not hasattr(error, "__notes__")
