"""What is logged stays on its line, and tells a terminal nothing."""

import logging
import subprocess
import sys

import pytest

from ieum.logs import LineFormatter, escaped

FORGED = "/\nERROR alarm money_differs: call 010-0000-0000"
# Logs one forged path the way a worker process of the server does.
SERVE = f"""
import logging
from granian.log import LogLevels, configure_logging
from ieum.shop.server.serving import LOGGING
configure_logging(LogLevels.info, LOGGING)
logging.getLogger("ieum.shop.kernel.errors").warning("no database connection came free for %s", {FORGED!r})
logging.getLogger("ieum.shop.kernel.errors").info("not logged")
"""


def a_record(message: str, *values: object, error: Exception | None = None) -> logging.LogRecord:
    trace = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("ieum", logging.WARNING, __file__, 1, message, values, trace)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("이음 – 한 줄 'as it is'", "이음 – 한 줄 'as it is'"),
        ("a\nb\rc", r"a\nb\rc"),
        ("\x1b[2J\x07", r"\x1b[2J\x07"),
        ("\x85\u2028\u202e", r"\x85\u2028\u202e"),
        ("\udcff", r"\udcff"),
    ],
)
def test_what_a_terminal_would_obey_is_written_out(text: str, written: str) -> None:
    assert escaped(text) == written


def test_a_value_begins_no_line_of_its_own() -> None:
    line = LineFormatter("%(levelname)s %(message)s").format(
        a_record("page %s could not be rendered", FORGED)
    )

    assert line == r"WARNING page /\nERROR alarm money_differs: call 010-0000-0000 could not be rendered"


def test_a_trace_is_indented_below_its_line() -> None:
    lines = LineFormatter("%(levelname)s %(message)s").format(
        a_record("failed", error=ValueError("one\nERROR two\x1b[2J"))
    )

    first, *trace = lines.split("\n")
    assert first == "WARNING failed"
    assert trace[-2:] == ["  ValueError: one", r"  ERROR two\x1b[2J"]


def test_the_server_logs_a_forged_path_on_one_line_with_its_level() -> None:
    logged = subprocess.run([sys.executable, "-c", SERVE], capture_output=True, text=True, check=True)

    [line] = logged.stderr.splitlines()
    assert " WARNING ieum.shop.kernel.errors no database" in line
    assert r"/\nERROR alarm" in line
    assert logged.stdout == ""
