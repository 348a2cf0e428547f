"""`ieum fleet …`: what the fleet's own commands do, and `ieum fleet gateway evacuate`."""

import argparse
import sys
from datetime import UTC, date, datetime, timedelta

import msgspec

from ieum.shop.evacuation import queries, service
from ieum.shop.evacuation.types import Evacuation
from ieum.shop.fleet import cli as fleet
from ieum.shop.fleet import state_queries
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Database
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    evacuate = fleet.add_arguments(parser).add_parser(
        "evacuate", help="move a gateway's services to others, each at its member's press"
    )
    evacuate.add_argument("name")
    evacuate.add_argument(
        "--until", type=_day, metavar="YYYY-MM-DD", help="the last day on which it serves, in Seoul"
    )
    evacuate.add_argument("--reason", help="why, as members read it")
    evacuate.add_argument("--cancel", action="store_true", help="take back what nobody has pressed yet")


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    if arguments.subject == "gateway" and arguments.action == "evacuate":
        return await (_cancel if arguments.cancel else _evacuate)(db, arguments)
    if arguments.subject == "gateway" and arguments.action == "serve":
        async with db.connection() as conn:
            health = await state_queries.list_health(conn, name=arguments.name)
            if health and await queries.find_open(conn, health[0].id) is not None:
                cancel = f"ieum fleet gateway evacuate {arguments.name} --cancel"
                return _complain(f"{arguments.name} is being evacuated: `{cancel}` first.")
    code = await fleet.run(arguments, settings, db)
    if code == 0 and arguments.subject == "gateway" and arguments.action == "show":
        await _say_progress(db, arguments.name)
    return code


async def _say_progress(db: Database, name: str) -> None:
    """Say how far the evacuation of a gateway is, where one goes on."""
    async with db.connection() as conn:
        health = await state_queries.list_health(conn, name=name)
        evacuation = await queries.find_open(conn, health[0].id) if health else None
        if evacuation is None:
            return
        moves = await queries.count_moves(conn, evacuation.id)
    progress = ", ".join(f"{count} {state}" for state, count in msgspec.structs.asdict(moves).items())
    _say(f"evacuated until {_last_day(evacuation)} ({evacuation.reason}): {progress}")


def _last_day(evacuation: Evacuation) -> str:
    return seoul.day(evacuation.until - timedelta(seconds=1))


async def _evacuate(db: Database, arguments: argparse.Namespace) -> int:
    if arguments.until is None or not (arguments.reason or "").strip():
        return _complain("--until and --reason are needed: members read both.")
    until = seoul.moment_of(arguments.until + timedelta(days=1))
    if until <= datetime.now(UTC) + timedelta(days=1):
        return _complain("--until is tomorrow at the earliest, so that members have a day.")
    async with db.transaction() as conn:
        health = await state_queries.list_health(conn, name=arguments.name)
        again = bool(health) and await queries.find_open(conn, health[0].id) is not None
        evacuation = await service.begin(conn, arguments.name, until=until, reason=arguments.reason)
    if evacuation is None:
        return _complain(f"There is no gateway named {arguments.name}.")
    planned = await service.plan(db, evacuation)
    _say(f"{arguments.name} is evacuated until {_last_day(evacuation)} ({evacuation.reason}).")
    if planned or not again:
        _say(f"{planned} services were found an address elsewhere; their members are mailed within minutes.")
    else:
        _say("No further services were found an address elsewhere.")
    async with db.connection() as conn:
        without = set(await queries.list_unplanned(conn, evacuation.gateway_id))
        running = await state_queries.list_running(conn, evacuation.gateway_id)
    left = [one for one in running if one.service_id in without]
    if left:
        _say(
            f"{len(left)} services find no room and stay where they are; it is looked for again every ten minutes:"
        )
    for one in left:
        _say(
            f"service {one.service_id}\tmember {one.member_id}\t{one.plan}\t{one.address}\t"
            f"until {seoul.minute(one.ends_at)}"
        )
    return 0


async def _cancel(db: Database, arguments: argparse.Namespace) -> int:
    async with db.connection() as conn:
        health = await state_queries.list_health(conn, name=arguments.name)
        evacuation = await queries.find_open(conn, health[0].id) if health else None
    if evacuation is None:
        return _complain(f"No gateway named {arguments.name} is being evacuated.")
    taken_back = await service.cancel(db, evacuation)
    _say(f"{taken_back} services stay; who has pressed already goes on moving. The gateway goes on draining.")
    return 0


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as wrong:
        raise argparse.ArgumentTypeError(f"{text!r} is not a day such as 2026-12-01") from wrong


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


def _complain(text: str) -> int:
    sys.stderr.write(text + "\n")
    return 1
