"""Steps that change the host, where the failure of one must not keep the others from being done."""

import contextlib
from collections.abc import Generator

from ieum.gateway.shell import CommandError


class IndependentSteps:
    """Collects the failures of steps: each step runs even if the one before it failed."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    @contextlib.contextmanager
    def step(self) -> Generator[None]:
        try:
            yield
        except (CommandError, OSError) as failure:
            self.problems.append(str(failure))
