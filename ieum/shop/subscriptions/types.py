"""Cards on file and recurring payments."""

from datetime import datetime, timedelta
from typing import Annotated, Literal, NamedTuple, NewType
from uuid import UUID

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.members.types import MemberId
from ieum.shop.orders.types import OrderId
from ieum.shop.payments.refusals import Failure

SubscriptionId = NewType("SubscriptionId", int)
BillingMethodId = NewType("BillingMethodId", int)
type SubscriptionState = Literal["starting", "active", "past_due", "suspended", "ended"]
type EndReason = Literal[
    "stopped", "unpaid", "refused", "refunded", "price_declined", "member_left", "not_sold"
]
type CardState = Literal["issuing", "active", "removing", "refused", "removed"]
# How many days before a charge its member gets a notice.
type NoticeDays = Literal[7, 1]


class LockedSubscription(msgspec.Struct):
    """A subscription's row, locked until the transaction ends; its open orders were locked before it."""

    id: SubscriptionId
    amount: int
    billing_method_id: BillingMethodId
    state: SubscriptionState
    period: int
    # Before the first payment: the moment when the subscription was begun.
    paid_until: datetime
    due_at: datetime
    retry_at: datetime | None
    tries: int
    failure_code: str | None
    stop_requested_at: datetime | None
    suspended_at: datetime | None
    charge_queued_at: datetime | None
    # Whether it is served beyond its paid time; decided at the first refusal.
    has_grace: bool


class OpenOrder(msgspec.Struct):
    """An open charge of a subscription, locked."""

    id: OrderId
    period: int
    state: Literal["due", "confirming"]


class Terms(msgspec.Struct):
    """The shop's settings for recurring payments."""

    grace: timedelta
    cool_down: timedelta
    points_enabled: bool
    point_percent: int

    def grace_of(self, *, has_grace: bool) -> timedelta:
        return self.grace if has_grace else timedelta(0)


class Contact(msgspec.Struct):
    """Name, mail address and phone of a subscription's member, with the names of shop and plan."""

    member_id: MemberId
    name: str
    email: str
    phone: str
    site: str
    plan: str


class Consent(NamedTuple):
    """The higher amount that a member was asked about; `agreed` is None until they answer."""

    new_amount: int
    agreed: bool | None


class MethodRow(msgspec.Struct):
    id: BillingMethodId
    member_id: MemberId
    state: CardState
    issuer_code: str | None
    card_number: str | None
    card_type: str | None
    refusal_code: str | None
    created_at: datetime
    in_use: int = 0


# Wire -------------------------------------------------------------------------------------------------------------
class BillingMethod(msgspec.Struct, rename="camel"):
    id: BillingMethodId
    # The card company's name in Korean.
    issuer: str
    number: str
    card_type: str
    registered_at: datetime
    # How many recurring payments are charged to it.
    in_use: int


class NewBillingMethod(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Result of the provider's window in which a card was registered."""

    auth_key: Annotated[str, Meta(min_length=1, max_length=300, pattern=r"^[\x21-\x7e]+(?!\n)$")]
    customer_key: Annotated[str, Meta(min_length=2, max_length=300)]


class CustomerKey(msgspec.Struct, rename="camel"):
    """Data that the provider's window needs to register a card."""

    customer_key: UUID
    customer_name: str
    customer_email: str


class NewSubscription(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    order_id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{6,64}(?!\n)$")]
    billing_method_id: Annotated[int, Meta(ge=1, le=2**62)]


class MethodChange(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    billing_method_id: Annotated[int, Meta(ge=1, le=2**62)]


class PriceAnswer(msgspec.Struct, forbid_unknown_fields=True):
    agreed: bool


class PriceChange(msgspec.Struct, rename="camel"):
    old_amount: int
    new_amount: int
    charge_at: datetime
    agreed: bool | None


class SubscribedService(msgspec.Struct):
    id: int
    # None where it has no address of its own.
    address: str | None


class _SubscriptionFields(msgspec.Struct, rename="camel", kw_only=True):
    """Fields of a subscription that a row has in common with the members' view."""

    id: SubscriptionId
    plan_id: PlanId
    plan_name: str
    kind: Kind
    carrier: str
    months: int
    quantity: int
    amount: int
    state: Literal["active", "past_due", "suspended", "ended"]
    paid_until: datetime
    due_at: datetime
    # When the card is charged again automatically; None where only the member can help.
    retry_at: datetime | None
    stopping: bool
    # A charge is under way and its outcome is open.
    charging: bool
    started_at: datetime
    ended_at: datetime | None
    end_reason: EndReason | None
    services: list[SubscribedService]


class SubscriptionRow(_SubscriptionFields, kw_only=True):
    suspended_at: datetime | None
    has_grace: bool
    billing_method_id: BillingMethodId
    failure_code: str | None
    old_amount: int | None
    new_amount: int | None
    charge_at: datetime | None
    agreed: bool | None
    # The amount of the open charge; None where there is none.
    owed_amount: int | None

    @property
    def consent(self) -> Consent | None:
        return None if self.new_amount is None else Consent(self.new_amount, self.agreed)


class Subscription(_SubscriptionFields, rename="camel", kw_only=True):
    # The amount of the open charge or of the next one: a higher price counts once it is agreed to, a lower one at once.
    next_amount: int
    # Until when the unpaid service keeps running, and then until when its address is kept.
    grace_until: datetime | None
    release_at: datetime | None
    billing_method: BillingMethod
    failure: Failure | None
    price_change: PriceChange | None
