"""Changes of a service's address."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.gateways.types import GatewayId
from ieum.shop.kernel.texts import LINE
from ieum.shop.ledgers.types import TicketEntryId
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.types import LeaseId

ChangeId = NewType("ChangeId", int)
# `waiting`: until the gateway has acknowledged it. `taken_back`: it did not in time, so the old address was kept.
# `ended`: the service was over, or moved by something else, first. The ticket is used with `done` alone.
type ChangeState = Literal["waiting", "done", "taken_back", "ended"]
type Settled = Literal["done", "taken_back", "ended"]
# Why a member wants another address.
type Reason = Literal["blocked", "slow", "exposed", "region", "other"]
# The address that the member sees: a second press finds it changed, and uses no second ticket.
type SeenAddress = Annotated[str, Meta(max_length=15, pattern=r"^[0-9.]{7,15}(?!\n)$")]


class ChangeRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    address: SeenAddress
    reason: Reason | None = None
    words: Annotated[str, Meta(max_length=200, pattern=LINE)] = ""


class UndoRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    address: SeenAddress


class Changed(msgspec.Struct, rename="camel"):
    """A change that was begun. While it is `waiting`, the gateway has not yet said that it is in effect."""

    id: ChangeId
    service_id: ServiceId
    state: ChangeState
    previous_address: str
    address: str
    # The tickets that are left; the one of a waiting change is not among them.
    ip_ticket: int


class ChangePreview(msgspec.Struct, rename="camel"):
    """Effects that a change would have now."""

    service_id: ServiceId
    address: str
    carrier: str
    region: str
    # The addresses that could be given, and how many of them are of another /24 network, which are preferred.
    candidates: int
    other_networks: int
    # How long the present address rests before others may get it, and so how long the change may be undone.
    rest_seconds: int
    # The last moment of the ticket that would be taken; null where it has none, or there is no ticket.
    ticket_until: datetime | None
    # The ticket came back from a change that was undone, so this change cannot be undone.
    is_final: bool
    # The tickets that could be used now.
    ip_ticket: int


class Undo(msgspec.Struct, rename="camel"):
    """Way to undo a change. `ticket_until`: the last moment of the ticket that comes back."""

    until: datetime
    # False where its order was refunded.
    ticket_returns: bool
    ticket_until: datetime | None


class Change(msgspec.Struct, rename="camel"):
    """A change of an address, or the undoing of one."""

    id: ChangeId
    service_id: ServiceId
    plan_name: str
    carrier: str
    is_undo: bool
    state: ChangeState
    previous_address: str
    address: str
    reason: Reason | None
    changed_at: datetime
    settled_at: datetime | None
    # Another change has undone this one.
    undone: bool
    undo: Undo | None
    # The login id of the sub-id that made it; null where the member did, and in a sub-id's view.
    made_by: str | None


class StaticService(msgspec.Struct):
    """A running service with an address of its own, locked until the transaction ends."""

    id: ServiceId
    plan_name: str
    address: str
    lease_id: LeaseId
    gateway_id: GatewayId


class Undoable(msgspec.Struct):
    """A change as it stands for whoever wants to undo it."""

    service_id: ServiceId
    reservation: TicketEntryId | None
    old_lease_id: LeaseId
    new_lease_id: LeaseId
    state: ChangeState
    undone: bool
    undo_until: datetime | None


class Waiting(msgspec.Struct):
    """A change that is not settled, its service locked until the transaction ends."""

    id: ChangeId
    service_id: ServiceId
    member_id: MemberId
    reservation: TicketEntryId | None
    old_lease_id: LeaseId
    new_lease_id: LeaseId
    requested_at: datetime
    # The gateway has applied it without a problem, or was told nothing because no device ever used the service.
    is_in_effect: bool
    # The service is over, or something else has given it another address.
    is_overtaken: bool
    # The gateway was away when the change was requested, and has not been heard of since: it knows nothing of it.
    is_unheard: bool


class Earlier(msgspec.Struct):
    """The changes of a member's services that were taken back within a day, and those that wait."""

    taken_back: int
    waiting: int


class Told(msgspec.Struct):
    """Contents of the mail about a settled change."""

    plan_name: str
    previous_address: str
    address: str
    is_undo: bool
    undo_until: datetime | None
