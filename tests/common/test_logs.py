"""What is logged stays on its line, and tells a terminal nothing."""

import json
import logging
import subprocess
import sys
from importlib.metadata import version
from typing import Any

import pytest

from ieum.common import logs, trace
from ieum.common.logs import LineFormatter, escaped, impersonal, unquoted
from tests.growth import assert_linear

FORGED = "/\nERROR alarm money_differs: call 010-0000-0000"
# Logs one forged path the way a worker process of the server does.
SERVE = f"""
import logging
from granian.log import LogLevels, configure_logging
from ieum.shop.server.serving import logging_of
configure_logging(LogLevels.info, logging_of("text", quiet=False))
logging.getLogger("ieum.shop.kernel.errors").warning("no database connection came free for %s", {FORGED!r})
logging.getLogger("httpx").info("not logged")
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


def a_line(record: logging.LogRecord, *, quiet: bool = True) -> dict[str, Any]:
    return json.loads(logs.formatter("serve", "json", quiet=quiet).format(record))


def test_json_has_the_allowed_fields_and_no_others() -> None:
    record = a_record("order %s is paid", "A-1")
    record.__dict__ |= {"order": "A-1", "ms": 2, "mail": "hong@example.com", "job": {"args": "홍길동"}}

    with trace.bound(trace="a" * 32, member="홍길동"):
        line = a_line(record)

    assert line.pop("time").endswith("Z")
    assert line == {
        "level": "WARNING",
        "logger": "ieum",
        "message": "order A-1 is paid",
        "process": "serve",
        "version": version("ieum"),
        "trace": "a" * 32,
        "order": "A-1",
        "ms": 2,
    }


def test_what_an_exception_quotes_is_not_logged_and_where_it_came_from_is() -> None:
    with pytest.raises(KeyError) as raised:
        try:
            int("홍길동")
        except ValueError as first:
            raise KeyError("hong@example.com") from first
    error = raised.value

    line = a_line(a_record("it failed: %s", error, error=error))

    assert line["message"] == "it failed: …"
    assert line["error"] == "KeyError"
    assert line["stack"].startswith("builtins.KeyError: …\n  ")
    assert "builtins.ValueError: invalid literal for int() with base 10: …\n" in line["stack"]
    assert f"{__file__}:" in line["stack"]


@pytest.mark.parametrize(
    ("said", "logged"),
    [
        ("duplicate key\nDETAIL:  Key (login_id)=(hong) already exists.", "duplicate key"),
        ('invalid input syntax for type integer: "hong"', "invalid input syntax for type integer: …"),
        ("can't open 'hong' or 'gil'", "can't open …"),
        ("ends in the middle of 'hong", "ends in the middle of …"),
        ("for url tgen_20261126104512AbCdEfGhIjKlMnOpQr", "for url …"),
        ("Bearer abcdefghijkl was refused", "… was refused"),
        ("010-1234-5678 and +82 10 1234 5678", "… and …"),
        ("GET /r/abc was refused", "GET /r/… was refused"),
    ],
)
def test_of_others_texts_only_what_names_nobody_is_logged(said: str, logged: str) -> None:
    assert a_line(a_record("%s", RuntimeError(said)))["message"] == logged


def test_what_other_libraries_say_is_logged_without_what_they_quote() -> None:
    record = logging.LogRecord("asyncio", logging.ERROR, "", 1, "%s", ("<Task exception=E('홍길동')>",), None)

    assert a_line(record)["message"] == "<Task exception=E(…"


def test_the_agent_quotes_what_its_host_says() -> None:
    line = a_line(a_record("%s", RuntimeError("no such device: 'wg0'")), quiet=False)

    assert line["message"] == "no such device: 'wg0'"


def test_production_text_quotes_no_more_than_json() -> None:
    text = logs.formatter("work", "text", text="%(levelname)s %(message)s")

    written = text.format(a_record("failed: %s", ValueError("'홍길동'"), error=ValueError("'홍길동'")))

    assert written == "WARNING failed: …\n  builtins.ValueError: …"


@pytest.mark.parametrize(
    ("environ", "form"),
    [
        ({}, "text"),
        ({"IEUM_ENV": "production"}, "json"),
        ({"IEUM_LOG": "json"}, "json"),
        ({"IEUM_ENV": "production", "IEUM_LOG": "text"}, "text"),
    ],
)
def test_a_shop_and_an_agent_choose_the_same_form(environ: dict[str, str], form: str) -> None:
    assert logs.form_of(environ) == form


@pytest.mark.parametrize("part", ["a.", "eyJa", "eyJa.", "a@", "bearer ", "/r/"])
def test_hiding_what_is_personal_takes_linear_time(part: str) -> None:
    """A path of 60 KB, which anybody may ask for, took three minutes of the event loop."""
    for hide in (impersonal, unquoted):
        assert_linear(hide, lambda size: part * (size // len(part)), size=60_000)


def test_a_long_mail_address_is_hidden_from_its_first_letter() -> None:
    assert impersonal(f"to {'a' * 300}.b+c@x.example, and (d@e.example)") == "to …, and (…)"
