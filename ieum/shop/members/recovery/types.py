"""What somebody says who lost an id or a password."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId
from ieum.shop.members.verification.types import Code

type Kind = Literal["find-id", "reset-password"]


class FindId(msgspec.Struct, forbid_unknown_fields=True):
    """Spec section 7: `POST /api/v1/user/find-id`."""

    mberNm: Annotated[str, Meta(min_length=1, max_length=60)]  # noqa: N815 - the wire contract's name
    email: Annotated[str, Meta(min_length=1, max_length=254)]


class ResetPassword(msgspec.Struct, forbid_unknown_fields=True):
    """Spec section 7: `POST /api/v1/user/reset-password`."""

    mberNm: Annotated[str, Meta(min_length=1, max_length=60)]  # noqa: N815
    mberId: Annotated[str, Meta(min_length=1, max_length=40)]  # noqa: N815
    email: Annotated[str, Meta(min_length=1, max_length=254)]


class RecoveryStarted(msgspec.Struct, rename="camel"):
    """The same whether or not there is such a member."""

    verification_id: UUID
    expires_at: datetime


class FindIdConfirm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    verification_id: UUID
    code: Code


class FoundIds(msgspec.Struct):
    """Masked: the whole id is in the mail alone."""

    ids: list[str]


class ResetConfirm(msgspec.Struct, forbid_unknown_fields=True):
    verificationId: UUID  # noqa: N815
    code: Code
    mberPw: Annotated[str, Meta(min_length=1, max_length=200)]  # noqa: N815


class Wanted(msgspec.Struct, frozen=True):
    """Whom somebody looks for, in the form we keep members in; without an id it is the id that is lost."""

    kind: Kind
    name: str
    email: str
    login_id: str | None


class Request(msgspec.Struct):
    """A request that nobody looked after yet."""

    purpose: Kind
    name: str
    email: str
    login_id: str | None
    expires_at: datetime


class Found(msgspec.Struct):
    """A member, as far as recovery needs them."""

    id: MemberId
    login_id: str
    name: str
    email: str
    phone: str
