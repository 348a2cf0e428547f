"""Calls for certificates: a member's own, what anybody may ask of one, and proofs of where a caller is now."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter, QueryParameter

from ieum.shop.certificates import service, verifying
from ieum.shop.certificates.refusals import CertificateNotFound, SpanNotFound, TooManyCertificates
from ieum.shop.certificates.service import Signer
from ieum.shop.certificates.types import (
    CertifiableService,
    Certificate,
    CertificateItem,
    CertificateRequest,
    IssuedNumber,
    MyAddress,
    NowProof,
    NumberQuestion,
    VerifiedCertificate,
)
from ieum.shop.kernel.cross_site import refuse_other_sites
from ieum.shop.kernel.errors import CrossSite, InvalidFields, TooManyRequests, Unauthenticated
from ieum.shop.kernel.http import Answer, AnyRequest, Caller, Conn, Db, Page, ShopSettings, created, ok
from ieum.shop.kernel.paging import Listing
from ieum.shop.kernel.problems import refusals, refusals_of_change
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.authentication import KEPT_FROM_LOOKS, MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN, Member

Number = Annotated[str, PathParameter(pattern=r"^([0-9A-F]{4}-){7}[0-9A-F]{4}(?!\n)$")]
OneService = Annotated[int | None, QueryParameter(name="service", ge=1, le=2**63 - 1, required=False)]
OWN = refusals(Unauthenticated, InvalidFields, CertificateNotFound)
# What is told of an address is of this moment, and of one caller.
NOT_STORED = {"Cache-Control": "no-store"}


async def provide_signer(sealer: NamedDependency[Sealer], settings: ShopSettings) -> Signer:
    return Signer(sealer, settings.public_url)


SIGNING = {"signer": Provide(provide_signer)}
Signs = NamedDependency[Signer]


@post(
    "/api/v1/certificates",
    dependencies=MEMBERS_ONLY | SIGNING,
    responses=refusals_of_change(SpanNotFound, TooManyCertificates),
)
async def issue_certificate(
    conn: Conn, signer: Signs, member: Member, data: JSONBody[CertificateRequest]
) -> Answer[IssuedNumber]:
    """Issue a certificate of an address that a static service has, or had; the same press on the same day the same."""
    issued = await service.issue(conn, signer, member.member_id, data)
    return created(IssuedNumber(issued.number))


@get(
    "/api/v1/certificates",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields),
)
async def list_certificates(conn: Conn, member: Member, page: Page = 1) -> Answer[Listing[CertificateItem]]:
    """List the member's certificates, the newest first, each in its newest version."""
    return ok(await service.list_page(conn, member.member_id, page))


@get(
    "/api/v1/certificates/choices",
    dependencies=MEMBERS_ONLY,
    responses=refusals(Unauthenticated, InvalidFields),
)
async def list_choices(
    conn: Conn, member: Member, one: OneService = None, page: Page = 1
) -> Answer[Listing[CertifiableService]]:
    """List what may be certified: the member's static services with the addresses that each had; or one of them."""
    return ok(await service.list_choices(conn, member.member_id, one, page))


@get("/api/v1/certificates/{number:str}", dependencies=MEMBERS_ONLY_BETWEEN | SIGNING, responses=OWN)
async def get_certificate(db: Db, signer: Signs, member: Member, number: Number) -> Answer[Certificate]:
    """Show a certificate in a version that is true now."""
    signed = await service.get_own(db, signer, member.member_id, number)
    return ok(service.shown(signed, url=signer.url))


DOWNLOADS: dict[str, Any] = {
    "dependencies": MEMBERS_ONLY_BETWEEN | SIGNING,
    "opt": KEPT_FROM_LOOKS,
    "responses": OWN,
}
# Files that belong together name their version: facts may change between two downloads.
Version = Annotated[int | None, QueryParameter(ge=1, le=2**31 - 1, required=False)]


@get(
    "/api/v1/certificates/{number:str}/certificate-with-signature.json",
    media_type="application/json",
    **DOWNLOADS,
)
async def download_signed_file(
    db: Db, signer: Signs, member: Member, number: Number, version: Version = None
) -> Response[bytes]:
    """Document and signature in one file (`{document, signature, keyId}`)."""
    signed = await service.get_own_version(db, signer, member.member_id, number, version)
    return _download(service.bundle(signed), f"ieum-{number}-signed.json", "application/json")


@get(
    "/api/v1/certificates/{number:str}/certificate.json",
    media_type="application/json",
    **DOWNLOADS,
)
async def download_document(
    db: Db, signer: Signs, member: Member, number: Number, version: Version = None
) -> Response[bytes]:
    """The bytes that were signed, as they were."""
    signed = await service.get_own_version(db, signer, member.member_id, number, version)
    return _download(signed.document, f"ieum-{number}.json", "application/json")


@get(
    "/api/v1/certificates/{number:str}/certificate.sig",
    media_type="application/octet-stream",
    **DOWNLOADS,
)
async def download_signature(
    db: Db, signer: Signs, member: Member, number: Number, version: Version = None
) -> Response[bytes]:
    """The 64 bytes of the signature."""
    signed = await service.get_own_version(db, signer, member.member_id, number, version)
    return _download(signed.signature, f"ieum-{number}.sig", "application/octet-stream")


@post(
    "/api/v1/verify",
    status_code=200,
    dependencies=SIGNING,
    responses=refusals(CertificateNotFound, InvalidFields, TooManyRequests),
)
async def verify_certificate(
    db: Db, signer: Signs, caller: Caller, data: JSONBody[NumberQuestion]
) -> Response[Answer[VerifiedCertificate]]:
    """Show what is signed under a number, to compare with a print. In the body, so that no log has the number."""
    verified = await verifying.verify(db, signer, data.number, caller=caller)
    return Response(ok(verified), headers=NOT_STORED)


@get("/api/v1/my-ip")
async def get_my_address(db: Db, caller: Caller) -> Response[Answer[MyAddress]]:
    """Say where the caller comes from, and whether that is an address that this shop gives its customers."""
    return Response(ok(await verifying.look(db, caller)), headers=NOT_STORED)


@post(
    "/api/v1/my-ip/proof",
    status_code=200,
    dependencies=SIGNING,
    responses=refusals(CrossSite, TooManyRequests),
)
async def prove_my_address(
    request: AnyRequest, db: Db, signer: Signs, caller: Caller
) -> Response[Answer[NowProof]]:
    """Sign that the caller came from their address at this moment."""
    refuse_other_sites(request)
    return Response(ok(await verifying.prove_now(db, signer, caller=caller)), headers=NOT_STORED)


def _download(content: bytes, name: str, media_type: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', **NOT_STORED}
    return Response(content, media_type=media_type, headers=headers)


ROUTES = [
    issue_certificate,
    list_certificates,
    list_choices,
    get_certificate,
    download_signed_file,
    download_document,
    download_signature,
    verify_certificate,
    get_my_address,
    prove_my_address,
]
