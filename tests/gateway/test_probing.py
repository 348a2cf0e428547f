"""What a try makes of the answers of WireGuard, without one."""

import socket
import struct
import threading

import pytest

from ieum.gateway import probing
from tests.gateway.builders import WAY


def test_a_gateway_that_asks_to_be_called_once_more_is_not_silent() -> None:
    """It answers with a cookie while there are many handshakes, made by whoever knows its public key."""

    def put_off() -> None:
        datagram, caller = gateway.recvfrom(200)
        gateway.sendto(struct.pack("<I", 3) + datagram[4:8] + bytes(56), caller)

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as gateway:
        gateway.bind(("127.0.0.1", 0))
        answering = threading.Thread(target=put_off)
        answering.start()
        with pytest.raises(probing.BusyError):
            probing.shake_hands(WAY, port=gateway.getsockname()[1], gateway=bytes([9, *bytes(31)]))
        answering.join()
