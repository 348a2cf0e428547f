"""`ieum site …`: the operator's commands for blocking addresses and for switching on what is sold."""

import argparse
import sys
from ipaddress import IPv4Network, IPv6Network, ip_network

from psycopg.errors import CheckViolation

from ieum.shop.kernel.db import Database
from ieum.shop.kernel.settings import Settings
from ieum.shop.site import queries, rules, service


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    block = actions.add_parser("block", help="answer these addresses nothing but a refusal, from now on")
    unblock = actions.add_parser("unblock", help="answer them again")
    for action in (block, unblock):
        action.add_argument(
            "ranges", nargs="+", metavar="address", help="203.0.113.7, 203.0.113.0/24, 2001:db8::/48"
        )
    actions.add_parser("list", help="every blocked address")
    switch = actions.add_parser("switch", help="sell a kind of product or use points, or stop that")
    switch.add_argument("feature", choices=list(queries.SWITCHES))
    switch.add_argument("state", choices=["on", "off"])


async def run(arguments: argparse.Namespace, _settings: Settings, db: Database) -> int:
    try:
        ranges = [_range(text) for text in getattr(arguments, "ranges", ())]
    except ValueError as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 1
    if arguments.action == "switch":
        return await _switch(db, arguments.feature, on=arguments.state == "on")
    async with db.transaction() as conn:
        match arguments.action:
            case "block":
                blocked = await service.block(conn, ranges)
            case "unblock":
                blocked = await service.unblock(conn, ranges)
            case _:
                blocked = (await queries.get_blocked(conn)).ranges
    sys.stdout.write("".join(f"{range_}\n" for range_ in blocked) or "No address is blocked.\n")
    return 0


async def _switch(db: Database, feature: str, *, on: bool) -> int:
    try:
        async with db.transaction() as conn:
            await queries.switch(conn, feature, on=on)
    except CheckViolation as refused:
        sys.stderr.write(f"{refused.diag.message_primary}\n")
        return 1
    sys.stdout.write(f"{feature} is {'on' if on else 'off'}.\n")
    return 0


def _range(text: str) -> IPv4Network | IPv6Network:
    """Parse a range that may be blocked. Raises ValueError with a sentence that says what to type instead."""
    try:
        network = ip_network(text)
    except ValueError as error:
        raise ValueError(f"{error}; give an address or a range such as 203.0.113.0/24.") from None
    if network.is_loopback:
        raise ValueError(f"{text} is this machine itself, which is never blocked.")
    if rules.is_too_wide(network):
        raise ValueError(
            f"{text} is too wide: /{rules.WIDEST[network.version]} at most, so that not all the world is blocked."
        )
    return network
