"""A member's own data: on the wire with the names of spec section 3, inside with clear ones."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId, SessionId, TypedName, TypedPhone

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
    # None where the member never agreed or withdrew.
    sms_changed_at: datetime | None
    mail_changed_at: datetime | None


class NameChange(
    msgspec.Struct, rename={"name": "mberNm", "password": "currentPw"}, forbid_unknown_fields=True
):
    name: TypedName
    password: Password


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
    phone: TypedPhone
    password: Password
    verification_id: VerificationId | None = None


class PasswordChange(
    msgspec.Struct, rename={"current": "currentPw", "new": "mberPw"}, forbid_unknown_fields=True
):
    current: Password
    new: Password


class ConsentChange(
    msgspec.Struct, rename={"sms": "smsRcvYn", "mail": "mailRcvYn"}, forbid_unknown_fields=True
):
    sms: YesNo
    mail: YesNo


class LoginDevice(msgspec.Struct, rename="camel"):
    """An open session, with what lets its owner recognise the device."""

    id: SessionId
    started_at: datetime
    last_used_at: datetime
    ip_address: str | None
    device: str
    current: bool


class Ended(msgspec.Struct):
    ended: int


class Consent(msgspec.Struct):
    """A consent to advertising or its withdrawal, with the number or address on this medium."""

    id: int
    member_id: MemberId
    medium: Medium
    to: str
    recorded_at: datetime


class AgingConsent(Consent):
    """A consent to advertising that is due for a reminder; `years` is its age, an even number."""

    years: int
