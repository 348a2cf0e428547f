"""Rows of billing methods. Using one takes a shared lock on its row, removing it an exclusive one."""

from collections.abc import Sequence
from typing import LiteralString

import msgspec

from ieum.shop.kernel.db import Connection, any_row, execute, fetch_all, fetch_one, fetch_optional
from ieum.shop.kernel.sealed_columns import SealedColumn
from ieum.shop.kernel.sealing import Place
from ieum.shop.members.types import MemberId
from ieum.shop.payments.provider import BillingCard
from ieum.shop.subscriptions.types import BillingMethodId, CustomerKey, MethodRow

_METHOD: LiteralString = """
    SELECT b.id, b.member_id, b.state, b.issuer_code, b.card_number, b.card_type, b.refusal_code, b.created_at,
           (SELECT count(*) FROM subscriptions WHERE billing_method_id = b.id AND state <> 'ended') AS in_use
      FROM billing_methods b
"""


SEALED = SealedColumn("billing_methods", "sealed_key", row="concat(id, ' of ', member_id)")


class SealedKey(msgspec.Struct):
    id: BillingMethodId
    member_id: MemberId
    sealed_key: bytes


def place_of(method: int | None, member: int) -> Place:
    """Return the place of a card's billing key: it opens for charges to its holder alone."""
    return Place(SEALED.name, f"{method} of {member}")


async def get_customer(conn: Connection, member: MemberId) -> CustomerKey:
    return await fetch_one(
        conn,
        CustomerKey,
        """
        SELECT customer_key AS "customerKey", name AS "customerName", email AS "customerEmail"
          FROM members WHERE id = %(member)s
        """,
        member=member,
    )


async def begin(conn: Connection, member: MemberId, auth_key_hash: bytes) -> BillingMethodId | None:
    """Record the registration before the provider is called. None where it was begun before or the member has left."""
    return await fetch_optional(
        conn,
        BillingMethodId,
        """
        INSERT INTO billing_methods (member_id, auth_key_hash)
        SELECT m.id, %(auth_key_hash)s FROM members m WHERE m.id = %(member)s AND m.left_at IS NULL FOR KEY SHARE
        ON CONFLICT (auth_key_hash) DO NOTHING
        RETURNING id
        """,
        member=member,
        auth_key_hash=auth_key_hash,
    )


async def find_by_auth(conn: Connection, auth_key_hash: bytes, *, lock: bool = False) -> MethodRow | None:
    query = _METHOD + "WHERE b.auth_key_hash = %(auth_key_hash)s" + (" FOR UPDATE OF b" if lock else "")
    return await fetch_optional(conn, MethodRow, query, auth_key_hash=auth_key_hash)


async def lock_own(conn: Connection, method: int, member: MemberId) -> MethodRow | None:
    return await fetch_optional(
        conn,
        MethodRow,
        """
        SELECT id, member_id, state, issuer_code, card_number, card_type, refusal_code, created_at
          FROM billing_methods WHERE id = %(method)s AND member_id = %(member)s
           FOR UPDATE
        """,
        method=method,
        member=member,
    )


async def lock_all(conn: Connection, member: MemberId) -> list[BillingMethodId]:
    """The member's cards that can be charged."""
    return await fetch_all(
        conn,
        BillingMethodId,
        """
        SELECT id FROM billing_methods WHERE member_id = %(member)s AND state = 'active' ORDER BY id FOR UPDATE
        """,
        member=member,
    )


async def share_usable(conn: Connection, method: int, *, member: MemberId | None = None) -> bool:
    """Tell whether the card can be charged; if so, nobody can remove it until the transaction ends."""
    return await any_row(
        conn,
        """
        SELECT 1 FROM billing_methods
         WHERE id = %(method)s AND state = 'active' AND coalesce(%(member)s::bigint, member_id) = member_id
           FOR SHARE
        """,
        method=method,
        member=member,
    )


async def is_in_use(conn: Connection, method: BillingMethodId) -> bool:
    return await any_row(
        conn,
        "SELECT 1 FROM subscriptions WHERE billing_method_id = %(method)s AND state <> 'ended' LIMIT 1",
        method=method,
    )


async def list_active(conn: Connection, member: MemberId) -> list[MethodRow]:
    """Newest first."""
    return await fetch_all(
        conn,
        MethodRow,
        _METHOD + "WHERE b.member_id = %(member)s AND b.state = 'active' ORDER BY b.id DESC",
        member=member,
    )


async def list_some(conn: Connection, methods: Sequence[BillingMethodId]) -> list[MethodRow]:
    """List these cards, in any state."""
    return await fetch_all(
        conn, MethodRow, _METHOD + "WHERE b.id = ANY(%(methods)s) ORDER BY b.id", methods=list(methods)
    )


async def set_issued(conn: Connection, method: BillingMethodId, card: BillingCard, sealed_key: bytes) -> None:
    await execute(
        conn,
        """
        UPDATE billing_methods
           SET state = 'active', sealed_key = %(sealed_key)s, issuer_code = %(issuer_code)s, card_number = %(number)s,
               card_type = %(card_type)s, key_hash = sha256(%(key)s)
         WHERE id = %(method)s
        """,
        method=method,
        sealed_key=sealed_key,
        key=card.billing_key.encode(),
        **msgspec.structs.asdict(card),
    )


async def set_refused(conn: Connection, method: BillingMethodId, code: str) -> None:
    await execute(
        conn,
        "UPDATE billing_methods SET state = 'refused', refusal_code = %(code)s WHERE id = %(method)s",
        method=method,
        code=code,
    )


async def set_removing(conn: Connection, methods: Sequence[BillingMethodId]) -> None:
    await execute(
        conn,
        "UPDATE billing_methods SET state = 'removing' WHERE id = ANY(%(methods)s) AND state = 'active'",
        methods=list(methods),
    )


async def set_removed(conn: Connection, method: BillingMethodId) -> None:
    await execute(
        conn,
        """
        UPDATE billing_methods SET state = 'removed', sealed_key = NULL, removed_at = now()
         WHERE id = %(method)s AND state = 'removing'
        """,
        method=method,
    )


async def set_deleted(conn: Connection, billing_key: str) -> BillingMethodId | None:
    """Mark the card with this billing key as removed. None where there is none, or it was removed before."""
    return await fetch_optional(
        conn,
        BillingMethodId,
        """
        UPDATE billing_methods SET state = 'removed', sealed_key = NULL, removed_at = now()
         WHERE key_hash = sha256(%(key)s) AND state IN ('active', 'removing')
        RETURNING id
        """,
        key=billing_key.encode(),
    )


async def list_removing(conn: Connection, *, method: int | None = None, limit: int = 100) -> list[SealedKey]:
    return await fetch_all(
        conn,
        SealedKey,
        """
        SELECT id, member_id, sealed_key FROM billing_methods
         WHERE state = 'removing' AND coalesce(%(method)s::bigint, id) = id
         ORDER BY id LIMIT %(limit)s
        """,
        method=method,
        limit=limit,
    )
