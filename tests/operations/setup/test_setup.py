"""`ieum setup`: what is asked is tested at once, nothing is lost, and one file is written for root alone."""

import argparse
import os
import pty
import signal
import stat
import subprocess
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, override

import psycopg
import pytest
from aiosmtpd.controller import Controller
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from ieum.dev.postgres import programs
from ieum.operations.doctor.types import Found
from ieum.operations.setup import command, env_file, footer, making_database
from ieum.operations.setup.asking import NotWrittenError, Setup
from ieum.operations.setup.questions import SECTIONS, TEST_MAIL, Question
from ieum.operations.setup.talking import AnswerMissingError, BackError, Script, WrongAnswerError
from ieum.operations.setup.trying import World
from ieum.shop.kernel import settings_file
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SettingsError, load
from ieum.shop.signing.queries import place_of
from tests.conftest import Cluster
from tests.operations.stand_ins import ENVIRON, NORMAL, sandbox
from tests.ports import free_port
from tests.waiting import wait_until

GENERATED = ("IEUM_SECRET_KEY", "IEUM_SEALING_KEYS", "IEUM_ENV")
SECRETS = tuple(
    ENVIRON[name]
    for name in (
        "IEUM_TOSS_SECRET_KEY",
        "IEUM_TOSS_BILLING_SECRET_KEY",
        "IEUM_SOLAPI_SECRET",
        "IEUM_PORTONE_SECRET",
    )
)


class Mailbox:
    def __init__(self) -> None:
        self.received: list[Any] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - its name
        self.received.append(envelope)
        return "250 OK"


@pytest.fixture
def mailbox() -> Generator[tuple[Mailbox, str]]:
    mailbox, port = Mailbox(), free_port()
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    yield mailbox, f"smtp://127.0.0.1:{port}"
    controller.stop()


@pytest.fixture
def answers(mailbox: tuple[Mailbox, str], shared_database: str, tmp_path: Path) -> dict[str, str]:
    """Right ones, about a shop whose providers are the sandbox."""
    given = {name: value for name, value in ENVIRON.items() if name not in GENERATED}
    own = {
        "IEUM_PUBLIC_URL": "http://localhost:9",
        "IEUM_DATABASE_URL": shared_database,
        "IEUM_SMTP_URL": mailbox[1],
        "IEUM_DATA": str(tmp_path),
    }
    return given | own


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "etc" / "ieum.env"


def a_setup(file: Path, answers: Mapping[str, str], *, keeps_wrong: bool = False) -> Setup:
    return Setup(Script(answers, keeps_wrong=keeps_wrong), file, world=World(transport=sandbox()[1]))


def set_up(file: Path, answers: Mapping[str, str], *, keeps_wrong: bool = False) -> bool:
    setup = a_setup(file, answers, keeps_wrong=keeps_wrong)
    setup.ask()
    return setup.write()


