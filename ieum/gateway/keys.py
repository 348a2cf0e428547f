"""The gateway's own WireGuard key pair. It can be made without the WireGuard tools (X25519, RFC 7748)."""

import base64
import shutil

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from ieum.gateway.shell import run
from ieum.gateway.store import Store


def ensure_key(store: Store) -> str:
    """Return this gateway's public key. The first call makes the private key, which never leaves this host."""
    if not store.key_file.exists():
        store.save_key(run("wg", "genkey").strip() if shutil.which("wg") else _new_private_key())
    return public_key(store.key_file.read_text().strip())


def public_key(private_key: str) -> str:
    key = X25519PrivateKey.from_private_bytes(base64.b64decode(private_key, validate=True))
    return base64.b64encode(key.public_key().public_bytes_raw()).decode()


def _new_private_key() -> str:
    return base64.b64encode(X25519PrivateKey.generate().private_bytes_raw()).decode()
