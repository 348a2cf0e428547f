"""Certificates, what they are made from, and what is told of them."""

from datetime import datetime
from typing import Annotated, Literal, NewType

import msgspec
from msgspec import Meta

from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId, ServiceState
from ieum.shop.stock.types import AddressId, LeaseId

CertificateId = NewType("CertificateId", int)
# `revoked`: nobody ever used the address, and all that was paid for it went back.
type SpanState = Literal["in_use", "suspended", "ended", "revoked"]
type ShownState = Literal["in_use", "suspended", "ended", "revoked", "holder_left"]
type NameChoice = Literal["full", "masked"]


class Facts(msgspec.Struct, frozen=True):
    """Facts of a certificate that may change. If they do, another version is signed.

    `until`: None while the address is the holder's. `paid_until`: None once it is not.
    """

    state: SpanState
    until: datetime | None
    paid_until: datetime | None


class LeaseRow(msgspec.Struct):
    """A lease of a static service. `pending`: a change brought it that no gateway has acknowledged, or not yet."""

    service_id: ServiceId
    id: LeaseId
    address_id: AddressId
    address: str
    carrier: str
    region: str
    cause: str
    begun_at: datetime
    ended_at: datetime | None
    pending: Literal["waiting", "taken_back", "ended"] | None


class ServiceRow(msgspec.Struct):
    """A static service, as far as it decides what is certified."""

    id: ServiceId
    # None once they have left.
    holder_name: str | None
    plan_name: str
    state: ServiceState
    ends_at: datetime
    closed_at: datetime | None
    is_subscribed: bool
    # The end of the last period that was not refunded.
    paid_until: datetime | None
    # All of it was refunded, and no device ever connected.
    is_undone: bool


class Span(msgspec.Struct):
    """A time for which a service had one address, by the first lease of it."""

    id: LeaseId
    address_id: AddressId
    address: str
    carrier: str
    region: str
    since: datetime
    until: datetime | None


class Subject(msgspec.Struct):
    """Subject of a certificate: a time, its present facts, and the present name of the member whose address it was."""

    span: Span
    facts: Facts
    # None once they have left.
    holder_name: str | None


class ChoosableSpan(msgspec.Struct, rename={"since": "from", "paid_until": "paidUntil"}):
    """Content of a certificate that would be issued now."""

    id: LeaseId
    address: str
    carrier: str
    region: str
    since: datetime
    until: datetime | None
    paid_until: datetime | None
    state: SpanState


class CertifiableService(msgspec.Struct, rename="camel"):
    """A static service with the addresses that it had, the present one first."""

    service_id: ServiceId
    plan_name: str
    spans: list[ChoosableSpan]


class CertificateRequest(msgspec.Struct, rename="camel", forbid_unknown_fields=True):
    service_id: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    span_id: Annotated[int, Meta(ge=1, le=2**63 - 1)]
    name: NameChoice


class Issuer(msgspec.Struct):
    """The shop, as a signed document names it: the site, the company, its registration number, and where it is."""

    site: str
    company: str
    registration: str
    url: str


class AddressProof(msgspec.Struct):
    """Last time that the gateway called the shop from the address. `sandbox`: of a gateway that carries no traffic."""

    at: datetime
    how: Literal["call", "sandbox"]


class LogPlace(msgspec.Struct):
    """The entry of the address log that tells of the beginning, byte for byte as it is hashed; it names nobody.

    `hash`: the value of its day's chain after it, which is SHA-256 of `previous` and of the entry's own hash.
    """

    day: str
    index: int
    previous: str
    hash: str
    entry: str


class CertificateDocument(msgspec.Struct, rename={"since": "from", "paid_until": "paidUntil"}):
    """Contents of the signed document, under the names that they have there (docs/operate/records.md)."""

    kind: Literal["ieum-certificate"]
    format: int
    number: str
    version: int
    issued: datetime
    issuer: Issuer
    holder: str
    masked: bool
    address: str
    carrier: str
    region: str
    since: datetime
    until: datetime | None
    state: SpanState
    paid_until: datetime | None
    proof: AddressProof | None
    log: LogPlace | None


class Signed(msgspec.Struct):
    """A version as it was signed."""

    document: bytes
    key_id: str
    signature: bytes


class SignedFile(msgspec.Struct, rename="camel"):
    """Document and signature in one file: the text that was signed, and the signature in base64."""

    document: str
    signature: str
    key_id: str


class NewCertificate(msgspec.Struct):
    """A certificate before its first version."""

    number: str
    member_id: MemberId
    service_id: ServiceId
    lease_id: LeaseId
    holder: str
    is_masked: bool
    in_log: bool


class CertificateRow(msgspec.Struct):
    """A certificate whose holder is a member, with what its newest version says."""

    id: CertificateId
    number: str
    member_id: MemberId
    service_id: ServiceId
    lease_id: LeaseId | None
    holder: str
    is_masked: bool
    state: SpanState
    until_at: datetime | None
    paid_until: datetime | None
    version: int
    # Whether the newest version says where the log has its beginning.
    in_log: bool

    @property
    def facts(self) -> Facts:
        return Facts(self.state, self.until_at, self.paid_until)


class ForgottenRow(msgspec.Struct):
    """A certificate whose holder has left. There is nothing more of it than its number."""

    number: str


class Certificate(msgspec.Struct, rename="camel"):
    """A certificate to its holder: what its newest version says, and how others check it."""

    document: CertificateDocument
    key_id: str
    signature: str
    # With the number in its fragment, which no server is told.
    verify_url: str


class IssuedNumber(msgspec.Struct):
    """The number of the certificate that was issued, by which its page is found."""

    number: str


class CertificateItem(msgspec.Struct, rename={"issued_at": "issuedAt", "since": "from"}):
    """A line in the list of certificates."""

    number: str
    version: int
    issued_at: datetime
    holder: str
    address: str
    carrier: str
    since: datetime
    until: datetime | None
    state: SpanState


class NumberQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """The number of a certificate, as somebody has typed it."""

    number: Annotated[str, Meta(min_length=1, max_length=80)]


class VerifiedCertificate(
    msgspec.Struct, rename={"since": "from", "paid_until": "paidUntil", "issued_at": "issuedAt"}
):
    """Contents of a certificate's newest version. Null but for number and state if its holder has left."""

    number: str
    state: ShownState
    version: int | None = None
    issued_at: datetime | None = None
    holder: str | None = None
    address: str | None = None
    carrier: str | None = None
    region: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    paid_until: datetime | None = None


class MyAddress(msgspec.Struct, rename="camel"):
    """Address from which the caller comes. `is_ours`: an address that this shop gives its customers."""

    address: str
    is_ipv6: bool
    is_ours: bool


class NowProof(msgspec.Struct, rename="camel"):
    """A signed document that the caller came from an address; `document` byte for byte, the signature in base64."""

    document: str
    key_id: str
    signature: str
