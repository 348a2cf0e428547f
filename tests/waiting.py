"""Waiting for what another process, thread or connection does: ask until it is so, never sleep for a guessed time."""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable

# Only a failure waits for so long: a busy machine was seen to need half a minute for what takes a second on a quiet
# one.
PATIENCE_SECONDS = 120


def wait_until(
    condition: Callable[[], object],
    complaint: str | Callable[[], str],
    *,
    seconds: float = PATIENCE_SECONDS,
    pause: Callable[[float], object] = time.sleep,
) -> None:
    """Ask until the condition is true; fail with the complaint after so many seconds.

    `pause` lets something else run between two questions, a browser for instance. A complaint that is called says
    what is known at the end.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            said = complaint if isinstance(complaint, str) else complaint()
            raise AssertionError(f"{said} (within {seconds:g} s)")
        pause(0.02)


async def wait_until_async(
    condition: Callable[[], object | Awaitable[object]], complaint: str, *, seconds: float = PATIENCE_SECONDS
) -> None:
    """The same for a test that runs on the event loop, which goes on meanwhile; the condition may ask the database."""
    deadline = time.monotonic() + seconds
    while not await _answer(condition):
        assert time.monotonic() < deadline, f"{complaint} (within {seconds:g} s)"
        await asyncio.sleep(0.01)


async def _answer(condition: Callable[[], object | Awaitable[object]]) -> object:
    answer = condition()
    return await answer if inspect.isawaitable(answer) else answer


async def one_turn() -> None:
    """Let the event loop run, once, every task that is ready: what was just begun comes to its first wait."""
    await asyncio.sleep(0)
