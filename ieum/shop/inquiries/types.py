"""Inquiries, their messages and images, as members and the staff see them and as the tables hold them."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId

InquiryId = NewType("InquiryId", int)
MessageId = NewType("MessageId", int)
ImageId = NewType("ImageId", int)

type Category = Literal["product", "connection", "payment", "refund", "account", "other"]
type State = Literal["received", "in_progress", "answered", "closed"]
type MediaType = Literal["image/jpeg", "image/png", "image/webp"]

# `rules` refuses text that is too long with a sentence; these limits only stop what nobody can have typed.
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
    # The newest message that was on the screen; one that arrived meanwhile stays new.
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
    """The service that an inquiry is about; `address` is its last one, None where it has no fixed one."""

    id: int
    plan_name: str
    address: str | None


class RelatedOrder(msgspec.Struct, rename="camel"):
    order_id: str
    plan_name: str
    created_at: datetime


class InquiryImage(msgspec.Struct):
    """An image without its content; `hidden` where the staff has destroyed the content."""

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


class ImageContent(msgspec.Struct):
    media_type: MediaType
    content: bytes


class ImageUsage(msgspec.Struct):
    """Number of a member's unsent images; `wait`: seconds until they may upload again, None if now."""

    waiting: int
    wait: int | None


class LockedInquiry(msgspec.Struct):
    """An inquiry, locked until the transaction ends."""

    id: InquiryId
    member_id: MemberId
    state: State
    title: str
    created_at: datetime
    taken_by: str | None
    assignee_id: int | None


class InquiryCheck(msgspec.Struct):
    """`same`: the inquiry that the same request has just started; `wait`: seconds until one more is allowed."""

    same: InquiryId | None
    wait: int | None


class InsertedInquiry(msgspec.Struct):
    """A new inquiry and its first message."""

    id: InquiryId
    message_id: MessageId


class MessageCheck(msgspec.Struct):
    """`messages`: how many the inquiry has; `wait` as above; `is_same`: the last one was sent by the same request."""

    messages: int
    wait: int | None
    is_same: bool


class Assignee(msgspec.Struct, frozen=True):
    """Somebody of the staff by name, and by number where they work in the console."""

    name: str
    id: int | None = None


class SentImage(msgspec.Struct):
    """The inquiry that an image was sent in, and its member."""

    inquiry_id: InquiryId
    member_id: MemberId
