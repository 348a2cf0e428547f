"""What production refuses to start with."""

import asyncio

from ieum.shop.kernel.db import Database, PooledDatabase, any_row
from ieum.shop.kernel.settings import Settings, SettingsError
from ieum.shop.server.demo import DEMO_LOGIN
from ieum.shop.site import queries

# ECA 10 and 13: what every shop's footer has to say.
FOOTER = {
    "business_licence": "사업자등록번호",
    "business_name": "상호",
    "representative": "대표자",
    "address": "주소",
    "mail_order_licence": "통신판매업 신고번호",
    "phone": "전화번호",
    "officer_name": "개인정보보호책임자",
    "officer_mail": "개인정보보호책임자 이메일",
    "hosting_provider": "호스팅 서비스 제공자",
    "site_mail": "이메일",
}


def check(settings: Settings) -> None:
    """Refuse to start production on a database that is not fit for it. Raises SettingsError with one line."""
    if settings.production:
        asyncio.run(_check(settings))


async def _check(settings: Settings) -> None:
    async with PooledDatabase(settings.database_url, size=2) as db:
        await refuse_unfit(db)


async def refuse_unfit(db: Database) -> None:
    """No demo data, and no empty field in the footer. Raises SettingsError."""
    async with db.connection() as conn:
        config = await queries.get_config(conn)
        demo = await any_row(conn, "SELECT 1 FROM members WHERE login_id = %(id)s", id=DEMO_LOGIN)
    if demo:
        raise SettingsError("This database holds the demo shop; production needs one of its own.")
    empty = [f"{field} ({label})" for field, label in FOOTER.items() if not getattr(config, field)]
    if empty:
        raise SettingsError(f"The footer is incomplete; fill in site_config: {', '.join(empty)}.")
