"""A notice to many members on the wire."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.texts import SAID
from ieum.shop.messaging.queries import Channel

BroadcastId = NewType("BroadcastId", int)

Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]


class Audience(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Members who fulfil all that is set. Sub-ids and who has left are never among them."""

    holds: Literal["service", "none"] | None = None
    plan_id: Id | None = None
    gateway_id: Id | None = None
    """Members with an address on that gateway, with or without a device."""
    with_devices: bool | None = None
    """Members with a device, on that gateway if one is named."""
    ends_within_days: Annotated[int, Meta(ge=1, le=365)] | None = None
    incident_id: Id | None = None
    """Whoever was frozen as affected by it."""


class BroadcastForm(msgspec.Struct, rename="camel", forbid_unknown_fields=True, kw_only=True):
    """Broadcast as staff write it. To an advertisement the shop adds what the law wants around it.

    `refusal_phone`: the free number (080) by which one refuses advertising; needed for that.
    """

    channel: Channel
    is_advertising: bool
    subject: Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f]*$")] = ""
    body: Annotated[str, Meta(min_length=2, max_length=10_000, pattern=SAID)]
    audience: Audience = Audience()
    refusal_phone: Annotated[str, Meta(max_length=20, pattern=r"^[0-9-]*$")] = ""


class BroadcastOrder(BroadcastForm, kw_only=True):
    """`digest` is that of the preview that was seen."""

    digest: Annotated[str, Meta(max_length=64)]
    reason: Reason


class Broadcast(msgspec.Struct, rename="camel", kw_only=True):
    """`written` are those whom the job has come to; `sent` and `refused` are counted on one broadcast alone."""

    id: BroadcastId
    channel: Channel
    is_advertising: bool
    subject: str
    body: str
    audience: str
    recipients: int
    written: int
    state: Literal["waiting", "writing", "done", "stopped"]
    made_by: StaffId
    made_by_name: str
    made_at: datetime
    ended_at: datetime | None


class BroadcastCounts(msgspec.Struct, rename="camel"):
    """Number of messages so far, by outcome."""

    sent: int
    refused: int
    withdrawn: int
    waiting: int


class BroadcastSeen(msgspec.Struct):
    broadcast: Broadcast
    counts: BroadcastCounts


class BroadcastMade(msgspec.Struct, rename="camel"):
    """`approval_id` where a second person has to confirm it first."""

    broadcast_id: BroadcastId
    approval_id: int | None = None
