"""Visits, and how many are stored."""

from typing import Any

from ieum.shop.kernel.db import Database, fetch_one
from ieum.shop.site.intake import VisitIntake
from ieum.shop.site.types import Visit

BODY = {
    "ipAddress": "",
    "referrerUrl": "https://blog.example/",
    "landingUrl": "https://shop.example/",
    "keyword": "",
}


VISIT = Visit("", "https://blog.example/", "https://shop.example/", "")


CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"


def store(intake: VisitIntake, number: int = 7) -> Any:
    return intake.store(VISIT, caller=f"203.0.113.{number}", user_agent=CHROME)


async def stored(db: Database) -> int:
    async with db.connection() as conn:
        return await fetch_one(conn, int, "SELECT count(*) FROM visits")
