"""Dropping the connection of a request, which no ASGI message can ask for."""

import os
import socket
import stat
from contextlib import suppress

from litestar.types import Scope


def drop(scope: Scope) -> None:
    """Shut down the caller's socket, so that the caller sees it close without a byte of answer.

    The server gives no access to its sockets, but they are in this process: the one whose far end is the
    caller is found among the open files. In a test without a network there is none, and nothing happens.
    """
    client = scope["client"]
    if client is None:
        return
    # Granian hands the port over as text.
    caller = (client[0], int(client[1]))
    for entry in os.listdir("/dev/fd"):  # noqa: PTH208 - names only; no path is made of them
        with suppress(OSError):
            copy = os.dup(int(entry))
            try:
                if not stat.S_ISSOCK(os.fstat(copy).st_mode):
                    continue
                with socket.socket(fileno=os.dup(copy)) as connection:
                    if connection.getpeername()[:2] == caller:
                        connection.shutdown(socket.SHUT_RDWR)
            finally:
                os.close(copy)
