"""Every identity verification that a browser began."""

import hashlib
import secrets
from base64 import b64encode
from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from ieum.sandbox.clock import Clock


class Person(Struct, frozen=True):
    """Whom the window saw. Without a phone: what a channel without that contract tells."""

    name: str
    phone: str | None
    birth_date: date

    @property
    def ci(self) -> str:
        """88 characters, the same for the same person whoever asks."""
        return b64encode(hashlib.sha512(self._seed("ci")).digest()).decode()

    @property
    def di(self) -> str:
        """64 characters of this shop's own."""
        return hashlib.sha256(self._seed("di")).hexdigest()

    def _seed(self, kind: str) -> bytes:
        return f"{kind}:{self.name}:{self.birth_date}".encode()


class Identity(Struct, kw_only=True):
    """`origin`: the page that opened us as a popup; `redirect_url`: where to send the browser instead."""

    id: str
    tx_id: str
    origin: str | None
    redirect_url: str | None
    requested_at: datetime
    changed_at: datetime
    status: Literal["READY", "VERIFIED", "FAILED"] = "READY"
    person: Person | None = None


class IdentityBook:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._identities: dict[str, Identity] = {}

    def open(self, identity_id: str, *, origin: str | None, redirect_url: str | None) -> Identity | None:
        """A new attempt; None where it was finished before, which cannot be undone."""
        found = self._identities.get(identity_id)
        if found is not None and found.status == "VERIFIED":
            return None
        now = self._clock.now()
        opened = Identity(
            id=identity_id,
            tx_id=f"tx-{secrets.token_hex(12)}",
            origin=origin,
            redirect_url=redirect_url,
            requested_at=now,
            changed_at=now,
        )
        self._identities[identity_id] = opened
        return opened

    def find(self, identity_id: str) -> Identity | None:
        return self._identities.get(identity_id)

    def verify(self, identity: Identity, person: Person) -> None:
        identity.status, identity.person, identity.changed_at = "VERIFIED", person, self._clock.now()

    def fail(self, identity: Identity) -> None:
        identity.status, identity.changed_at = "FAILED", self._clock.now()
