"""The client's side of WireGuard's handshake (Noise_IKpsk2), as the agent makes it to try its own gateway.

Protocol and names of values: https://www.wireguard.com/papers/wireguard.pdf, section 5.4.
"""

import base64
import secrets
import struct
from dataclasses import dataclass
from hashlib import blake2s
from hmac import digest
from time import time_ns

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from ieum.gateway.keys import public_key, x25519

_CONSTRUCTION = b"Noise_IKpsk2_25519_ChaChaPoly_BLAKE2s"
_IDENTIFIER = b"WireGuard v1 zx2c4 Jason@zx2c4.com"
_INITIATION, _RESPONSE, _COOKIE, _DATA = 1, 2, 3, 4
_RESPONSE_LENGTH, _COOKIE_LENGTH = 92, 64
_TAI64 = 0x400000000000000A  # seconds of TAI64N at the Unix epoch
_FIRST = bytes(12)  # the nonce of keys that are used once
_NO_SECRET = bytes(32)


class NotAuthenticError(ValueError):
    """A packet was sealed with another key, or changed on its way."""


@dataclass(frozen=True)
class Session:
    """Keys by which packets pass, for three minutes at most."""

    peer: int
    sending: bytes
    receiving: bytes

    def pack(self, packet: bytes, counter: int) -> bytes:
        """`counter` rises with each packet of a session."""
        padded = packet + bytes(-len(packet) % 16)
        header = struct.pack("<IIQ", _DATA, self.peer, counter)
        return header + _seal(self.sending, _nonce(counter), padded)

    def unpack(self, datagram: bytes) -> bytes:
        """Return the packet in a datagram of this session's. Raises NotAuthenticError if it is none."""
        if len(datagram) < 32 or datagram[:4] != struct.pack("<I", _DATA):
            raise NotAuthenticError
        (counter,) = struct.unpack_from("<Q", datagram, 8)
        return _open(self.receiving, _nonce(counter), datagram[16:])


class Initiation:
    """The first message of a handshake, good for one answer."""

    def __init__(self, private: bytes, gateway: bytes) -> None:
        """`private`: the peer's own key; `gateway`: the public key of whom it calls."""
        self._private = private
        self._once = secrets.token_bytes(32)
        ephemeral = _public(self._once)
        chain, said = _hash(_CONSTRUCTION), b""
        said = _hash(chain, _IDENTIFIER)
        said = _hash(said, gateway)
        (chain,) = _derive(chain, ephemeral, 1)
        said = _hash(said, ephemeral)
        chain, key = _derive(chain, x25519(self._once, gateway), 2)
        static = _seal(key, _FIRST, _public(private), said)
        said = _hash(said, static)
        chain, key = _derive(chain, x25519(private, gateway), 2)
        moment = _seal(key, _FIRST, _now(), said)
        self._chain, self._said = chain, _hash(said, moment)
        begin = struct.pack("<I4s", _INITIATION, secrets.token_bytes(4)) + ephemeral + static + moment
        proof = blake2s(begin, key=_hash(b"mac1----", gateway), digest_size=16).digest()
        self.datagram = begin + proof + bytes(16)

    def is_put_off(self, answer: bytes) -> bool:
        """Tell whether a gateway with too many handshakes to do has answered, which asks to be called once more."""
        return len(answer) == _COOKIE_LENGTH and answer[:8] == struct.pack("<I", _COOKIE) + self.datagram[4:8]

    def finish(self, response: bytes) -> Session:
        """Take the answer. Raises NotAuthenticError if it is none to this."""
        if len(response) != _RESPONSE_LENGTH or response[:4] != struct.pack("<I", _RESPONSE):
            raise NotAuthenticError
        sender, ephemeral, empty = response[4:8], response[12:44], response[44:60]
        (chain,) = _derive(self._chain, ephemeral, 1)
        said = _hash(self._said, ephemeral)
        try:
            (chain,) = _derive(chain, x25519(self._once, ephemeral), 1)
            (chain,) = _derive(chain, x25519(self._private, ephemeral), 1)
        except ValueError:
            raise NotAuthenticError from None
        chain, mixed, key = _derive(chain, _NO_SECRET, 3)
        _open(key, _FIRST, empty, _hash(said, mixed))
        sending, receiving = _derive(chain, b"", 2)
        return Session(int.from_bytes(sender, "little"), sending, receiving)


def _seal(key: bytes, nonce: bytes, plain: bytes, extra: bytes = b"") -> bytes:
    """Seal with a nonce that is used once with a key."""
    return ChaCha20Poly1305(key).encrypt(nonce, plain, extra)


def _open(key: bytes, nonce: bytes, sealed: bytes, extra: bytes = b"") -> bytes:
    """Return the content of a sealed packet. Raises NotAuthenticError."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, sealed, extra)
    except InvalidTag:
        raise NotAuthenticError from None


def _public(private: bytes) -> bytes:
    return base64.b64decode(public_key(base64.b64encode(private).decode()))


def _hash(*parts: bytes) -> bytes:
    return blake2s(b"".join(parts)).digest()


def _derive(chain: bytes, given: bytes, number: int) -> list[bytes]:
    """As many keys as `number` says (HKDF with BLAKE2s)."""
    secret = digest(chain, given, "blake2s")
    keys = [b""]
    for count in range(1, number + 1):
        keys.append(digest(secret, keys[-1] + bytes([count]), "blake2s"))
    return keys[1:]


def _now() -> bytes:
    seconds, nanoseconds = divmod(time_ns(), 1_000_000_000)
    return struct.pack(">QI", _TAI64 + seconds, nanoseconds)


def _nonce(counter: int) -> bytes:
    return struct.pack("<IQ", 0, counter)
