"""`ieum fleet gateway list`, `show`, `drain` …: how gateways are, what is wanted of them, and what runs there."""

import argparse
import sys

from ieum.shop.fleet import state_queries, states
from ieum.shop.fleet.state_queries import Health, Running, Wanted
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection

# The word for each, as it is typed, and what it means.
WANTED: dict[str, tuple[Wanted, str]] = {
    "serve": ("serving", "let a gateway take new services (again)"),
    "drain": ("draining", "let a gateway take no new services; print what runs there, and until when"),
    "maintenance": ("maintenance", "expect a gateway to be silent: no alarm, and no new services"),
}
ACTIONS = {"list", "show", *WANTED}


def add_arguments(gateway: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    gateway.add_parser("list", help="every gateway with its revision, state and health")
    for action, (_, text) in WANTED.items():
        gateway.add_parser(action, help=text).add_argument("name")
    gateway.add_parser("show", help="a gateway's state and health, and what runs there").add_argument("name")


async def run(conn: Connection, arguments: argparse.Namespace) -> int:
    if arguments.action == "list":
        return await _list(conn)
    if arguments.action == "show":
        return await _show(conn, arguments.name)
    change = await states.want(conn, arguments.name, WANTED[arguments.action][0])
    if change is None:
        return unknown(arguments.name)
    say(f"{arguments.name} is {WANTED[arguments.action][0]}{'' if change.changed else ' already'}.")
    if arguments.action != "serve":
        await say_running(conn, change.gateway)
    return 0


async def _list(conn: Connection) -> int:
    for health in await state_queries.list_health(conn):
        say("\t".join(_fields(health)))
    return 0


async def say_running(conn: Connection, gateway: GatewayId) -> None:
    """Print the services that a gateway serves, and until when."""
    running = await state_queries.list_running(conn, gateway)
    say(f"{len(running)} services of {len({one.member_id for one in running})} members run there.")
    for one in running:
        say("\t".join(_service(one)))


async def _show(conn: Connection, name: str) -> int:
    found = await state_queries.list_health(conn, name=name)
    if not found:
        return unknown(name)
    for line in lines_of(found[0]):
        say(line)
    await say_running(conn, found[0].id)
    return 0


def lines_of(health: Health) -> list[str]:
    """What is known of a gateway, a line each."""
    wanted = "" if health.wanted == health.state else f", wanted {health.wanted}"
    since = health.lost_at or health.wanted_at
    return [
        f"{health.name}\t{health.endpoint}",
        f"state\t{health.state} since {seoul.minute(since)}{wanted}",
        f"last heard of\t{_heard(health)}",
        f"revision\t{health.revision}, {_lag(health)}",
        f"agent\t{health.agent or 'never called'}",
        f"problem\t{health.last_error or 'none reported'}",
        f"addresses\t{health.addresses}, {health.failing} failing, {health.sellable} on sale",
    ]


def _fields(health: Health) -> list[str]:
    return [
        health.name,
        health.endpoint,
        f"revision {health.revision}",
        health.public_key or "no key yet",
        health.tunnel_network,
        health.state,
        _heard(health),
        _lag(health),
        health.agent or "never called",
        f"{health.failing} of {health.addresses} addresses failing",
        f"{health.services} services of {health.members} members",
    ]


def _heard(health: Health) -> str:
    return seoul.second(health.last_seen_at) if health.last_seen_at else "never heard of"


def _lag(health: Health) -> str:
    lag = health.revision - health.acked_revision
    return f"{lag} behind" if lag else "up to date"


def _service(one: Running) -> list[str]:
    return [
        f"service {one.service_id}",
        f"member {one.member_id}",
        one.plan,
        one.address,
        "moved, served on by old settings" if one.is_leaving else one.state,
        f"until {seoul.minute(one.ends_at)}",
        f"{one.devices} devices",
    ]


def unknown(name: str) -> int:
    sys.stderr.write(f"There is no gateway named {name}.\n")
    return 1


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
