"""`ieum demo`: adds one carrier, a plan of each kind, a gateway and a member to try the shop with."""

import argparse
import os
import sys
from datetime import datetime
from functools import partial
from pathlib import Path

from ieum.shop.catalog import queries as catalog
from ieum.shop.catalog.types import NewPlan
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways import service as gateway_service
from ieum.shop.kernel.db import Connection, Database, any_row, run_with_database
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.members import passwords
from ieum.shop.members import queries as members
from ieum.shop.members.rules import hash_login_id
from ieum.shop.members.types import NewMember
from ieum.shop.proofs import service as proofs
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.server.startup import DEMO_LOGIN
from ieum.shop.site import queries as site
from ieum.shop.site import service as site_settings
from ieum.shop.site.types import Business
from ieum.shop.stock import queries as stock
from ieum.shop.stock.types import NewAddress

DEMO_PASSWORD = "ieum-2026-demo"  # noqa: S105 - printed on the screen for everybody
DEMO_GATEWAY = "demo"
# Where the gateway of `ieum lab` listens, inside its network namespaces.
DEMO_ENDPOINT = "203.0.113.2:51820"
TOKEN_FILE = "demo-gateway.token"  # noqa: S105 - a file's name

POOL = "kt-seoul"
DYNAMIC_POOL = "kt-seoul-dynamic"
PRICES_SINCE = datetime(2026, 11, 1, tzinfo=SEOUL)
# One of each kind.
PLANS = (
    NewPlan(
        "static-kt-seoul",
        "static",
        POOL,
        "KT 고정 IP",
        "접속할 때마다 같은 KT 주소 하나를 혼자 씁니다."
        " 사내 접속 허용 목록이나 원격 업무처럼 주소가 바뀌면 안 되는 일에 알맞습니다.",
        devices=3,
        position=0,
        prices={1: 33_000, 3: 89_100, 6: 168_300, 12: 316_800},
        discounts={5: 5, 10: 10},
    ),
    NewPlan(
        "dynamic-kt-seoul",
        "dynamic",
        DYNAMIC_POOL,
        "KT 유동 IP",
        "KT 주소 하나를 혼자 쓰면서 원할 때마다 다른 주소로 바꿉니다."
        " 주소 하나를 오래 쓰지 않아도 되는 일에 알맞습니다.",
        devices=3,
        position=1,
        prices={1: 22_000, 3: 59_400, 6: 112_200, 12: 211_200},
        discounts={5: 5},
    ),
    NewPlan(
        "ip-ticket",
        "ticket",
        None,
        "IP 교체권",
        "이용 중인 고정 IP를 다른 주소로 한 번 바꿉니다. 구매한 날부터 12개월 안에 쓸 수 있습니다.",
        devices=0,
        position=2,
        prices={12: 5_500},
        discounts={5: 10, 10: 20},
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--new-token",
        action="store_true",
        help="print a new token for the demo gateway, which may come with another key; the old one ends",
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    seed(settings)
    if options.new_token:
        sys.stdout.write(f"{run_with_database(settings.database_url, _renew_token)}\n")
        return 0
    sys.stdout.write(f"아이디 {DEMO_LOGIN} · 비밀번호 {DEMO_PASSWORD}\n")
    return 0


def seed(settings: Settings) -> None:
    """Fill an empty shop. A second call adds nothing. Raises SettingsError in production."""
    if settings.production:
        raise SettingsError("The demo shop is not for production: unset IEUM_ENV or leave `ieum demo` out.")
    run_with_database(settings.database_url, partial(_seed, settings))


async def _renew_token(db: Database) -> str:
    token = gateway_service.new_token()
    async with db.transaction() as conn:
        await gateways.replace_token(conn, DEMO_GATEWAY, token_hash=gateway_service.hash_token(token))
    return token


async def _seed(settings: Settings, db: Database) -> None:
    async with db.transaction() as conn:
        await conn.execute("SELECT pg_advisory_xact_lock(7210)")
        # Texts quote who runs the shop: published before that, they are published again while orders agree to them.
        is_new = await _describe_shop(conn)
        await _publish_texts(conn)
        await _add_member(conn, key=settings.secret_key)
        token = await _add_gateway(conn)
        for plan in PLANS:
            await catalog.insert_plan(conn, plan, since=PRICES_SINCE)
        if is_new:
            # Last, because what has no addresses cannot be switched on.
            await site_settings.change_settings(conn, {"dynamic_enabled": True, "ticket_enabled": True})
    if token is not None:
        _write_token(settings.data / TOKEN_FILE, token)


async def _describe_shop(conn: Connection) -> bool:
    """Say who runs the shop, and let one machine try it; False where an operator has said so, which stays."""
    if not await any_row(conn, "SELECT 1 FROM site_config WHERE business_name = ''"):
        return False
    await site.lift_network_limits(conn)
    await site.describe_business(
        conn,
        Business(
            business_licence="123-45-67891",
            business_name="이음네트웍스(데모)",
            representative="홍길동",
            address="서울특별시 강남구 테헤란로 123, 4층",
            mail_order_licence="제2026-서울강남-01234호 (강남구청)",
            phone="02-1234-5678",
            officer_name="김보호",
            officer_phone="02-1234-5679",
            officer_mail="privacy@ieum.example",
            hosting_provider="이음네트웍스(데모)",
            site_mail="help@ieum.example",
            description="통신사 고정 IP와 유동 IP를 결제 즉시 배정받아 내 기기에서 바로 쓰는 VPN 서비스",
        ),
    )
    return True


async def _publish_texts(conn: Connection) -> None:
    """Publish the starter set, unless the shop has texts already."""
    if not await any_row(conn, "SELECT 1 FROM content_entries LIMIT 1"):
        await importing.import_folder(conn, STARTER_SET)


async def _add_member(conn: Connection, *, key: str) -> None:
    if await any_row(conn, "SELECT 1 FROM members WHERE login_id = %(id)s", id=DEMO_LOGIN):
        return
    member = NewMember(DEMO_LOGIN, DEMO_PASSWORD, "김이음", "demo@ieum.example", "01012345678")
    await members.insert_member(
        conn,
        member,
        await passwords.hash_password(member.password),
        {},
        login_id_hashes=[hash_login_id(member.login_id, key=key)],
    )


async def _add_gateway(conn: Connection) -> str | None:
    """Add the demo gateway and its addresses, and return its token. None where it exists already."""
    token = gateway_service.new_token()
    added = await gateways.insert_gateway(
        conn, DEMO_GATEWAY, endpoint=DEMO_ENDPOINT, token_hash=gateway_service.hash_token(token)
    )
    if added is None:
        return None
    rows = [
        NewAddress(DEMO_GATEWAY, f"203.0.113.{host}", pool, "KT", "서울")
        for pool, hosts in ((POOL, range(10, 60)), (DYNAMIC_POOL, range(60, 100)))
        for host in hosts
    ]
    await stock.insert_addresses(conn, rows)
    await proofs.believe_sandbox(conn, [row.address for row in rows])
    return token


def _write_token(path: Path, token: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token)
