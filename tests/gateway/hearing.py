"""Hear what really arrives in a namespace."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

from ieum.dev.lab.namespaces import Namespace


@contextmanager
def hearing(where: Namespace) -> Generator[socket.socket]:
    """Every IPv4 packet that arrives in a namespace, from its IP header on."""
    with where.inside():
        ears = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
    with ears:
        ears.settimeout(0.5)
        yield ears
