"""Answers and packets that the agent's handshake refuses; tests with tunnels make it with WireGuard itself."""

import secrets
import struct

import pytest

from ieum.gateway.handshake import Initiation, NotAuthenticError, Session

GATEWAY = bytes([9, *bytes(31)])


def an_initiation() -> Initiation:
    return Initiation(secrets.token_bytes(32), GATEWAY)


@pytest.mark.parametrize(
    "ephemeral", [GATEWAY, bytes(32), bytes([1, *bytes(31)])], ids=["sealed with another key", "zero", "one"]
)
def test_an_answer_that_is_none_to_this_is_refused(ephemeral: bytes) -> None:
    """Also with a point that would make a secret that everybody knows."""
    response = struct.pack("<I", 2) + bytes(8) + ephemeral + bytes(48)

    with pytest.raises(NotAuthenticError):
        an_initiation().finish(response)


def test_a_packet_passes_and_is_refused_if_it_was_changed_on_the_way() -> None:
    key = secrets.token_bytes(32)
    session = Session(peer=7, sending=key, receiving=key)

    datagram = session.pack(b"a packet of 20 bytes", counter=3)

    assert session.unpack(datagram) == b"a packet of 20 bytes" + bytes(12)
    assert datagram[:16] == struct.pack("<IIQ", 4, 7, 3)
    for at in (8, 16, len(datagram) - 1):
        changed = datagram[:at] + bytes([datagram[at] ^ 1]) + datagram[at + 1 :]
        with pytest.raises(NotAuthenticError):
            session.unpack(changed)
    with pytest.raises(NotAuthenticError):
        session.unpack(datagram[:20])
