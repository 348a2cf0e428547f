"""`ieum keys …`: the shop's signing keys, and a new one in the place of the current."""

import argparse
import sys

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.kernel.seoul import minute
from ieum.shop.kernel.settings import Settings
from ieum.shop.signing import queries, service
from ieum.shop.signing.types import PublicKey


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list", help="every key that the shop ever signed with, the newest first")
    actions.add_parser("rotate", help="sign by a new key from now on; what was signed before stays valid")


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    if arguments.action == "rotate":
        async with db.transaction() as conn:
            key_id = await service.rotate(conn, Sealer(settings.sealing_keys))
        sys.stdout.write(f"From now on {key_id} signs.\n")
        return 0
    async with db.connection() as conn:
        keys = await queries.list_public(conn)
    sys.stdout.write(
        "".join(f"{line_of(key)}\n" for key in keys)
        or "The shop has signed nothing yet; its first key is made with the first signature.\n"
    )
    return 0


def line_of(key: PublicKey) -> str:
    """Write `21fe31dfa154a261  2026.11.24 08:10 –`, and the second time where the key has retired."""
    until = f" {minute(key.retired_at)}" if key.retired_at else ""
    return f"{key.key_id}  {minute(key.created_at)} –{until}"
