"""Requests: their type, and a way to drop their connection, for which ASGI has no message."""

import os
import socket
import stat
from contextlib import suppress
from typing import Any

from litestar import Request
from litestar.types import Scope

AnyRequest = Request[Any, Any, Any]


def drop_connection(scope: Scope) -> None:
    """Shut down the caller's socket, so that the caller sees it close without a byte of answer.

    The server gives no access to its sockets, but they are open files of this process: look for the one whose
    peer is the caller. A test without a network has none, and nothing happens.
    """
    client = scope["client"]
    if client is None:
        return
    # Granian gives the port as text.
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
