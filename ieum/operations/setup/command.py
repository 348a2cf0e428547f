"""`ieum setup`: the questions, the file, the migration, and what the doctor still misses."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from psycopg import Error

from ieum.operations.doctor.checks import CHECKS
from ieum.operations.doctor.command import NTP, quiet, subject_of
from ieum.operations.doctor.examining import examine, is_before_opening
from ieum.operations.doctor.printing import as_text
from ieum.operations.doctor.types import Finding, Found, broken, well
from ieum.operations.setup import footer
from ieum.operations.setup.asking import NotWrittenError, Setup
from ieum.operations.setup.making_database import usual_units
from ieum.operations.setup.talking import (
    NO,
    YES,
    AnswerMissingError,
    Person,
    Script,
    Talk,
    WrongAnswerError,
)
from ieum.shop.kernel.outages import one_line
from ieum.shop.kernel.settings import SettingsError
from ieum.shop.kernel.settings_file import USUAL, read
from ieum.shop.server.migrate import migrate

_INTRODUCTION = """이음 상점을 설정합니다. 열두 가지쯤 묻고 그때마다 시험합니다.
Enter는 [ ] 안의 값입니다. Ctrl-C로 멈춰도 적은 답은 남아 있습니다.
<를 적으면 앞의 질문으로 돌아갑니다."""
# What only an answer file says; the first four with yes or no.
_SWITCHES = frozenset({"MAKE_DATABASE", "MIGRATE", "SMS", "IDENTITY"})
_WORDS = _SWITCHES | {"TEST_MAIL_TO"} | {question.name for question in footer.QUESTIONS.values()}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--file",
        type=Path,
        default=USUAL,
        metavar="PATH",
        help=f"the settings file to write (default: {USUAL})",
    )
    parser.add_argument(
        "--answers",
        type=Path,
        metavar="FILE",
        help="ask nobody: NAME=value lines, named as in the settings file, beside MAKE_DATABASE=yes, MIGRATE=yes, "
        "TEST_MAIL_TO=address",
    )
    parser.add_argument(
        "--keep-wrong", action="store_true", help="with --answers: write what was found wrong, too"
    )
    parser.add_argument("--replace", action="store_true", help="with --answers: change a file that is there")
    parser.add_argument("--ntp", default=NTP, metavar="SERVER", help="as in `ieum doctor`")


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    try:
        with quiet():
            if options.answers is None:
                return _with_person(options.file, environ, ntp=options.ntp)
            return _with_answers(options, environ)
    except PermissionError as error:
        raise SettingsError(f"{error.filename} is for root: run this as root, or give --file.") from None


def _with_answers(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    answers = read(options.answers)
    strange = [name for name in answers if not name.startswith("IEUM_") and name not in _WORDS]
    if strange:
        raise SettingsError(f"{options.answers}: nobody asks for {', '.join(strange)}.")
    unclear = [name for name in _SWITCHES if answers.get(name, "no").strip().lower() not in YES | NO]
    if unclear:
        raise SettingsError(f"{options.answers}: the answer of {', '.join(sorted(unclear))} is yes or no.")
    if options.replace:
        answers["REPLACE"] = "yes"
    talk = Script(answers, keeps_wrong=options.keep_wrong)
    if options.answers.stat().st_mode & 0o077:
        talk.say(
            f"{options.answers}: 다른 사용자도 읽을 수 있는 파일에 비밀번호와 키가 있습니다."
            " chmod 600을 하고, 설정을 마치면 지워 주세요."
        )
    try:
        # Of the footer, too, before a database is made: it is filled in last of all.
        if footer.shows_wrong(talk):
            talk.keeps_wrong()
        return _go(Setup(talk, options.file, units=usual_units()), environ, ntp=options.ntp)
    except AnswerMissingError as missing:
        talk.say(f"{options.answers}: {missing}의 답이 없습니다.")
    except WrongAnswerError:
        talk.say("틀린 답이 있어 쓰지 않았습니다. 그래도 쓰려면 --keep-wrong을 붙여 주세요.")
    except NotWrittenError:
        talk.say("쓰지 않았습니다. 위의 이름을 바꾸려면 --replace를 붙여 주세요.")
    return 1


def _with_person(file: Path, environ: Mapping[str, str], *, ntp: str) -> int:
    talk = Person()
    talk.say(_INTRODUCTION)
    setup = Setup(talk, file, units=usual_units())
    try:
        return _go(setup, environ, ntp=ntp)
    except (KeyboardInterrupt, EOFError):
        talk.say(f"\n멈췄습니다. {_what_is_kept(setup)}")
        return 128 + signal.SIGINT
    except NotWrittenError:
        talk.say(
            f"쓰지 않았습니다. 적은 답은 {setup.partial}에 있고, 다시 실행해 마지막에 ‘예’라고 답하면 씁니다."
        )
        return 1


def _what_is_kept(setup: Setup) -> str:
    if setup.is_written:
        return (
            f"설정은 {setup.file}에 있고, 사업자 정보는 적은 데까지 저장했습니다. "
            "다시 실행하면 남은 것을 묻습니다."
        )
    if setup.partial.exists():
        return f"여기까지의 답은 {setup.partial}에 있고, 다시 실행하면 이어집니다."
    return "아직 적은 답이 없습니다. 묻는 말에 답할 사람이 없으면 --answers로 답을 파일에 적어 주세요."


def _go(setup: Setup, environ: Mapping[str, str], *, ntp: str) -> int:
    talk = setup.talk
    setup.ask()
    setup.write()
    url = setup.values["IEUM_DATABASE_URL"]
    is_complete = True
    if talk.wants(
        "MIGRATE", "데이터베이스를 지금 이 버전으로 옮길까요(ieum migrate)?", default=talk.is_person
    ):
        migrated = _migrated(url)
        talk.show("데이터베이스", migrated)
        is_complete = migrated.state == "well"
    # Half a schema takes no answers for the footer.
    is_complete = is_complete and footer.fill_in(talk, url)
    _tell_what_is_missing(talk, {**environ, "IEUM_ENV_FILE": str(setup.file)}, ntp=ntp)
    return 0 if is_complete else 1


def _migrated(url: str) -> Found:
    try:
        return well(f"변경 {migrate(url)}개를 적용했습니다.")
    except Error as error:
        return broken(f"옮기지 못했습니다: {one_line(error)}", "고친 다음 `ieum migrate`를 실행해 주세요.")


def _tell_what_is_missing(talk: Talk, environ: Mapping[str, str], *, ntp: str) -> None:
    async def ask_doctor() -> tuple[list[Finding], bool]:
        async with subject_of(environ, ntp=ntp) as subject:
            return await examine(subject, CHECKS), await is_before_opening(subject)

    found, is_new = asyncio.run(ask_doctor())
    findings = [one for one in found if one.state not in {"well", "skipped"}]
    if not findings:
        talk.say("\n모두 갖추었습니다.")
        return
    colour = talk.is_person and sys.stdout.isatty()
    written = as_text(findings, datetime.now(UTC), colour=colour, is_before_opening=is_new)
    talk.say(f"\n아직 필요한 것(언제든 `ieum doctor`가 다시 알려 줍니다)\n{written}")
