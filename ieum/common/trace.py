"""Trace id that follows a click through requests, jobs and providers to a gateway's change.

The id is the trace id of W3C Trace Context. What else is bound here goes into each line of the log beside it.
"""

import re
import secrets
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar, Token

type Facts = Mapping[str, str | int]

_PARENT = re.compile(r"(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?")
_facts: ContextVar[Facts] = ContextVar("facts", default={})  # noqa: B039 - never changed, only replaced


def new_id() -> str:
    return secrets.token_hex(16)


def read_parent(header: str) -> str:
    """The id of a `traceparent` header; empty where it is malformed."""
    found = _PARENT.fullmatch(header)
    return found[1] if found else ""


def parent_of(trace: str) -> str:
    """The header that hands an id on. We tell no spans apart: the id's beginning stands for all of them."""
    return f"00-{trace}-{trace[:16]}-01"


def reference_of(trace: str) -> str:
    """Return what a customer reads to the support: the beginning of the id, by which its lines are found."""
    return trace[:8]


def current() -> str:
    """The id of what is being done; empty outside of requests and jobs."""
    return str(_facts.get().get("trace", ""))


def facts() -> Facts:
    return _facts.get()


def begin(trace: str) -> Token[Facts]:
    """Bind an id until `end`."""
    return _facts.set({"trace": trace})


def end(token: Token[Facts]) -> None:
    _facts.reset(token)


@contextmanager
def bound(**more: str | int) -> Generator[None]:
    """Put these facts into each line of the log that the block writes; their names are fields of the log."""
    token = _facts.set({**_facts.get(), **more})
    try:
        yield
    finally:
        _facts.reset(token)
