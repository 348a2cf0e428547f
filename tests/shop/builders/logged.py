"""What a process in production would log meanwhile."""

import logging
from collections.abc import Generator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import pytest
from litestar import Litestar

from ieum.common import logs
from ieum.shop.server.worker import TellsOfJobs


@contextmanager
def logged(process: str) -> Generator[list[str]]:
    """The lines that a process in production would write meanwhile; httpx is as quiet as in both."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.formatter(process, "json"))
    handler.addFilter(TellsOfJobs())
    lines: list[str] = []
    loggers = {logging.getLogger(): logging.INFO, logging.getLogger("httpx"): logging.WARNING}
    before = {logger: logger.level for logger in loggers}
    for logger, level in loggers.items():
        logger.setLevel(level)
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)
        for logger, level in before.items():
            logger.setLevel(level)
        lines += stream.getvalue().splitlines()


def log_requests(app: Litestar, monkeypatch: pytest.MonkeyPatch) -> None:
    outermost: Any = app.asgi_handler
    monkeypatch.setattr(outermost._app, "_logs", True)
