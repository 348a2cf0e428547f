"""Login attempts, second factors and passkeys, on the wire and in the tables."""

from datetime import datetime, timedelta
from typing import Annotated, Any, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.kernel.texts import WORDS
from ieum.shop.members.types import MemberId, Reputation

PasskeyId = NewType("PasskeyId", int)
# Failures older than this no longer count.
FORGOTTEN_AFTER = timedelta(days=1)
# How long a network counts as known after somebody logged in from it.
KNOWN_FOR = timedelta(days=30)
# How long recovery accepts a name that a member had before: whoever renames a stolen account keeps nobody out.
FORMER_NAME_KEPT_FOR = timedelta(days=365)
CurrentPassword = Annotated[str, Meta(min_length=1, max_length=200)]


class Limit(msgspec.Struct, frozen=True):
    """Number of free failures, and how long each further one blocks the key."""

    free: int
    delays: tuple[int, ...]
    """In seconds; the last one repeats."""
    fade_seconds: float
    """How long it takes until one failure is forgotten; infinite where only a success or a day clears them."""


class Charge(msgspec.Struct, frozen=True):
    """The state of a key after an attempt was charged to it."""

    failures: float
    blocked_until: datetime | None
    succeeded_at: datetime | None = None
    """When somebody last logged in from this network; None for account keys."""


class Attempt(msgspec.Struct, frozen=True):
    """An attempt that was charged to its account and its network before it is made."""

    account_key: str
    account: Charge
    network_key: str
    network: Charge | None
    """None where the attempt was charged to a known device or a logged-in member alone."""
    reputation: Reputation


class Known(msgspec.Struct, frozen=True):
    """Keys that may count a login instead of its account, because the member has logged in like this before."""

    login_id: str
    network_key: str
    """Counts if the member has logged in from this network lately."""
    device_key: str | None
    """Of a browser that has proved to be the member's; None for any other."""


class Credentials(msgspec.Struct):
    """Secrets that a login is checked against: a password hash, and the secret of a second factor."""

    id: MemberId
    owner_id: MemberId | None
    password_hash: str | None
    """None of a sub-id that has not chosen a password yet."""
    sealed_secret: bytes | None
    """None where no second factor is on."""
    withheld: bool
    """A sub-id that its owner has suspended, or whose time is over."""
    blocked: bool
    """A member whom staff have blocked, or a sub-id of theirs."""


class CurrentPw(msgspec.Struct, forbid_unknown_fields=True):
    currentPw: CurrentPassword  # noqa: N815


class TotpCode(msgspec.Struct, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=20)]


class NewSecret(msgspec.Struct):
    """For the authenticator app: the secret to type, or the URI to scan as a QR code."""

    secret: str
    uri: str


class RecoveryCodes(msgspec.Struct, rename="camel"):
    """Shown once; only their hashes are stored."""

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
    """The options for `navigator.credentials`, and the id of the challenge in them."""

    challenge_id: UUID
    options: dict[str, Any]


class NewPasskey(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    challenge_id: UUID
    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=WORDS)]
    credential: dict[str, Any]


class PasskeyLogin(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    challenge_id: UUID
    credential: dict[str, Any]


class TotpSecret(msgspec.Struct):
    sealed_secret: bytes
    confirmed: bool


class Credential(msgspec.Struct):
    """A passkey that is registered already, so that a browser can recognise it."""

    id: bytes
    transports: list[str]


class PasskeyOnFile(msgspec.Struct):
    """Public key and counter that a passkey's answer is checked against."""

    public_key: bytes
    sign_count: int


class StoredPasskey(PasskeyOnFile, kw_only=True):
    """A passkey on file, with its member."""

    id: PasskeyId
    member_id: MemberId
    owner_id: MemberId | None
    login_id: str
    customer_key: UUID
    blocked: bool


class RegisteredPasskey(msgspec.Struct, frozen=True):
    """A new passkey whose answer to the challenge was verified."""

    credential_id: bytes
    public_key: bytes
    sign_count: int
    transports: list[str]
