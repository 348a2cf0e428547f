"""Exit addresses on the wire of the console."""

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ieum.shop.desk.acting import Reason
from ieum.shop.desk.change_types import Digest
from ieum.shop.desk.presses import PressKey
from ieum.shop.desk.types import ApprovalId, Preview
from ieum.shop.gateways.types import WITHOUT_NUL, GatewayId
from ieum.shop.members.holders import MaskedHolder
from ieum.shop.proofs.types import Finding
from ieum.shop.stock.leases import Cause
from ieum.shop.stock.types import AddressId, Flag, LeaseState

type ListedState = Literal["free", "leased", "held", "resting", "withdrawn", "flagged", "unproven"]

MOST_IMPORTED = 20_000
MOST_REST_DAYS = 365
MOST_CORRECTED = 4_096


class GatewayName(msgspec.Struct, frozen=True):
    id: GatewayId
    name: str


class PoolName(msgspec.Struct, frozen=True):
    id: int
    code: str
    carrier: str
    region: str


class ListedAddress(msgspec.Struct, rename="camel"):
    id: AddressId
    address: str
    gateway: GatewayName
    pool: PoolName
    state: ListedState
    since: datetime | None
    available_at: datetime | None
    flags: list[Flag]
    proven_by: str | None
    service_id: int | None
    holder: MaskedHolder | None


class ProofOfAddress(msgspec.Struct, rename="camel"):
    at: datetime
    kind: str
    is_good: bool
    seen: str | None
    detail: str


class LeaseOfAddress(msgspec.Struct, rename="camel"):
    """Of a lease that is over, order, service and holder are null: two people look up who had an address."""

    id: int
    state: LeaseState
    cause: Cause | None
    order_id: str | None
    service_id: int | None
    holder: MaskedHolder | None
    held_at: datetime
    active_at: datetime | None
    left_at: datetime | None
    ended_at: datetime | None


class AddressFacts(msgspec.Struct, rename="camel"):
    """Last proof and last look-up of an address, and their results."""

    added_at: datetime
    proven_at: datetime | None
    tried_at: datetime | None
    failures: int
    looked_up_at: datetime | None
    findings: list[Finding]


class AddressSheet(msgspec.Struct, rename="camel"):
    """An address, with the newest fifty of its leases and proofs."""

    address: ListedAddress
    facts: AddressFacts
    leases: list[LeaseOfAddress]
    proofs: list[ProofOfAddress]


class MapCell(msgspec.Struct, rename="camel"):
    """An address of the network, by its last number."""

    last: int
    id: AddressId
    state: ListedState
    service_id: int | None
    flags: list[Flag]


class AddressMap(msgspec.Struct):
    network: str
    cells: list[MapCell]


class PoolLine(msgspec.Struct, rename="camel"):
    """A pool on one gateway. `netPerDay`: leases gained a day over the last fourteen; null while none is known."""

    pool: PoolName
    gateway: GatewayName
    plans: list[str]
    free: int
    leased: int
    held: int
    resting: int
    flagged: int
    withdrawn: int
    unproven: int
    net_per_day: float | None
    days_left: float | None
    counted_at: datetime


class ImportWish(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """A CSV file with the header of `inventory`, or addresses and networks alone, of which the rest says the rest.

    `onlyGood` leaves out the lines that the preview has shown as wrong.
    """

    text: Annotated[str, Meta(max_length=2_000_000, pattern=WITHOUT_NUL, title="IP 목록")]
    gateway: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="게이트웨이")] = ""
    pool: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="풀")] = ""
    carrier: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="통신사")] = ""
    region: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="지역")] = ""
    only_good: Annotated[bool, Meta(title="좋은 줄만 등록")] = False


class ImportPress(msgspec.Struct, forbid_unknown_fields=True):
    """The press of a change, with a file as large as an import may be."""

    wish: ImportWish
    key: PressKey
    digest: Digest
    reason: Reason


class ImportLine(msgspec.Struct):
    """A line as it was read; `wrong` and `detail` say what keeps it from being imported."""

    line: int
    address: str
    gateway: str
    pool: str
    wrong: str | None = None
    detail: str | None = None


class ImportPreview(msgspec.Struct, rename="camel"):
    """`lines`: those that are wrong first, a thousand at most of each kind."""

    preview: Preview
    lines: list[ImportLine]
    good: int
    bad: int


class HeldThen(msgspec.Struct, rename="camel"):
    """By its contract, somebody had the address in this time."""

    service_id: int
    holder: MaskedHolder
    active_at: datetime
    left_at: datetime | None
    ended_at: datetime | None


class UsedThen(msgspec.Struct, rename="camel"):
    """By what the gateway saw, a device went out by it. `subId`: whose device it was, where a sub-id made it."""

    service_id: int
    holder: MaskedHolder
    device_id: int
    sub_id: int | None
    began_at: datetime
    ended_at: datetime | None


class WhoAnswer(msgspec.Struct, rename="camel"):
    approval_id: ApprovalId
    lookup_id: int
    address: str
    since: datetime
    until: datetime
    leases: list[HeldThen]
    sessions: list[UsedThen]
