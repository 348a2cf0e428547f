"""`ieum status …`: what the page /status says of incidents, and the page as files for another host."""

import argparse
import asyncio
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from psycopg import OperationalError
from psycopg_pool import PoolTimeout

from ieum.shop.desk.record import service as record
from ieum.shop.desk.record.types import By, Note
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import UNREACHABLE, PooledDatabase
from ieum.shop.kernel.settings import Settings
from ieum.shop.kernel.texts import WORDS
from ieum.shop.status import queries, service, writing
from ieum.shop.status.desk import rules
from ieum.shop.status.types import (
    Incident,
    IncidentId,
    IncidentNotFound,
    IncidentOver,
    Level,
    PartName,
    Progress,
)

LONGEST_TITLE, LONGEST_WORDS = 80, 1000
# Soon: a timer asks again in a minute, and a person waits for the answer.
PATIENCE = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", required=True, metavar="say|list|write")
    say = words.add_parser("say", help="tell of an incident, or how one goes on", description=__doc__)
    say.add_argument(
        "words",
        type=str.strip,
        help="what customers read, in Korean: what happened, what to do, when more is said",
    )
    say.add_argument(
        "--title", type=str.strip, help="of a new incident; without it, --incident says of which"
    )
    say.add_argument("--incident", type=int, help="its number, as `list` shows it")
    say.add_argument(
        "--part", action="append", choices=get_args(PartName), help="of a new one; may be repeated"
    )
    say.add_argument(
        "--level", choices=get_args(Level), help="how bad it is; of a new one `degraded` unless said"
    )
    say.add_argument("--state", choices=get_args(Progress), default="looking", help="`over` ends it")
    say.add_argument(
        "--by", type=str.strip, required=True, help="who says so, for the record of staff; not published"
    )
    words.add_parser("list", help="the incidents that the page shows, with their numbers")
    write = words.add_parser(
        "write", help="write the page and its feeds as files; where the shop is out of reach, so they say"
    )
    write.add_argument("--to", type=Path, metavar="FOLDER", help="without it IEUM_STATUS_FOLDER")
    write.add_argument(
        "--url",
        help="where these files are served, for the feed; without it IEUM_STATUS_URL, or the shop's /status",
    )


def run(options: argparse.Namespace, settings: Settings) -> int:
    return asyncio.run(carry_out(options, settings))


async def carry_out(options: argparse.Namespace, settings: Settings) -> int:
    if options.word == "write":
        options.to = options.to or settings.status_folder
        if options.to is None:
            sys.stderr.write("ieum status write: say with --to where to, or set IEUM_STATUS_FOLDER.\n")
            return 2
    db = PooledDatabase(settings.database_url, size=1)
    try:
        async with asyncio.timeout(PATIENCE):
            await db.open()
        match options.word:
            case "say":
                return await _say(db, options)
            case "write":
                return await _write(db, options, settings)
            case _:
                return await _list(db, settings)
    except (OperationalError, PoolTimeout, TimeoutError) as error:
        if options.word != "write":
            raise OperationalError(UNREACHABLE) from error
        return _write_out_of_reach(options, settings)
    finally:
        await db.close()


async def _say(db: PooledDatabase, options: argparse.Namespace) -> int:
    if wrong := _wrong(options):
        sys.stderr.write(f"ieum status say: {wrong}\n")
        return 2
    alike: list[Incident] = []
    async with db.transaction() as conn:
        try:
            if options.incident is None:
                await queries.hold_beginnings(conn)
                alike = rules.alike(options.part, await queries.list_incidents(conn))
                # The console asks about what is alike; here nobody is asked.
                if same := next((one for one in alike if one.title == options.title), None):
                    sys.stderr.write(
                        f"ieum status say: {same.id} tells of this already. `--incident {same.id}` goes on with it.\n"
                    )
                    return 1
                parts, level = options.part, options.level or "degraded"
                incident = await service.begin(
                    conn, options.title, options.words, parts=parts, level=level, state=options.state
                )
            else:
                incident = IncidentId(options.incident)
                await service.go_on(conn, incident, options.words, state=options.state, level=options.level)
        except (IncidentNotFound, IncidentOver) as refused:
            sys.stderr.write(f"ieum status say: {refused}\n")
            return 1
        after = {"state": options.state, "words": options.words, "by": options.by}
        action = "status.say" if options.incident is None else "status.go_on"
        note = Note(action=action, object_kind="status", object_id=str(incident), after=after)
        await record.append(conn, By(role="ieum status", request_id="", address=""), [note])
    sys.stdout.write(f"{incident}\n")
    for one in alike:
        sys.stderr.write(f"Of the same part {one.id} is open, too: {one.title}\n")
    if options.state != "over":
        sys.stderr.write(
            f"It is on the page. `ieum status say --incident {incident} …` says how it goes on.\n"
        )
    return 0


def _wrong(options: argparse.Namespace) -> str:
    """Say why nothing can be said in this way; empty if it can."""
    is_new = options.incident is None
    said = f"{options.title}{options.words}{options.by}"
    wrongs = [
        # What a terminal sends that does not speak UTF-8 arrives so, and no database takes it.
        (re.search("[\ud800-\udfff]", said), "this terminal does not send UTF-8: try LANG=C.UTF-8."),
        (
            (options.title is None) == is_new,
            "give either --title, for a new incident, or --incident, for one that goes on.",
        ),
        (is_new and not options.part, "say with --part what is affected."),
        (not is_new and options.part, "the parts of an incident stay as they were."),
        (
            not 1 <= len(options.words) <= LONGEST_WORDS or "\0" in options.words,
            f"say it in 1 to {LONGEST_WORDS} characters.",
        ),
        (not options.by, "say with --by who says so."),
        (
            options.title is not None and not 1 <= len(options.title) <= LONGEST_TITLE,
            f"the title has 1 to {LONGEST_TITLE} characters.",
        ),
        (
            options.title is not None and not re.search(WORDS, options.title),
            "the title is one line, without characters that cannot be seen or that turn the line around.",
        ),
    ]
    return next((why for is_wrong, why in wrongs if is_wrong), "")


async def _list(db: PooledDatabase, settings: Settings) -> int:
    async with db.connection() as conn:
        status = await service.read(conn, home=settings.public_url)
    for part in status.parts:
        sys.stdout.write(f"{part.state:9} {part.name}\n")
    for one in status.incidents:
        sys.stdout.write(f"{one.id:5} {one.state:9} {one.level:9} {seoul.minute(one.began_at)} {one.title}\n")
    return 0


async def _write(db: PooledDatabase, options: argparse.Namespace, settings: Settings) -> int:
    async with db.connection() as conn:
        status, around = await service.read_framed(conn, home=settings.public_url)
    writing.write(status, around, options.to, address=options.url or settings.status_page)
    return 0


def _write_out_of_reach(options: argparse.Namespace, settings: Settings) -> int:
    address = options.url or settings.status_page
    if writing.write_out_of_reach(options.to, address=address, now=datetime.now(UTC)):
        sys.stderr.write("ieum status write: the database does not answer, and the page says so.\n")
        return 0
    sys.stderr.write(
        "ieum status write: the database does not answer, and nothing was written there before.\n"
    )
    return 1
