"""Go the customer's way: through the gateway's own WireGuard, forwarded and translated, to the shop's port and back.

Proofs of addresses are packets of the host itself, which no rule for forwarded packets stops.
"""

import contextlib
import secrets
import socket
import struct
from collections.abc import Generator, Iterator
from time import monotonic

from ieum.gateway.handshake import Initiation, NotAuthenticError, Session
from ieum.gateway.ways import Way

_TRIES = 3
_TRY_SECONDS = 1.0
_SYN, _RST = 0x02, 0x04
_TCP = 6
_HOPS = 64
_WINDOW = 64_240
_LARGEST = 2_000  # bytes of a datagram


class SilentError(Exception):
    """The gateway's own WireGuard does not answer a handshake by the loopback interface."""


class BusyError(Exception):
    """Raised if the gateway has too many handshakes to do. Customers' programs then get through, this one does not."""


def goes_through(way: Way, target: tuple[str, int], *, port: int, gateway: bytes) -> bool:
    """Tell whether `target` answers this customer's packet, be it by a refusal. Raises SilentError, BusyError."""
    with _outside(port) as outside:
        session = _shake_hands(outside, way.private, gateway)
        for number in range(_TRIES):
            source = (way.tunnel_address, 32_768 + secrets.randbelow(28_000))
            outside.send(session.pack(_segment(source, target, _SYN), 2 * number))
            if _is_answered(outside, session, source, target):
                # Else the other side would wait for the rest of the connection.
                outside.send(session.pack(_segment(source, target, _RST, sequence=1), 2 * number + 1))
                return True
    return False


def shake_hands(way: Way, *, port: int, gateway: bytes) -> None:
    """Make the handshake alone. Raises SilentError, BusyError."""
    with _outside(port) as outside:
        _shake_hands(outside, way.private, gateway)


def goes_out(way: Way, target: tuple[str, int]) -> bool:
    """Tell whether the host itself reaches `target` by the line and address of this way."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as plain:
        plain.settimeout(_TRIES * _TRY_SECONDS)
        try:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_MARK, way.line.mark)
            plain.bind((way.exit_address, 0))
            plain.connect(target)
        except ConnectionRefusedError:
            return True
        except OSError:
            return False
    return True


@contextlib.contextmanager
def _outside(port: int) -> Generator[socket.socket]:
    """A socket that is connected to the gateway's own WireGuard."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as outside:
        outside.connect(("127.0.0.1", port))
        yield outside


def _shake_hands(outside: socket.socket, private: bytes, gateway: bytes) -> Session:
    for _ in range(_TRIES):
        initiation = Initiation(private, gateway)
        with contextlib.suppress(OSError):
            outside.send(initiation.datagram)
        for answer in _datagrams(outside):
            if initiation.is_put_off(answer):
                raise BusyError
            with contextlib.suppress(NotAuthenticError):
                return initiation.finish(answer)
    raise SilentError


def _is_answered(
    outside: socket.socket, session: Session, source: tuple[str, int], target: tuple[str, int]
) -> bool:
    for datagram in _datagrams(outside):
        with contextlib.suppress(NotAuthenticError):
            if _is_between(session.unpack(datagram), target, source):
                return True
    return False


def _datagrams(outside: socket.socket) -> Iterator[bytes]:
    """Datagrams that arrive within the time of one try."""
    end = monotonic() + _TRY_SECONDS
    while (left := end - monotonic()) > 0:
        outside.settimeout(left)
        try:
            yield outside.recv(_LARGEST)
        except OSError:  # too late, or nobody listens there
            return


def _is_between(packet: bytes, sender: tuple[str, int], receiver: tuple[str, int]) -> bool:
    length = (packet[0] & 0x0F) * 4 if packet else 0
    if len(packet) < length + 4 or length < 20 or packet[9] != _TCP:
        return False
    addresses = socket.inet_ntoa(packet[12:16]), socket.inet_ntoa(packet[16:20])
    ports = struct.unpack_from("!HH", packet, length)
    return list(zip(addresses, ports, strict=True)) == [sender, receiver]


def _segment(source: tuple[str, int], target: tuple[str, int], flags: int, *, sequence: int = 0) -> bytes:
    """A packet of IPv4 with a TCP header and nothing in it."""
    addresses = socket.inet_aton(source[0]) + socket.inet_aton(target[0])
    tcp = struct.pack("!HHIIBBHHH", source[1], target[1], sequence, 0, 5 << 4, flags, _WINDOW, 0, 0)
    check = _checksum(addresses + struct.pack("!BBH", 0, _TCP, len(tcp)) + tcp)
    tcp = tcp[:16] + struct.pack("!H", check) + tcp[18:]
    ip = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(tcp), 0, 0x4000, _HOPS, _TCP, 0) + addresses
    return ip[:10] + struct.pack("!H", _checksum(ip)) + ip[12:] + tcp


def _checksum(data: bytes) -> int:
    total = sum(struct.unpack(f"!{len(data) // 2}H", data))
    total = (total & 0xFFFF) + (total >> 16)
    return ~(total + (total >> 16)) & 0xFFFF
