"""`ieum invoices …`: lists or exports the tax invoices requested in a month, for the operator to issue."""

import argparse
import re
import sys
from datetime import date
from pathlib import Path

from ieum.shop.invoices import export, queries
from ieum.shop.kernel import seoul, spreadsheets
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--month", type=_month, required=True, help="month of the requests, such as 2026-11")
    parser.add_argument(
        "--csv",
        type=Path,
        help="file to write them to, which marks them exported; without it they are printed",
    )


async def run(arguments: argparse.Namespace, _settings: Settings, db: Database) -> int:
    first: date = arguments.month
    async with db.transaction() as conn:
        requests = await queries.list_requests(
            conn, since=seoul.moment_of(first), until=seoul.moment_of(export.next_month(first))
        )
        if arguments.csv is None:
            for row in requests:
                sys.stdout.write(
                    " · ".join(str(cell) for cell in export.cells(row) if cell is not None) + "\n"
                )
        else:
            with spreadsheets.writing(arguments.csv) as write:
                write(list(export.COLUMNS))
                for row in requests:
                    write(export.cells(row))
            # Only once the file is whole: a run that dies before this exports the same requests again.
            await queries.mark_exported(conn, [row.order_id for row in requests])
    sys.stderr.write(f"{len(requests)} requests\n")
    return 0


def _month(text: str) -> date:
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}", text):
        raise argparse.ArgumentTypeError("a month is written 2026-11")
    try:
        return date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise argparse.ArgumentTypeError("there is no such month") from error
