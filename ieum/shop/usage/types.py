"""Use of services: what gateways report of it, what is kept, and what members see."""

from datetime import date, datetime
from socket import AF_INET, AF_INET6, inet_ntop, inet_pton
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from ieum.shop.gateways.types import KnownKey
from ieum.shop.services.types import DeviceId, ServiceId

type Address = Annotated[str, Meta(min_length=2, max_length=45, pattern=r"^[0-9a-fA-F.:]+(?!\n)$")]
type Moment = Annotated[datetime, Meta(tz=True)]


class PeerUsage(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """Counters that a gateway has of a peer, never where it went. Older gateways leave out what has a default.

    `epoch` names the life of the counters, which begin anew with the interface or the peer. `since`: from when on the
    gateway has seen this peer connected from this client and by this exit. `parked`: nothing of the peer is let
    through, because newer connections use up the exit.
    """

    public_key: KnownKey
    last_handshake_at: Moment | None
    rx_bytes: Annotated[int, Meta(ge=0, le=2**62)]
    tx_bytes: Annotated[int, Meta(ge=0, le=2**62)]
    epoch: Annotated[int, Meta(ge=0, le=2**62)] | None = None
    at: Moment | None = None
    since: Moment | None = None
    exit_address: Address | None = None
    client_address: Address | None = None
    parked: bool = False


class Report(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    """In the order in which it was seen: a peer may be there several times. `sentAt` is by the gateway's clock.

    `partial`: more has changed than is told with this. `sandbox`: from a gateway without traffic, which makes it up.
    """

    peers: Annotated[list[PeerUsage], Meta(max_length=20_000)]
    sent_at: Moment | None = None
    partial: bool = False
    sandbox: bool = False


class Bytes(NamedTuple):
    """From the device and to it, as the gateway counts."""

    rx: int
    tx: int


class Epoch(msgspec.Struct, array_like=True):
    """A life of counters, and where they stood last."""

    id: int
    rx: int
    tx: int


class Session(msgspec.Struct):
    """A session that runs. `seen_at`: its newest handshake. `mark` is None where the client is not known.

    `client`: its address, sealed; None where it is stored, because it is needed no more than that.
    """

    began_at: datetime
    seen_at: datetime
    exit: str
    client: bytes | None
    mark: str | None
    rx: int = 0
    tx: int = 0


class Ended(NamedTuple):
    """A session that is over."""

    session: Session
    ended_at: datetime


class Sample(NamedTuple):
    """A reported line, with its moments corrected."""

    epoch: int | None
    rx: int
    tx: int
    at: datetime
    handshake: datetime | None
    since: datetime | None
    exit: str
    client: str | None = None
    mark: str | None = None
    parked: bool = False


class DeviceRow(msgspec.Struct):
    """A device that a gateway reports on."""

    key: str
    id: DeviceId
    service_id: ServiceId
    exit: str
    created_at: datetime
    known: bool
    # It is connected to another gateway by now, to which its service has moved.
    has_left: bool


class StateRow(msgspec.Struct):
    """The locked row of `device_usage`."""

    device_id: DeviceId
    first_handshake_at: datetime | None
    last_handshake_at: datetime | None
    rx_bytes: int
    tx_bytes: int
    epoch: int
    epoch_rx: int
    epoch_tx: int
    former: list[Epoch]
    sampled_at: datetime | None
    session_began_at: datetime | None
    session_exit: str | None
    session_mark: str | None
    session_rx: int
    session_tx: int
    parked_at: datetime | None


class Hour(NamedTuple):
    """Bytes that a device used in an hour, which begins at `hour`."""

    hour: datetime
    rx: int
    tx: int


class Bucket(msgspec.Struct, rename="camel"):
    """An hour or a day in Seoul, and what was used in it."""

    at: datetime
    rx_bytes: int
    tx_bytes: int


class UsageChart(msgspec.Struct, rename="camel"):
    """The bytes of a service in the hours of a day, or the days of a month. Hours that have not begun are left out."""

    by: Literal["hour", "day"]
    first_day: date
    last_day: date
    # The oldest day of which anything may be kept, and for how many whole months hours and sessions are.
    kept_since: date
    usage_months: int
    session_months: int
    rx_bytes: int
    tx_bytes: int
    buckets: list[Bucket]


class HourItem(msgspec.Struct, rename="camel"):
    """Bytes that one device used in an hour."""

    at: datetime
    device_name: str
    # Whose device it is, for its owner; null where it is the owner's, and in the view of a sub-id.
    sub_id: str | None
    rx_bytes: int
    tx_bytes: int


class SessionItem(msgspec.Struct, rename="camel"):
    """A session as its member sees it. `endedAt` is null while it runs.

    `subId` is the login id of the sub-id whose device it is; null where it is the member's, and in a sub-id's view.
    """

    device_name: str
    sub_id: str | None
    exit_address: str
    began_at: datetime
    ended_at: datetime | None
    rx_bytes: int
    tx_bytes: int


class OldMonth(msgspec.Struct):
    """A month of hours or sessions that is kept no more, and how many there are."""

    parent: str
    name: str
    rows: int


class KeptMonths(msgspec.Struct):
    """For how many whole months hours and sessions are kept, and when a service had its first device."""

    usage_months: int
    session_months: int
    devices_since: datetime


class Looked(msgspec.Struct):
    """Subject of a recorded question."""

    address: str
    since: datetime
    until: datetime


class Question(msgspec.Struct, frozen=True):
    """Question who had an address, in the second from `since` to `until`, or the minute if no second was given."""

    address: str
    since: datetime
    until: datetime
    by: str
    reason: str
    opens_clients: bool


class HeldLease(msgspec.Struct):
    """A lease of an address: held from `active_at` until `left_at`, or still."""

    service_id: ServiceId
    member_id: int
    # None of a member who has left.
    login_id: str | None
    name: str | None
    active_at: datetime
    left_at: datetime | None
    tail_until: datetime | None
    ended_at: datetime | None


class UsedSession(msgspec.Struct):
    """A session by an address. `ended_at` is None while it runs."""

    device_id: DeviceId
    service_id: ServiceId
    member_id: int
    login_id: str | None
    name: str | None
    # The sub-id whose device it is; its login id is None once it was destroyed.
    sub_id: int | None
    sub_login_id: str | None
    client: bytes | None
    began_at: datetime
    ended_at: datetime | None


def canonical(address: str) -> str | None:
    """The address as everybody writes it, None where it is none; IPv4 inside IPv6 becomes IPv4."""
    family = AF_INET6 if ":" in address else AF_INET
    try:
        # Several times as fast as `ipaddress`, which counts where 20,000 clients are reported.
        read = inet_ntop(family, inet_pton(family, address))
    except OSError:
        return None
    return read.removeprefix("::ffff:") if "." in read else read