def test_right_answers_make_one_file_for_root_with_which_production_starts(
    file: Path, answers: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    set_up(file, answers)

    said = capsys.readouterr().out
    written = settings_file.read(file)
    assert written.items() >= answers.items()
    assert load(written).production
    # Only a proxy on the same machine reaches it, and Prometheus there.
    assert (written["IEUM_LISTEN"], written["IEUM_WORK_METRICS_PORT"]) == ("127.0.0.1", "9101")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["ieum.env"]
    assert "✗" not in said
    assert "금고" in said
    secrets = [*SECRETS, written["IEUM_SECRET_KEY"], written["IEUM_SEALING_KEYS"]]
    assert not [secret for secret in secrets if secret in said]


def test_twice_is_once(file: Path, answers: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    set_up(file, answers)
    first = file.read_bytes()

    changed = set_up(file, answers)

    assert not changed
    assert file.read_bytes() == first
    assert "바뀐 것이 없어" in capsys.readouterr().out


def test_a_file_that_is_there_is_changed_only_by_somebody_who_has_seen_the_names(
    file: Path, answers: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    set_up(file, answers)
    file.write_text("# Ours.\nIEUM_WORKERS=3\n" + file.read_text())
    before = file.read_bytes()
    other = answers | {
        "IEUM_SMS_SENDER": "0212345678",
        "IEUM_PORTONE_STORE_ID": "store-shop",
        "IEUM_PORT": "8080",
    }
    other["IEUM_TRUSTED_PROXIES"] = "10.0.0.1"
    capsys.readouterr()

    with pytest.raises(NotWrittenError):
        set_up(file, other)
    refused, after_refusal = capsys.readouterr().out, file.read_bytes()
    set_up(file, other | {"REPLACE": "yes"})

    assert "새로: IEUM_PORT · 바뀜: IEUM_TRUSTED_PROXIES" in refused
    assert "10.0.0.1" not in refused
    assert after_refusal == before
    assert file.read_text().startswith("# Ours.\nIEUM_WORKERS=3\n")
    assert settings_file.read(file)["IEUM_TRUSTED_PROXIES"] == "10.0.0.1"


def test_a_file_that_others_could_read_is_closed(file: Path, answers: dict[str, str]) -> None:
    set_up(file, answers)
    file.chmod(0o644)

    set_up(file, answers | {"REPLACE": "yes"})

    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"IEUM_TOSS_SECRET_KEY": "live_sk_another"}, "UNAUTHORIZED_KEY"),
        ({"IEUM_TOSS_SECRET_KEY": "test_sk_shop_normal"}, "sandbox"),
        ({"IEUM_TOSS_CLIENT_KEY": "live_gck_shop_normal"}, "결제위젯"),
        ({"IEUM_DATABASE_URL": "postgresql://shop:hunter2@127.0.0.1:1/none"}, "연결하지 못했습니다"),
        ({"IEUM_SMTP_URL": "mail.example.com"}, "smtp://"),
        ({"IEUM_SMTP_URL": "smtp://shop:hunter2@127.0.0.1:1"}, "인사하지 못했습니다"),
        ({"IEUM_SMS_SENDER": "0299999999"}, "등록되어 있지 않습니다"),
        ({"IEUM_SOLAPI_KEY": "another"}, "InvalidAPIKey"),
        ({"IEUM_PORTONE_SECRET": "another"}, "포트원"),
        ({"IEUM_TRUSTED_PROXIES": "proxy.local"}, "IEUM_TRUSTED_PROXIES"),
        ({"IEUM_PUBLIC_URL": "http://shop.example"}, "IEUM_PUBLIC_URL"),
        ({"IEUM_BACKUP_PLACE": "/nowhere/at/all"}, "백업을 둘 수 없습니다"),
    ],
)
def test_a_wrong_answer_is_told_at_once_and_nothing_is_written(
    file: Path, answers: dict[str, str], capsys: pytest.CaptureFixture[str], wrong: dict[str, str], word: str
) -> None:
    with pytest.raises(WrongAnswerError):
        set_up(file, answers | wrong)

    said = capsys.readouterr().out
    [line] = [line for line in said.splitlines() if "✗" in line]
    assert word in line
    assert "hunter2" not in said
    assert not file.exists()


def test_what_has_no_default_has_to_be_answered_and_what_a_shop_can_do_without_need_not(
    file: Path, answers: dict[str, str]
) -> None:
    without = {
        name: value
        for name, value in answers.items()
        if not name.startswith(("IEUM_SOL", "IEUM_SMS", "IEUM_PORTONE"))
    }
    set_up(file, without)
    del without["IEUM_TOSS_CLIENT_KEY"]
    with pytest.raises(AnswerMissingError, match="IEUM_TOSS_CLIENT_KEY"):
        set_up(file.with_name("other.env"), without)

    settings = load(settings_file.read(file))
    assert (settings.sms, settings.identity) == (None, None)


