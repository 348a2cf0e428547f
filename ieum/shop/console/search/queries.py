"""Each query reads a few rows by an index, however many there are.

Ranges stand in place of LIKE, whose plan for a prepared statement would read the whole table.
"""

import msgspec
from psycopg.types.json import Jsonb

from ieum.shop.console.search.types import KeptFound
from ieum.shop.console.search.words import after_all
from ieum.shop.desk.lists import Person
from ieum.shop.desk.types import StaffId
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_optional
from ieum.shop.members.names import spellings, tidy_name
from ieum.shop.orders.types import OrderState
from ieum.shop.services.desk.queries import STATE
from ieum.shop.services.types import ListedServiceState
from ieum.shop.subscriptions.types import SubscriptionState

MOST = 6
# Digits of a number that people say in place of all of it.
ENDS = 4


class MemberFound(msgspec.Struct):
    id: int
    login_id: str | None
    name: str | None
    phone: str | None


async def find_members(
    conn: Connection, q: str, *, number: int | None, person: Person | None
) -> list[MemberFound]:
    """By id or beginning of the login id; a person by whole name, mail or number, or the number's last four digits."""
    by, said = (person.by, person.words) if person else (None, "")
    return await fetch_all(
        conn,
        MemberFound,
        """
        SELECT id, login_id, name, phone FROM (
            (SELECT m.*, 0 AS rank FROM members m WHERE m.id = %(number)s::bigint)
            UNION ALL
            (SELECT m.*, 1 FROM members m WHERE m.login_id ~>=~ %(begins)s AND m.login_id ~<~ %(behind)s
              ORDER BY m.login_id USING ~<~ LIMIT %(most)s)
            UNION ALL
            (SELECT m.*, 2 FROM members m WHERE lower(m.email) = %(mail)s::text LIMIT %(most)s)
            UNION ALL
            (SELECT m.*, 2 FROM members m WHERE m.phone = %(phone)s::text LIMIT %(most)s)
            UNION ALL
            (SELECT m.*, 3 FROM members m WHERE m.name = ANY(%(names)s)
              ORDER BY m.joined_at DESC, m.id DESC LIMIT %(most)s)
            UNION ALL
            (SELECT m.*, 3 FROM members m WHERE right(m.phone, 4) = %(ends)s::text
              ORDER BY m.joined_at DESC, m.id DESC LIMIT %(most)s)
        ) found GROUP BY id, login_id, name, phone ORDER BY min(rank), id LIMIT %(most)s
        """,
        begins=q.lower(),
        behind=after_all(q.lower()),
        number=number,
        names=spellings(tidy_name(said)) if by == "name" else [],
        mail=said.lower() if by == "mail" else None,
        phone=said if by == "phone" and len(said) != ENDS else None,
        ends=said if by == "phone" and len(said) == ENDS else None,
        most=MOST,
    )


class OrderFound(msgspec.Struct):
    id: str
    state: OrderState
    amount: int


async def find_orders(conn: Connection, q: str) -> list[OrderFound]:
    """By the beginning of the number, of the provider's key, or by the number that the provider knows a charge by."""
    return await fetch_all(
        conn,
        OrderFound,
        """
        SELECT o.id, o.state, o.amount FROM orders o WHERE o.id IN (
            (SELECT id FROM orders WHERE id ~>=~ %(q)s AND id ~<~ %(behind)s ORDER BY id USING ~<~ LIMIT %(most)s)
            UNION
            (SELECT order_id FROM payments WHERE payment_key ~>=~ %(q)s AND payment_key ~<~ %(behind)s
              ORDER BY payment_key USING ~<~ LIMIT %(most)s)
            UNION
            (SELECT order_id FROM payments WHERE provider_order_id = %(q)s LIMIT %(most)s)
        ) ORDER BY o.id LIMIT %(most)s
        """,
        q=q,
        behind=after_all(q),
        most=MOST,
    )


class ServiceFound(msgspec.Struct):
    id: int
    state: ListedServiceState
    device: str | None


