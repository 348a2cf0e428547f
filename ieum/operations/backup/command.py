"""`ieum backup`: copies the database and the files to another place; `ieum backup wal` stays and archives."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Mapping

from ieum.common import logs
from ieum.common.progress import Progress
from ieum.common.progress_bar import on_terminal
from ieum.operations.backup import archive, base, files, labels, settings
from ieum.operations.backup.interrupts import ending_at_once
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.settings import BackupSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        default="all",
        choices=("all", "base", "files", "wal"),
        help="base: the database; files: downloads and settings; all: both (the default); wal: archive until stopped",
    )


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    # A directory as the place is read by nobody else, whoever runs this by hand: the copies hold members' data.
    os.umask(0o077)
    chosen = settings.load(environ)
    place = chosen.open_place()
    if options.what == "wal":
        logging.basicConfig(level=logging.INFO, handlers=[logs.to_stderr("backup", logs.form_of(environ))])
        asyncio.run(archive.archive(chosen, place))
        return 0
    with on_terminal() as progress, ending_at_once():
        asyncio.run(_copy(options.what, chosen, place, environ, progress))
    return 0


async def _copy(
    what: str, chosen: BackupSettings, place: Place, environ: Mapping[str, str], progress: Progress
) -> None:
    """Copy database and files. The files are copied even if the database fails. Raises BackupError."""
    failed: BackupError | None = None
    if what in {"all", "base"}:
        try:
            label = await base.back_up(chosen, place, progress)
        except BackupError as error:
            failed = error
        else:
            sys.stdout.write(
                f"Base backup {label.name}: {label.size:,} bytes, {label.stored:,} at the place."
                f" It can be restored to {labels.earliest(label)} (Seoul) or later.\n"
            )
    if what in {"all", "files"}:
        try:
            sys.stdout.write(await files.back_up(chosen, place, environ, progress) + "\n")
        except BackupError as error:
            if failed is None:
                raise
            failed.add_note(f"The files were not copied either: {error}")
    if failed is not None:
        raise failed
