"""Members, sign-ups and login sessions."""

from datetime import date, datetime
from typing import Annotated, Literal, NamedTuple, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.kernel.phones import LONGEST_NUMBER

# As they are typed: letters of a Mac's file names come apart, and a number may have its country code and blanks.
TypedName = Annotated[str, Meta(min_length=1, max_length=240)]
TypedPhone = Annotated[str, Meta(min_length=1, max_length=LONGEST_NUMBER)]

MemberId = NewType("MemberId", int)
SessionId = NewType("SessionId", int)
LookId = NewType("LookId", int)
Reputation = Literal["known", "new", "failed"]
type MemberState = Literal["active", "blocked", "left", "sub_id"]


class Viewer(NamedTuple):
    """Viewer of an owner's services: the owner, or a sub-id of theirs within its rights."""

    owner: MemberId
    sub_id: MemberId | None = None


class Look(msgspec.Struct, frozen=True):
    """Staff who see the shop as a member does, and until when at most."""

    id: LookId
    until: datetime


class Identity(msgspec.Struct, frozen=True):
    """The login and session that an access token names: a member's, or a sub-id's with its owner.

    `acting`: the session is the owner's, who looks at the pages of the sub-id and may change nothing.
    `look`: no session of the member's, but staff who look, for whom every change is refused (`authentication.py`).
    """

    member_id: MemberId
    session_id: SessionId
    owner_id: MemberId | None = None
    acting: bool = False
    look: Look | None = None

    @property
    def viewer(self) -> Viewer:
        if self.owner_id is None:
            return Viewer(self.member_id)
        return Viewer(self.owner_id, self.member_id)


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
    mberNm: TypedName  # noqa: N815
    email: Annotated[str, Meta(min_length=1, max_length=254)]
    phone: TypedPhone
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


class MemberInfo(msgspec.Struct, omit_defaults=True):
    """Spec section 3, "Member info"; for a sub-id also our `kind` and `mayUndo`.

    A sub-id has no contact and no points; its tickets are what is left of its shares of the owner's.
    """

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
    kind: Literal["sub_id", "acting"] | None = None
    """Left out for a member; whether it is the sub-id itself or its owner who looks as it."""
    mayUndo: bool | None = None  # noqa: N815
    """A sub-id has changed an address and may still go back, even with no change left."""
    lookUntil: datetime | None = None  # noqa: N815
    """Until when staff see the shop as this member does; left out for the member."""


class EndedLook(msgspec.Struct):
    """Next page of staff who saw the shop as a member does: the pages of the shop name no page of the console."""

    next: str


class MemberRow(msgspec.Struct):
    """A member who has not left, or a sub-id, whose contact is empty."""

    id: MemberId
    login_id: str
    name: str
    email: str
    phone: str
    customer_key: UUID
    sms_opt_in: bool
    mail_opt_in: bool
    owner_id: MemberId | None


class NewSubId(msgspec.Struct, frozen=True):
    """A sub-id that passed every rule. `ends_at`: from when on it may not be used; None where that is not set."""

    login_id: str
    name: str
    ends_at: datetime | None


class SubIdCounts(msgspec.Struct):
    """Counts of an owner's sub-ids: in use, allowed, and made within a day, removed ones among them."""

    in_use: int
    made_today: int
    limit: int


class SubIdLogin(msgspec.Struct):
    """A sub-id that is not removed, locked until the transaction ends."""

    id: MemberId
    owner_id: MemberId
    login_id: str
    name: str
    has_password: bool
    is_suspended: bool
    ends_at: datetime | None
    is_over: bool


class TokenState(msgspec.Struct):
    """A refresh token and its session, locked until the transaction ends."""

    session_id: SessionId
    member_id: MemberId
    owner_id: MemberId | None
    acts_as: MemberId | None
    rotated_at: datetime | None
    sealed_successor: bytes | None
    expires_at: datetime
    ended_at: datetime | None
