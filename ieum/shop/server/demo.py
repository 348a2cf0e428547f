"""A shop to try things in: one carrier, a plan of each kind, one gateway, one member. Never in production."""

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

from ieum.shop.content import importing
from ieum.shop.content.sources import STARTER_SET
from ieum.shop.fleet import queries as fleet
from ieum.shop.fleet import service as fleet_service
from ieum.shop.fleet.cli import insert_addresses
from ieum.shop.fleet.types import NewAddress
from ieum.shop.kernel.db import Connection, PooledDatabase, execute, fetch_optional
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.members import passwords

DEMO_LOGIN = "demo_ieum"
DEMO_PASSWORD = "ieum-2026-demo"  # noqa: S105 - printed on the screen for everybody
DEMO_GATEWAY = "demo"
# Where the gateway of `ieum lab` listens, inside its namespaces.
DEMO_ENDPOINT = "203.0.113.2:51820"
TOKEN_FILE = "demo-gateway.token"  # noqa: S105 - a file's name

PRICES = {1: 33_000, 3: 89_100, 6: 168_300, 12: 316_800}


class DemoPlan(NamedTuple):
    code: str
    kind: str
    name: str
    description: str
    devices: int
    position: int


def seed(settings: Settings) -> None:
    """Fill an empty shop; a second time adds nothing. Raises SettingsError in production."""
    if settings.production:
        raise SettingsError("The demo shop is not for production: unset IEUM_ENV or leave `ieum demo` out.")
    asyncio.run(_seed(settings))


async def _seed(settings: Settings) -> None:
    db = PooledDatabase(settings.database_url, size=2)
    await db.open()
    try:
        async with db.transaction() as conn:
            await conn.execute("SELECT pg_advisory_xact_lock(7210)")
            await _describe_shop(conn)
            await _publish_texts(conn)
            await _add_member(conn)
            token = await _add_gateway(conn)
            await _add_plans(conn)
        if token is not None:
            _keep_token(settings.data / TOKEN_FILE, token)
    finally:
        await db.close()


async def _describe_shop(conn: Connection) -> None:
    await execute(
        conn,
        """
        UPDATE site_config
           SET business_licence = '123-45-67891', business_name = '이음네트웍스(데모)', representative = '홍길동',
               address = '서울특별시 강남구 테헤란로 123, 4층',
               mail_order_licence = '제2026-서울강남-01234호 (강남구청)',
               phone = '02-1234-5678', officer_name = '김보호', officer_phone = '02-1234-5679',
               officer_mail = 'privacy@ieum.example', hosting_provider = '이음네트웍스(데모)',
               site_mail = 'help@ieum.example',
               description = '통신사 고정 IP를 결제 즉시 배정받아 내 기기에서 바로 쓰는 VPN 서비스',
               updated_at = now()
         WHERE business_name = ''
        """,
    )


async def _publish_texts(conn: Connection) -> None:
    """The starter set, into a shop that has no text of its own."""
    if await fetch_optional(conn, int, "SELECT 1 FROM content_entries LIMIT 1") is None:
        await importing.import_folder(conn, STARTER_SET)


async def _add_member(conn: Connection) -> None:
    if (
        await fetch_optional(conn, int, "SELECT 1 FROM members WHERE login_id = %(id)s", id=DEMO_LOGIN)
        is None
    ):
        await execute(
            conn,
            """
            INSERT INTO members (login_id, password_hash, name, email, phone)
            VALUES (%(id)s, %(password_hash)s, '김이음', 'demo@ieum.example', '01012345678')
            """,
            id=DEMO_LOGIN,
            password_hash=await passwords.hash_password(DEMO_PASSWORD),
        )


async def _add_gateway(conn: Connection) -> str | None:
    """The token of the demo gateway where it is new."""
    token = fleet_service.new_token()
    added = await fleet.insert_gateway(
        conn, DEMO_GATEWAY, endpoint=DEMO_ENDPOINT, token_hash=fleet_service.hash_token(token)
    )
    if added is None:
        return None
    rows = [NewAddress(DEMO_GATEWAY, f"203.0.113.{host}", "kt-seoul", "KT", "서울") for host in range(10, 60)]
    await insert_addresses(conn, rows)
    return token


async def _add_plans(conn: Connection) -> None:
    """One of each kind. Dynamic ones and tickets are not shown until the operator switches their kind on."""
    await _add_plan(
        conn,
        DemoPlan(
            "static-kt-seoul",
            "static",
            "KT 고정 IP",
            "접속할 때마다 같은 KT 주소 하나를 혼자 씁니다."
            " 사내 접속 허용 목록이나 원격 업무처럼 주소가 바뀌면 안 되는 일에 알맞습니다.",
            devices=3,
            position=0,
        ),
        prices=PRICES,
        discounts={5: 5, 10: 10},
    )
    await _add_plan(
        conn,
        DemoPlan(
            "dynamic-kt-seoul",
            "dynamic",
            "KT 유동 IP",
            "접속할 때마다 여러 KT 주소 가운데 하나를 씁니다. 주소 하나를 오래 쓰지 않아도 되는 일에 알맞습니다.",
            devices=3,
            position=1,
        ),
        prices={1: 22_000, 3: 59_400, 6: 112_200, 12: 211_200},
        discounts={5: 5},
    )
    await _add_plan(
        conn,
        DemoPlan(
            "ip-ticket",
            "ticket",
            "IP 교체권",
            "이용 중인 고정 IP를 다른 주소로 한 번 바꿉니다. 구매한 날부터 12개월 안에 쓸 수 있습니다.",
            devices=0,
            position=2,
        ),
        prices={12: 5_500},
        discounts={5: 10, 10: 20},
    )


async def _add_plan(
    conn: Connection, plan: DemoPlan, *, prices: dict[int, int], discounts: dict[int, int]
) -> None:
    """Nothing where there is one of this code."""
    added = await fetch_optional(
        conn,
        int,
        """
        INSERT INTO plans (code, kind, pool_id, name, description, device_limit, position)
        VALUES (%(code)s, %(kind)s,
                CASE WHEN %(kind)s <> 'ticket' THEN (SELECT id FROM address_pools WHERE code = 'kt-seoul') END,
                %(name)s, %(description)s, %(devices)s, %(position)s)
        ON CONFLICT (code) DO NOTHING
        RETURNING id
        """,
        code=plan.code,
        kind=plan.kind,
        name=plan.name,
        description=plan.description,
        devices=plan.devices,
        position=plan.position,
    )
    if added is None:
        return
    await execute(
        conn,
        """
        INSERT INTO plan_prices (plan_id, months, amount, effective_from)
        SELECT %(plan)s, p.months, p.amount, timestamptz '2026-11-01 00:00+09'
          FROM unnest(%(months)s::int[], %(amounts)s::int[]) AS p (months, amount)
        """,
        plan=added,
        months=list(prices),
        amounts=list(prices.values()),
    )
    await execute(
        conn,
        """
        INSERT INTO plan_quantity_discounts (plan_id, min_quantity, percent, effective_from)
        SELECT %(plan)s, d.least, d.percent, timestamptz '2026-11-01 00:00+09'
          FROM unnest(%(leasts)s::int[], %(percents)s::int[]) AS d (least, percent)
        """,
        plan=added,
        leasts=list(discounts),
        percents=list(discounts.values()),
    )


def _keep_token(path: Path, token: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token)
