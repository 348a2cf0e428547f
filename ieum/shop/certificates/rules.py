"""Contents of a certificate, and the time for which an address was a member's. Pure; the clock is handed in."""

import re
import secrets
from collections.abc import Sequence
from datetime import datetime

import msgspec

from ieum.shop.certificates.types import (
    AddressProof,
    CertificateRow,
    Facts,
    Issuer,
    LeaseRow,
    LogPlace,
    ServiceRow,
    Span,
)
from ieum.shop.signing.rules import written

FORMAT = 1
GROUPS, DIGITS = 8, 4


def new_number() -> str:
    """Return 128 random bits as they are printed: `9F3A-…`, eight groups of four hexadecimal digits."""
    return _grouped(secrets.token_hex(GROUPS * DIGITS // 2).upper())


def normal_number(typed: str) -> str | None:
    """Return the number that somebody has typed, with or without hyphens, spaces and capitals; None for other text."""
    digits = re.sub(r"[\s-]", "", typed).upper()
    return _grouped(digits) if re.fullmatch(rf"[0-9A-F]{{{GROUPS * DIGITS}}}", digits) else None


def _grouped(digits: str) -> str:
    return "-".join(digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS))


def spans_of(leases: Sequence[LeaseRow]) -> list[Span]:
    """List the addresses that a service had, the first one first. `leases` are its own, the oldest first.

    An address that no gateway ever acknowledged was never the member's way out: until it does, and for good where the
    change was taken back, the old address is. What gives the old one back then goes on with its time.
    """
    spans: list[Span] = []
    for lease in leases:
        before = spans[-1] if spans else None
        if lease.pending:
            if lease.pending == "waiting" and before:
                before.until = None
        elif lease.cause == "taken_back" and before and before.address_id == lease.address_id:
            before.until = lease.ended_at
        else:
            spans.append(
                Span(
                    lease.id,
                    lease.address_id,
                    lease.address,
                    lease.carrier,
                    lease.region,
                    lease.begun_at,
                    lease.ended_at,
                )
            )
    return spans


def facts_of(span: Span, service: ServiceRow, now: datetime) -> Facts:
    """Return the facts of an address as they are now.

    A service is over at its end, although the job that closes it may come later; one of a subscription is suspended
    instead, and keeps its address until it is paid for or given up.
    """
    is_past = service.ends_at <= now
    if service.state in {"expired", "ended"} or (is_past and not service.is_subscribed):
        ends = [end for end in (span.until, service.ends_at, service.closed_at) if end is not None]
        return Facts("revoked" if service.is_undone else "ended", max(span.since, min(ends)), None)
    if span.until is not None:
        return Facts("ended", span.until, None)
    if service.state == "suspended" or is_past:
        return Facts("suspended", None, service.paid_until)
    return Facts("in_use", None, service.paid_until)


def latest_proof(
    found: AddressProof | None, known: AddressProof | None, *, before: datetime
) -> AddressProof | None:
    """Choose the later of two proofs that lies before the end of what is certified."""
    proofs = [proof for proof in (found, known) if proof is not None and proof.at <= before]
    return max(proofs, key=lambda proof: proof.at, default=None)


def document(
    certificate: CertificateRow,
    span: Span,
    facts: Facts,
    *,
    issued: datetime,
    issuer: Issuer,
    proof: AddressProof | None,
    log: LogPlace | None = None,
) -> dict[str, object]:
    """Write a version of a certificate, ready to be signed. Times are in UTC, to the second."""
    return {
        "kind": "ieum-certificate",
        "format": FORMAT,
        "number": certificate.number,
        "version": certificate.version,
        "issued": written(issued),
        "issuer": msgspec.to_builtins(issuer),
        "holder": certificate.holder,
        "masked": certificate.is_masked,
        "address": span.address,
        "carrier": span.carrier,
        "region": span.region,
        "from": written(span.since),
        "until": facts.until and written(facts.until),
        "state": facts.state,
        "paidUntil": facts.paid_until and written(facts.paid_until),
        "proof": proof and {"at": written(proof.at), "how": proof.how},
        "log": msgspec.to_builtins(log),
    }


def now_document(address: str, *, at: datetime, issuer: Issuer) -> dict[str, object]:
    """Write that whoever asked came from an address, ready to be signed."""
    return {
        "kind": "ieum-now",
        "format": FORMAT,
        "address": address,
        "at": written(at),
        "issuer": msgspec.to_builtins(issuer),
    }
