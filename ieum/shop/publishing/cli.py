"""`ieum content …`: imports texts into the shop, exports them, publishes them again, sets the logo."""

import argparse
import asyncio
import sys
from pathlib import Path

from ieum.common.progress import Progress
from ieum.common.progress_bar import on_terminal
from ieum.shop.files import logo
from ieum.shop.kernel.db import Connection, Database
from ieum.shop.kernel.settings import Settings
from ieum.shop.publishing import exporting, importing
from ieum.shop.publishing.importing import ContentRefused, Report
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.search import service as search
from ieum.shop.site import queries as site


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True)
    load = actions.add_parser("import", help="publish a folder's texts: all of them or none")
    load.add_argument("folder", nargs="?", type=Path, default=STARTER_SET, help="default: the starter set")
    load.add_argument("--dry-run", action="store_true", help="only say what would be new, changed or wrong")
    save = actions.add_parser("export", help="write every text and its files into a new folder")
    save.add_argument("folder", type=Path)
    actions.add_parser("refresh", help="publish every text again with the current site configuration")
    picture = actions.add_parser("logo", help="show this picture as the shop's logo")
    picture.add_argument(
        "picture", help="a PNG, JPEG or WebP file, an https:// address of one, or `none` for the shop's name"
    )


async def run(arguments: argparse.Namespace, settings: Settings, db: Database) -> int:
    try:
        if arguments.action == "logo":
            return await _set_logo(db, arguments.picture)
        with on_terminal() as progress:
            async with db.transaction() as conn:
                return await _act(conn, arguments, settings.downloads, progress)
    except ContentRefused as refused:
        for problem in refused.problems:
            sys.stderr.write(f"{problem}\n")
        sys.stderr.write("Nothing was imported.\n")
        return 1
    except (exporting.FolderTaken, logo.LogoRefused, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1


async def _set_logo(db: Database, picture: str) -> int:
    if picture == "none":
        async with db.transaction() as conn:
            await site.set_logo(conn, "")
        sys.stdout.write("The shop shows its name.\n")
        return 0
    if picture.startswith(("https://", "http://")):
        content = await logo.fetch(picture, everywhere=True)
    else:
        content = await asyncio.to_thread(Path(picture).read_bytes)
    async with db.transaction() as conn:
        address = await logo.put(conn, content)
    sys.stdout.write(f"The logo is now {address}.\n")
    return 0


async def _act(conn: Connection, arguments: argparse.Namespace, downloads: Path, progress: Progress) -> int:
    match arguments.action:
        case "import":
            report = await importing.import_folder(
                conn,
                arguments.folder,
                downloads=downloads,
                dry_run=arguments.dry_run,
                progress=progress,
            )
            _print(report, dry_run=arguments.dry_run)
        case "refresh":
            _print(await importing.refresh(conn, progress=progress), dry_run=False)
            # Unchanged texts, too: a new release of this program may split words in another way.
            await search.index_all(conn, progress=progress)
        case _:
            count = await exporting.export_folder(conn, arguments.folder, progress=progress)
            sys.stdout.write(f"{count} texts written to {arguments.folder}.\n")
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
