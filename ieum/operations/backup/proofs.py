"""Proves of what lies at the place that this shop has stored it, and under this name.

Whoever can write to the place could otherwise run what they like on the machine of a restore: a database is code
(libraries that it loads, functions, triggers), and so is its log. The proof is made with the keys that seal, which lie
at the place in no form but sealed to the owner.
"""

import hashlib
import hmac
import os
from collections.abc import Sequence
from pathlib import Path

# Bound into every proof, so that nothing else that is ever made with the same keys can be passed off as one.
_WHAT = b"ieum backup: stored at the place"
# A frame of zstd's own that every reader skips (RFC 8878, 3.1.2): its magic number, and the length of what follows.
_HEAD = b"\x5e\x2a\x4d\x18" + (5 + 32).to_bytes(4, "little") + b"ieum1"
_FRAME = len(_HEAD) + 32


class Proofs:
    """Makes proofs with the first of its keys and knows those of any of them, as seals are opened."""

    def __init__(self, keys: Sequence[str], *, trusts_place: bool = False) -> None:
        """`trusts_place`: take everything for proven, for whoever has lost the keys and knows who writes there."""
        self._keys = [hmac.digest(key.encode(), _WHAT, "sha256") for key in keys]
        self._trusts_place = trusts_place

    def make(self, name: str, digest: bytes) -> bytes:
        """The proof of a content, told by its SHA-256, under its name below the place."""
        return hmac.digest(self._keys[0], digest + name.encode(), "sha256")

    def fit(self, name: str, digest: bytes, proof: bytes) -> bool:
        return self._trusts_place or any(
            hmac.compare_digest(hmac.digest(key, digest + name.encode(), "sha256"), proof)
            for key in self._keys
        )

    def add_to(self, packed: Path, name: str) -> None:
        """Put the proof behind the content of a file that zstd has made, where zstd does not see it."""
        with packed.open("rb+") as file:
            digest = hashlib.file_digest(file, "sha256").digest()
            file.seek(0, os.SEEK_END)
            file.write(_HEAD + self.make(name, digest))

    def fit_file(self, packed: Path, name: str) -> bool:
        """Tell whether this file ends with the proof of what stands before it."""
        content = packed.read_bytes()
        digest = hashlib.sha256(content[:-_FRAME]).digest()
        has_frame = content[-_FRAME : -_FRAME + len(_HEAD)] == _HEAD
        return self._trusts_place or (has_frame and self.fit(name, digest, content[-32:]))
