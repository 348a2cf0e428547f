"""A file of answers as people save it: what can be read is read, and what is wrong is told before anything is made."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest

from ieum.dev.postgres import programs
from ieum.operations.setup import command, env_file, footer, making_database, questions
from ieum.operations.setup.asking import Setup
from ieum.operations.setup.talking import Script, WrongAnswerError
from ieum.operations.setup.trying import World
from ieum.shop.kernel import settings_file
from ieum.shop.kernel.settings import SettingsError
from tests.conftest import Cluster
from tests.operations.stand_ins import ENVIRON, sandbox

KEYS = {name: ENVIRON[name] for name in ("IEUM_SECRET_KEY", "IEUM_SEALING_KEYS")}


def answers(tmp_path: Path, database: str) -> dict[str, str]:
    """Right ones, but for the mail server, which these tests do not get to."""
    given = {name: value for name, value in ENVIRON.items() if name not in {*KEYS, "IEUM_ENV"}}
    own = {"IEUM_PUBLIC_URL": "http://localhost:9", "IEUM_DATABASE_URL": database, "IEUM_DATA": str(tmp_path)}
    return given | own


def options(tmp_path: Path, written: str, *words: str) -> argparse.Namespace:
    file = tmp_path / "answers"
    file.write_bytes(written.encode())
    file.chmod(0o600)
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(["--file", str(tmp_path / "ieum.env"), "--answers", str(file), *words])


@pytest.fixture
def none_made(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """Who wanted a database made."""
    made: list[Sequence[str]] = []

    def make(psql: Sequence[str]) -> str:
        made.append(psql)
        raise making_database.NotMadeError

    monkeypatch.setattr(making_database, "make", make)
    return made


def test_a_file_of_windows_is_read_and_stays_readable_when_it_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "ieum.env"
    text = "\ufeffIEUM_A='a b'\r\n\r\n   \r\n# a remark\r\nIEUM_B=\"it's\"\r\n"
    file.write_bytes(text.encode())

    before = settings_file.read(file)
    changed = env_file.updated(file.read_bytes().decode(), {"IEUM_A": "c", "IEUM_B": "d"})

    assert before == {"IEUM_A": "a b", "IEUM_B": "it's"}
    assert settings_file.parse(changed) == {"IEUM_A": "c", "IEUM_B": "d"}


@pytest.mark.parametrize("word", ["yes", "Yes", "YES", " y ", "예", "네"])
def test_yes_is_yes_as_a_person_may_write_it(word: str) -> None:
    assert Script({"MIGRATE": word}, keeps_wrong=False).wants("MIGRATE", "", default=False)


@pytest.mark.parametrize("word", ["no", "No", "n", "아니요", ""])
def test_no_is_no(word: str) -> None:
    assert not Script({"SMS": word}, keeps_wrong=False).wants("SMS", "", default=True)


@pytest.mark.parametrize("name", ["MAKE_DATABASE", "MIGRATE", "SMS", "IDENTITY"])
def test_a_word_that_is_neither_yes_nor_no_is_named_and_not_taken_for_no(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match=f"the answer of {name} is yes or no"):
        command.run(options(tmp_path, f"{name}=true\n"), {})


def test_a_wrong_answer_for_the_footer_makes_no_database_and_no_file(
    tmp_path: Path, none_made: list[Sequence[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    """It is filled in last of all, and was told when everything else had been done."""
    given = answers(tmp_path, "") | {"MAKE_DATABASE": "yes", "MIGRATE": "yes"}
    del given["IEUM_DATABASE_URL"]
    wrong = {"BUSINESS_LICENCE": "123-45-67890", "SITE_MAIL": "help"}

    code = command.run(options(tmp_path, env_file.updated("", given | wrong)), {})

    said = capsys.readouterr().out
    assert (code, none_made) == (1, [])
    assert [label for label in ("✗ 사업자등록번호", "✗ 이메일") if label in said] == [
        "✗ 사업자등록번호",
        "✗ 이메일",
    ]
    assert [file.name for file in tmp_path.iterdir()] == ["answers"]


def test_keys_that_the_file_brings_are_kept_and_not_made_anew(tmp_path: Path, shared_database: str) -> None:
    """A shop moves to a new machine with its keys, before its database is restored there."""
    written = _keys_written(tmp_path, shared_database, KEYS)
    only_one = _keys_written(tmp_path, shared_database, {"IEUM_SECRET_KEY": KEYS["IEUM_SECRET_KEY"]})

    assert written == KEYS
    assert only_one["IEUM_SECRET_KEY"] == KEYS["IEUM_SECRET_KEY"]
    assert only_one["IEUM_SEALING_KEYS"] not in {"", KEYS["IEUM_SEALING_KEYS"]}


@pytest.mark.parametrize("wrong", [{"IEUM_SEALING_KEYS": "a key"}, {"IEUM_SECRET_KEY": "short"}])
def test_keys_that_are_none_are_told_of(
    tmp_path: Path, shared_database: str, wrong: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(WrongAnswerError):
        _keys_written(tmp_path, shared_database, KEYS | wrong)

    assert next(iter(wrong)) in capsys.readouterr().out


def _keys_written(tmp_path: Path, database: str, keys: dict[str, str]) -> dict[str, str]:
    setup = Setup(
        Script(answers(tmp_path, database) | keys, keeps_wrong=False),
        tmp_path / "ieum.env",
        world=World(transport=sandbox()[1]),
    )
    setup._keep("IEUM_DATABASE_URL", database)
    setup._ask(questions.KEYS)
    return {name: setup.values[name] for name in KEYS}


def test_ctrl_c_while_a_database_is_made_leaves_none_behind(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its password would be known to nobody, and its name would refuse every further run."""
    psql = (str(programs() / "psql"), *making_database._PSQL[1:], f"--dbname={cluster.url}")
    run = making_database._run

    def broken_off(words: Sequence[str], statements: str) -> str:
        if statements.startswith("GRANT"):
            raise KeyboardInterrupt
        return run(words, statements)

    monkeypatch.setattr(making_database, "_run", broken_off)

    with pytest.raises(KeyboardInterrupt):
        making_database.make(psql, "ieum_broken_off")

    with psycopg.connect(cluster.url) as conn:
        row = conn.execute(
            """
            SELECT (SELECT count(*) FROM pg_roles WHERE rolname = 'ieum_broken_off')
                   + (SELECT count(*) FROM pg_database WHERE datname = 'ieum_broken_off')
            """
        ).fetchone()
    assert row == (0,)


