"""Free offers of another address, in place of an address with which something is wrong."""

from datetime import datetime

import msgspec

from ieum.shop.ip_change.types import SeenAddress
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from ieum.shop.stock.types import Flag


class OfferRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    address: SeenAddress


class Offered(msgspec.Struct, rename="camel"):
    """The service's new address, and the one before."""

    service_id: ServiceId
    previous_address: str
    address: str


class Untold(msgspec.Struct):
    """A lease on a flagged address of which its member has not been told."""

    lease_id: int
    service_id: ServiceId
    member_id: MemberId
    plan_name: str
    address: str
    flags: list[Flag]
    flagged_at: datetime
