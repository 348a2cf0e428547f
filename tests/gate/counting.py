"""A pytest plugin that counts what is dear in tests: databases, servers, browser contexts."""

import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests import images

COUNTS: Counter[str] = Counter()
# Programs that stay: a test that starts one waits for it, and it takes memory until the test ends it.
SERVERS = {"postgres", "caddy", "nginx", "etcd", "wireguard-go", "ieum.gateway"}
COMMANDS_THAT_STAY = {"serve", "work", "gateway", "sandbox", "up"}


def pytest_configure(config: pytest.Config) -> None:
    del config
    _count_calls(images, "copy_database", "databases")
    _count_calls(images, "create_database", "databases")
    _count_calls(Browser, "new_context", "contexts")
    begin = subprocess.Popen.__init__

    @wraps(begin)
    def note(self: Any, args: Any, *rest: Any, **named: Any) -> None:
        COUNTS["servers"] += is_server(args)
        begin(self, args, *rest, **named)

    subprocess.Popen.__init__ = note


def is_server(argv: str | bytes | Sequence[object]) -> bool:
    if isinstance(argv, str | bytes):
        return False
    words = [Path(str(word)).name for word in argv]
    if "ieum.cli" in words:
        return bool(COMMANDS_THAT_STAY.intersection(words[words.index("ieum.cli") + 1 :][:1]))
    return bool(SERVERS.intersection(words))


def _count_calls(owner: Any, name: str, what: str) -> None:
    call: Callable[..., Any] = getattr(owner, name)

    @wraps(call)
    def counted(*args: Any, **named: Any) -> Any:
        COUNTS[what] += 1
        return call(*args, **named)

    setattr(owner, name, counted)


def pytest_sessionfinish(session: pytest.Session) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
    folder = Path(os.environ["IEUM_GATE_PARTS"])
    (folder / f"{worker}.counts.json").write_text(json.dumps(COUNTS))
    del session
