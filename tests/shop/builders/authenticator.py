"""A passkey in software: it answers the options of the shop as a browser with an authenticator does."""

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256

from tests.shop.builders.clients import HOME

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Authenticator:
    """Holds one passkey, on a page of this origin."""

    def __init__(self, *, origin: str = HOME, counts: bool = True, verifies: bool = True) -> None:
        self.origin = origin
        self.sign_count = 0
        self.credential_id = os.urandom(32)
        self.user_handle = b""
        self._counts = counts
        # Whether it asks for a finger, a face or a PIN, or for a touch only.
        self.verifies = verifies
        self._key = generate_private_key(SECP256R1())

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.create`, as JSON."""
        self.user_handle = decode(options["user"]["id"])
        client_data = self._client_data("webauthn.create", options["challenge"])
        credential = struct.pack(">16sH", bytes(16), len(self.credential_id)) + self.credential_id
        data = self._data(options["rp"]["id"], ATTESTED) + credential + self._public_key()
        answer = self._answer(
            clientDataJSON=client_data,
            attestationObject=cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        )
        answer["response"]["transports"] = ["internal", "hybrid", "pigeon"]
        return answer

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        """`navigator.credentials.get`, as JSON."""
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data(options["rpId"], 0)
        signature = self._key.sign(data + hashlib.sha256(client_data).digest(), ECDSA(SHA256()))
        return self._answer(
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=signature,
            userHandle=self.user_handle,
        )

    def _data(self, domain: str, flags: int) -> bytes:
        self.sign_count += self._counts
        return hashlib.sha256(domain.encode()).digest() + struct.pack(
            ">BI", PRESENT | (VERIFIED if self.verifies else 0) | flags, self.sign_count
        )

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _public_key(self) -> bytes:
        numbers = self._key.public_key().public_numbers()
        return cbor2.dumps(
            {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        )

    def _answer(self, **response: bytes) -> dict[str, Any]:
        return {
            "id": encode(self.credential_id),
            "rawId": encode(self.credential_id),
            "type": "public-key",
            "response": {name: encode(value) for name, value in response.items()},
        }