def test_a_bare_host_name_becomes_an_https_address(file: Path, answers: dict[str, str]) -> None:
    set_up(file, answers | {"IEUM_PUBLIC_URL": "shop.ieum.invalid/"}, keeps_wrong=True)

    assert settings_file.read(file)["IEUM_PUBLIC_URL"] == "https://shop.ieum.invalid"


def test_the_keys_of_a_shop_that_is_there_are_asked_for_and_not_made(
    file: Path, answers: dict[str, str], database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """New ones would open none of its cards."""
    answers["IEUM_DATABASE_URL"] = database_url
    with psycopg.connect(database_url) as conn:
        conn.execute(
            "INSERT INTO staff (email, name, role_id) SELECT 'a@ieum.test', '김', min(id) FROM staff_roles"
        )
        conn.execute(
            """
            INSERT INTO signing_keys (key_id, public_key, sealed_private)
            SELECT left(encode(sha256(k), 'hex'), 16), k, %s FROM (VALUES (decode(repeat('ab', 32), 'hex'))) AS v (k)
            """,
            [Sealer([ENVIRON["IEUM_SEALING_KEYS"]]).seal("k", of=place_of("k"))],
        )
    own = {name: ENVIRON[name] for name in ("IEUM_SECRET_KEY", "IEUM_SEALING_KEYS")}
    other = {"IEUM_SEALING_KEYS": "c3RhbmQtaW4tc3RhbmQtaW4tc3RhbmQtaW4tMTIzNCE="}

    with pytest.raises(AnswerMissingError, match="IEUM_SECRET_KEY"):
        set_up(file, answers)
    with pytest.raises(WrongAnswerError):
        set_up(file, answers | own | other)
    refused = capsys.readouterr().out
    set_up(file, answers | own)

    assert "열리지 않습니다" in refused
    assert settings_file.read(file).items() >= own.items()


def test_a_test_mail_is_sent_to_whom_it_was_wished_for(
    file: Path, answers: dict[str, str], mailbox: tuple[Mailbox, str]
) -> None:
    set_up(file, answers)
    unasked = len(mailbox[0].received)
    set_up(file, answers | {"TEST_MAIL_TO": "owner@ieum.test"})

    [mail] = mailbox[0].received
    assert (unasked, mail.rcpt_tos) == (0, ["owner@ieum.test"])


def test_a_database_is_made_by_the_commands_that_were_shown_and_nothing_there_is_touched(
    cluster: Cluster,
) -> None:
    psql = (str(programs() / "psql"), *making_database._PSQL[1:], f"--dbname={cluster.url}")
    try:
        url = making_database.make(psql, "ieum_made")
        with pytest.raises(making_database.NotMadeError, match="손대지 않았습니다"):
            making_database.make(psql, "ieum_made")
        made = conninfo_to_dict(url)
        with psycopg.connect(make_conninfo(cluster.url, dbname="ieum_made")) as conn:
            row = conn.execute(
                """
                SELECT pg_get_userbyid(datdba), pg_encoding_to_char(encoding),
                       pg_has_role(datdba, 'pg_monitor', 'USAGE'), setconfig
                  FROM pg_database d LEFT JOIN pg_db_role_setting s ON s.setdatabase = d.oid
                 WHERE datname = 'ieum_made'
                """
            ).fetchone()
    finally:
        cluster.drop("ieum_made")
        with psycopg.connect(cluster.url, autocommit=True) as conn:
            conn.execute("DROP ROLE ieum_made")

    assert row == ("ieum_made", "UTF8", True, ["log_error_verbosity=terse"])
    assert (made["host"], made["user"], made["dbname"]) == ("localhost", "ieum_made", "ieum_made")
    assert str(made["password"]) not in making_database.shown(psql, "ieum_made")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch, answers: dict[str, str]) -> list[str]:
    """A PostgreSQL that makes its database once, as the real one; the answers want one made."""
    made: list[str] = []
    url = answers.pop("IEUM_DATABASE_URL")

    def make(_psql: Sequence[str]) -> str:
        if made:
            raise making_database.NotMadeError
        made.append(url)
        return url

    monkeypatch.setattr(making_database, "make", make)
    answers["MAKE_DATABASE"] = "yes"
    return made


