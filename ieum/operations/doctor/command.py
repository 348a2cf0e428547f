"""`ieum doctor`: makes every check and says what to do next."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from ieum.operations.doctor.checks import CHECKS
from ieum.operations.doctor.examining import examine, exit_code, is_before_opening
from ieum.operations.doctor.keeping import keep
from ieum.operations.doctor.printing import as_json, as_text
from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Finding
from ieum.shop.kernel import settings_file
from ieum.shop.kernel.settings import SettingsError

# Korea's standard of time.
NTP = "time.kriss.re.kr"
_NTP_PORT = 123


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "exit code: 0 all is well, 1 something needs somebody or could not be checked, 2 something is broken"
    )
    parser.add_argument("--json", action="store_true", help="write the findings as JSON, for monitoring")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep the numbers of this machine in the database, for /metrics and its alerts",
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=[check.name for check in CHECKS],
        metavar="CHECK",
        help="make this check alone; may be repeated. --json shows the names",
    )
    parser.add_argument(
        "--ntp",
        default=NTP,
        metavar="SERVER",
        help=f"the time server to ask, HOST or HOST:PORT; 'none' asks none (default: {NTP})",
    )


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    subject = subject_of(environ, ntp=options.ntp)
    with quiet():
        findings, is_new = asyncio.run(_examine(subject, options.only))
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    written = (
        as_json(findings, subject.now)
        if options.json
        else as_text(findings, subject.now, colour=colour, is_before_opening=is_new)
    )
    sys.stdout.write(written + "\n")
    if options.keep and (why := asyncio.run(keep(findings, subject.environ))):
        sys.stderr.write(f"ieum doctor: the report is not kept: {why}\n")
    return exit_code(findings)


@contextmanager
def quiet() -> Generator[None]:
    """The checks say themselves what the clients they use would write into a log."""
    loggers = [logging.getLogger(name) for name in ("ieum.shop", "psycopg", "httpx", "procrastinate")]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def subject_of(environ: Mapping[str, str], *, ntp: str = "none") -> Subject:
    """A settings file that cannot be read is what the doctor is for: it is found, and everything else is asked."""
    file, error = settings_file.location(environ), ""
    try:
        environ = settings_file.environment(environ)
    except SettingsError as wrong:
        error = str(wrong)
    host, _, port = ntp.rpartition(":") if ":" in ntp else (ntp, "", str(_NTP_PORT))
    return Subject(environ, file=file, file_error=error, ntp=None if ntp == "none" else (host, int(port)))


async def _examine(subject: Subject, only: Sequence[str] | None) -> tuple[list[Finding], bool]:
    """Return the findings, and whether the shop has sold nothing yet."""
    chosen = [check for check in CHECKS if not only or check.name in only]
    async with subject:
        return await examine(subject, chosen), await is_before_opening(subject)
