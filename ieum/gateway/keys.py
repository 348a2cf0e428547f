"""The gateway's own WireGuard key pair. It can be made without the WireGuard tools (X25519, RFC 7748).

X25519 is written out here, because `cryptography` would cost every agent 6 MB for one key pair; RFC 7748 has vectors to
test it with.
"""

import base64
import secrets
import shutil

from ieum.gateway.shell import CommandError, run
from ieum.gateway.store import Store

_P = 2**255 - 19
_A24 = 121665
_BASE_POINT = (9).to_bytes(32, "little")


def ensure_key(store: Store) -> str:
    """Return this gateway's public key. The first call makes the private key, which never leaves this host.

    CommandError where the file holds something else, or is gone from a host that has served: a new key in its place
    would cut off every member.
    """
    if not store.key_file.exists():
        if store.has_state:
            raise CommandError(
                f"{store.key_file} is gone, though this host has served with it: restore it (`ieum gateway"
                f" open-backup`), or move {store.folder} away, so that this host begins with another key"
            )
        store.save_key(run("wg", "genkey").strip() if shutil.which("wg") else _new_private_key())
    try:
        return public_key(store.read_key())
    except ValueError:
        raise CommandError(
            f"{store.key_file} holds no WireGuard key: restore it (`ieum gateway open-backup`), or move it away"
        ) from None


def public_key(private_key: str) -> str:
    """Raises ValueError where this is no key."""
    scalar = base64.b64decode(private_key, validate=True)
    if len(scalar) != 32:
        raise ValueError("a key has 32 bytes")
    return base64.b64encode(x25519(scalar, _BASE_POINT)).decode()


def x25519(scalar: bytes, point: bytes) -> bytes:
    """RFC 7748, section 5. Not in constant time: it runs once per start, on the host that has the key."""
    k = int.from_bytes(_clamped(scalar), "little")
    u = int.from_bytes(point, "little") & (2**255 - 1)
    x2, z2, x3, z3, swap = 1, 0, u, 1, 0
    for bit_number in reversed(range(255)):
        bit = (k >> bit_number) & 1
        if swap ^ bit:
            x2, z2, x3, z3 = x3, z3, x2, z2
        swap = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % _P, b * b % _P, d * a % _P, c * b % _P
        e = aa - bb
        x3, z3 = (da + cb) ** 2 % _P, u * (da - cb) ** 2 % _P
        x2, z2 = aa * bb % _P, e * (aa + _A24 * e) % _P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, _P - 2, _P) % _P).to_bytes(32, "little")


def _new_private_key() -> str:
    return base64.b64encode(_clamped(secrets.token_bytes(32))).decode()


def _clamped(scalar: bytes) -> bytes:
    octets = bytearray(scalar)
    octets[0] &= 248
    octets[31] = octets[31] & 127 | 64
    return bytes(octets)
