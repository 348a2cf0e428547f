"""Requests for a lost id or password, and their answers."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.members.security.types import Passkey
from ieum.shop.members.types import Agreement, MemberId, TypedName
from ieum.shop.members.verification.types import Code

type Purpose = Literal["find-id", "reset-password"]


class FindId(msgspec.Struct, forbid_unknown_fields=True):
    """`POST /api/v1/user/find-id` of spec section 7."""

    mberNm: TypedName  # noqa: N815 - the wire contract's name
    email: Annotated[str, Meta(min_length=1, max_length=254)]


class ResetPassword(msgspec.Struct, forbid_unknown_fields=True):
    """`POST /api/v1/user/reset-password` of spec section 7."""

    mberNm: TypedName  # noqa: N815
    mberId: Annotated[str, Meta(min_length=1, max_length=40)]  # noqa: N815
    email: Annotated[str, Meta(min_length=1, max_length=254)]


class RecoveryStarted(msgspec.Struct, rename="camel"):
    """Answer to a request for recovery; equal whether or not such a member exists."""

    verification_id: UUID
    expires_at: datetime


class FindIdConfirm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    verification_id: UUID
    code: Code


class FoundIds(msgspec.Struct):
    """Masked ids; the full ones are only in the mail."""

    ids: list[str]


class ResetConfirm(msgspec.Struct, forbid_unknown_fields=True):
    verificationId: UUID  # noqa: N815
    code: Code
    mberPw: Annotated[str, Meta(min_length=1, max_length=200)]  # noqa: N815
    keepPasskeys: bool = False  # noqa: N815
    """A thief may have added one, so a reset deletes them all unless the member says otherwise."""
    agreements: Annotated[list[Agreement], Meta(max_length=20)] = []
    """Asked of whoever came from another shop and has agreed to nothing here (`agreements_missing`)."""


class Reset(msgspec.Struct, rename="camel"):
    """Ends that a reset brings: the devices that were logged in, and the passkeys unless the member kept them."""

    devices: list[str]
    passkeys: list[Passkey]
    passkeys_kept: bool


class AccountSearch(msgspec.Struct):
    """The account that somebody searches for, in stored form; `login_id` is None where the id is what they lost."""

    purpose: Purpose
    name: str
    email: str
    login_id: str | None
    device: str
    """The cookie of earlier logins in the browser that asks, unchecked; empty where there is none."""


class PendingSearch(AccountSearch):
    """A search that the job has not answered yet."""

    expires_at: datetime


class Claimant(msgspec.Struct):
    """An account that a search matched, with what it has to do with whoever searched."""

    id: MemberId
    login_id: str
    is_at_home: bool
    """Whether its member logged in lately from the network of the search, and nobody had to end that session."""
