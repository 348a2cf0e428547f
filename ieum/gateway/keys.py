"""The gateway's own WireGuard key pair (X25519). It can be made without the WireGuard tools."""

import base64
import shutil

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from ieum.gateway.shell import CommandError, run
from ieum.gateway.store import Store


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
    """Return the public half of a key, both as base64. Raises ValueError if it is no key."""
    scalar = base64.b64decode(private_key, validate=True)
    return base64.b64encode(
        X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()
    ).decode()


def x25519(scalar: bytes, point: bytes) -> bytes:
    """Return the secret of a private and a public key. Raises ValueError if everybody knows it (low order)."""
    return X25519PrivateKey.from_private_bytes(scalar).exchange(X25519PublicKey.from_public_bytes(point))


def _new_private_key() -> str:
    """Make a key without the WireGuard tools, in the form that they print it: clamped."""
    octets = bytearray(X25519PrivateKey.generate().private_bytes_raw())
    octets[0] &= 248
    octets[31] = octets[31] & 127 | 64
    return base64.b64encode(octets).decode()
