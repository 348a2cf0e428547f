"""Many cases in one test: each of them runs, and the test names all that fail."""

import traceback
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

TESTS = Path(__file__).parent


class Cases:
    """Collects the failures of cases. `assert_right` at the end of the test raises them together.

    cases = Cases()
    for call in CALLS:
        with cases.case(call):
            assert …
    cases.assert_right(at_least=200)
    """

    def __init__(self) -> None:
        self.count = 0
        self.wrong: list[str] = []

    @contextmanager
    def case(self, name: object) -> Generator[None]:
        """Keep the failure of this case, so that the next case runs as well."""
        self.count += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - any error is this case's
            self.wrong.append(f"{name} ({_place(error)}): {_said(error)}")

    def assert_right(self, *, at_least: int = 1) -> None:
        """Fail with the name of each wrong case; or because of too few cases, such as none of an empty list."""
        if self.wrong:
            pytest.fail(f"{len(self.wrong)} of {self.count} cases:\n" + "\n".join(self.wrong), pytrace=False)
        assert self.count >= at_least, f"{self.count} cases, not {at_least}"


def _place(error: BaseException) -> str:
    """The line of the tests that raised the error, or that called what did."""
    lines = [
        f"{Path(frame.filename).name}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(TESTS) and frame.filename != __file__
    ]
    return lines[-1] if lines else "?"


def _said(error: BaseException) -> str:
    """The error with its notes; of a group, each of its errors."""
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        notes: list[str] = getattr(group, "__notes__", [])
        return "\n".join([*(_said(part) for part in group.exceptions), *notes])
    return "".join(traceback.format_exception_only(error)).rstrip()
