"""Types of the doctor: findings and checks."""

from collections.abc import Awaitable, Callable
from typing import Literal, NamedTuple

import msgspec

from ieum.operations.doctor.subject import Subject

# `unknown`: something kept the check from being made. `skipped`: there is nothing to check, or not from here.
type State = Literal["well", "attention", "broken", "unknown", "skipped"]


class Found(msgspec.Struct, frozen=True):
    """A sentence about a thing, and what to do next if anything is to be done."""

    state: State
    says: str
    do: str = ""


class Check(NamedTuple):
    """`name` is for programs and never changes; `group` and `label` are how people read it."""

    name: str
    group: str
    label: str
    run: Callable[[Subject], Awaitable[list[Found] | Found]]


class Finding(msgspec.Struct, frozen=True):
    """Finding of a check, as `--json` writes it."""

    check: str
    group: str
    label: str
    state: State
    says: str
    do: str


def well(says: str) -> Found:
    return Found("well", says)


def attention(says: str, do: str) -> Found:
    return Found("attention", says, do)


def broken(says: str, do: str) -> Found:
    return Found("broken", says, do)


def unknown(says: str, do: str) -> Found:
    return Found("unknown", says, do)


def skipped(says: str) -> Found:
    return Found("skipped", says)
