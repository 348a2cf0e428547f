"""Log lines that nobody can forge: values from outside, such as a request's path, never begin a line of their own."""

import logging
from types import TracebackType
from typing import override

FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"

type ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def escaped(text: str) -> str:
    """Return the text with line breaks, escape sequences and the like written out.

    A terminal would obey them, and a reader be misled.
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text
    )


class LineFormatter(logging.Formatter):
    """Writes a record as one line, and its trace indented below it."""

    @override
    def formatMessage(self, record: logging.LogRecord) -> str:
        return escaped(super().formatMessage(record))

    @override
    def formatException(self, ei: ExcInfo) -> str:
        return _indented(super().formatException(ei))

    @override
    def formatStack(self, stack_info: str) -> str:
        return _indented(super().formatStack(stack_info))


def _indented(trace: str) -> str:
    return "\n".join(f"  {escaped(line)}" for line in trace.split("\n"))
