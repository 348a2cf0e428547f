"""What a client of the lab downloads, and what its own WireGuard counts of it."""

import socket

from ieum.dev.lab.addresses import ECHO_ADDRESS, ECHO_PORT
from ieum.dev.lab.client import LabClient


def download(client: LabClient, size: int) -> None:
    """In a small window: of a burst, a busy machine would lose packets that the gateway has sent and counted."""
    with client.connect(ECHO_ADDRESS, ECHO_PORT, timeout=10) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 32_768)
        connection.sendall(f"GET /bytes?n={size} HTTP/1.0\r\n\r\n".encode())
        received = 0
        while data := connection.recv(65_536):
            received += len(data)
    assert received > size


def counted_by(client: LabClient) -> tuple[int, int]:
    """Bytes sent and received since the tunnel was brought up."""
    _, received, sent = client.namespace.run("wg", "show", client.interface, "transfer").split()
    return int(sent), int(received)
