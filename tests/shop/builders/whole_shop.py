"""A shop with the real web build, as a stranger finds it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from litestar import Litestar
from psycopg import AsyncConnection

from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.settings import Settings, load
from ieum.shop.pages.web_app import Site
from tests.shop.builders.apps import lent_app
from tests.shop.builders.catalog import a_dynamic_plan, a_plan, a_ticket_plan
from tests.shop.builders.clients import HOME, a_client
from tests.shop.builders.secrets import KEY

# `make test` builds it before anything runs.
WEB = Path(__file__).parents[3] / "web" / "dist"


class WholeShop(NamedTuple):
    client: httpx.AsyncClient
    db: PooledDatabase
    app: Litestar


def settings_of(database_url: str, data: Path) -> Settings:
    return load(
        {
            "IEUM_SECRET_KEY": KEY,
            "IEUM_DATABASE_URL": database_url,
            "IEUM_DATA": str(data),
            "IEUM_WEB_DIST": str(WEB),
            "IEUM_PUBLIC_URL": HOME,
        }
    )


async def open_business(database_url: str) -> None:
    """Put every kind of plan on sale and fill in the business facts; texts are still missing."""
    async with await AsyncConnection.connect(database_url) as conn:
        await conn.execute(
            """
            UPDATE site_config
               SET business_name = '이음네트웍스', business_licence = '123-45-67891', representative = '홍길동',
                   address = '서울특별시 강남구 테헤란로 123', mail_order_licence = '제2026-서울강남-01234호',
                   phone = '02-1234-5678', officer_name = '김보호', officer_phone = '02-1234-5679',
                   officer_mail = 'privacy@ieum.example', hosting_provider = '이음네트웍스',
                   site_mail = 'help@ieum.example', description = '통신사 고정 IP를 바로 배정받아 쓰는 VPN 서비스'
            """
        )
        await a_plan(conn)
        await a_dynamic_plan(conn)
        await a_ticket_plan(conn)


@asynccontextmanager
async def a_whole_shop(database_url: str, data: Path, site: Site) -> AsyncGenerator[WholeShop]:
    db = PooledDatabase(database_url, size=5)
    await db.open()
    with lent_app(settings_of(database_url, data), db=db, site=site) as app:
        async with a_client(app) as client:
            yield WholeShop(client, db, app)
    await db.close()
