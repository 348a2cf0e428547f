import asyncio
import os
import signal
import socket
import sys

from granian.constants import HTTPModes, Interfaces
from granian.server.embed import Server

from ieum.sandbox.app import app_of
from ieum.sandbox.settings import SandboxSettings
from ieum.sandbox.world import World


def run(host: str, port: int, smtp_port: int) -> None:
    claim(host, port)
    claim(host, smtp_port)
    asyncio.run(serve(host, port, SandboxSettings(smtp_host=host, smtp_port=smtp_port)))
    sys.stdout.flush()
    sys.stderr.flush()
    # Everything is closed. Leaving by the front door would now and then abort (1 of 25 times on a busy
    # machine): a thread of the server still reaches for the interpreter while it is being torn down.
    os._exit(0)


def claim(host: str, port: int) -> None:
    """Refuse a taken port: the server itself would share it, and two sandboxes would know half each."""
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
        # One connection, one request at a time: a fault that drops a connection hits nobody else.
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
