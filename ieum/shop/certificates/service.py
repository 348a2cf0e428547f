"""Issues certificates, and signs another version as soon as the newest one is not true any more.

Whoever signs one has locked the service, then (for a new one) the member, and then the certificate.
"""

from base64 import b64encode
from datetime import UTC, datetime

import msgspec

from ieum.shop.address_log import service as log
from ieum.shop.certificates import fact_queries, queries, rules
from ieum.shop.certificates.refusals import CertificateNotFound, SpanNotFound, TooManyCertificates
from ieum.shop.certificates.types import (
    AddressProof,
    CertifiableService,
    Certificate,
    CertificateDocument,
    CertificateId,
    CertificateItem,
    CertificateRequest,
    CertificateRow,
    ChoosableSpan,
    Facts,
    LogPlace,
    NewCertificate,
    Signed,
    SignedFile,
    Span,
    Subject,
)
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.errors import Unauthenticated
from ieum.shop.kernel.masking import mask_name
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.structs import build
from ieum.shop.members import queries as members
from ieum.shop.members.types import MemberId
from ieum.shop.services import queries as services
from ieum.shop.services.types import ServiceId
from ieum.shop.signing import service as signing
from ieum.shop.signing.rules import canonical

A_DAY = 20
PAGE_SIZE = 20
BATCH = 100


class Signer(msgspec.Struct, frozen=True):
    """Keys that open the shop's signing key, and the shop's own address in the web."""

    sealer: Sealer
    url: str


async def issue(
    conn: Connection, signer: Signer, member: MemberId, request: CertificateRequest
) -> CertificateRow:
    """Issue a certificate of an address that a service of the member has, or had.

    The same one on the same day, with the name in full or masked alike, is the one that there is, brought up to date.
    """
    await services.hold_service(conn, request.service_id, member)
    subject = await _find_subject(conn, request.service_id, request.span_id, member=member)
    if subject is None:
        raise SpanNotFound
    span, facts, is_masked = subject.span, subject.facts, request.name == "masked"
    # The member is locked, so that they issue one after the other.
    row = await members.lock_member(conn, member)
    if row is None:
        raise Unauthenticated
    subject.holder_name = row.name
    issued = await queries.find_of_today(conn, span.id, is_masked=is_masked)
    if issued is not None:
        return await _update(conn, signer, issued, subject)
    if wait := await queries.seconds_until_next(conn, member, a_day=A_DAY):
        raise TooManyCertificates(retry_after=wait)
    place = await _place_in_log(conn, span)
    new = NewCertificate(
        rules.new_number(),
        member,
        ServiceId(request.service_id),
        span.id,
        holder=_printed(row.name, is_masked=is_masked),
        is_masked=is_masked,
        in_log=place is not None,
    )
    certificate = await queries.insert_certificate(conn, new, facts)
    await _sign(conn, signer, certificate, span, facts, known=None, place=place)
    return certificate


async def list_choices(
    conn: Connection, member: MemberId, service: int | None, page: int
) -> Listing[CertifiableService]:
    """List what may be certified: every static service, and the addresses that it had."""
    services = await fact_queries.list_services(
        conn, member=member, service=service, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE
    )
    leases = await fact_queries.list_leases(conn, [one.id for one in services])
    now = datetime.now(UTC)
    items = [
        CertifiableService(
            one.id,
            one.plan_name,
            [
                _choosable(span, rules.facts_of(span, one, now))
                for span in reversed(
                    rules.spans_of([lease for lease in leases if lease.service_id == one.id])
                )
            ],
        )
        for one in services
    ]
    total = await fact_queries.count_services(conn, member, service)
    return Listing(items, page, PAGE_SIZE, total)


async def list_page(conn: Connection, member: MemberId, page: int) -> Listing[CertificateItem]:
    documents = await queries.list_newest_versions(
        conn, member, limit=PAGE_SIZE, offset=(page - 1) * PAGE_SIZE
    )
    items = [_item(read(document)) for document in documents]
    return Listing(items, page, PAGE_SIZE, await queries.count_certificates(conn, member))


async def get_own(db: Database, signer: Signer, member: MemberId, number: str) -> Signed:
    """Return the newest version of a member's own certificate, which is true now. Raises CertificateNotFound."""
    async with db.connection() as conn:
        certificate = await queries.find_own(conn, number, member)
    signed = certificate and await bring_up_to_date(db, signer, certificate)
    if signed is None:
        raise CertificateNotFound
    return signed


async def get_own_version(
    db: Database, signer: Signer, member: MemberId, number: str, version: int | None
) -> Signed:
    """Return one version of a member's own certificate, or a version that is true now. Raises CertificateNotFound."""
    if version is None:
        return await get_own(db, signer, member, number)
    async with db.connection() as conn:
        signed = await queries.find_own_version(conn, number, member, version)
    if signed is None:
        raise CertificateNotFound
    return signed


async def bring_up_to_date(db: Database, signer: Signer, certificate: CertificateRow) -> Signed | None:
    """Return a version of a certificate that is true now, and sign it where there is none.

    None where its holder has left meanwhile.
    """
    async with db.connection() as conn:
        if await _is_true(conn, certificate):
            return await queries.newest_version(conn, certificate.id)
    async with db.transaction() as conn:
        await services.hold_service(conn, certificate.service_id)
        locked = await queries.lock(conn, certificate.id)
        if locked is None:
            return None
        subject = await _subject(conn, locked)
        if subject is not None:
            await _update(conn, signer, locked, subject)
        return await queries.newest_version(conn, locked.id)