async def find_services(conn: Connection, q: str, number: int | None) -> list[ServiceFound]:
    """By number, or by the public key of a device, also of one that was removed."""
    return await fetch_all(
        conn,
        ServiceFound,
        f"""
        (SELECT s.id, {STATE} AS state, d.name AS device FROM devices d JOIN services s ON s.id = d.service_id
          WHERE d.public_key = %(q)s ORDER BY d.id DESC LIMIT %(most)s)
        UNION ALL
        SELECT s.id, {STATE}, NULL FROM services s WHERE s.id = %(number)s::bigint
        """,
        q=q,
        number=number,
        most=MOST,
    )


class InquiryFound(msgspec.Struct):
    """Its title as its member wrote it, and what of that is masked."""

    id: int
    title: str
    name: str | None
    email: str | None
    phone: str | None


class NumberFound(msgspec.Struct):
    id: int
    title: str


class SubscriptionFound(msgspec.Struct):
    id: int
    state: SubscriptionState


async def find_subscriptions(conn: Connection, number: int) -> list[SubscriptionFound]:
    return await fetch_all(
        conn,
        SubscriptionFound,
        "SELECT id, state FROM subscriptions WHERE id = %(number)s",
        number=number,
    )


async def find_inquiries(conn: Connection, number: int) -> list[InquiryFound]:
    return await fetch_all(
        conn,
        InquiryFound,
        """
        SELECT i.id, i.title, m.name, m.email, m.phone
          FROM inquiries i JOIN members m ON m.id = i.member_id WHERE i.id = %(number)s
        """,
        number=number,
    )


async def find_gateways(conn: Connection, q: str) -> list[NumberFound]:
    """Find by any part of the name or of the endpoint: there are some hundred gateways at most."""
    return await fetch_all(
        conn,
        NumberFound,
        """
        SELECT id, name AS title FROM gateways
         WHERE position(%(q)s in name) > 0 OR public_key = %(exact)s
         ORDER BY name LIMIT %(most)s
        """,
        q=q.lower(),
        exact=q,
        most=MOST,
    )


class AddressFound(msgspec.Struct):
    id: int
    address: str
    pool: str


async def find_addresses(conn: Connection, low: str, high: str, *, most: int) -> list[AddressFound]:
    return await fetch_all(
        conn,
        AddressFound,
        """
        SELECT a.id, host(a.address) AS address, p.carrier || ' ' || p.region AS pool
          FROM exit_addresses a JOIN address_pools p ON p.id = a.pool_id
         WHERE a.address BETWEEN %(low)s::inet AND %(high)s::inet
         ORDER BY a.address LIMIT %(most)s
        """,
        low=low,
        high=high,
        most=most,
    )


async def find_held(conn: Connection, low: str, high: str, *, most: int) -> list[AddressFound]:
    """Like `find_addresses`, for addresses that anybody ever had.

    Looks among the first few thousand; nobody can have used the others.
    """
    return await fetch_all(
        conn,
        AddressFound,
        """
        SELECT a.id, host(a.address) AS address, p.carrier || ' ' || p.region AS pool
          FROM (SELECT id, address, pool_id FROM exit_addresses
                 WHERE address BETWEEN %(low)s::inet AND %(high)s::inet ORDER BY address LIMIT 2000) a
          JOIN address_pools p ON p.id = a.pool_id
         WHERE EXISTS (SELECT FROM leases l WHERE l.address_id = a.id)
         ORDER BY a.address LIMIT %(most)s
        """,
        low=low,
        high=high,
        most=most,
    )


async def get_kept(conn: Connection, staff: StaffId) -> KeptFound:
    kept = await fetch_optional(
        conn, KeptFound, "SELECT recent, pinned FROM staff_found WHERE staff_id = %(staff)s", staff=staff
    )
    return kept or KeptFound([], [])


async def keep(conn: Connection, staff: StaffId, kept: KeptFound) -> None:
    await execute(
        conn,
        """
        INSERT INTO staff_found (staff_id, recent, pinned) VALUES (%(staff)s, %(recent)s, %(pinned)s)
            ON CONFLICT (staff_id) DO UPDATE SET recent = EXCLUDED.recent, pinned = EXCLUDED.pinned
        """,
        staff=staff,
        recent=Jsonb(msgspec.to_builtins(kept.recent)),
        pinned=Jsonb(msgspec.to_builtins(kept.pinned)),
    )
