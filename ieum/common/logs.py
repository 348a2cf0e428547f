"""Lines of a log: text for people, JSON for machines. No value from outside forges a line or says who somebody is.

JSON has the fields of `FIELDS` and no others. What an exception says is kept without what it quotes, because that is
where libraries put what a caller has sent.
"""

import logging
import re
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from importlib.metadata import version
from types import TracebackType
from typing import cast, override

import msgspec

from ieum.common import trace

FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"
FORMS = ("text", "json")
# What `extra=` and `trace.bound` may give to a line; anything else is dropped. Nothing here says who somebody is.
FIELDS = {
    "trace": str,
    "order": str,
    "job": int,
    "task": str,
    "gateway": int,
    "revision": int,
    "method": str,
    "path": str,  # the template of a route, never what was asked for
    "status": int,
    "ms": float,
    "code": str,
    "provider_trace": str,  # by which the provider finds a call of ours
}
_LONGEST_STACK = 16_000

# A quoted part, from its first quote to its last; an apostrophe inside of a word is none.
_QUOTED = re.compile(r"""(?<!\w)(["'`“‘]).*(?:["'`”’](?!\w)|$)""")
# Each alternative begins where a word does: begun again at every letter, a long path would take minutes.
_PERSONAL = re.compile(
    r"(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)*"
    r"|(?<![\w-])(?:\+82[- .]?1|01)[016789][- .]?\d{3,4}[- .]?\d{4}(?!\d)"
    r"|(?<=/r/)[\w-]+"
    r"|(?i:bearer|basic) [\w.~+/=-]{8,}"
    r"|(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*"
)
# Keys and tokens are long, and have a digit somewhere; names of ours that are as long have none.
_TOKEN = re.compile(r"(?<![\w-])(?=[A-Za-z_-]*\d)[A-Za-z0-9_-]{32,}")

type ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def form_of(environ: Mapping[str, str]) -> str:
    """Text in development, JSON in production, unless `IEUM_LOG` says which."""
    wished = environ.get("IEUM_LOG", "")
    return wished if wished in FORMS else FORMS[environ.get("IEUM_ENV") == "production"]


def escaped(text: str) -> str:
    """Return the text with line breaks, escape sequences and the like written out.

    A terminal would obey them, and a reader be misled.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


def unquoted(text: str) -> str:
    """The first line of a text that is not ours, without what it quotes: further lines may be values of a row."""
    return _TOKEN.sub("…", _QUOTED.sub("…", text.strip().partition("\n")[0]))


def impersonal(text: str) -> str:
    """The text without mail addresses, mobile numbers, links that change an address, and credentials."""
    return _PERSONAL.sub("…", text)


class LineFormatter(logging.Formatter):
    """Writes a record as one line, and its trace indented below it."""

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        line = escaped(super().formatMessage(record))
        own = record.__dict__.get("trace") or trace.current()
        return f"{line} trace={own}" if own else line

    @override
    def formatException(self, ei: ExcInfo) -> str:
        return _indented(super().formatException(ei))

    @override
    def formatStack(self, stack_info: str) -> str:
        return _indented(super().formatStack(stack_info))


class QuietLineFormatter(LineFormatter):
    """Writes lines like `LineFormatter`, for production: what exceptions quote is left out."""

    @override
    def format(self, record: logging.LogRecord) -> str:
        quiet = logging.LogRecord(
            record.name, record.levelno, record.pathname, record.lineno, message_of(record), None, None
        )
        quiet.created, quiet.msecs = record.created, record.msecs
        quiet.trace = record.__dict__.get("trace")
        line = super().format(quiet)
        error = record.exc_info[1] if record.exc_info else None
        return line if error is None else f"{line}\n{_indented(stack_of(error))}"


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON."""

    def __init__(self, process: str, *, quiet: bool) -> None:
        super().__init__()
        self._quiet = quiet
        self._constant = {"process": process, "version": version("ieum")}

    @override
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC)
            .isoformat(timespec="milliseconds")
            .replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": message_of(record) if self._quiet else escaped(record.getMessage()),
            **self._constant,
            **_allowed(trace.facts()),
            **_allowed(record.__dict__),
        }
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            line["error"] = type(error).__qualname__
            line["stack"] = (stack_of(error) if self._quiet else _trace_of(error))[:_LONGEST_STACK]
        return msgspec.json.encode(line).decode()


def message_of(record: logging.LogRecord) -> str:
    """Return the message. From exceptions that ours are given, and from all that others say, quotes are removed."""
    if record.name == "ieum" or record.name.startswith("ieum."):
        args = record.args
        if not args:
            return _cleaned(str(record.msg))
        if isinstance(args, tuple):
            args = tuple(unquoted(str(each)) if isinstance(each, BaseException) else each for each in args)
        message = _TOKEN.sub("…", str(record.msg) % args)
    else:
        message = unquoted(record.getMessage())
    return escaped(impersonal(message))


def stack_of(error: BaseException) -> str:
    """Tell where an exception and those behind it came from, newest first: types, places, and what is not quoted."""
    lines: list[str] = []
    seen: set[int] = set()
    _describe(error, lines, seen)
    return "\n".join(escaped(impersonal(line)) for line in lines)


def _trace_of(error: BaseException) -> str:
    return "\n".join(map(escaped, "".join(traceback.format_exception(error)).rstrip().split("\n")))


def _describe(error: BaseException, lines: list[str], seen: set[int]) -> None:
    seen.add(id(error))
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}: {unquoted(str(error))}")
    lines.extend(
        f"  {frame.f_code.co_filename}:{number} {frame.f_code.co_qualname}"
        for frame, number in traceback.walk_tb(error.__traceback__)
    )
    behind = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    group = (
        cast("BaseExceptionGroup[BaseException]", error) if isinstance(error, BaseExceptionGroup) else None
    )
    for other in (*(group.exceptions if group else ()), behind):
        if other is not None and id(other) not in seen:
            _describe(other, lines, seen)


def formatter(process: str, form: str, *, quiet: bool = True, text: str = FORMAT) -> logging.Formatter:
    """The formatter of a process; `quiet` leaves out what exceptions quote."""
    if form == "json":
        return JsonFormatter(process, quiet=quiet)
    return QuietLineFormatter(text) if quiet else LineFormatter(text)


def to_stderr(process: str, form: str, *, quiet: bool = True, text: str = FORMAT) -> logging.Handler:
    handler = logging.StreamHandler()
    handler.setFormatter(formatter(process, form, quiet=quiet, text=text))
    return handler


@lru_cache(1000)
def _cleaned(text: str) -> str:
    """Kept, because templates, methods and sentences without a value are the same again and again."""
    return escaped(impersonal(text))


def _allowed(given: Mapping[str, object]) -> dict[str, object]:
    allowed: dict[str, object] = {}
    for name, kind in FIELDS.items():
        value = given.get(name)
        if value is not None and isinstance(value, (kind, int) if kind is float else kind):
            # A trace is new each time, and nothing but digits where it is made.
            allowed[name] = _cleaned(value) if isinstance(value, str) and name != "trace" else value
    return allowed


def _indented(trace: str) -> str:
    return "\n".join(f"  {escaped(line)}" for line in trace.split("\n"))
