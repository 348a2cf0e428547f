"""`ieum verify-log`: checks the log of fixed addresses against itself and the leases; exits with 1 at a misfit."""

import argparse
import sys
from datetime import date

from ieum.common.progress import QUIET, Progress
from ieum.shop.address_log import checking, service
from ieum.shop.address_log.check_types import Checked
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--day", type=date.fromisoformat, metavar="YYYY-MM-DD", help="check this day in Seoul alone"
    )
    which.add_argument(
        "--all", action="store_true", help="check every day, and that no lease is missing (the default)"
    )
    which.add_argument(
        "--write-missing",
        action="store_true",
        help="first write what leases say and the log does not, however old: its entries show that they came late",
    )


async def run(
    arguments: argparse.Namespace, settings: Settings, db: Database, *, progress: Progress = QUIET
) -> int:
    if arguments.write_missing:
        written = await service.append(db, Sealer(settings.sealing_keys), whole=True)
        sys.stdout.write(f"{written} entries were written.\n")
    checked = await checking.check(db, only=arguments.day, progress=progress)
    sys.stdout.write(told(checked))
    return 1 if checked.misfit else 0


def told(checked: Checked) -> str:
    if checked.misfit:
        return f"{checking.place_of(checked.misfit)}: {checked.misfit.what}.\n"
    destroyed = (
        f" {checked.destroyed_days} days are destroyed; their heads fit." if checked.destroyed_days else ""
    )
    late = f" {checked.late} entries were written late." if checked.late else ""
    return f"Everything fits: {checked.entries} entries of {checked.days} days.{destroyed}{late}\n"
