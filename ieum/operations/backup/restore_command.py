"""`ieum restore`: a copy comes back to a moment; or the newest is restored as a test; or its files are fetched."""

import argparse
import asyncio
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from ieum.common.progress import Progress
from ieum.common.progress_bar import on_terminal
from ieum.operations.backup import checking, files, labels, meeting, recovery, settings
from ieum.operations.backup.interrupts import ending_at_once
from ieum.operations.backup.meeting import Met
from ieum.operations.backup.place import BackupError, Place
from ieum.operations.backup.settings import BackupSettings
from ieum.operations.sessions import count_others
from ieum.shop.kernel import settings as shop_settings
from ieum.shop.kernel.db import PooledDatabase
from ieum.shop.kernel.seoul import SEOUL
from ieum.shop.server import baseline


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--check", action="store_true", help="restore the newest copy as a test, and look at it"
    )
    what.add_argument("--list", action="store_true", help="the copies at the place")
    what.add_argument(
        "--files", type=Path, metavar="FOLDER", help="fetch downloads and settings into an empty folder"
    )
    what.add_argument(
        "--meet",
        type=_moment,
        metavar="TIME",
        help="only meet the gateways and the provider again: a standby took over whose last transaction is of TIME",
    )
    parser.add_argument(
        "--to",
        type=_moment,
        metavar="TIME",
        help="in Seoul, or with its zone; without it, everything that there is",
    )
    parser.add_argument(
        "--into",
        type=Path,
        metavar="FOLDER",
        help="an empty data folder; without it, the embedded database's",
    )
    parser.add_argument(
        "--system", metavar="NUMBER", help="whose copies, where the place has several servers'"
    )
    parser.add_argument(
        "--trust-place",
        action="store_true",
        help="restore what no key proves: only if you know who can write to the place, because a copy is code",
    )
    parser.add_argument("--end-sessions", action="store_true", help="have members log in again, too")
    parser.add_argument("--recovery-key-file", type=Path, help="the private half, with --files")


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: 2026-11-26 19:00:03") from None
    if ":" not in text:
        # Midnight, which is the day's beginning: all of the day would be lost.
        raise argparse.ArgumentTypeError(f"{text!r} names no time of the day: 2026-11-26 19:00:03")
    return moment if moment.tzinfo else moment.replace(tzinfo=SEOUL)


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    has_other_work = options.check or options.list or options.files or options.meet
    if has_other_work and (options.to or options.into):
        raise BackupError("--to and --into belong to a restore alone: nothing was done")
    if options.meet is not None:
        return _meet_again(options, environ)
    chosen = settings.load(
        environ, needs_database=options.check, needs_keys=not (options.list or options.files)
    )
    place = chosen.open_place(trusts_place=options.trust_place and not options.check)
    place.check()
    if options.list:
        _list(place)
        return 0
    if options.files is not None:
        if options.recovery_key_file is None:
            raise BackupError("--recovery-key-file is missing: without it the settings cannot be opened")
        restored = files.restore(
            place, options.files, recovery_key_file=options.recovery_key_file, system=options.system
        )
        sys.stdout.write(restored + "\n")
        return 0
    with on_terminal() as progress, ending_at_once():
        if options.check:
            checked = asyncio.run(checking.check(chosen, place, environ, progress))
            sys.stdout.write(checking.in_words(checked))
            return 1 if checked.wrong else 0
        met, broken = asyncio.run(_restore(options, chosen, place, environ, progress))
    sys.stdout.write(_in_words(met, broken))
    return 1 if broken else 0


def _list(place: Place) -> None:
    copies = [
        (system, label)
        for system in labels.list_systems(place)
        for label in labels.read_all(place.below(system))
    ]
    for system, label in copies:
        sys.stdout.write(
            f"{system} {label.name}: from {labels.earliest(label)} (Seoul) on,"
            f" {label.size:,} bytes, {label.stored:,} at the place\n"
        )
    if not copies:
        sys.stderr.write("There is no base backup at the place: ieum backup base makes one.\n")


