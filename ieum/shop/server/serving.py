"""`ieum serve`: runs the app in Granian. The supervising process stays small, because it does not load the app."""

import argparse
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from tempfile import TemporaryDirectory
from typing import Any

from granian.constants import Interfaces
from granian.server.mp import MPServer

from ieum.common import logs
from ieum.common.service_manager import ServiceManager
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.kernel.settings_file import environment
from ieum.shop.server.pulse import Pulses

# How long requests may take to end at a stop; the longest is usually the confirmation of a payment. Where its provider
# takes a minute twice, the buyer gets no answer, and `work` settles the order.
STOP_SECONDS = 70
# The signals that tell a worker process that it is not ready for more, and of a stop. Granian handles SIGTERM and
# SIGINT itself.
DRAIN_BEGINS, STOP_BEGINS = signal.SIGUSR2, signal.SIGUSR1
# The folder in which worker processes count, so that any of them can tell what all have counted. prometheus_client
# reads this name when it is loaded.
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"


def logging_of(form: str, *, quiet: bool) -> dict[str, Any]:
    """Configure logs of supervisor and workers: ours, and Granian's lines, which would otherwise lack their level."""
    return {
        "formatters": {"line": {"()": logs.formatter, "process": "serve", "form": form, "quiet": quiet}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "loggers": {
            "_granian": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
            "ieum": {"level": "INFO"},
        },
        "root": {"handlers": ["stderr"], "level": "WARNING"},
    }


class ShopServer(MPServer):
    manager = ServiceManager({})

    drain_seconds = 0
    _is_draining = False

    def signal_handler_interrupt(self, *args: object, **kwargs: object) -> None:
        """Say at `/readyz` that others should be asked, and stop once whoever asks there has had time to hear it.

        A second signal stops at once.
        """
        self.manager.stopping()
        if self.drain_seconds and not self._is_draining:
            self._is_draining = True
            self._tell_workers(DRAIN_BEGINS)
            later = threading.Timer(self.drain_seconds, self._stop)
            later.daemon = True
            later.start()
        else:
            self._stop(*args, **kwargs)

    def _stop(self, *args: object, **kwargs: object) -> None:
        """Close the gateways' streams, which never end by themselves, before the server waits for requests to end."""
        self._tell_workers(STOP_BEGINS)
        super().signal_handler_interrupt(*args, **kwargs)

    def _tell_workers(self, number: signal.Signals) -> None:
        for worker in multiprocessing.active_children():
            if worker.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(worker.pid, number)


def run(_options: argparse.Namespace, settings: Settings) -> int:
    """Answer requests until SIGTERM or SIGINT. Raises SettingsError or TooOldError before the first request."""
    _refuse_taken_port(settings.listen, settings.port)
    if not settings.production:
        # By a process of its own: this one stays ten megabytes smaller without the database's driver.
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as other:
            other.submit(_refuse_older, settings.database_url).result()
    # Workers are new processes, which read the same environment and file. They are told of an embedded database alone:
    # the address of another one has a password, which does not belong into the environment of all that they start.
    if not environment(os.environ).get("IEUM_DATABASE_URL"):
        os.environ["IEUM_DATABASE_URL"] = settings.database_url
    server = ShopServer(
        "ieum.shop.server.asgi:make_app",
        factory=True,
        address=settings.listen,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        backlog=2048,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        websockets=False,
        log_access=False,
        log_dictconfig=logging_of(settings.log, quiet=settings.production),
    )
    server.drain_seconds = settings.drain_seconds
    if manager := ServiceManager(os.environ):
        server.manager = manager
        pulses = Pulses(manager, workers=settings.workers, status=f"answers on port {settings.port}")
        server.on_startup(pulses.start)
    with _counting_together(settings.workers):
        server.serve()
    return 0


def _refuse_older(database_url: str) -> None:
    import_module("ieum.shop.server.baseline").check(database_url)


@contextmanager
def _counting_together(workers: int) -> Generator[None]:
    """Give several processes a folder to count in; one alone counts in its memory, in half the time."""
    if workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="ieum-metrics-") as folder:
        os.environ[COUNTED_IN] = folder
        yield


def _refuse_taken_port(address: str, port: int) -> None:
    """Refuse a port in use: workers share theirs, so a second shop on it would start and get half of the requests."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
        except OSError as error:
            where = f"{address}, port {port}"
            raise SettingsError(
                f"IEUM_LISTEN and IEUM_PORT ({where}) cannot be used: {error.strerror}."
            ) from None