def test_a_database_with_the_tables_of_another_program_is_refused(
    tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """The migration would mix both, or break off in the middle."""
    name, url = cluster.empty()
    try:
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute("CREATE TABLE posts (id int)")
        setup = Setup(
            Script(answers(tmp_path, url), keeps_wrong=False),
            tmp_path / "ieum.env",
            world=World(transport=sandbox()[1]),
        )
        with pytest.raises(WrongAnswerError):
            setup._ask(questions.DATABASE)
        refused = capsys.readouterr().out
        with psycopg.connect(url, autocommit=True) as conn:
            conn.execute("DROP TABLE posts")
        setup._ask(questions.DATABASE)
    finally:
        cluster.drop(name)

    assert "다른 프로그램의 표가 1개 있습니다" in refused
    assert "✗" not in capsys.readouterr().out


def test_a_migration_that_fails_is_a_failure_and_the_footer_waits_for_it(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended with a traceback from the footer, or with exit code 0."""
    name, url = cluster.empty()

    def breaks_off(_url: str) -> int:
        raise psycopg.errors.QueryCanceled

    def never(*_: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(command, "migrate", breaks_off)
    monkeypatch.setattr(footer, "fill_in", never)
    given = env_file.updated("", answers(tmp_path, url) | {"MIGRATE": "yes"})
    try:
        code = command.run(options(tmp_path, given, "--keep-wrong", "--ntp", "none"), {})
    finally:
        cluster.drop(name)

    assert code == 1
    assert "✗ 데이터베이스: 옮기지 못했습니다" in capsys.readouterr().out
