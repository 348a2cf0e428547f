"""The setup from its first question to the file: asks, tests, makes the keys, and writes what has changed."""

import asyncio
import secrets
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from cryptography.fernet import Fernet
from psycopg import AsyncConnection, Error

from ieum.operations.doctor.subject import PATIENCE
from ieum.operations.doctor.types import Found, broken
from ieum.operations.setup import env_file, making_database
from ieum.operations.setup.questions import (
    ADDRESS,
    DATABASE,
    KEYS,
    MAIL,
    SECTIONS,
    TEST_MAIL,
    Question,
    Section,
)
from ieum.operations.setup.talking import BackError, Talk, walk
from ieum.operations.setup.trying import World, attempt, send_test_mail
from ieum.shop.kernel.db import fetch_one
from ieum.shop.kernel.settings import SettingsError
from ieum.shop.kernel.settings_file import line, read

_ASKED = frozenset(question.name for section in (*SECTIONS, KEYS) for question in section.questions)
_URL = DATABASE.questions[0].name
_SAFE = """
금고에 보관할 것: {file} 안의 IEUM_SECRET_KEY와 IEUM_SEALING_KEYS.
  이 두 값이 없으면 백업을 되살려도 등록된 카드와 환불 계좌를 읽을 수 없습니다. 백업과 다른 곳에 두세요."""


class NotWrittenError(Exception):
    """The file was not changed, because nobody has confirmed it."""


