"""Ports for programs that a test runs as processes of their own."""

import atexit
import random
import socket

# Below those that systems give to outgoing connections (Linux from 32768 on): a browser that connects
# somewhere would else take the port of a program that is about to start, or to start again.
_PORTS = range(20_000, 32_000)


def free_port() -> int:
    """A port on loopback that nobody has, this process's until it ends.

    The UDP port of the same number is bound for as long, so that tests beside these ones, which ask here
    too, are never given it before its program has started.
    """
    while True:
        port = random.choice(_PORTS)  # noqa: S311 - no secret
        reservation, probe = socket.socket(type=socket.SOCK_DGRAM), socket.socket()
        try:
            reservation.bind(("127.0.0.1", port))
            probe.bind(("127.0.0.1", port))
        except OSError:
            reservation.close()
            continue
        finally:
            probe.close()
        atexit.register(reservation.close)
        return port
