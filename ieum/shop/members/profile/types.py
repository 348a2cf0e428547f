"""A member's own data. On the wire it has the names of spec section 3; inside, clear ones."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId, SessionId

type YesNo = Literal["Y", "N"]
type Medium = Literal["sms", "mail"]

Password = Annotated[str, Meta(min_length=1, max_length=200)]
VerificationId = Annotated[str, Meta(max_length=100)]


class Profile(
    msgspec.Struct,
    rename={
        "login_id": "mberId",
        "name": "mberNm",
        "joined_at": "joinedAt",
        "sms": "smsRcvYn",
        "mail": "mailRcvYn",
        "sms_changed_at": "smsChangedAt",
        "mail_changed_at": "mailChangedAt",
    },
):
    login_id: str
    name: str
    email: str
    phone: str
    joined_at: datetime
    sms: YesNo
    mail: YesNo
    # None where nothing was ever said about it.
    sms_changed_at: datetime | None
    mail_changed_at: datetime | None


class NameChange(msgspec.Struct, rename={"name": "mberNm"}, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]


class EmailChange(
    msgspec.Struct,
    rename={"verification_id": "verificationId", "password": "currentPw"},
    forbid_unknown_fields=True,
):
    email: Annotated[str, Meta(min_length=1, max_length=254)]
    password: Password
    verification_id: VerificationId | None = None


class PhoneChange(
    msgspec.Struct,
    rename={"verification_id": "verificationId", "password": "currentPw"},
    forbid_unknown_fields=True,
):
    phone: Annotated[str, Meta(min_length=1, max_length=20)]
    password: Password
    verification_id: VerificationId | None = None


class PasswordChange(
    msgspec.Struct, rename={"current": "currentPw", "wanted": "mberPw"}, forbid_unknown_fields=True
):
    current: Password
    wanted: Password


class ConsentChange(
    msgspec.Struct, rename={"sms": "smsRcvYn", "mail": "mailRcvYn"}, forbid_unknown_fields=True
):
    sms: YesNo
    mail: YesNo


class LoginDevice(msgspec.Struct, rename="camel"):
    """A session that is open, told so that its owner recognises the device."""

    id: SessionId
    started_at: datetime
    last_used_at: datetime
    ip_address: str | None
    device: str
    current: bool


class Ended(msgspec.Struct):
    ended: int


class LockedMember(msgspec.Struct):
    """The row, locked until the transaction ends."""

    id: MemberId
    login_id: str
    name: str
    email: str
    phone: str
    sms_opt_in: bool
    mail_opt_in: bool


class SessionRow(msgspec.Struct):
    id: SessionId
    started_at: datetime
    last_used_at: datetime
    ip_address: str | None
    user_agent: str


class ConsentProof(msgspec.Struct):
    id: int
    recorded_at: datetime


class FirstConsent(ConsentProof):
    """What was said at the sign-up, and where its answer goes."""

    email: str
    phone: str


class AgingConsent(msgspec.Struct):
    """A consent to advertising that is so many years old and was not asked for again since."""

    id: int
    member_id: MemberId
    medium: Medium
    recorded_at: datetime
    years: int
    email: str
    phone: str
