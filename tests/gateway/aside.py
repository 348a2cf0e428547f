"""Runs coroutines beside the loop that Playwright leaves running in a process of tunnels."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_aside[T](coroutine: Coroutine[Any, Any, T]) -> T:
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, coroutine).result()
