"""Rows that tests are about; everything has a default, so that a test names only what matters to it."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import NamedTuple

from ieum.shop.catalog.types import Kind, PlanId
from ieum.shop.fleet import leases
from ieum.shop.fleet import queries as fleet_queries
from ieum.shop.fleet import service as fleet
from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.kernel.months import end_of_period
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import SANDBOX_SEALING_KEY
from ieum.shop.members import tokens
from ieum.shop.members.types import Identity, MemberId, SessionId
from ieum.shop.orders.rules import new_order_id
from ieum.shop.services import service as services
from ieum.shop.services.types import ServiceId
from tests.shop.keys import a_key

KEY = "a-test-key-of-more-than-32-characters"
SEALER = Sealer([SANDBOX_SEALING_KEY])
ORDER_AGREEMENTS = [
    {"key": "order-confirm", "version": "2026-11-20"},
    {"key": "withdrawal-limit", "version": "2026-11-20"},
]
SIGN_UP_AGREEMENTS = [{"key": key, "version": "2026-11-20"} for key in ("age14", "terms", "privacy")]
_numbers = count(1)


async def a_member(
    conn: Connection, *, login_id: str | None = None, password_hash: str = "-", points: int = 0
) -> MemberId:
    member = await fetch_one(
        conn,
        MemberId,
        """
        INSERT INTO members (login_id, password_hash, name, email, phone)
        VALUES (%(login_id)s, %(password_hash)s, '홍길동', 'hong@example.com', '01012345678') RETURNING id
        """,
        login_id=login_id or f"member_{next(_numbers)}",
        password_hash=password_hash,
    )
    if points:
        await execute(
            conn,
            "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, %(points)s, 'earned')",
            member=member,
            points=points,
        )
    return member


async def a_passkey(conn: Connection, member: MemberId, *, name: str = "내 노트북") -> int:
    """A row; one that can sign is made by `authenticator.py`."""
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO passkeys (member_id, credential_id, public_key, sign_count, name)
        VALUES (%(member)s, %(credential)s, '-', 0, %(name)s) RETURNING id
        """,
        member=member,
        credential=f"credential {next(_numbers)}".encode(),
        name=name,
    )


class Session(NamedTuple):
    """A login with its two tokens, as headers and as cookies."""

    id: SessionId
    access: str
    refresh: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.access}", "etis-rt": self.refresh}

    @property
    def cookies(self) -> dict[str, str]:
        return {"Cookie": f"ieum_at={self.access}; ieum_rt={self.refresh}"}


async def a_session(conn: Connection, member: MemberId, *, access_age: timedelta = timedelta()) -> Session:
    """A login whose access token was made so long ago; it lives for 15 minutes."""
    session = await fetch_one(
        conn,
        SessionId,
        """
        INSERT INTO login_sessions (member_id, expires_at) VALUES (%(member)s, now() + interval '1 year') RETURNING id
        """,
        member=member,
    )
    refresh = tokens.new_refresh()
    await execute(
        conn,
        "INSERT INTO refresh_tokens (session_id, token_hash) VALUES (%(session)s, %(token_hash)s)",
        session=session,
        token_hash=tokens.hash_refresh(refresh),
    )
    access = tokens.issue_access(Identity(member, session), key=KEY, now=datetime.now(UTC) - access_age)
    return Session(session, access, refresh)


async def a_login(conn: Connection, member: MemberId) -> dict[str, str]:
    """The headers of a member who is logged in."""
    session = await a_session(conn, member)
    return {"Authorization": f"Bearer {session.access}"}


