"""`ieum prices`: which prices were in force on a day, as evidence of what the shop charged."""

import argparse
import sys
from datetime import UTC, date, datetime, timedelta

from ieum.shop.catalog import queries
from ieum.shop.catalog.types import PriceVersion
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.seoul import SEOUL, minute, moment_of
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--on",
        type=date.fromisoformat,
        metavar="YYYY-MM-DD",
        help="every price that was in force at some time of this day in Seoul (today)",
    )


async def run(arguments: argparse.Namespace, _settings: Settings, db: Database) -> int:
    day = arguments.on or datetime.now(SEOUL).date()
    midnight = moment_of(day)
    async with db.connection() as conn:
        prices = await queries.list_prices_between(
            conn, since=midnight, before=min(midnight + timedelta(days=1), datetime.now(UTC))
        )
    sys.stdout.write(
        "".join(f"{line_of(price)}\n" for price in prices) or f"No price was in force on {day}.\n"
    )
    return 0


def line_of(price: PriceVersion) -> str:
    """Write `static-kt-seoul  KT 고정 IP  3개월  89,100원  2026.11.01 00:00부터`, two spaces between the fields."""
    terms = (
        (f"{price.months}개월", f"{price.figure:,}원")
        if price.months is not None
        else (f"{price.min_quantity}개 이상", f"{price.figure}% 할인")
    )
    return "  ".join((price.code, price.name, *terms, f"{minute(price.effective_from)}부터"))