class Setup:
    """`values` is what the file will say. What was answered so far is kept beside it until it is written."""

    def __init__(
        self,
        talk: Talk,
        file: Path,
        *,
        world: World | None = None,
        psql: Sequence[str] | None = None,
        units: Path | None = None,
    ) -> None:
        """`units`: the folder of the machine's own units, if systemd runs it."""
        self.talk = talk
        self.file = file
        self.partial = file.with_name(f"{file.name}.partial")
        self._world = world or World()
        self._psql = psql or making_database.usual_psql()
        self._units = units
        self.is_written = False
        env_file.refuse_open(file)
        self._before = read(file) if file.exists() else {}
        self.values = dict(self._before)
        # Whatever else the file says counts when answers are tested, such as another address of a provider.
        self._answered = set(self._before) - _ASKED

    def ask(self) -> None:
        """Ask everything; settings beyond the questions are taken over from a file of answers as they are.

        Raises AnswerMissingError and WrongAnswerError where a file answers.
        """
        self._resume()
        others = {
            name: value
            for name, value in self.talk.answers.items()
            if name.startswith("IEUM_") and name not in _ASKED
        }
        self.values |= others
        self._answered |= set(others)
        # Of a file, all other answers are tested before a database is made.
        sections = SECTIONS if self.talk.is_person else sorted(SECTIONS, key=lambda one: one is DATABASE)
        walk([*sections, KEYS], self._ask)

    def _resume(self) -> None:
        if not self.partial.exists():
            return
        kept = read(self.partial)
        if self.talk.is_person:
            self.values |= kept
            self.talk.say(f"지난번에 적다 만 답({self.partial})을 이어 씁니다. Enter를 누르면 그 답입니다.")
        elif _URL in kept and _URL not in self.values and self.talk.answers.get("MAKE_DATABASE") == "yes":
            self.values[_URL] = kept[_URL]
            self.talk.say(f"지난번에 만든 데이터베이스({self.partial})를 씁니다.")

    def _ask(self, section: Section) -> None:
        if section is KEYS and self._has_made_keys():
            return
        self.talk.say(f"\n── {section.title} ──")
        if section.optional and not self._wants(section):
            for question in section.questions:
                self._keep(question.name, "")
            return
        if section is DATABASE and self._make_database():
            return
        while True:
            walk(section.questions, self._ask_one, leads_out=True)
            try:
                if self._is_right(section) or (
                    not self._breaks_settings(section) and self.talk.keeps_wrong()
                ):
                    if section is MAIL:
                        self._send_test_mail()
                    break
            except BackError:
                pass  # back into the same section

    def _ask_one(self, question: Question) -> None:
        answer = self.talk.ask(question, self.values.get(question.name, question.default))
        self._keep(question.name, _tidy(question.name, answer))

    def _wants(self, section: Section) -> bool:
        there = any(self.values.get(question.name) for question in section.questions)
        told = any(question.name in self.talk.answers for question in section.questions)
        return self.talk.wants(
            section.optional,
            f"{section.without}\n{section.title}: 쓰시겠습니까?",
            default=there or told,
            has_way_back=True,
        )

    def _keep(self, name: str, answer: str) -> None:
        """Keep an answer, at once and on the disk: the terminal may be gone a moment later."""
        self._answered.add(name)
        if answer:
            self.values[name] = answer
        else:
            self.values.pop(name, None)
        if self.talk.is_person:
            self._save()

    def _save(self) -> None:
        env_file.write(self.partial, env_file.updated("", _writable(self.values)))

    def _is_right(self, section: Section) -> bool:
        unwritable = [name for name in self.values if name not in _writable(self.values)]
        if unwritable:
            found = [broken(f"{', '.join(unwritable)}에 보이지 않는 문자가 있습니다.", "다시 적어 주세요.")]
        else:
            found = asyncio.run(attempt(section.test, self._world.subject(self._so_far())))
        for one in found:
            self.talk.show(section.title, one)
        return all(one.state != "broken" for one in found)

    def _breaks_settings(self, section: Section) -> bool:
        """Tell whether a person's answers cannot be settings at all: kept, they would fail every later question."""
        if not self.talk.is_person:
            return False
        ours = {question.name for question in section.questions}
        so_far = self._so_far()
        others = {name: value for name, value in so_far.items() if name not in ours}
        # What is wrong in the file besides is not asked here, so nobody could leave the question.
        return bool(self._world.subject(so_far).settings_error) and not (
            self._world.subject(others).settings_error
        )

    def _so_far(self) -> dict[str, str]:
        return {name: value for name, value in self.values.items() if name in self._answered}

    def _make_database(self) -> bool:
        """Offer a database on this machine if none is known yet."""
        if self.values.get(_URL) or self.talk.answers.get(_URL):
            return False
        self.talk.say(
            "이 기계의 PostgreSQL에 새 데이터베이스를 만들 수 있습니다. 실행할 명령:\n"
            + making_database.shown(self._psql)
        )
        if not self.talk.wants(
            "MAKE_DATABASE",
            "위의 명령으로 만들까요? ‘아니요’면 주소를 묻습니다.",
            default=False,
            has_way_back=True,
        ):
            return False
        try:
            self._keep(_URL, making_database.make(self._psql))
            # Of a file of answers, too: the new password is known nowhere else.
            self._save()
            self._keep_running()
        except making_database.NotMadeError as error:
            self.talk.show(DATABASE.title, broken("만들지 못했습니다.", str(error)))
            return False
        return self._is_right(DATABASE) or self.talk.keeps_wrong()

    def _keep_running(self) -> None:
        """Have a PostgreSQL of this machine started again after a crash; without that, the shop works all the same."""
        if self._units is None:
            return
        try:
            placed = making_database.place_restart(self._units)
        except OSError as error:
            self.talk.say(f"{self._units}: PostgreSQL의 자동 재시작을 켜지 못했습니다({error.strerror}).")
            return
        if placed:
            self.talk.say(f"{placed}: PostgreSQL이 갑자기 꺼지면 자동으로 다시 시작합니다.")

    def _send_test_mail(self) -> None:
        to = self.talk.ask(TEST_MAIL, "")
        if not to:
            return

        async def send() -> Found:
            return await send_test_mail(self._world.subject(self._so_far()), to)

        self.talk.show(MAIL.title, asyncio.run(send()))

    def _has_made_keys(self) -> bool:
        """Make the keys that are missing, but not where a shop is there already, which needs its own."""
        told = {question.name for question in KEYS.questions if self.talk.answers.get(question.name)}
        missing = [question.name for question in KEYS.questions if question.name not in self.values]
        if (told or missing) and asyncio.run(_holds_a_shop(self.values.get(_URL, ""))):
            self.talk.say(
                "\n이 데이터베이스에는 이미 상점이 있습니다. 새 키로는 그 상점의 카드와 로그인을 열 수 없습니다. "
                "쓰던 키를 적어 주세요."
            )
            return False
        self.values.setdefault("IEUM_SECRET_KEY", secrets.token_urlsafe(48))
        self.values.setdefault("IEUM_SEALING_KEYS", Fernet.generate_key().decode())
        # A file of answers may bring keys of its own, which are tested like every other answer.
        return not told

    def write(self) -> bool:
        """Write the file where it changes, and return whether it did.

        Raises NotWrittenError, and SettingsError where another setup has written it meanwhile: its keys may be in use.
        """
        # First, so that whoever reads the file sees what kind of shop it is.
        self.values = {"IEUM_ENV": "production"} | self.values | {"IEUM_ENV": "production"}
        change = env_file.changes(self._before, self.values)
        if not change and not _is_open(self.file):
            self.partial.unlink(missing_ok=True)
            self.is_written = True
            self.talk.say(f"\n{self.file}: 바뀐 것이 없어 그대로 둡니다.")
            return False
        if self._before:
            self.talk.say(f"\n{self.file}: 이미 있습니다. {change.in_words or '권한만 바꿉니다'}")
            if not self.talk.wants("REPLACE", "이대로 바꿀까요?", default=False):
                raise NotWrittenError
        with env_file.alone_in(self.file.parent):
            if (read(self.file) if self.file.exists() else {}) != self._before:
                raise SettingsError(
                    f"{self.file} was changed meanwhile, so nothing was written: run ieum setup again."
                )
            # As bytes, because a text loses the \r of its lines.
            text = self.file.read_bytes().decode() if self.file.exists() else ""
            env_file.remove_left_over(self.file)
            env_file.write(self.file, env_file.updated(text, self.values))
        self.partial.unlink(missing_ok=True)
        self.is_written = True
        self.talk.say(f"\n{self.file}: 썼습니다(root만 읽을 수 있습니다).")
        if set(change.added) & {"IEUM_SECRET_KEY", "IEUM_SEALING_KEYS"}:
            self.talk.say(_SAFE.format(file=self.file))
        return True


async def _holds_a_shop(url: str) -> bool:
    """False also where nobody can tell: the test of the database has said so."""
    try:
        async with await AsyncConnection.connect(url, autocommit=True, connect_timeout=int(PATIENCE)) as conn:
            has_table = await fetch_one(conn, bool, "SELECT to_regclass('members') IS NOT NULL")
            return has_table and await fetch_one(
                conn, bool, "SELECT EXISTS (SELECT FROM members) OR EXISTS (SELECT FROM staff)"
            )
    except Error:
        return False


def _tidy(name: str, answer: str) -> str:
    if name != ADDRESS.questions[0].name or not answer:
        return answer.strip()
    url = answer.strip().rstrip("/")
    return url if "://" in url else f"https://{url}"


def _writable(values: Mapping[str, str]) -> dict[str, str]:
    """Select the values that a line of the file can say."""

    def can_be_written(name: str, value: str) -> bool:
        try:
            line(name, value)
        except ValueError:
            return False
        return True

    return {name: value for name, value in values.items() if can_be_written(name, value)}


def _is_open(file: Path) -> bool:
    return not file.exists() or bool(stat.S_IMODE(file.stat().st_mode) & 0o077)
