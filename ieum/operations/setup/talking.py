"""Sources of the setup's answers: a person at a terminal, or a file of answers."""

import getpass
import sys
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from ieum.operations.doctor.printing import line
from ieum.operations.doctor.types import Found
from ieum.operations.setup.questions import Question

NONE, BACK = "-", "<"
YES = frozenset({"예", "네", "y", "yes", "ㅇ"})
NO = frozenset({"아니요", "아니오", "n", "no", "ㄴ"})


class BackError(Exception):
    """A person wants the question before this one again."""


def walk[T](steps: Sequence[T], take: Callable[[T], None], *, leads_out: bool = False) -> None:
    """Take one step after the other, and the one before again where somebody wants back.

    Before the first there is nothing, or the end of other steps: then it `leads_out`, and BackError is raised.
    """
    at = 0
    while at < len(steps):
        try:
            take(steps[at])
        except BackError:
            if leads_out and at == 0:
                raise
            at = max(0, at - 1)
        else:
            at += 1


class AnswerMissingError(Exception):
    """A file of answers says nothing about what has no default; the text is the variable's name."""


class WrongAnswerError(Exception):
    """An answer of a file is wrong, and nobody is there to give another; what is wrong has been shown."""


class Talk(Protocol):
    @property
    def is_person(self) -> bool: ...

    @property
    def answers(self) -> Mapping[str, str]:
        """Return the answers of a file; nothing of a person's."""
        ...

    def say(self, text: str) -> None: ...

    def show(self, label: str, found: Found) -> None: ...

    def ask(self, question: Question, known: str) -> str:
        """Return the answer; `known` is what stands there already, or the default. Empty for none.

        Raises BackError.
        """
        ...

    def wants(self, name: str, text: str, *, default: bool, has_way_back: bool = False) -> bool:
        """Return whether the answer is yes. Raises BackError where there is a way back."""
        ...

    def keeps_wrong(self) -> bool:
        """Tell whether to go on with what was found wrong; False asks again. Raises WrongAnswerError."""
        ...


class Person:
    """Person who types. Secrets are not shown while they are typed, nor as defaults."""

    is_person = True
    answers: Mapping[str, str] = MappingProxyType({})

    def say(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def show(self, label: str, found: Found) -> None:
        self.say(line(found.state, label, found.says, found.do, colour=sys.stdout.isatty()))

    def ask(self, question: Question, known: str) -> str:
        self.say(f"\n{question.title} ({question.name})\n  {question.why}")
        hint = (
            ("적어 둔 값" if question.is_secret else known)
            if known
            else "없음"
            if question.may_be_empty
            else ""
        )
        empty = f", 비우려면 {NONE}" if known and question.may_be_empty else ""
        unseen = " (입력하는 글자는 보이지 않습니다)" if question.is_secret else ""
        prompt = f"  [{hint}{empty}]{unseen} > " if hint else f" {unseen} > "
        while True:
            typed = (getpass.getpass(prompt) if question.is_secret else input(prompt)).strip()
            if typed == BACK:
                raise BackError
            if typed == NONE and question.may_be_empty:
                return ""
            if typed or known or question.may_be_empty:
                return typed or known
            self.say("  비워 둘 수 없습니다. 아직 없으면 Ctrl-C로 멈추고 나중에 이어서 하세요.")

    def wants(self, name: str, text: str, *, default: bool, has_way_back: bool = False) -> bool:
        del name
        while True:
            typed = input(f"\n{text} [{'예' if default else '아니요'}] > ").strip().lower()
            if typed == BACK and has_way_back:
                raise BackError
            if typed in YES:
                return True
            if typed in NO:
                return False
            if not typed:
                return default
            self.say("  예 또는 아니요로 적어 주세요.")

    def keeps_wrong(self) -> bool:
        return not self.wants(
            "",
            "위의 답을 다시 적으시겠습니까? ‘아니요’면 경고를 알고 그대로 씁니다.",
            default=True,
            has_way_back=True,
        )


class Script:
    """Answers from a file; what it leaves out is what stands there already, or the default."""

    is_person = False

    def __init__(self, answers: Mapping[str, str], *, keeps_wrong: bool) -> None:
        self.answers = answers
        self._keeps_wrong = keeps_wrong

    def say(self, text: str) -> None:
        sys.stdout.write(f"{text}\n")

    def show(self, label: str, found: Found) -> None:
        self.say(line(found.state, label, found.says, found.do, colour=False))

    def ask(self, question: Question, known: str) -> str:
        answer = self.answers.get(question.name, known)
        if not answer and not question.may_be_empty:
            raise AnswerMissingError(question.name)
        return answer

    def wants(self, name: str, text: str, *, default: bool, has_way_back: bool = False) -> bool:
        del text, has_way_back
        answer = self.answers.get(name)
        return default if answer is None else answer.strip().lower() in YES

    def keeps_wrong(self) -> bool:
        if not self._keeps_wrong:
            raise WrongAnswerError
        return True
