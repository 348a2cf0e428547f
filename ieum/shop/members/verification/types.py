"""Codes and identities, on the wire and as kept."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

type Channel = Literal["phone", "mail"]
type Purpose = Literal["sign-up", "change"]
# Six digits; a `$` alone would also fit before a line break at the end.
type Code = Annotated[str, Meta(pattern=r"^[0-9]{6}(?!\n)$")]


class CodeRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    channel: Channel
    target: Annotated[str, Meta(min_length=1, max_length=254)]
    purpose: Purpose


class CodeSent(msgspec.Struct, rename="camel"):
    id: UUID
    expires_at: datetime
    resend_at: datetime


class CodeEntry(msgspec.Struct, forbid_unknown_fields=True):
    code: Code


class Verified(msgspec.Struct, rename="camel"):
    """May be spent until then."""

    id: UUID
    expires_at: datetime


class IdentityRequest(msgspec.Struct, forbid_unknown_fields=True):
    purpose: Purpose


class IdentityStarted(msgspec.Struct, rename="camel"):
    """What the identity provider's script in the browser is called with."""

    id: UUID
    store_id: str
    channel_key: str
    sdk_url: str


class NoFields(msgspec.Struct, forbid_unknown_fields=True):
    """A call that says everything with its address."""


class IdentityVerified(msgspec.Struct, rename="camel"):
    """The person that the provider vouches for; the phone number in digits."""

    id: UUID
    name: str
    phone: str
    expires_at: datetime


class Recent(msgspec.Struct):
    """When codes were asked for, newest first: to the same target, and from the same network."""

    now: datetime
    of_target: list[datetime]
    of_network: list[datetime]


class Tried(msgspec.Struct):
    """A try that was let through and counted; without a hash no code was ever sent."""

    code_hash: bytes | None
    tries: int


class State(msgspec.Struct):
    """Why a try was not let through."""

    tries: int
    over: bool
    verified: bool


class Spendable(msgspec.Struct):
    channel: Literal["phone", "mail", "identity"]
    target: str
