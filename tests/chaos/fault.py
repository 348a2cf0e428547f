"""What a fault is."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from tests.chaos.world import World

type Act = Callable[[World], AbstractContextManager[None]]


@dataclass(frozen=True, kw_only=True)
class Fault:
    """`seconds`: how long it lasts, before it is undone. `scarce`: it needs a world with such disks and clocks."""

    name: str
    act: Act
    seconds: float = 30
    scarce: bool = False
