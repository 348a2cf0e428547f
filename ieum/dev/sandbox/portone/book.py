"""The identity verifications that browsers have started."""

import hashlib
import secrets
from base64 import b64encode
from datetime import date, datetime
from typing import Literal

from msgspec import Struct

from ieum.dev.sandbox.clock import Clock
from ieum.dev.sandbox.store import Store


class Person(Struct, frozen=True):
    """Person as typed into the window. Without a phone number: like a channel whose contract excludes it."""

    name: str
    phone: str | None
    birth_date: date

    @property
    def ci(self) -> str:
        """The person's identifier at every shop, 88 characters."""
        return b64encode(hashlib.sha512(self._seed("ci")).digest()).decode()

    @property
    def di(self) -> str:
        """The person's identifier at this shop, 64 characters."""
        return hashlib.sha256(self._seed("di")).hexdigest()

    def _seed(self, kind: str) -> bytes:
        return f"{kind}:{self.name}:{self.birth_date}".encode()


class Identity(Struct, kw_only=True):
    """`origin` is the page that opened the popup; with a `redirect_url` the browser is sent there instead."""

    id: str
    tx_id: str
    origin: str | None
    redirect_url: str | None
    requested_at: datetime
    changed_at: datetime
    status: Literal["READY", "VERIFIED", "FAILED"] = "READY"
    person: Person | None = None


class IdentityBook:
    def __init__(self, clock: Clock, store: Store) -> None:
        self._clock = clock
        self._store = store
        self._identities: dict[str, Identity] = dict(store.all("identity", Identity))

    def open(self, identity_id: str, *, origin: str | None, redirect_url: str | None) -> Identity | None:
        """Start a new attempt; None if this verification has already succeeded, which is final."""
        earlier = self._identities.get(identity_id)
        if earlier is not None and earlier.status == "VERIFIED":
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
        self._keep(opened)
        return opened

    def find(self, identity_id: str) -> Identity | None:
        return self._identities.get(identity_id)

    def verify(self, identity: Identity, person: Person) -> None:
        identity.status, identity.person, identity.changed_at = "VERIFIED", person, self._clock.now()
        self._keep(identity)

    def fail(self, identity: Identity) -> None:
        identity.status, identity.changed_at = "FAILED", self._clock.now()
        self._keep(identity)

    def _keep(self, identity: Identity) -> None:
        self._store.put(("identity", identity.id, identity))
