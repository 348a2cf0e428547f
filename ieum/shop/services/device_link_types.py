"""Links by which a person without an account sets up one device."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.catalog.types import Kind
from ieum.shop.gateways.types import PublicKey
from ieum.shop.kernel.texts import WORDS
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import Device, DeviceId, Maker, ServiceId, Tunnel

# 32 random bytes as the shop writes them. No other alphabet: messengers leave a hyphen at the end out of the link.
Token = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]


class NewDeviceLink(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`name`: what the device will be called."""

    name: Annotated[str, Meta(min_length=1, max_length=40, pattern=WORDS)]


class MadeDeviceLink(msgspec.Struct, rename="camel"):
    """A new link. Its address is shown once: the shop keeps only a hash of it."""

    id: int
    url: str
    expires_at: datetime


class DeviceLink(msgspec.Struct, rename="camel"):
    """A link that may still be used. `openedAt`: first seen by somebody. `fullAt`: pressed while no place was free."""

    id: int
    name: str
    created_at: datetime
    expires_at: datetime
    opened_at: datetime | None
    full_at: datetime | None
    # Null where the member made it, and in the view of a sub-id, which sees its own alone.
    made_by: Maker | None


class PresentedLink(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """`publicKey`: the key of the browser that has used the link, so that it is shown its device again."""

    token: Token
    public_key: PublicKey | None = None


class UsedLink(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    token: Token
    public_key: PublicKey


class LinkedDevice(msgspec.Struct, rename="camel"):
    """A device that was set up by a link, and the address that it leaves by; a dynamic service changes that."""

    device: Device
    tunnel: Tunnel
    address: str
    # Of a demo: nothing flows there.
    pretended_use: bool


class ShownLink(msgspec.Struct, rename="camel"):
    """Purpose of a link. Nothing of its maker is in it."""

    name: str
    plan_name: str
    kind: Kind
    carrier: str
    region: str
    expires_at: datetime
    # Whether the service has a place for the device now.
    has_place: bool
    # Of a demo: nothing flows there.
    pretended_use: bool
    # What was set up with the public key that was sent along; null while the link is unused.
    setup: LinkedDevice | None


class LinkOwner(msgspec.Struct):
    """The service of a link, whose it is, and the sub-id that made the link: needed before anything may be locked."""

    service_id: ServiceId
    member_id: MemberId
    made_by: MemberId | None


class LinkRow(msgspec.Struct):
    """A link as it is now. `public_key` is that of the device that it has set up, removed or not."""

    id: int
    service_id: ServiceId
    made_by: MemberId | None
    name: str
    expires_at: datetime
    is_opened: bool
    is_expired: bool
    is_withdrawn: bool
    device_id: DeviceId | None
    public_key: str | None
    # Whether the same key may still have the same answer.
    may_repeat: bool


class LinkedService(msgspec.Struct):
    """A running service, as far as whoever has a link to it is told."""

    plan_name: str
    kind: Kind
    carrier: str
    region: str
    address: str
    gateway_key: str | None
    endpoint: str
    mtu: int
    pretended_use: bool
    # Within the plan, and within the share of the sub-id that made the link.
    has_place: bool


class LinkCounts(msgspec.Struct):
    """Number of links that may still be used. `wait`: seconds until a new one is allowed; None if it is allowed now."""

    unused: int
    wait: int | None