async def a_gateway(
    conn: Connection, *, token: str = "gw_test", public_key: str | None = "G" * 42 + "A="
) -> int:
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO gateways (name, endpoint, token_hash, public_key)
        VALUES (%(name)s, 'vpn.example.com:51820', %(token)s, %(public_key)s) RETURNING id
        """,
        name=f"gateway-{next(_numbers)}",
        token=fleet.hash_token(token),
        public_key=public_key,
    )


async def a_plan(
    conn: Connection,
    *,
    addresses: int = 3,
    prices: dict[int, int] | None = None,
    discounts: dict[int, int] | None = None,
    device_limit: int = 2,
    gateway: int | None = None,
    kind: Kind = "static",
) -> PlanId:
    """A static plan with so many addresses free to sell; `discounts`: from so many, percent."""
    number = next(_numbers)
    gateway = gateway or await a_gateway(conn, token=f"gw_{number}")
    plan = await fetch_one(
        conn,
        PlanId,
        """
        WITH pool AS (
            INSERT INTO address_pools (code, carrier, region) VALUES (%(code)s, 'KT', '서울') RETURNING id
        ), stock AS (
            INSERT INTO exit_addresses (pool_id, gateway_id, address)
            SELECT pool.id, %(gateway)s, inet '100.64.0.0' + %(offset)s + n
              FROM pool, generate_series(1, %(addresses)s) n
        )
        INSERT INTO plans (code, kind, pool_id, name, device_limit)
        SELECT %(code)s, %(kind)s, id, %(name)s, %(device_limit)s FROM pool RETURNING id
        """,
        code=f"pool-{number}",
        kind=kind,
        name="KT 고정 IP" if kind == "static" else "KT 유동 IP",
        gateway=gateway,
        offset=number * 300,
        addresses=addresses,
        device_limit=device_limit,
    )
    await _price_it(conn, plan, prices or {1: 33_000, 3: 89_100, 12: 316_800}, discounts or {})
    return plan


async def a_dynamic_plan(
    conn: Connection, *, prices: dict[int, int] | None = None, discounts: dict[int, int] | None = None
) -> PlanId:
    """On sale, with dynamic ones switched on; none of its addresses is free, which hinders nobody."""
    await execute(conn, "UPDATE site_config SET dynamic_enabled = true")
    return await a_plan(
        conn, addresses=0, prices=prices or {1: 22_000, 3: 59_400}, discounts=discounts, kind="dynamic"
    )


async def a_ticket_plan(
    conn: Connection, *, prices: dict[int, int] | None = None, discounts: dict[int, int] | None = None
) -> PlanId:
    """On sale, with tickets switched on: each may wait for twelve months."""
    await execute(conn, "UPDATE site_config SET ticket_enabled = true")
    plan = await fetch_one(
        conn,
        PlanId,
        """
        INSERT INTO plans (code, kind, name, device_limit) VALUES (%(code)s, 'ticket', 'IP 교체권', 0) RETURNING id
        """,
        code=f"ticket-{next(_numbers)}",
    )
    await _price_it(conn, plan, prices or {12: 5_500}, discounts or {})
    return plan


async def _price_it(
    conn: Connection, plan: PlanId, prices: dict[int, int], discounts: dict[int, int]
) -> None:
    for months, amount in prices.items():
        await execute(
            conn,
            "INSERT INTO plan_prices (plan_id, months, amount) VALUES (%(plan)s, %(months)s, %(amount)s)",
            plan=plan,
            months=months,
            amount=amount,
        )
    for least, percent in discounts.items():
        await execute(
            conn,
            """
            INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent)
            VALUES (%(plan)s, %(least)s, %(percent)s)
            """,
            plan=plan,
            least=least,
            percent=percent,
        )


async def a_service(
    conn: Connection, member: MemberId, *, plan: PlanId | None = None, starts: timedelta = timedelta()
) -> ServiceId:
    """A paid service of one month with an address; `starts` ago or ahead of now."""
    plan = plan or await a_plan(conn)
    now = datetime.now(UTC) + starts
    order_id = new_order_id(now)
    pool = await fetch_one(conn, int, "SELECT pool_id FROM plans WHERE id = %(plan)s", plan=plan)
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, months, quantity, payment_type, list_amount, discount_amount,
                            points_used, amount, points_earned, state, hold_until, paid_at)
        VALUES (%(id)s, %(member)s, %(plan)s, 1, 1, 'normal', 33000, 0, 0, 33000, 0, 'paid', now(), now())
        """,
        id=order_id,
        member=member,
        plan=plan,
    )
    assert await leases.hold_addresses(conn, pool=pool, order_id=order_id, quantity=1)
    service = await services.start(conn, member, order_id, plan, starts_at=now, ends_at=end_of_period(now, 1))
    await leases.activate_lease(conn, (await leases.lock_leases(conn, order_id))[0], service)
    return service


async def a_renewal(conn: Connection, service: ServiceId, *, months: int = 1) -> str:
    """A paid order that prolongs the service; that it does is the test's own business."""
    order_id = new_order_id(datetime.now(UTC))
    await execute(
        conn,
        """
        INSERT INTO orders (id, member_id, plan_id, kind, service_id, months, quantity, payment_type, list_amount,
                            discount_amount, points_used, amount, points_earned, state, hold_until, paid_at)
        SELECT %(id)s, member_id, plan_id, 'renewal', id, %(months)s, 1, 'normal', 33000, 0, 0, 33000, 0, 'paid',
               now(), now()
          FROM services WHERE id = %(service)s
        """,
        id=order_id,
        months=months,
        service=service,
    )
    return order_id


async def a_device(conn: Connection, service: ServiceId) -> str:
    """A device that its gateway knows; its public key."""
    key = a_key()
    await execute(
        conn,
        "INSERT INTO devices (service_id, name, public_key) VALUES (%(service)s, 'PC', %(key)s)",
        service=service,
        key=key,
    )
    await fleet_queries.put_peers_of(conn, [service])
    return key


async def a_card(conn: Connection, member: MemberId, *, key: str = "billing_key") -> int:
    """A billing method whose key the sandbox does not know; one that charges is registered there."""
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO billing_methods (member_id, auth_key_hash, state, sealed_key, issuer_code, card_number, card_type)
        VALUES (%(member)s, sha256(%(auth)s), 'active', %(sealed)s, '11', '43301234****123*', '신용') RETURNING id
        """,
        member=member,
        auth=f"auth {next(_numbers)}".encode(),
        sealed=SEALER.seal(key),
    )


async def a_subscription(
    conn: Connection,
    member: MemberId,
    plan: PlanId,
    *,
    services: list[ServiceId] | None = None,
    amount: int = 33_000,
) -> int:
    """An active one of one month whose first period was paid; `services` are told to be its own."""
    subscription = await fetch_one(
        conn,
        int,
        """
        INSERT INTO subscriptions (member_id, plan_id, months, quantity, amount, billing_method_id, state, period,
                                   paid_until, due_at)
        VALUES (%(member)s, %(plan)s, 1, %(quantity)s, %(amount)s, %(card)s, 'active', 1,
                now() + interval '30 days', now() + interval '29 days') RETURNING id
        """,
        member=member,
        plan=plan,
        quantity=len(services or [1]),
        amount=amount,
        card=await a_card(conn, member),
    )
    await execute(
        conn,
        "UPDATE services SET subscription_id = %(subscription)s WHERE id = ANY(%(services)s)",
        subscription=subscription,
        services=services or [],
    )
    return subscription


async def let_time_pass(conn: Connection, order_id: str, by: timedelta) -> None:
    """Make an order older by so much."""
    await execute(
        conn,
        "UPDATE orders SET hold_until = hold_until - %(by)s, created_at = created_at - %(by)s WHERE id = %(order_id)s",
        by=by,
        order_id=order_id,
    )
