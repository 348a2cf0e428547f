"""Members, sign-ups and login sessions."""

from datetime import date, datetime
from typing import Annotated, Literal, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

MemberId = NewType("MemberId", int)
SessionId = NewType("SessionId", int)
Reputation = Literal["known", "new", "failed"]


class Identity(msgspec.Struct, frozen=True):
    """The member and session that an access token names."""

    member_id: MemberId
    session_id: SessionId


class TokenPair(msgspec.Struct, frozen=True):
    access: str
    refresh: str


class Agreement(msgspec.Struct, forbid_unknown_fields=True):
    """A document that the visitor ticked, in the version that was on the screen."""

    key: Annotated[str, Meta(min_length=1, max_length=40)]
    version: Annotated[str, Meta(min_length=1, max_length=40)]


class PublishedText(msgspec.Struct, rename="camel"):
    """The edition of a legal document that binds whoever agrees now; `html` is None where it was not asked for."""

    slug: str
    title: str
    edition: str
    effective_from: date
    html: str | None


class AgreementDocument(msgspec.Struct):
    """A document to agree to. `body` sums up the published text where there is one; `version` names both."""

    key: str
    version: str
    title: str
    body: str
    required: bool
    text: PublishedText | None


class AgreementRow(msgspec.Struct):
    """A document in force, with the published text that it sums up as the row of `content_versions`."""

    key: str
    version: str
    summary_version: str
    title: str
    body: str
    required: bool
    entry_id: int | None
    number: int | None
    text: PublishedText | None


class Login(msgspec.Struct, forbid_unknown_fields=True):
    """`POST /api/login` of spec section 7, and our `otp`: a code of the authenticator app, or a recovery code."""

    mberId: Annotated[str, Meta(min_length=1, max_length=40)]  # noqa: N815 - the wire contract's name
    mberPw: Annotated[str, Meta(min_length=1, max_length=200)]  # noqa: N815
    otp: Annotated[str, Meta(max_length=40)] | None = None


class SignUp(msgspec.Struct, forbid_unknown_fields=True):
    """`POST /api/v1/user/sign-up` of spec section 7, and our `agreements`."""

    mberId: Annotated[str, Meta(min_length=1, max_length=40)]  # noqa: N815
    mberPw: Annotated[str, Meta(min_length=1, max_length=200)]  # noqa: N815
    mberNm: Annotated[str, Meta(min_length=1, max_length=60)]  # noqa: N815
    email: Annotated[str, Meta(min_length=1, max_length=254)]
    phone: Annotated[str, Meta(min_length=1, max_length=20)]
    authType: Annotated[str, Meta(max_length=20)] | None = None  # noqa: N815
    phoneVerificationId: Annotated[str, Meta(max_length=100)] | None = None  # noqa: N815
    agreements: Annotated[list[Agreement], Meta(max_length=20)] = []


class SignedUp(msgspec.Struct):
    mberId: str  # noqa: N815


class LoginIdQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """The `중복확인` button asks this; in a body, so that no id is logged with a URL."""

    mberId: Annotated[str, Meta(max_length=40)]  # noqa: N815


class LoginIdAnswer(msgspec.Struct):
    available: bool
    detail: str


class NewMember(msgspec.Struct, frozen=True):
    """A sign-up that passed every rule, in the form we store."""

    login_id: str
    password: str
    name: str
    email: str
    phone: str


class MemberInfo(msgspec.Struct):
    """Spec section 3, "Member info"."""

    mberId: str  # noqa: N815
    mberNm: str  # noqa: N815
    email: str
    phone: str
    smsRcvYn: Literal["Y", "N"]  # noqa: N815
    mailRcvYn: Literal["Y", "N"]  # noqa: N815
    point: int
    ipTicket: int  # noqa: N815
    useSvCnt: int  # noqa: N815
    expSvCnt: int  # noqa: N815


class MemberRow(msgspec.Struct):
    """A member who has not left."""

    id: MemberId
    login_id: str
    name: str
    email: str
    phone: str
    customer_key: UUID
    sms_opt_in: bool
    mail_opt_in: bool


class TokenState(msgspec.Struct):
    """A refresh token and its session, locked until the transaction ends."""

    session_id: SessionId
    member_id: MemberId
    rotated_at: datetime | None
    sealed_successor: bytes | None
    started_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    moved_at: datetime | None
    """When the browser got cookies under the names of today in exchange for old ones; None where it never did."""
