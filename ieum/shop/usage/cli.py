"""`ieum who …`: says who had an address at a time. The question is recorded and mailed to the privacy officer."""

import argparse
import sys
from datetime import UTC, datetime

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.settings import Settings
from ieum.shop.usage import who


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("address", help="an exit address, such as 203.0.113.7")
    parser.add_argument(
        "--at",
        required=True,
        help='a time in Seoul: "2026-11-02 14:05" is that minute, "… 14:05:30" that second',
    )
    # Not required by the parser: what is missing is refused in the words that say that it is recorded.
    parser.add_argument("--by", metavar="NAME", help="who asks; recorded")
    parser.add_argument("--reason", help="why, such as the number of a request; recorded")
    parser.add_argument(
        "--clients", action="store_true", help="unseal the addresses that clients came from; recorded"
    )


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    """Print the answer only after it is recorded."""
    try:
        asked = who.question(
            arguments.address,
            arguments.at,
            by=arguments.by,
            reason=arguments.reason,
            opens_clients=arguments.clients,
            now=datetime.now(UTC),
        )
        async with db.transaction() as conn:
            found = await who.ask(conn, asked, Sealer(settings.sealing_keys))
    except who.RefusedError as refused:
        sys.stderr.write(f"{refused}\n")
        return 2
    sys.stdout.write(who.told(asked, found))
    return 0
