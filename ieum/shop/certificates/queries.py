"""SQL for certificates and their versions."""

from datetime import datetime
from typing import LiteralString

import msgspec

from ieum.shop.certificates.types import (
    CertificateId,
    CertificateRow,
    Facts,
    ForgottenRow,
    NewCertificate,
    Signed,
)
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.members.types import MemberId
from ieum.shop.signing.types import Signature
from ieum.shop.stock.types import LeaseId

_ROW: LiteralString = """
    SELECT id, number, member_id, service_id, lease_id, holder, is_masked, state, until_at, paid_until, version,
           in_log
      FROM certificates c
"""


async def insert_certificate(conn: Connection, new: NewCertificate, facts: Facts) -> CertificateRow:
    """Insert a certificate without its first version. The table refuses a second one like it on a day."""
    return await fetch_one(
        conn,
        CertificateRow,
        """
        INSERT INTO certificates (number, member_id, service_id, lease_id, holder, is_masked, state, until_at,
                                  paid_until, in_log)
        VALUES (%(number)s, %(member_id)s, %(service_id)s, %(lease_id)s, %(holder)s, %(is_masked)s, %(state)s,
                %(until)s, %(paid_until)s, %(in_log)s)
        RETURNING id, number, member_id, service_id, lease_id, holder, is_masked, state, until_at, paid_until, version,
                  in_log
        """,
        **msgspec.structs.asdict(new),
        state=facts.state,
        until=facts.until,
        paid_until=facts.paid_until,
    )


async def raise_version(
    conn: Connection, certificate: CertificateId, facts: Facts, *, holder: str, in_log: bool
) -> CertificateRow:
    """Note what the next version says. The caller has locked the certificate, and inserts that version."""
    return await fetch_one(
        conn,
        CertificateRow,
        """
        UPDATE certificates
           SET version = version + 1, holder = %(holder)s, state = %(state)s, until_at = %(until)s,
               paid_until = %(paid_until)s, in_log = %(in_log)s
         WHERE id = %(certificate)s
        RETURNING id, number, member_id, service_id, lease_id, holder, is_masked, state, until_at, paid_until, version,
                  in_log
        """,
        certificate=certificate,
        holder=holder,
        state=facts.state,
        until=facts.until,
        paid_until=facts.paid_until,
        in_log=in_log,
    )


async def insert_version(
    conn: Connection,
    certificate: CertificateRow,
    document: bytes,
    signature: Signature,
    *,
    issued_at: datetime,
) -> None:
    await execute(
        conn,
        """
        INSERT INTO certificate_versions (certificate_id, version, document, key_id, signature, issued_at)
        VALUES (%(certificate)s, %(version)s, %(document)s, %(key_id)s, %(signature)s, %(issued_at)s)
        """,
        certificate=certificate.id,
        version=certificate.version,
        document=document,
        key_id=signature.key_id,
        signature=signature.value,
        issued_at=issued_at,
    )


async def find(conn: Connection, number: str) -> CertificateRow | ForgottenRow | None:
    """Find a certificate by its number: as its holder's, or as one whose holder has left."""
    row = await fetch_optional(
        conn, CertificateRow, _ROW + "WHERE number = %(number)s AND forgotten_at IS NULL", number=number
    )
    return row or await fetch_optional(
        conn,
        ForgottenRow,
        "SELECT number FROM certificates WHERE number = %(number)s AND forgotten_at IS NOT NULL",
        number=number,
    )


async def find_own(conn: Connection, number: str, member: MemberId) -> CertificateRow | None:
    return await fetch_optional(
        conn,
        CertificateRow,
        _ROW + "WHERE number = %(number)s AND member_id = %(member)s",
        number=number,
        member=member,
    )


async def find_of_today(conn: Connection, lease: LeaseId, *, is_masked: bool) -> CertificateRow | None:
    """Find the certificate of these that was issued today, in Seoul."""
    return await fetch_optional(
        conn,
        CertificateRow,
        _ROW
        + """
        WHERE lease_id = %(lease)s AND is_masked = %(is_masked)s
          AND issued_on = (now() AT TIME ZONE 'Asia/Seoul')::date
        """,
        lease=lease,
        is_masked=is_masked,
    )


async def lock(conn: Connection, certificate: CertificateId) -> CertificateRow | None:
    """Lock a certificate until the transaction ends. None where its holder has left meanwhile."""
    return await fetch_optional(
        conn,
        CertificateRow,
        _ROW + "WHERE id = %(certificate)s AND forgotten_at IS NULL FOR UPDATE",
        certificate=certificate,
    )


async def newest_version(conn: Connection, certificate: CertificateId) -> Signed | None:
    """Return the newest version. None where its holder has left meanwhile."""
    return await fetch_optional(
        conn,
        Signed,
        """
        SELECT document, key_id, signature FROM certificate_versions
         WHERE certificate_id = %(certificate)s ORDER BY version DESC LIMIT 1
        """,
        certificate=certificate,
    )


