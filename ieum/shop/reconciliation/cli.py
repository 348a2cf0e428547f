"""`ieum alarms`: lists the alarms that an operator has not dealt with yet, and clears them."""

import argparse
import sys

from ieum.shop.kernel import alarms, seoul
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.texts import printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--clear", type=int, metavar="ID", help="mark this alarm as dealt with")
    parser.add_argument("--by", default="", metavar="NAME", help="who dealt with it; needed with --clear")


async def run(arguments: argparse.Namespace, _settings: Settings, db: Database) -> int:
    by = arguments.by.strip()
    if arguments.clear is not None and not by:
        sys.stderr.write("--clear: say with --by who dealt with it.\n")
        return 1
    async with db.transaction() as conn:
        cleared = arguments.clear is None or await alarms.clear(conn, arguments.clear, by=by)
        standing = await alarms.list_open(conn)
    if not cleared:
        sys.stderr.write(f"There is no open alarm {arguments.clear}.\n")
        return 1
    sys.stdout.write(
        "".join(
            f"{alarm.id:>6}  {seoul.minute(alarm.raised_at)}  {alarm.kind}  {printable(alarm.reference)}  "
            f"{printable(alarm.detail)}\n"
            for alarm in standing
        )
        or "No open alarms.\n"
    )
    return 0
