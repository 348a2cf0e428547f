"""Changes of a service's address."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.services.types import ServiceId


class ChangeRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    # The address that the member sees: a second press finds it changed, and uses no second ticket.
    address: Annotated[str, Meta(max_length=15, pattern=r"^[0-9.]{7,15}(?!\n)$")]


class Changed(msgspec.Struct, rename="camel"):
    service_id: ServiceId
    previous_address: str
    address: str
    # The tickets that are left.
    ip_ticket: int


class Change(msgspec.Struct, rename="camel"):
    """One past change of an address."""

    id: int
    service_id: ServiceId
    plan_name: str
    carrier: str
    previous_address: str
    address: str
    changed_at: datetime


class StaticService(msgspec.Struct):
    """A running service with an address of its own, locked until the transaction ends."""

    id: ServiceId
    plan_name: str
    address: str
