"""ChaCha20-Poly1305 (RFC 8439), for the few small packets of a probe.

Written out, as X25519 is in `keys`: `cryptography` would cost every agent 10 MB. RFC 8439 has vectors to test it with.
"""

import hmac
import struct
from collections.abc import Iterator

_BLOCK = 64
_TAG = 16
_P = 2**130 - 5
_CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
_CONSTANTS = struct.unpack("<4I", b"expand 32-byte k")
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


class NotAuthenticError(ValueError):
    """A packet was sealed with another key, or changed on its way."""


def seal(key: bytes, nonce: bytes, plain: bytes, extra: bytes = b"") -> bytes:
    """`nonce` has 12 bytes, and is used once with a key."""
    sealed = _crypt(key, nonce, plain)
    return sealed + _tag(key, nonce, sealed, extra)


def open_sealed(key: bytes, nonce: bytes, sealed: bytes, extra: bytes = b"") -> bytes:
    """Return the content of a sealed packet. Raises NotAuthenticError."""
    content, tag = sealed[:-_TAG], sealed[-_TAG:]
    if not hmac.compare_digest(tag, _tag(key, nonce, content, extra)):
        raise NotAuthenticError
    return _crypt(key, nonce, content)


def _crypt(key: bytes, nonce: bytes, content: bytes) -> bytes:
    stream = b"".join(_block(key, nonce, 1 + number) for number in range(-(-len(content) // _BLOCK)))
    return bytes(one ^ other for one, other in zip(content, stream, strict=False))


def _tag(key: bytes, nonce: bytes, content: bytes, extra: bytes) -> bytes:
    once = _block(key, nonce, 0)
    r = int.from_bytes(once[:16], "little") & _CLAMP
    lengths = struct.pack("<QQ", len(extra), len(content))
    total = 0
    for part in _parts(_padded(extra) + _padded(content) + lengths):
        total = (total + int.from_bytes(part + b"\1", "little")) * r % _P
    return ((total + int.from_bytes(once[16:32], "little")) & (2**128 - 1)).to_bytes(_TAG, "little")


def _parts(text: bytes) -> Iterator[bytes]:
    return (text[at : at + 16] for at in range(0, len(text), 16))


def _padded(text: bytes) -> bytes:
    return text + bytes(-len(text) % 16)


def _block(key: bytes, nonce: bytes, counter: int) -> bytes:
    begin = [*_CONSTANTS, *struct.unpack("<8I", key), counter, *struct.unpack("<3I", nonce)]
    state = begin.copy()
    for _ in range(10):
        for a, b, c, d in (*_COLUMNS, *_DIAGONALS):
            _quarter(state, a, b, c, d)
    mixed = ((one + other) & 0xFFFFFFFF for one, other in zip(state, begin, strict=True))
    return struct.pack("<16I", *mixed)


def _quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    for one, other, third, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[one] = (state[one] + state[other]) & 0xFFFFFFFF
        turned = state[third] ^ state[one]
        state[third] = (turned << left | turned >> (32 - left)) & 0xFFFFFFFF