async def find_own_version(conn: Connection, number: str, member: MemberId, version: int) -> Signed | None:
    return await fetch_optional(
        conn,
        Signed,
        """
        SELECT v.document, v.key_id, v.signature
          FROM certificates c JOIN certificate_versions v ON v.certificate_id = c.id
         WHERE c.number = %(number)s AND c.member_id = %(member)s AND v.version = %(version)s
        """,
        number=number,
        member=member,
        version=version,
    )


async def list_newest_versions(conn: Connection, member: MemberId, *, limit: int, offset: int) -> list[bytes]:
    """List the documents of a member's certificates in their newest versions, the newest certificate first."""
    return await fetch_all(
        conn,
        bytes,
        """
        SELECT v.document FROM certificates c
          JOIN certificate_versions v ON v.certificate_id = c.id AND v.version = c.version
         WHERE c.member_id = %(member)s ORDER BY c.id DESC LIMIT %(limit)s OFFSET %(offset)s
        """,
        member=member,
        limit=limit,
        offset=offset,
    )


async def count_certificates(conn: Connection, member: MemberId) -> int:
    return await fetch_one(
        conn, int, "SELECT count(*) FROM certificates WHERE member_id = %(member)s", member=member
    )


async def seconds_until_next(conn: Connection, member: MemberId, *, a_day: int) -> int | None:
    """Return in how many seconds a member who has issued `a_day` within a day may do so again; None where now."""
    return await fetch_optional(
        conn,
        int,
        """
        SELECT ceil(extract(epoch FROM created_at + interval '1 day' - now()))::integer
          FROM certificates
         WHERE member_id = %(member)s AND created_at > now() - interval '1 day'
         ORDER BY created_at DESC OFFSET %(a_day)s - 1 LIMIT 1
        """,
        member=member,
        a_day=a_day,
    )


async def list_outdated(conn: Connection, *, after: CertificateId, limit: int) -> list[CertificateRow]:
    """List certificates whose newest version may say what is true no more, by their ids.

    Some of them still are true: those of an address that a change has brought back, for example, and those of a member
    who has the same name again. A change of name is noted with the begin of its transaction, before it is to be seen.
    """
    return await fetch_all(
        conn,
        CertificateRow,
        """
        SELECT c.id, c.number, c.member_id, c.service_id, c.lease_id, c.holder, c.is_masked, c.state, c.until_at,
               c.paid_until, c.version, c.in_log
          FROM certificates c
          JOIN services s ON s.id = c.service_id
          LEFT JOIN leases l ON l.id = c.lease_id
         WHERE c.id > %(after)s AND c.forgotten_at IS NULL AND c.lease_id IS NOT NULL
           AND (EXISTS (SELECT FROM former_names f JOIN certificate_versions v
                                 ON v.certificate_id = c.id AND v.version = c.version
                         WHERE f.member_id = c.member_id AND f.changed_at > v.issued_at - interval '10 minutes')
                OR (NOT c.in_log AND EXISTS (SELECT FROM address_log_entries e
                                              WHERE e.lease_id = c.lease_id AND e.event IN ('leased', 'changed')))
                OR CASE WHEN c.state IN ('in_use', 'suspended')
                        THEN l.state = 'ended' OR s.state <> 'active' OR s.ends_at <= now()
                             OR c.state = 'suspended'
                             OR c.paid_until IS DISTINCT FROM (SELECT max(p.ends_at) FROM service_periods p
                                                                WHERE p.service_id = s.id AND p.refunded_at IS NULL)
                        ELSE EXISTS (SELECT FROM service_periods p JOIN certificate_versions v
                                                  ON v.certificate_id = c.id AND v.version = c.version
                                      WHERE p.service_id = s.id AND p.refunded_at > v.issued_at) END)
         ORDER BY c.id LIMIT %(limit)s
        """,
        after=after,
        limit=limit,
    )


async def forget_of(conn: Connection, member: MemberId) -> None:
    """Destroy what certificates say of a member who leaves; their numbers stay."""
    forgotten = await fetch_all(
        conn,
        CertificateId,
        """
        UPDATE certificates
           SET forgotten_at = now(), member_id = NULL, service_id = NULL, lease_id = NULL, holder = NULL
         WHERE member_id = %(member)s
        RETURNING id
        """,
        member=member,
    )
    if forgotten:
        # In a statement after, because the table keeps the versions of a certificate that is not forgotten.
        await execute(
            conn,
            "DELETE FROM certificate_versions WHERE certificate_id = ANY(%(forgotten)s)",
            forgotten=forgotten,
        )


async def delete_forgotten(conn: Connection, *, before: datetime, limit: int) -> int:
    """Delete the numbers of certificates whose holders left before this; returns how many."""
    return await execute(
        conn,
        """
        DELETE FROM certificates
         WHERE id IN (SELECT id FROM certificates WHERE forgotten_at < %(before)s
                       ORDER BY forgotten_at, id LIMIT %(limit)s)
        """,
        before=before,
        limit=limit,
    )
