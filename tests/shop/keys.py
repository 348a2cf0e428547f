"""WireGuard public keys, as many as a test needs."""

import base64
from itertools import count

_numbers = count(1)


def a_key() -> str:
    """A new one: 32 bytes in base64."""
    return base64.b64encode(next(_numbers).to_bytes(32)).decode()
