"""Staff, their roles and their logins, on the wire and in the tables."""

from datetime import datetime
from typing import Annotated, Any, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.desk.types import StaffId, StaffSessionId
from ieum.shop.kernel.texts import WORDS
from ieum.shop.members.security.types import PasskeyOnFile

InvitationId = NewType("InvitationId", int)
StaffPasskeyId = NewType("StaffPasskeyId", int)

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=WORDS)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]
# Six digits of the authenticator, or a recovery code.
Code = Annotated[str, Meta(min_length=1, max_length=30)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]


class StaffLogin(msgspec.Struct, forbid_unknown_fields=True):
    email: Annotated[str, Meta(min_length=1, max_length=254)]
    password: Password
    code: Code


class InvitationToken(msgspec.Struct, forbid_unknown_fields=True):
    token: Token


class Acceptance(msgspec.Struct, forbid_unknown_fields=True):
    token: Token
    password: Password
    code: Code


class InvitationInfo(msgspec.Struct, rename="camel"):
    """Page of an invitation; `secret` and `uri` are for the authenticator app."""

    email: str
    name: str
    role_name: str
    secret: str
    uri: str
    expires_at: datetime
    is_reset: bool


class Invitation(msgspec.Struct):
    id: InvitationId
    staff_id: StaffId
    email: str
    name: str
    role_name: str
    sealed_secret: bytes | None
    expires_at: datetime
    is_reset: bool


class InvitationLink(msgspec.Struct, rename="camel"):
    """Shown once: whoever opens it first chooses the password."""

    url: str
    expires_at: datetime


class InvitationSent(msgspec.Struct, rename="camel"):
    """A first link, which goes to the invited person alone, by mail."""

    email: str
    expires_at: datetime


class Secrets(msgspec.Struct):
    """Secrets that a login is checked against."""

    id: StaffId
    password_hash: str | None
    sealed_secret: bytes | None


class UsedStaffSession(msgspec.Struct, rename="camel"):
    id: StaffSessionId
    started_at: datetime
    seen_at: datetime
    address: str
    user_agent: str
    current: bool


class StaffPasskey(msgspec.Struct, rename="camel"):
    id: StaffPasskeyId
    name: str
    created_at: datetime
    used_at: datetime | None


class StoredStaffPasskey(PasskeyOnFile, kw_only=True):
    id: StaffPasskeyId
    staff_id: StaffId
    handle: UUID


class NewStaffPasskey(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    challenge_id: UUID
    name: Name
    credential: dict[str, Any]
    code: Code


class PasswordChange(msgspec.Struct, forbid_unknown_fields=True):
    current: Password
    password: Password
    code: Code