def test_a_wrong_answer_of_a_file_makes_no_database(
    file: Path, answers: dict[str, str], made: list[str]
) -> None:
    with pytest.raises(WrongAnswerError):
        set_up(file, answers | {"IEUM_SOLAPI_KEY": "another"})
    made_by_wrong_answers = list(made)
    set_up(file, answers)

    assert made_by_wrong_answers == []
    assert settings_file.read(file)["IEUM_DATABASE_URL"] == made[0]


def test_a_database_that_was_made_is_used_by_the_next_run(
    file: Path, answers: dict[str, str], made: list[str]
) -> None:
    """Its password was told once: a file that nobody has let change must not take it along."""
    file.parent.mkdir()
    file.write_text("IEUM_WORKERS=3\n")
    with pytest.raises(NotWrittenError):
        set_up(file, answers)
    left = file.with_name("ieum.env.partial")
    mode = stat.S_IMODE(left.stat().st_mode)

    set_up(file, answers | {"REPLACE": "yes"})

    assert mode == 0o600
    assert settings_file.read(file)["IEUM_DATABASE_URL"] == made[0]
    assert not left.exists()


def test_a_database_on_this_machine_is_started_again_after_a_crash(
    file: Path,
    tmp_path: Path,
    answers: dict[str, str],
    made: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (systemctl := tmp_path / "systemctl").write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/asked\n')
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    units = tmp_path / "units"

    for _ in range(2):
        script = Script(answers, keeps_wrong=False)
        Setup(script, file, world=World(transport=sandbox()[1]), units=units).ask()
        file.with_name("ieum.env.partial").unlink()
        made.clear()

    drop_in = units / "postgresql@.service.d" / "restart.conf"
    assert "Restart=on-failure" in drop_in.read_text()
    assert (tmp_path / "asked").read_text() == "daemon-reload\n"
    assert capsys.readouterr().out.count("자동으로 다시 시작합니다") == 1


def test_half_a_database_is_undone_so_that_the_next_run_can_make_it(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    psql = (str(programs() / "psql"), *making_database._PSQL[1:], f"--dbname={cluster.url}")
    statements = making_database._statements

    def with_a_wrong_one(name: str, password: str) -> list[str]:
        return [*statements(name, password)[:3], "ALTER DATABASE nowhere;"]

    monkeypatch.setattr(making_database, "_statements", with_a_wrong_one)

    with pytest.raises(making_database.NotMadeError, match="거절"):
        making_database.make(psql, "ieum_half")

    with psycopg.connect(cluster.url) as conn:
        row = conn.execute(
            """
            SELECT (SELECT count(*) FROM pg_roles WHERE rolname = 'ieum_half')
                   + (SELECT count(*) FROM pg_database WHERE datname = 'ieum_half')
            """
        ).fetchone()
    assert row == (0,)


class Typist(Script):
    """Somebody who types these answers, wants back once at some questions, and whose terminal breaks off before one."""

    is_person = True

    def __init__(self, answers: Mapping[str, str], *, until: str = "", back_at: Sequence[str] = ()) -> None:
        super().__init__(answers, keeps_wrong=False)
        self.until = until
        self.back_at = list(back_at)
        self.shown: dict[str, str] = {}
        self.asked: list[str] = []

    @override
    def ask(self, question: Question, known: str) -> str:
        if question.name == self.until:
            raise KeyboardInterrupt
        self.asked.append(question.name)
        self.shown[question.name] = known
        if question.name in self.back_at:
            self.back_at.remove(question.name)
            raise BackError
        return super().ask(question, known)

    @override
    def show(self, label: str, found: Found) -> None:
        del label, found


def test_what_was_typed_before_the_terminal_broke_off_is_there_the_next_time(
    file: Path, answers: dict[str, str]
) -> None:
    world = World(transport=sandbox()[1])
    broken_off = Setup(Typist(answers, until="IEUM_SMTP_URL"), file, world=world)
    with pytest.raises(KeyboardInterrupt):
        broken_off.ask()
    left = broken_off.partial
    mode = stat.S_IMODE(left.stat().st_mode)

    again = Typist({"IEUM_SMTP_URL": answers["IEUM_SMTP_URL"], "SMS": "no", "IDENTITY": "no"})
    resumed = Setup(again, file, world=world)
    # The addresses of the stand-ins, which nobody types.
    resumed.values |= {name: answers[name] for name in answers if name.endswith("_API_URL")}
    resumed._answered |= {"IEUM_TOSS_API_URL"}
    resumed.ask()
    resumed.write()

    assert mode == 0o600
    assert again.shown["IEUM_TOSS_SECRET_KEY"] == NORMAL.secret_key
    assert settings_file.read(file)["IEUM_TOSS_SECRET_KEY"] == NORMAL.secret_key
    assert not left.exists()


def test_who_wants_back_is_asked_the_question_before_again_also_of_the_section_before(
    file: Path, answers: dict[str, str]
) -> None:
    first, second = "IEUM_TOSS_CLIENT_KEY", "IEUM_TOSS_SECRET_KEY"
    back_at = ["IEUM_PUBLIC_URL", first, second, TEST_MAIL.name]
    typist = Typist(answers, until="IEUM_SOLAPI_KEY", back_at=back_at)

    with pytest.raises(KeyboardInterrupt):
        Setup(typist, file, world=World(transport=sandbox()[1])).ask()

    asked = typist.asked
    assert typist.back_at == []
    assert asked[:3] == ["IEUM_PUBLIC_URL", "IEUM_PUBLIC_URL", "IEUM_DATABASE_URL"]
    assert asked[asked.index(first) - 1 :][:6] == ["IEUM_DATA", first, "IEUM_DATA", first, second, first]
    assert (
        asked[asked.index("IEUM_SMTP_URL") :] == ["IEUM_SMTP_URL", "IEUM_DKIM_SELECTOR", TEST_MAIL.name] * 2
    )
    assert typist.shown["IEUM_DATA"] == answers["IEUM_DATA"]


def test_an_answer_for_the_footer_is_changed_by_who_goes_back(database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute("UPDATE site_config SET business_licence = '', business_name = ''")
    typist = Typist({"BUSINESS_LICENCE": "123-45-67891"}, until="-", back_at=["BUSINESS_NAME"])

    footer.fill_in(typist, database_url)

    assert typist.asked[:4] == ["BUSINESS_LICENCE", "BUSINESS_NAME", "BUSINESS_LICENCE", "BUSINESS_NAME"]
    assert typist.shown["BUSINESS_LICENCE"] == "123-45-67891"


def test_a_file_keeps_its_lines_and_a_value_that_no_line_can_say_leaves_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "ieum.env"
    env_file.write(file, "# A.\nIEUM_B=1\nIEUM_A=2\n")

    text = env_file.updated(file.read_text(), {"IEUM_A": "two words", "IEUM_B": "1", "IEUM_C": "x"})
    with pytest.raises(ValueError, match="IEUM_A"):
        env_file.updated(file.read_text(), {"IEUM_A": "a\nb"})
    with pytest.raises(UnicodeEncodeError):
        env_file.write(file, "\ud800")

    assert text == "# A.\nIEUM_B=1\nIEUM_A='two words'\nIEUM_C=x\n"
    assert file.read_text() == "# A.\nIEUM_B=1\nIEUM_A=2\n"
    assert [path.name for path in tmp_path.iterdir()] == ["ieum.env"]


def test_every_question_says_why_and_each_setting_is_asked_once() -> None:
    questions = [question for section in SECTIONS for question in section.questions]
    names = [question.name for question in questions]

    assert len(set(names)) == len(names)
    assert all(
        question.why.endswith(".") or question.why.endswith(").") for question in [*questions, TEST_MAIL]
    )
    # Whatever is a password is not shown as it is typed, nor as a default.
    assert {question.name for question in questions if question.is_secret} >= {
        name for name in names if "SECRET" in name or name in {"IEUM_DATABASE_URL", "IEUM_SMTP_URL"}
    }


def options(file: Path, answers: Path, **more: object) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return argparse.Namespace(
        **{**vars(parser.parse_args([])), "file": file, "answers": answers, "ntp": "none", **more}
    )


def test_the_whole_command_from_a_file_of_answers_to_what_is_still_missing(
    file: Path, tmp_path: Path, answers: dict[str, str], database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is automated: nobody is there, the providers are not either, and the database is brought up to date."""
    dead = {
        name: "http://127.0.0.1:1"
        for name in answers
        if name.endswith(("_API_URL", "SOLAPI_URL", "PORTONE_URL"))
    }
    written = tmp_path / "answers.env"
    own = {"IEUM_DATABASE_URL": database_url, "MIGRATE": "yes", "BUSINESS_LICENCE": "123-45-67891"}
    written.write_text(env_file.updated("", answers | dead | own))

    refused = command.run(options(file, written), {})
    done = command.run(options(file, written, keep_wrong=True), {})
    said = capsys.readouterr().out

    assert (refused, done) == (1, 0)
    assert "--keep-wrong" in said
    assert "  ○ 콘솔의 소유자: 콘솔에 들어갈 수 있는 소유자가 없습니다" in said
    assert "\n아직 하지 않은 것 " in said
    assert "사업자 정보가 비어 있어 시작하지 않습니다: 상호," in said
    with psycopg.connect(database_url) as conn:
        licence = conn.execute("SELECT business_licence FROM site_config").fetchone()
    assert licence == ("123-45-67891",)
    assert "변경 0개를 적용했습니다" in said


def test_the_footer_is_asked_for_until_it_is_complete_and_a_wrong_field_is_told(
    database_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without it a shop in production has no console in which it could be filled in."""
    right = {question.name: "이음" for question in footer.QUESTIONS.values()}
    right |= {
        "BUSINESS_LICENCE": "123-45-67891",
        "PHONE": "02-1234-5678",
        "OFFICER_MAIL": "officer@ieum.test",
        "SITE_MAIL": "help@ieum.test",
    }

    refused = footer.fill_in(Script(right | {"SITE_MAIL": "nobody"}, keeps_wrong=False), database_url)
    said = capsys.readouterr().out
    done = footer.fill_in(Script(right, keeps_wrong=False), database_url)
    capsys.readouterr()
    again = footer.fill_in(Script({}, keeps_wrong=False), database_url)

    assert (refused, done, again) == (False, True, True)
    assert [line.split(":")[0].strip() for line in said.splitlines() if "✗" in line] == ["✗ 이메일"]
    assert capsys.readouterr().out == ""


def test_what_was_typed_for_the_footer_before_the_terminal_broke_off_is_not_asked_again(
    database_url: str,
) -> None:
    with psycopg.connect(database_url, autocommit=True) as conn:
        conn.execute("UPDATE site_config SET business_licence = '', business_name = '', representative = ''")

    with pytest.raises(KeyboardInterrupt):
        footer.fill_in(
            Typist({"BUSINESS_LICENCE": "123-45-67891", "BUSINESS_NAME": "이음"}, until="REPRESENTATIVE"),
            database_url,
        )
    again = Typist({}, until="REPRESENTATIVE")
    with pytest.raises(KeyboardInterrupt):
        footer.fill_in(again, database_url)

    assert again.shown == {}


def test_who_breaks_off_is_told_where_the_answers_are(file: Path, answers: dict[str, str]) -> None:
    """Nothing is said to be in a file that is not there."""
    untouched = Setup(Typist({}), file.with_name("other.env"))
    begun = Setup(Typist(answers, until="IEUM_SMTP_URL"), file, world=World(transport=sandbox()[1]))
    with pytest.raises(KeyboardInterrupt):
        begun.ask()
    said = [command._what_is_kept(untouched), command._what_is_kept(begun)]
    begun.partial.unlink()
    begun.is_written = True
    said.append(command._what_is_kept(begun))

    assert ["아직 적은 답이 없습니다" in said[0], str(begun.partial) in said[1]] == [True, True]
    assert (str(file) in said[2], "partial" in said[2]) == (True, False)


def test_a_word_that_nobody_asks_for_is_named(file: Path, tmp_path: Path) -> None:
    written = tmp_path / "answers.env"
    written.write_text("MAKE_DATABSE=yes\n")

    with pytest.raises(SettingsError, match="MAKE_DATABSE"):
        command.run(options(file, written), {})


def test_on_a_terminal_secrets_are_not_shown_and_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    file, shown, read = tmp_path / "ieum.env", b"", 0
    secret = "postgresql://shop:hunter2@127.0.0.1:1/none"
    controlling, terminal = pty.openpty()

    def heard(words: str) -> bool:
        nonlocal shown
        os.set_blocking(controlling, False)
        with suppress(BlockingIOError):
            shown += os.read(controlling, 65_536)
        return words.encode() in shown[read:]

    def answer(question: str, text: str) -> None:
        nonlocal read
        wait_until(lambda: heard(question), f"{question} was not asked: {shown.decode(errors='replace')}")
        read = len(shown)
        os.write(controlling, text.encode())

    # `setsid` makes it the process's own terminal, from which Ctrl-C comes and on which secrets are typed. Who starts
    # the tests in the background ignores Ctrl-C, and so would all that they start.
    words = [
        "env",
        "--default-signal=INT",
        "setsid",
        "--ctty",
        sys.executable,
        "-m",
        "ieum.cli",
        "setup",
        "--file",
        str(file),
    ]
    process = subprocess.Popen(words, stdin=terminal, stdout=terminal, stderr=terminal)
    try:
        # What cannot be a setting at all is not offered to be kept: every later question would fail for it.
        answer("상점의 주소 (", "ftp://shop.example\n")
        answer("[ftp://shop.example]", "http://localhost:8\n")
        answer("위의 명령으로 만들까요?", "<\n")
        answer("[http://localhost:8]", "http://localhost:9\n")
        answer("위의 명령으로 만들까요?", "\n")
        # What is typed before this is thrown away: the terminal is told to show nothing first.
        answer("입력하는 글자는 보이지 않습니다", f"{secret}\n")
        answer("다시 적으시겠습니까?", "<\n")
        answer("[적어 둔 값] (입력하는 글자는 보이지 않습니다)", "\n")
        answer("다시 적으시겠습니까?", "아니요\n")
        answer("── 자료 폴더", "\x03")
        ended = process.wait(30)
        heard("")
    finally:
        process.kill()
        process.wait()
        os.close(terminal)
        os.close(controlling)

    kept = settings_file.read(file.with_name("ieum.env.partial"))
    assert ended == 128 + signal.SIGINT
    assert (kept["IEUM_PUBLIC_URL"], kept["IEUM_DATABASE_URL"]) == ("http://localhost:9", secret)
    assert b"hunter2" not in shown
    assert not file.exists()


def test_a_second_setup_does_not_replace_the_keys_of_one_that_was_faster(
    file: Path, answers: dict[str, str]
) -> None:
    slow, fast = a_setup(file, answers), a_setup(file, answers)
    slow.ask()
    fast.ask()
    fast.write()
    written = file.read_text()

    with pytest.raises(SettingsError, match="changed meanwhile"):
        slow.write()

    assert file.read_text() == written
