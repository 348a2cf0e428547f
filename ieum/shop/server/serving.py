"""Granian around the app. The process that supervises stays small: it does not load the app."""

import asyncio
import gc
import multiprocessing
import os
import signal
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from granian.constants import Interfaces
from granian.server.mp import MPServer

from ieum.shop.kernel.settings import Settings, SettingsError, load

if TYPE_CHECKING:
    from litestar import Litestar

# How long requests may take to end at a stop, a payment's confirmation being the longest.
STOP_SECONDS = 70
# Tells a worker that a stop has begun; its own SIGTERM and SIGINT are the server's.
STOP_BEGINS = signal.SIGUSR1


class ShopServer(MPServer):
    def signal_handler_interrupt(self, *args: object, **kwargs: object) -> None:
        """Before it waits for requests to end: the streams of gateways never would by themselves."""
        for worker in multiprocessing.active_children():
            if worker.pid is not None:
                with suppress(ProcessLookupError):
                    os.kill(worker.pid, STOP_BEGINS)
        super().signal_handler_interrupt(*args, **kwargs)


def run(settings: Settings) -> None:
    """Answer requests until SIGTERM or SIGINT. Raises SettingsError where production is not fit."""
    if settings.production:
        asyncio.run(_refuse_unfit(settings))
    _refuse_taken_port(address := "0.0.0.0" if settings.production else "127.0.0.1", settings.port)  # noqa: S104
    # Workers are new processes; they read the same environment.
    os.environ["IEUM_DATABASE_URL"] = settings.database_url
    ShopServer(
        "ieum.shop.server.serving:make_app",
        factory=True,
        address=address,
        port=settings.port,
        interface=Interfaces.ASGI,
        workers=settings.workers,
        backlog=2048,
        respawn_failed_workers=True,
        workers_kill_timeout=STOP_SECONDS,
        websockets=False,
        log_access=False,
    ).serve()


def make_app() -> "Litestar":
    """What each worker runs."""
    from ieum.shop.server.app import create_app  # noqa: PLC0415 - only in the worker

    app = create_app(load(os.environ))

    async def heed_the_stop() -> None:
        asyncio.get_running_loop().add_signal_handler(STOP_BEGINS, app.state.feed.close)

    async def settle() -> None:
        """What is loaded now stays: to look through it for garbage takes 50 ms, in which nobody is answered."""
        gc.collect()
        gc.freeze()

    app.on_startup += [heed_the_stop, settle]
    return app


def _refuse_taken_port(address: str, port: int) -> None:
    """Workers share their port, so a second shop on it would start, and get half of the requests."""
    with socket.socket() as probe:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
        except OSError as error:
            raise SettingsError(f"IEUM_PORT {port} cannot be used: {error.strerror}.") from None


async def _refuse_unfit(settings: Settings) -> None:
    from ieum.shop.kernel.db import PooledDatabase  # noqa: PLC0415 - only in production
    from ieum.shop.server.startup import refuse_unfit  # noqa: PLC0415

    db = PooledDatabase(settings.database_url, size=2)
    await db.open()
    try:
        await refuse_unfit(settings, db)
    finally:
        await db.close()
