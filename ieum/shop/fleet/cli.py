"""`ieum fleet …`: the operator's commands for adding gateways and exit addresses."""

import argparse
import base64
import sys
from pathlib import Path

from ieum.shop.fleet import address_cli, conflicts, enrolment, hosts, queries, service, state_cli
from ieum.shop.fleet.inventory import CODE, BadRow, fault_of_tunnel_network, is_endpoint, read_addresses
from ieum.shop.fleet.types import TUNNEL_NETWORK
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    """Return where further commands on gateways are added: rooms above have some."""
    subjects = parser.add_subparsers(dest="subject", required=True)
    gateway = subjects.add_parser("gateway", help="register gateways").add_subparsers(
        dest="action", required=True
    )
    add = gateway.add_parser("add", help="register a gateway and print its token, once")
    add.add_argument("name")
    add.add_argument("--endpoint", required=True, help="host:port that devices connect to")
    add.add_argument(
        "--tunnel-network",
        default=TUNNEL_NETWORK,
        help="the devices' addresses; nothing else on the host may be inside it (default: %(default)s)",
    )
    token = gateway.add_parser("token", help="replace a gateway's token and print the new one")
    token.add_argument("name")
    token.add_argument(
        "--forget-key", action="store_true", help="accept a new WireGuard key from the gateway"
    )
    network = gateway.add_parser("network", help="give a gateway without devices another tunnel network")
    network.add_argument("name")
    network.add_argument("tunnel_network", metavar="NETWORK")
    code = gateway.add_parser("code", help="print a code, with which one host enrols within an hour")
    code.add_argument("name")
    backup = gateway.add_parser("backup", help="print a sealed copy of a gateway's key, the newest one")
    backup.add_argument("name")
    backup.add_argument("--list", action="store_true", help="say since when the shop has each, instead")
    backup.add_argument("--number", type=int, default=1, help="print an older one, as numbered by --list")
    subjects.add_parser("hosts", help="the clocks and connections of the gateways' hosts")
    state_cli.add_arguments(gateway)
    addresses = subjects.add_parser("addresses", help="exit addresses").add_subparsers(
        dest="action", required=True
    )
    load = addresses.add_parser("import", help="add addresses from a CSV file: all of them or none")
    load.add_argument("file", type=Path)
    address_cli.add_arguments(addresses)
    return gateway


async def run(arguments: argparse.Namespace, _settings: Settings, db: Database) -> int:
    async with db.transaction() as conn:
        if arguments.subject == "gateway":
            return await _on_gateway(conn, arguments)
        if arguments.subject == "hosts":
            return await _list_hosts(conn)
        if arguments.action == "import":
            return await _import(conn, arguments.file)
        return await address_cli.run(conn, arguments)


async def _on_gateway(conn: Connection, arguments: argparse.Namespace) -> int:
    if arguments.action in state_cli.ACTIONS:
        return await state_cli.run(conn, arguments)
    match arguments.action:
        case "add":
            return await _add_gateway(conn, arguments.name, arguments.endpoint, arguments.tunnel_network)
        case "token":
            return await _replace_token(conn, arguments.name, forget_key=arguments.forget_key)
        case "network":
            return await _replace_network(conn, arguments.name, arguments.tunnel_network)
        case "code":
            return await _issue_code(conn, arguments.name)
        case _:
            return await _print_backup(conn, arguments.name, number=0 if arguments.list else arguments.number)


async def _add_gateway(conn: Connection, name: str, endpoint: str, tunnel_network: str) -> int:
    if not CODE.fullmatch(name):
        return _complain(f"{name!r}: a name is 2 to 40 small letters, digits and hyphens.")
    if not is_endpoint(endpoint):
        return _complain(f"{endpoint!r}: an endpoint is host:port, such as vpn.example.com:51820.")
    if wrong := fault_of_tunnel_network(tunnel_network):
        return _complain(wrong)
    token = service.new_token()
    if (
        await queries.insert_gateway(
            conn,
            name,
            endpoint=endpoint,
            token_hash=service.hash_token(token),
            tunnel_network=tunnel_network,
        )
        is None
    ):
        return _complain(
            f"A gateway named {name} exists; `ieum fleet gateway token {name}` makes a new token."
        )
    _say(token)
    return 0


async def _replace_token(conn: Connection, name: str, *, forget_key: bool) -> int:
    token = service.new_token()
    if not await queries.replace_token(
        conn, name, token_hash=service.hash_token(token), forget_key=forget_key
    ):
        return _complain(f"There is no gateway named {name}.")
    _say(token)
    return 0


async def _replace_network(conn: Connection, name: str, tunnel_network: str) -> int:
    if wrong := fault_of_tunnel_network(tunnel_network):
        return _complain(wrong)
    gateway = await queries.lock_gateway(conn, name)
    if gateway is None:
        return _complain(f"There is no gateway named {name}.")
    if await queries.has_devices(conn, gateway.id):
        return _complain(f"{name} has devices, whose settings name addresses of {gateway.tunnel_network}.")
    await queries.replace_network(conn, gateway.id, tunnel_network)
    return 0


async def _issue_code(conn: Connection, name: str) -> int:
    code = await enrolment.issue_code(conn, name)
    if code is None:
        return _complain(f"There is no gateway named {name}.")
    _say(code)
    return 0


async def _print_backup(conn: Connection, name: str, *, number: int) -> int:
    """Print one copy, the newest of which is number 1; 0 lists them."""
    copies = await enrolment.list_backups(conn, name)
    if not copies:
        return _complain(
            f"The shop has no copy of a key of {name}: a host sends one that enrols with --recovery-key."
        )
    if number == 0:
        for index, copy in enumerate(copies, start=1):
            _say(f"{index}\tsince {seoul.minute(copy.kept_at)}")
        return 0
    if not 1 <= number <= len(copies):
        return _complain(f"The shop has {len(copies)} copies of the key of {name}, numbered from 1.")
    _say(base64.b64encode(copies[number - 1].sealed).decode())
    return 0


async def _list_hosts(conn: Connection) -> int:
    for host in await hosts.list_hosts(conn):
        _say(hosts.line_of(host))
    return 0


async def _import(conn: Connection, file: Path) -> int:
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            good, bad = read_addresses(lines)
    except (OSError, UnicodeDecodeError) as error:
        return _complain(f"{file}: {error}")
    bad += await conflicts.find(conn, good) if not bad else []
    if bad or not good:
        for row in bad or [BadRow(1, "there are no rows", "empty")]:
            _complain(f"{file}:{row.line}: {row.reason}")
        return _complain("Nothing was imported.")
    await queries.insert_addresses(conn, good)
    _say(f"{len(good)} addresses imported.")
    return 0


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> int:
    sys.stderr.write(text + "\n")
    return 1
