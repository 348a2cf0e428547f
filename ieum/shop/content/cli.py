"""`ieum content …`: imports texts into the shop, exports them, publishes them again, and lists them."""

import argparse
import sys
from pathlib import Path

from ieum.shop.content import exporting, importing, queries, republishing
from ieum.shop.content.importing import ContentRefused, Report
from ieum.shop.content.search import service as search
from ieum.shop.content.sources import STARTER_SET
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    load = actions.add_parser("import", help="publish a folder's texts: all of them or none")
    load.add_argument("folder", nargs="?", type=Path, default=STARTER_SET, help="default: the starter set")
    load.add_argument("--dry-run", action="store_true", help="only say what would be new, changed or wrong")
    save = actions.add_parser("export", help="write every text and its files into a new folder")
    save.add_argument("folder", type=Path)
    actions.add_parser("refresh", help="publish every text again with the current site configuration")
    actions.add_parser("list", help="every text with its version and its time")


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    try:
        async with db.transaction() as conn:
            return await _act(conn, arguments, settings.downloads)
    except ContentRefused as refused:
        for problem in refused.problems:
            sys.stderr.write(f"{problem}\n")
        sys.stderr.write("Nothing was imported.\n")
        return 1
    except (exporting.FolderTaken, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


async def _act(conn: Connection, arguments: argparse.Namespace, downloads: Path) -> int:
    match arguments.action:
        case "import":
            report = await importing.import_folder(
                conn, arguments.folder, downloads=downloads, dry_run=arguments.dry_run
            )
            _print(report, dry_run=arguments.dry_run)
        case "refresh":
            _print(await republishing.refresh(conn), dry_run=False)
            # Unchanged texts, too: a new release of this program may split words in another way.
            await search.index_all(conn)
        case "export":
            count = await exporting.export_folder(conn, arguments.folder)
            sys.stdout.write(f"{count} texts written to {arguments.folder}.\n")
        case _:
            for text in await queries.list_all(conn):
                sys.stdout.write(f"{text}\n")
    return 0


def _print(report: Report, *, dry_run: bool) -> None:
    for where, outcome in report.outcomes:
        if outcome != "unchanged":
            sys.stdout.write(f"{outcome:9} {where}\n")
    for warning in report.warnings:
        sys.stderr.write(f"{warning}\n")
    counts = ", ".join(
        f"{report.count(outcome)} {outcome}" for outcome in ("new", "changed", "withdrawn", "unchanged")
    )
    sys.stdout.write(f"{'Would be' if dry_run else 'Imported'}: {counts}.\n")
