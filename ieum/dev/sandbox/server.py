import asyncio
import os
import signal
import socket
import sys

from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

from ieum.dev.sandbox.app import app_of
from ieum.dev.sandbox.settings import SandboxSettings
from ieum.dev.sandbox.world import World


def run(host: str, port: int, settings: SandboxSettings) -> None:
    """Serve until SIGTERM or SIGINT, everything in this one process."""
    check_free(host, port)
    if settings.smtp_port is not None:
        check_free(settings.smtp_host, settings.smtp_port)
    asyncio.run(serve(host, port, settings))
    sys.stdout.flush()
    sys.stderr.flush()
    # Everything is closed. A normal exit aborts now and then (1 of 25 times on a busy machine), because
    # a thread of the server uses the interpreter while it is being torn down.
    os._exit(0)


def check_free(host: str, port: int) -> None:
    """Refuse a port that is in use: the server would share it, and each sandbox would get half of the calls."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SystemExit(f"ieum sandbox: {host}:{port}: {error.strerror}") from error


async def serve(host: str, port: int, settings: SandboxSettings) -> None:
    world = World(settings)
    server = Server(
        app_of(world),
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        # HTTP/1 has one request at a time on a connection, so dropping one affects no other request.
        http=HTTPModes.http1,
        websockets=False,
        log_enabled=False,
    )

    def end() -> None:
        world.closing.set()
        server.stop()

    loop = asyncio.get_running_loop()
    for ending in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(ending, end)
    await server.serve()
    world.store.close()
