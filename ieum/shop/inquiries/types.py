"""Inquiries as members and the staff see them."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId

InquiryId = NewType("InquiryId", int)
MessageId = NewType("MessageId", int)
ImageId = NewType("ImageId", int)

type Category = Literal["product", "connection", "payment", "refund", "account", "other"]
type State = Literal["received", "in_progress", "answered"]
type MediaType = Literal["image/jpeg", "image/png", "image/webp"]

# The rules say in a sentence what is too long; beyond these nobody has typed it.
_Title = Annotated[str, Meta(max_length=400)]
_Body = Annotated[str, Meta(max_length=20_000)]
_Images = Annotated[list[Annotated[ImageId, Meta(ge=1, le=2**63 - 1)]], Meta(max_length=20)]


class NewInquiry(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    category: Category
    title: _Title
    body: _Body
    service_id: Annotated[int, Meta(ge=1, le=2**63 - 1)] | None = None
    order_id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{6,64}(?!\n)$")] | None = None
    images: _Images = []


class NewMessage(msgspec.Struct, forbid_unknown_fields=True):
    body: _Body
    images: _Images = []


class Started(msgspec.Struct):
    id: InquiryId


class Seen(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    # The newest message that was on the screen: one that came meanwhile stays new.
    message_id: Annotated[int, Meta(ge=0, le=2**63 - 1)]


class InquiryItem(msgspec.Struct, rename="camel"):
    id: InquiryId
    category: Category
    title: str
    state: State
    created_at: datetime
    last_message_at: datetime
    has_new_reply: bool


class RelatedService(msgspec.Struct, rename="camel"):
    """What is asked about; `address` is the one it has now, where it has one of its own."""

    id: int
    plan_name: str
    address: str | None


class RelatedOrder(msgspec.Struct, rename="camel"):
    order_id: str
    plan_name: str
    created_at: datetime


class InquiryImage(msgspec.Struct):
    """`hidden`: the staff took it out of sight; there is nothing to be fetched any more."""

    id: ImageId
    name: str
    width: int
    height: int
    size: int
    hidden: bool


class InquiryMessage(msgspec.Struct, rename="camel"):
    id: MessageId
    author: Literal["member", "staff"]
    body: str
    created_at: datetime
    images: list[InquiryImage]


class InquiryView(InquiryItem, rename="camel", kw_only=True):
    service: RelatedService | None
    order: RelatedOrder | None
    messages: list[InquiryMessage]


class InquiryRow(msgspec.Struct):
    """With what it is about."""

    id: InquiryId
    category: Category
    title: str
    state: State
    created_at: datetime
    last_message_at: datetime
    has_new_reply: bool
    service_id: int | None
    service_plan: str | None
    service_address: str | None
    order_id: str | None
    order_plan: str | None
    ordered_at: datetime | None


class MessageRow(msgspec.Struct):
    id: MessageId
    author: Literal["member", "staff"]
    body: str
    created_at: datetime


class ImageRow(msgspec.Struct):
    id: ImageId
    message_id: MessageId
    name: str
    width: int
    height: int
    size: int
    hidden: bool


class ImageContent(msgspec.Struct):
    media_type: MediaType
    content: bytes


class Room(msgspec.Struct):
    """Images of a member that are not sent yet; `wait` as of `Asked`."""

    waiting: int
    wait: int | None


class LockedInquiry(msgspec.Struct):
    """Held until the transaction ends."""

    id: InquiryId
    member_id: MemberId
    state: State
    title: str
    created_at: datetime
    taken_by: str | None


class Asked(msgspec.Struct):
    """`same` is the inquiry that asks just this, sent a moment ago.

    `wait`: the seconds until there is room for one more; None where there is.
    """

    same: InquiryId | None
    wait: int | None


class Begun(msgspec.Struct):
    """A new inquiry and its first message."""

    id: InquiryId
    message_id: MessageId


class Said(msgspec.Struct):
    """What stands in a thread; `is_same`: its last message says just this, and was sent a moment ago."""

    messages: int
    wait: int | None
    is_same: bool


class Reachable(msgspec.Struct):
    """Where a member is told of an answer."""

    name: str
    email: str
    phone: str


class DeskItem(msgspec.Struct):
    """An inquiry in a list of the staff's."""

    id: InquiryId
    category: Category
    title: str
    state: State
    last_message_at: datetime
    taken_by: str | None
    login_id: str


class WhoAsked(msgspec.Struct):
    member_id: MemberId
    login_id: str
    name: str


class SentImage(msgspec.Struct):
    """Of which inquiry and whose an image is."""

    inquiry_id: InquiryId
    member_id: MemberId


class DeskThread(msgspec.Struct):
    """An inquiry as the staff reads it."""

    who: WhoAsked
    inquiry: InquiryView
