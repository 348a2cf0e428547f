"""Codes and identity verifications, on the wire and in the tables."""

from datetime import datetime, timedelta
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.messaging.rules import mailbox_of

type Channel = Literal["phone", "mail"]
type Purpose = Literal["sign-up", "change"]
# Six digits; a `$` alone would also match before a line break at the end.
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
    """A confirmed verification, which can be used until `expires_at`."""

    id: UUID
    expires_at: datetime


class IdentityRequest(msgspec.Struct, forbid_unknown_fields=True):
    purpose: Purpose


class IdentityStarted(msgspec.Struct, rename="camel"):
    """The parameters for the identity provider's script in the browser."""

    id: UUID
    store_id: str
    channel_key: str
    sdk_url: str


class NoFields(msgspec.Struct, forbid_unknown_fields=True):
    """An empty body: the URL says everything."""


class IdentityVerified(msgspec.Struct, rename="camel"):
    """The person that the provider verified; the phone number in digits."""

    id: UUID
    name: str
    phone: str
    expires_at: datetime


class NewVerification(msgspec.Struct, frozen=True):
    """A verification to store; without a `code_hash`, no code that is tried can be right."""

    id: UUID
    channel: Literal["phone", "mail", "identity"]
    purpose: str
    target: str | None
    lifetime: timedelta
    code_hash: bytes | None = None

    @property
    def mailbox(self) -> str | None:
        """The target in one spelling for all that reach the same mailbox."""
        return mailbox_of(self.target) if self.target and self.channel == "mail" else self.target


class Counts(msgspec.Struct, frozen=True):
    """Choice of the earlier requests for the same target that count against a new one."""

    purposes: tuple[str, ...]
    """Those that count towards what a target gets in a day."""
    pausing: tuple[str, ...]
    """Those after which a minute has to pass."""
    anywhere: bool
    """Whether those of other networks count, too: towards a larger number a day, and for the pause."""


class Recent(msgspec.Struct):
    """Times at which codes were requested for the same target and from the same network, newest first.

    `of_target` and `of_target_anywhere` are those towards the target's day, from the same network and from any,
    `pausing` the newest of those that ask for a pause.
    """

    now: datetime
    of_target: list[datetime]
    of_target_anywhere: list[datetime]
    pausing: list[datetime]
    of_network: list[datetime]


class CountedTry(msgspec.Struct):
    """A try that was allowed and counted; `code_hash` is None where no code was ever sent."""

    code_hash: bytes | None
    tries: int


class VerificationState(msgspec.Struct):
    """Reasons to refuse a try: the time is over, or the verification was confirmed before."""

    over: bool
    verified: bool


class SpentVerification(msgspec.Struct):
    channel: Literal["phone", "mail", "identity"]
    target: str
