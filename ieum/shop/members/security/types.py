"""Attempts, second factors and passkeys, as they come in, go out and are kept."""

from datetime import datetime, timedelta
from typing import Annotated, Any, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId, Reputation

PasskeyId = NewType("PasskeyId", int)
# Failures older than this no longer count.
FORGOTTEN_AFTER = timedelta(days=1)
# How long a network counts as known after somebody logged in from it.
KNOWN_FOR = timedelta(days=30)
CurrentPassword = Annotated[str, Meta(min_length=1, max_length=200)]


class Limit(msgspec.Struct, frozen=True):
    """How many failures are free, and how long each further one keeps the next attempt away."""

    free: int
    delays: tuple[int, ...]
    """Seconds; the last one stays."""
    fade_seconds: float
    """One failure is forgotten in this time; infinite where they stand until all are forgotten together."""


class Charge(msgspec.Struct, frozen=True):
    """What one attempt cost one key, this attempt included."""

    failures: float
    blocked_until: datetime | None
    succeeded_at: datetime | None = None
    """When somebody got in from this network last."""


class Attempt(msgspec.Struct, frozen=True):
    """An attempt that was paid for before it was made."""

    account_key: str
    account: Charge
    network_key: str
    network: Charge
    reputation: Reputation


class Credentials(msgspec.Struct):
    """What a login is checked against."""

    id: MemberId
    password_hash: str
    sealed_secret: bytes | None
    """None where no second factor is asked for."""


class CurrentPw(msgspec.Struct, forbid_unknown_fields=True):
    currentPw: CurrentPassword  # noqa: N815


class TotpCode(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=20)]


class NewSecret(msgspec.Struct):
    """For the authenticator app: the secret to type, or the address to scan."""

    secret: str
    uri: str


class RecoveryCodes(msgspec.Struct, rename="camel"):
    """Shown once; we keep hashes."""

    recovery_codes: list[str]


class Passkey(msgspec.Struct, rename="camel"):
    id: PasskeyId
    name: str
    created_at: datetime
    last_used_at: datetime | None


class Security(msgspec.Struct, rename="camel"):
    totp: bool
    recovery_codes_left: int
    passkeys: list[Passkey]


class Ceremony(msgspec.Struct, rename="camel"):
    """What the browser hands to `navigator.credentials`, and the number under which we remember it."""

    challenge_id: UUID
    options: dict[str, Any]


class NewPasskey(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    challenge_id: UUID
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^(?=.*\S)[^\x00-\x1f\x7f]+(?!\n)$")]
    credential: dict[str, Any]


class PasskeyLogin(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    challenge_id: UUID
    credential: dict[str, Any]


class Challenge(msgspec.Struct, frozen=True):
    challenge: bytes
    member_id: MemberId | None
    """Whose passkey is being added; None at a login."""
    expires_at: datetime


class Account(msgspec.Struct):
    """How authenticator apps and browsers file what they keep for a member."""

    login_id: str
    customer_key: UUID


class Factors(msgspec.Struct):
    totp: bool
    recovery_codes_left: int


class TotpSecret(msgspec.Struct):
    sealed_secret: bytes
    confirmed: bool


class Credential(msgspec.Struct):
    """What a browser needs to see whether an authenticator has this passkey, and by which ways to ask it."""

    id: bytes
    transports: list[str]


class StoredPasskey(msgspec.Struct):
    """What an answer of a passkey is checked against."""

    id: PasskeyId
    member_id: MemberId
    customer_key: UUID
    public_key: bytes
    sign_count: int


class RegisteredPasskey(msgspec.Struct, frozen=True):
    """A passkey that proved itself."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: list[str]
