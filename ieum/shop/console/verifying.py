"""`ieum verify-log`: checks the log of fixed addresses, then the record of staff; exits with 1 at a misfit."""

import argparse
import sys

from ieum.common.progress import Progress
from ieum.common.progress_bar import on_terminal
from ieum.shop.address_log import cli as address_log
from ieum.shop.desk.record import service as record
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    address_log.add_arguments(parser)


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    """The record is checked as a whole: it has no days of its own."""
    with on_terminal() as progress:
        return await _check(arguments, settings, db, progress)


async def _check(arguments: argparse.Namespace, settings: Settings, db: Database, progress: Progress) -> int:
    of_addresses = await address_log.run(arguments, settings, db, progress=progress)
    if arguments.day:
        return of_addresses
    async with db.transaction() as conn:
        count, wrong = await record.find_break(conn, progress=progress)
    if wrong is not None:
        sys.stdout.write(f"The record of staff: entry {wrong} or one before it was changed or is missing.\n")
        return 1
    sys.stdout.write(f"The record of staff fits: {count} entries.\n")
    return of_addresses
