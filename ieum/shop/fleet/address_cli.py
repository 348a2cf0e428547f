"""`ieum fleet addresses …`: what is known of exit addresses, and taking them out of sale and back."""

import argparse
import sys
from datetime import datetime
from ipaddress import AddressValueError, IPv4Address
from typing import get_args

from ieum.shop.fleet import address_queries, proofs
from ieum.shop.fleet.proof_types import AddressLine, AddressState
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.texts import printable

STATES: tuple[AddressState, ...] = get_args(AddressState.__value__)
MOST_EVIDENCE = 50


def add_arguments(addresses: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    listing = addresses.add_parser("list", help="every address with its state, and since when")
    listing.add_argument("--gateway")
    listing.add_argument("--state", action="append", choices=STATES, default=[])
    listing.add_argument("--limit", type=int, default=1000)
    show = addresses.add_parser("show", help="what is known of one address, the newest first")
    show.add_argument("address", type=_address)
    for name, text in (
        ("withdraw", "sell an address no longer; who holds it keeps it"),
        ("return", "have a withdrawn address proven anew, and sell it then"),
    ):
        change = addresses.add_parser(name, help=text)
        change.add_argument("address", type=_address)
        change.add_argument("--reason", required=True)


async def run(conn: Connection, arguments: argparse.Namespace) -> int:
    match arguments.action:
        case "list":
            return await _list(conn, arguments)
        case "show":
            return await _show(conn, arguments.address)
        case "withdraw":
            changed = await proofs.withdraw(conn, arguments.address, reason=arguments.reason)
            return _answer(arguments.address, changed, "is withdrawn.", "is withdrawn already.")
        case _:
            changed = await proofs.return_address(conn, arguments.address, reason=arguments.reason)
            return _answer(
                arguments.address, changed, "is sold again once it is proven.", "is not withdrawn."
            )


async def _list(conn: Connection, arguments: argparse.Namespace) -> int:
    lines = await address_queries.list_addresses(
        conn, gateway=arguments.gateway, states=arguments.state, limit=arguments.limit
    )
    for line in lines:
        sys.stdout.write("\t".join(_fields(line)) + "\n")
    return 0


def _fields(line: AddressLine) -> list[str]:
    return [
        line.address,
        line.state,
        _minute(line.since),
        line.gateway,
        line.pool,
        ",".join(line.flags) or "-",
        f"proven by {line.proven_by}" if line.proven_by else "not proven",
        f"tried {_minute(line.tried_at)}" + (f", failed {line.failures} times" if line.failures else ""),
        f"service {line.service_id}" if line.service_id else "-",
    ]


async def _show(conn: Connection, address: str) -> int:
    ids = await address_queries.list_ids(conn, [address])
    if not ids:
        return _answer(address, None, "", "")
    for one in await address_queries.list_evidence(conn, ids[0], limit=MOST_EVIDENCE):
        said = " ".join(part for part in (f"seen as {one.seen}" if one.seen else "", one.detail) if part)
        result = "good" if one.is_good else "bad"
        sys.stdout.write(f"{_minute(one.at)}\t{one.kind}\t{result}\t{printable(said) or '-'}\n")
    return 0


def _answer(address: str, changed: bool | None, done: str, not_done: str) -> int:
    if changed:
        sys.stdout.write(f"{address} {done}\n")
        return 0
    sys.stderr.write(f"There is no address {address}.\n" if changed is None else f"{address} {not_done}\n")
    return 1


def _minute(at: datetime | None) -> str:
    return seoul.minute(at) if at is not None else "never"


def _address(text: str) -> str:
    try:
        return str(IPv4Address(text))
    except AddressValueError as wrong:
        raise argparse.ArgumentTypeError(f"{text!r} is not an IPv4 address") from wrong
