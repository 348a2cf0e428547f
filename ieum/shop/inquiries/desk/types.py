"""Inquiries as the desk shows them, and what it is sent. Members are masked, also where a text names them."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.types import StaffId
from ieum.shop.inquiries.types import (
    Category,
    InquiryId,
    InquiryImage,
    MessageId,
    RelatedOrder,
    RelatedService,
    State,
)
from ieum.shop.kernel.masking import mask_known, mask_login_id, mask_name
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderState

# `rules` refuses a longer answer with a sentence; this only stops what nobody can have typed.
_Text = Annotated[str, Meta(max_length=20_000, pattern=r"^[^\x00]*$")]


class Colleague(msgspec.Struct, frozen=True):
    id: StaffId
    name: str


class Standing(msgspec.Struct, frozen=True):
    """An inquiry as changes see it; `taken_by` names its assignee."""

    state: State
    taken_by: str | None


class SentPicture(msgspec.Struct, frozen=True):
    """An image of a message; `name` is that of its file."""

    name: str
    hidden: bool


class InquiryAsker(msgspec.Struct, rename="camel"):
    """The member who asks, masked."""

    id: MemberId
    login_id: str
    name: str

    def __post_init__(self) -> None:
        self.login_id, self.name = mask_login_id(self.login_id), mask_name(self.name)


class InquiryLine(msgspec.Struct, rename="camel"):
    """An inquiry in the queue. `waiting_since` is None for what is done; `taken_by` names whoever has it in hand."""

    id: InquiryId
    title: str
    category: Category
    state: State
    member: InquiryAsker
    waiting_since: datetime | None
    last_message_at: datetime
    created_at: datetime
    assignee_id: StaffId | None
    taken_by: str | None
    has_notes: bool


class Known(msgspec.Struct, frozen=True):
    """Member's data that the shop knows and no text of the console says in full."""

    name: str | None
    email: str | None
    phone: str | None

    def mask(self, text: str) -> str:
        return mask_known(text, name=self.name, email=self.email, phone=self.phone)


class QueueRow(InquiryLine, rename="camel", kw_only=True):
    """An inquiry as the database has it; `known` never leaves the server."""

    known: Known


class ThreadMessage(msgspec.Struct, rename="camel"):
    """`staff` is who answered; the member does not see it."""

    id: MessageId
    staff: str | None
    body: str
    created_at: datetime
    images: list[InquiryImage]


class InquiryNote(msgspec.Struct, rename="camel"):
    id: int
    staff: str
    body: str
    written_at: datetime


class InquiryAction(msgspec.Struct, rename="camel"):
    """Action of the staff on an inquiry, without the mere looking at it."""

    id: int
    action: str
    staff: str
    done_at: datetime
    reason: str


class OwnedService(msgspec.Struct, rename="camel"):
    id: int
    plan_name: str
    state: Literal["active", "suspended", "expired", "ended"]
    ends_at: datetime
    address: str | None


class RecentOrder(msgspec.Struct, rename="camel"):
    id: str
    plan_name: str
    amount: int
    state: OrderState
    created_at: datetime


class OwedPayment(msgspec.Struct, rename="camel"):
    """Money that the member has not paid: a deposit that is awaited, or a recurring payment that fails."""

    subscription_id: int | None
    order_id: str | None
    state: Literal["awaiting_deposit", "past_due", "suspended"]
    amount: int
    due_at: datetime | None


class MemberBeside(msgspec.Struct, rename="camel"):
    """Holdings and debts of the member. A part that the reader's role may not see is None."""

    member_since: datetime
    inquiries: int
    points: int | None
    tickets: int | None
    services: list[OwnedService] | None
    orders: list[RecentOrder] | None
    owes: list[OwedPayment] | None


class InquiryThread(InquiryLine, rename="camel", kw_only=True):
    service: RelatedService | None
    order: RelatedOrder | None
    messages: list[ThreadMessage]
    notes: list[InquiryNote]
    actions: list[InquiryAction]
    beside: MemberBeside


class ThreadRow(QueueRow, rename="camel", kw_only=True):
    """A thread as the database has it."""

    service: RelatedService | None
    order: RelatedOrder | None
    messages: list[ThreadMessage]
    notes: list[InquiryNote]
    actions: list[InquiryAction]


class NextInquiry(msgspec.Struct):
    """The inquiry to go on with; None where nobody waits."""

    id: InquiryId | None


class Present(msgspec.Struct, rename="camel"):
    """A colleague who has the same inquiry open."""

    id: StaffId
    name: str
    is_writing: bool


class Presence(msgspec.Struct):
    """`newest` is the newest message of the thread, by which a page notices that it is behind."""

    others: list[Present]
    newest: MessageId


class PresenceForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    is_here: bool = True
    is_writing: bool = False


class AnswerDraft(msgspec.Struct, forbid_unknown_fields=True):
    body: _Text


class FilledAnswer(msgspec.Struct):
    """An answer with its placeholders filled in; the member's name is masked here and whole where it is sent."""

    text: str


class CannedAnswer(msgspec.Struct, rename="camel"):
    id: int
    title: str
    category: Category | None
    body: str
    version: int
    changed_at: datetime
    changed_by: str


class CannedText(msgspec.Struct, frozen=True):
    """Text that staff write for an answer that is given often."""

    title: str
    category: Category | None
    body: str


class Placeholder(msgspec.Struct):
    """Placeholder in braces, and what it is filled with."""

    name: str
    label: str


class CannedAnswers(msgspec.Struct):
    items: list[CannedAnswer]
    placeholders: list[Placeholder]


class Filling(msgspec.Struct):
    """Values of the placeholders of an answer to one inquiry; None if the member has no such thing."""

    name: str
    email: str | None
    phone: str | None
    title: str
    order_id: str | None
    plan_name: str | None
    address: str | None
    ends_at: datetime | None