async def bring_outdated(db: Database, signer: Signer) -> None:
    """Bring all certificates up to date that may not be, each in a transaction of its own."""
    after = CertificateId(0)
    while True:
        async with db.connection() as conn:
            due = await queries.list_outdated(conn, after=after, limit=BATCH)
        for certificate in due:
            await bring_up_to_date(db, signer, certificate)
        if len(due) < BATCH:
            return
        after = due[-1].id


def shown(signed: Signed, *, url: str) -> Certificate:
    document = read(signed.document)
    signature = b64encode(signed.signature).decode()
    return Certificate(document, signed.key_id, signature, f"{url}/verify#{document.number}")


def bundle(signed: Signed) -> bytes:
    """Join document and signature in a file, so that they are always of one version."""
    return msgspec.json.format(
        msgspec.json.encode(
            SignedFile(signed.document.decode(), b64encode(signed.signature).decode(), signed.key_id)
        )
    )


def read(document: bytes) -> CertificateDocument:
    return msgspec.json.decode(document, type=CertificateDocument)


async def _subject(conn: Connection, certificate: CertificateRow) -> Subject | None:
    """Find the present facts of a certificate. None if the records are gone: then only the signed facts are known."""
    return await _find_subject(conn, certificate.service_id, certificate.lease_id)


async def _find_subject(
    conn: Connection, service_id: int, span_id: int | None, *, member: MemberId | None = None
) -> Subject | None:
    """Find a time for which a static service had an address, and what is true of it now."""
    found = await fact_queries.list_services(conn, member=member, service=service_id)
    if not found or span_id is None:
        return None
    spans = rules.spans_of(await fact_queries.list_leases(conn, [found[0].id]))
    span = next((span for span in spans if span.id == span_id), None)
    return span and Subject(span, rules.facts_of(span, found[0], datetime.now(UTC)), found[0].holder_name)


async def _is_true(conn: Connection, certificate: CertificateRow) -> bool:
    subject = await _subject(conn, certificate)
    return subject is None or (
        _says(certificate, subject)
        and (certificate.in_log or await _place_in_log(conn, subject.span) is None)
    )


def _says(certificate: CertificateRow, subject: Subject) -> bool:
    """Tell whether the newest version says what is true, the holder's present name included.

    Otherwise several valid numbers of one time would show as many names as a member has given themselves.
    """
    return (certificate.facts, certificate.holder) == (
        _facts(certificate, subject),
        _holder(certificate, subject),
    )


def _facts(certificate: CertificateRow, subject: Subject) -> Facts:
    """Return the facts. Revoked stays revoked: the records that told that nobody used it are destroyed after a year."""
    return certificate.facts if certificate.state == "revoked" else subject.facts


def _holder(certificate: CertificateRow, subject: Subject) -> str:
    name = subject.holder_name
    return certificate.holder if name is None else _printed(name, is_masked=certificate.is_masked)


def _printed(name: str, *, is_masked: bool) -> str:
    return mask_name(name) if is_masked else name


async def _update(
    conn: Connection, signer: Signer, certificate: CertificateRow, subject: Subject
) -> CertificateRow:
    """Sign another version, unless the newest says the same."""
    newest = await queries.newest_version(conn, certificate.id)
    known = newest and read(newest.document)
    place = await _place_in_log(conn, subject.span) or (known and known.log)
    if _says(certificate, subject) and certificate.in_log == (place is not None):
        return certificate
    facts, holder = _facts(certificate, subject), _holder(certificate, subject)
    raised = await queries.raise_version(conn, certificate.id, facts, holder=holder, in_log=place is not None)
    await _sign(conn, signer, raised, subject.span, facts, known=known and known.proof, place=place)
    return raised


async def _sign(
    conn: Connection,
    signer: Signer,
    certificate: CertificateRow,
    span: Span,
    facts: Facts,
    *,
    known: AddressProof | None,
    place: LogPlace | None,
) -> None:
    """Sign the version that the certificate is at. `known`: the proof in the one before, perhaps on record no more."""
    now = datetime.now(UTC)
    found = await fact_queries.find_proof(conn, span.address_id, before=facts.until or now)
    document = rules.document(
        certificate,
        span,
        facts,
        issued=now,
        issuer=await fact_queries.get_issuer(conn, url=signer.url),
        proof=rules.latest_proof(found, known, before=facts.until or now),
        log=place,
    )
    message = canonical(document)
    signature = await signing.sign(conn, signer.sealer, message)
    await queries.insert_version(conn, certificate, message, signature, issued_at=now)


async def _place_in_log(conn: Connection, span: Span) -> LogPlace | None:
    """Find the log entry of its beginning. None if it began within the last minute, which is not written yet."""
    for place in await log.find_places(conn, span.id):
        if place.event in {"leased", "changed"}:
            return LogPlace(place.day.isoformat(), place.index, place.previous, place.hash, place.entry)
    return None


def _choosable(span: Span, facts: Facts) -> ChoosableSpan:
    return build(ChoosableSpan, span, until=facts.until, paid_until=facts.paid_until, state=facts.state)


def _item(document: CertificateDocument) -> CertificateItem:
    return build(CertificateItem, document, issued_at=document.issued)