async def _restore(
    options: argparse.Namespace,
    chosen: BackupSettings,
    place: Place,
    environ: Mapping[str, str],
    progress: Progress,
) -> tuple[Met, str]:
    """Restore; returns results of the steps after it, and why not all that lies at the place could be restored."""
    if options.into is None and environ.get("IEUM_ENV") == "production":
        raise BackupError("--into is missing: the empty data folder of this machine's PostgreSQL")
    folder = (options.into or Path(environ.get("IEUM_DATA") or "var") / "postgres").resolve()
    # What is wrong with the settings is said before an hour is spent.
    shop_settings.load({**environ, "IEUM_DATABASE_URL": "postgresql://later"})
    until = options.to
    if until is not None and until > datetime.now(UTC):
        raise BackupError("--to is in the future")
    own = place.below(labels.find_system(place, options.system))
    label, _ = labels.choose_proven(own, until)
    with recovery.recovered(own, label, folder, until=until, progress=progress) as restored:
        settings_of_shop = shop_settings.load({**environ, "IEUM_DATABASE_URL": restored.url})
        async with PooledDatabase(restored.url, size=2) as db:
            met = await meeting.meet(
                db,
                settings_of_shop,
                last=restored.last,
                lived_on=until is not None,
                ends_sessions=options.end_sessions,
                label=label,
                place=chosen.place,
            )
            return met, restored.broken


def _meet_again(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    url = settings.database_url(environ)
    settings_of_shop = shop_settings.load({**environ, "IEUM_DATABASE_URL": url})
    baseline.check(url)
    # Its sessions would end, and its numbers jump, while people buy.
    if others := count_others(url):
        raise BackupError(
            f"{others} programs are connected to this database: stop ieum serve and ieum work everywhere first"
        )

    async def meet() -> Met:
        async with PooledDatabase(url, size=2) as db:
            return await meeting.meet(
                db,
                settings_of_shop,
                last=options.meet,
                lived_on=False,
                ends_sessions=options.end_sessions,
                label=None,
            )

    sys.stdout.write(_in_words(asyncio.run(meet()), ""))
    return 0


def _in_words(met: Met, broken: str) -> str:
    def said(moment: datetime | None) -> str:
        return f"{moment.astimezone(SEOUL):%Y-%m-%d %H:%M:%S}" if moment else "none"

    lines = [f"NOT ALL THAT LIES AT THE PLACE IS BACK: {broken}."] if broken else []
    lines += [
        f"The last transaction is of {said(met.last)} (Seoul). What was done after it is lost.",
        (
            f"The last order: {met.last_order or 'none'}, {said(met.last_order_at)}; the last payment approved:"
            f" {said(met.last_payment_at)}; the last member: {said(met.last_member_at)};"
            f" the last entry of the log of fixed addresses: {met.last_log_entry or 'none'}."
        ),
        f"Gateways: {met.gateways} will be told everything anew. One that was enrolled since has to enrol again.",
        f"Numbers: {met.numbers} counts go on far beyond what may have been given out.",
        (
            f"Messages that waited and were given up, as they were sent since: {met.messages}."
            f" Jobs that wait and will run: {met.waiting_jobs}."
        ),
        f"Sessions ended: {met.staff_sessions} of staff, {met.member_sessions} of members.",
    ]
    if met.differences is None:
        lines.append(
            f"THE PROVIDER COULD NOT BE ASKED ({met.unreachable}): the worker compares the last three days by itself;"
            " of a longer loss compare the provider's list by hand."
        )
    else:
        lines.append(
            f"Compared with the provider: {len(met.differences)} differences, each an alarm in the console."
        )
        lines += [f"  {difference}" for difference in met.differences]
    lines.append(
        "Start the database, then ieum serve and ieum work, then ieum backup: the next copy begins a new log."
    )
    return "\n".join(lines) + "\n"
