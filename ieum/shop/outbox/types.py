"""Messages of the outbox on the wire, and the texts that the shop sends by itself."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.messaging.queries import Channel

OutboxId = NewType("OutboxId", int)

type Standing = Literal["waiting", "sent", "refused"]
# One that may go out by day only waits for the day.
type MessageState = Literal["held"] | Standing


class MessageLine(msgspec.Struct, rename="camel", kw_only=True):
    """A message. The recipient is masked; it is empty once the shop has forgotten it. `refusal` is said in words."""

    id: OutboxId
    channel: Channel
    state: MessageState
    recipient: str
    subject: str
    member_id: int | None
    created_at: datetime
    sent_at: datetime | None
    refusal: str | None


class MessageRow(MessageLine):
    """A message as the table has it, with what has to be masked in its text.

    `is_unwanted`: it is an advertisement, and its reader does not agree to advertising now.
    """

    body: str
    button_label: str
    has_code: bool
    is_unwanted: bool
    name: str | None
    email: str | None
    phone: str | None


class MessageSeen(MessageLine):
    """A message with its text, in which the member's name, mail and phone are masked.

    `why_not_again` says why it cannot be sent once more.
    """

    body: str
    button_label: str
    why_not_again: str | None


class SampleText(msgspec.Struct, rename="camel"):
    """A text of the shop with sample data. `bytes` and `kind` are those of an SMS: above 90 it costs as a LMS."""

    name: str
    channel: Channel
    subject: str
    body: str
    button_label: str
    bytes: int
    kind: Literal["mail", "sms", "lms"]


class MessagePrices(msgspec.Struct, forbid_unknown_fields=True):
    """Won for one message, or null where nobody has written it down."""

    sms: Annotated[float, Meta(ge=0, le=10_000)] | None
    lms: Annotated[float, Meta(ge=0, le=10_000)] | None
