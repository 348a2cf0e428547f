"""Answers whoever holds a certificate by its number, and proves to visitors where they come from now."""

from base64 import b64encode
from datetime import UTC, datetime

from ieum.shop.certificates import fact_queries, queries, rules, service
from ieum.shop.certificates.refusals import CertificateNotFound
from ieum.shop.certificates.service import Signer
from ieum.shop.certificates.types import CertificateRow, MyAddress, NowProof, VerifiedCertificate
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.limits import count_request, network_of
from ieum.shop.kernel.structs import build
from ieum.shop.signing import service as signing
from ieum.shop.signing.rules import canonical

# 128 bits are not guessed; this keeps somebody from having the shop look numbers up all day.
VERIFICATIONS_A_MINUTE = 20
PROOFS_A_MINUTE = 6


async def verify(db: Database, signer: Signer, typed: str, *, caller: str) -> VerifiedCertificate:
    """Say what is signed under a number. One refusal for whatever is not the number of a certificate."""
    number = rules.normal_number(typed)
    async with db.connection() as conn:
        await count_request(conn, "verify", who=network_of(caller), most=VERIFICATIONS_A_MINUTE)
        found = await queries.find(conn, number) if number else None
    if found is None:
        raise CertificateNotFound
    signed = await service.bring_up_to_date(db, signer, found) if isinstance(found, CertificateRow) else None
    if signed is None:
        return VerifiedCertificate(found.number, "holder_left")
    document = service.read(signed.document)
    return build(VerifiedCertificate, document, issued_at=document.issued)


async def look(db: Database, caller: str) -> MyAddress:
    is_ipv6 = ":" in caller
    async with db.connection() as conn:
        return MyAddress(caller, is_ipv6, not is_ipv6 and await fact_queries.is_ours(conn, caller))


async def prove_now(db: Database, signer: Signer, *, caller: str) -> NowProof:
    """Sign that the caller came from their address at this moment. The shop keeps no copy of it."""
    async with db.connection() as conn:
        await count_request(conn, "now-proof", who=network_of(caller), most=PROOFS_A_MINUTE)
        issuer = await fact_queries.get_issuer(conn, url=signer.url)
        message = canonical(rules.now_document(caller, at=datetime.now(UTC), issuer=issuer))
        signature = await signing.sign(conn, signer.sealer, message)
    return NowProof(message.decode(), signature.key_id, b64encode(signature.value).decode())
