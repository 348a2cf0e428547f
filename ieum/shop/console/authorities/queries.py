"""Queries on the register of requests by authorities: some dozens a year."""

from datetime import date
from typing import LiteralString

import msgspec

from ieum.shop.console.authorities.listed import REGISTER
from ieum.shop.console.authorities.types import (
    AuthorityAnswer,
    AuthorityRequest,
    AuthorityRequestId,
    HalfYearLine,
    NewAuthorityRequest,
)
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional


async def find(
    conn: Connection, request: AuthorityRequestId, *, holds: bool = False
) -> AuthorityRequest | None:
    lock: LiteralString = "FOR UPDATE OF a" if holds else ""
    return await fetch_optional(
        conn,
        AuthorityRequest,
        f"SELECT {REGISTER.line} FROM {REGISTER.source} WHERE a.id = %(id)s {lock}",
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
