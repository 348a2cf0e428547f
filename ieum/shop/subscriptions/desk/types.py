"""Recurring payments on the wire, as staff see them."""

from datetime import datetime
from typing import Literal

import msgspec

from ieum.shop.kernel.masking import mask_name
from ieum.shop.payments.refusals import Failure, refusal_brief
from ieum.shop.payments.types import PaymentState
from ieum.shop.subscriptions.types import (
    CardState,
    EndReason,
    SubscribedService,
    SubscriptionId,
    SubscriptionState,
)

type Rise = Literal["asked", "agreed", "declined"]


class Payer(msgspec.Struct):
    """Member who pays, masked as soon as they are read; `name` is empty of who has left."""

    id: int
    name: str

    def __post_init__(self) -> None:
        self.name = mask_name(self.name) if self.name else ""


class PlanOfSubscription(msgspec.Struct, frozen=True):
    id: int
    name: str
    months: int
    quantity: int


class SubscriptionLine(msgspec.Struct, rename="camel", kw_only=True):
    """A recurring payment.

    `failure_brief` says why the last charge failed; `rise` is the answer to a higher price of the next period.
    """

    id: SubscriptionId
    payer: Payer
    plan_id: int
    plan_name: str
    months: int
    quantity: int
    amount: int
    state: SubscriptionState
    due_at: datetime | None
    paid_until: datetime | None
    retry_at: datetime | None
    tries: int
    failure_code: str | None
    failure_brief: str | None = None
    stopping: bool
    rise: Rise | None
    started_at: datetime

    def __post_init__(self) -> None:
        self.failure_brief = refusal_brief(self.failure_code) if self.failure_code else None


class SubscriptionRecord(SubscriptionLine, kw_only=True):
    """With what its page says beside it."""

    period: int
    billing_method_id: int
    stop_requested_at: datetime | None
    suspended_at: datetime | None
    ended_at: datetime | None
    end_reason: EndReason | None
    charge_queued_at: datetime | None
    noticed_days: int | None
    open_order: str | None
    open_amount: int | None
    charging: bool


class SubscriptionCharge(msgspec.Struct, rename="camel"):
    """A charge that was tried: `code` is the provider's word for a refusal, `detail` what the member reads of it."""

    order_id: str
    period: int
    order_state: str
    amount: int
    attempt: int | None
    state: PaymentState | None
    at: datetime
    settled_at: datetime | None
    code: str | None
    detail: str | None = None


class SubscriptionRise(msgspec.Struct, rename="camel"):
    """A higher price that the member was asked about; `agreed` is null until they answer, which means no."""

    period: int
    old_amount: int
    new_amount: int
    charge_at: datetime
    asked_at: datetime
    answered_at: datetime | None
    agreed: bool | None


class CardOnFile(msgspec.Struct, rename="camel"):
    """The card on file, masked."""

    issuer: str
    number: str
    card_type: str
    state: CardState
    registered_at: datetime


class SubscriptionHappening(msgspec.Struct):
    """Line of the timeline; `what` is a key for the page's words."""

    id: str
    at: datetime
    what: str
    detail: str


class SubscriptionFacts(SubscriptionLine, kw_only=True):
    """Everything about one. The two `why_not` say why it cannot be stopped or charged now; null: it can.

    `is_paid_up`: what is paid has not ended, and is served to its end.
    """

    period: int
    next_amount: int
    charging: bool
    stop_requested_at: datetime | None
    suspended_at: datetime | None
    grace_until: datetime | None
    release_at: datetime | None
    ended_at: datetime | None
    end_reason: EndReason | None
    noticed_days: int | None
    failure: Failure | None
    card: CardOnFile | None
    services: list[SubscribedService]
    charges: list[SubscriptionCharge]
    rises: list[SubscriptionRise]
    timeline: list[SubscriptionHappening]
    is_paid_up: bool
    why_not_stop: str | None
    why_not_charge: str | None
