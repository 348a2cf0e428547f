"""Queries on the register of requests by authorities: some dozens a year."""

from datetime import date
from typing import LiteralString

import msgspec

from ieum.shop.console.authorities.types import (
    AuthorityAnswer,
    AuthorityRequest,
    AuthorityRequestId,
    HalfYearLine,
    NewAuthorityRequest,
)
from ieum.shop.desk.lists import Order, Where, fetch_listed
from ieum.shop.desk.types import Listed, StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional

_COLUMNS: LiteralString = """
    a.id, a.received_on AS "receivedOn", a.branch, a.authority, a.document_number AS "documentNumber", a.kind,
    a.permit_number AS "permitNumber", a.asked, a.people_asked AS "peopleAsked", r.name AS "registeredBy",
    a.registered_at AS "registeredAt", a.outcome, a.given, a.people_given AS "peopleGiven", w.name AS "answeredBy",
    a.answered_at AS "answeredAt", a.void_reason AS "voidReason"
"""
_SOURCE: LiteralString = """
    authority_requests a JOIN staff r ON r.id = a.registered_by LEFT JOIN staff w ON w.id = a.answered_by
"""
_NEWEST = Order(
    by="a.received_on DESC, a.id DESC",
    beyond="(a.received_on, a.id) < (%(cursor_0)s::date, %(cursor_1)s::bigint)",
    width=2,
)


async def list_requests(
    conn: Connection, where: Where, *, after: str | None, size: int
) -> Listed[AuthorityRequest]:
    return await fetch_listed(
        conn,
        AuthorityRequest,
        select=_COLUMNS,
        source=_SOURCE,
        where=where,
        order=_NEWEST,
        cursor=lambda line: (line.received_on.isoformat(), line.id),
        after=after,
        size=size,
        counted="authority_requests a",
    )


async def find(
    conn: Connection, request: AuthorityRequestId, *, holds: bool = False
) -> AuthorityRequest | None:
    lock: LiteralString = "FOR UPDATE OF a" if holds else ""
    return await fetch_optional(
        conn,
        AuthorityRequest,
        f"SELECT {_COLUMNS} FROM {_SOURCE} WHERE a.id = %(id)s {lock}",
        id=request,
    )


async def insert(conn: Connection, request: NewAuthorityRequest, *, by: StaffId) -> AuthorityRequestId | None:
    """None where this document is there already."""
    return await fetch_optional(
        conn,
        AuthorityRequestId,
        """
        INSERT INTO authority_requests (received_on, branch, authority, document_number, kind, permit_number, asked,
                                        people_asked, registered_by)
        VALUES (%(received_on)s, %(branch)s, %(authority)s, %(document_number)s, %(kind)s, %(permit_number)s,
                %(asked)s, %(people_asked)s, %(by)s)
        ON CONFLICT (authority, document_number) WHERE void_reason IS NULL DO NOTHING
        RETURNING id
        """,
        **msgspec.structs.asdict(request),
        by=by,
    )


async def answer(
    conn: Connection, request: AuthorityRequestId, answer: AuthorityAnswer, *, by: StaffId
) -> None:
    await execute(
        conn,
        """
        UPDATE authority_requests
           SET outcome = %(outcome)s, given = %(given)s, people_given = %(people_given)s, answered_by = %(by)s,
               answered_at = now()
         WHERE id = %(id)s
        """,
        **msgspec.structs.asdict(answer),
        by=by,
        id=request,
    )


async def void(conn: Connection, request: AuthorityRequestId, reason: str) -> None:
    await execute(
        conn,
        "UPDATE authority_requests SET void_reason = %(reason)s WHERE id = %(id)s",
        reason=reason,
        id=request,
    )


async def count_by_kind(conn: Connection, *, since: date, before: date) -> list[HalfYearLine]:
    return await fetch_all(
        conn,
        HalfYearLine,
        """
        SELECT branch, kind, count(*) AS documents, sum(people_asked) AS "peopleAsked", count(outcome) AS answered,
               coalesce(sum(people_given), 0) AS "peopleGiven", count(*) - count(outcome) AS waiting
          FROM authority_requests
         WHERE received_on >= %(since)s AND received_on < %(before)s AND void_reason IS NULL
         GROUP BY branch, kind ORDER BY branch, kind
        """,
        since=since,
        before=before,
    )
