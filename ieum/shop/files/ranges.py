"""Parts of a file that requests ask for (RFC 9110, section 14). Pure."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import NamedTuple

_ONE_RANGE = re.compile(
    r"\s*bytes\s*=\s*(?:([0-9]{1,19})\s*-\s*([0-9]{1,19})?|-\s*([0-9]{1,19}))\s*", re.IGNORECASE | re.ASCII
)


class Span(NamedTuple):
    """Bytes from `start` up to, but not including, `end`."""

    start: int
    end: int


class Unsatisfiable(Exception):
    """The range begins behind the end of the file."""


def span_of(headers: Mapping[str, str], *, size: int, etag: str, modified: datetime | None) -> Span | None:
    """The requested part; None for the whole file. Raises Unsatisfiable.

    Several ranges at once, other units and malformed ranges get the whole file, as the RFC allows.
    """
    requested = headers.get("range")
    if requested is None or not _is_current(headers.get("if-range"), etag, modified):
        return None
    match = _ONE_RANGE.fullmatch(requested)
    if match is None:
        return None
    first, last, suffix = match.groups()
    if suffix is not None:
        start, end = max(0, size - int(suffix)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last is not None else size
        if last is not None and int(last) < start:
            return None
    if start >= size:
        raise Unsatisfiable
    return Span(start, end)


def is_not_modified(headers: Mapping[str, str], *, etag: str, modified: datetime | None) -> bool:
    """Tell whether the caller has the file already; a date in the request counts only if it names no tag."""
    tags = headers.get("if-none-match")
    if tags is not None:
        return tags.strip() == "*" or etag in {tag.strip().removeprefix("W/") for tag in tags.split(",")}
    since = _moment(headers.get("if-modified-since"))
    return since is not None and modified is not None and modified.replace(microsecond=0) <= since


def http_date(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC), usegmt=True)


def _is_current(condition: str | None, etag: str, modified: datetime | None) -> bool:
    """Tell whether the parts that the caller already has (`If-Range`) are of the file as it is now."""
    if condition is None:
        return True
    if condition.startswith(('"', "W/")):
        return condition == etag
    return modified is not None and _moment(condition) == modified.replace(microsecond=0)


def _moment(text: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text) if text else None
    except (ValueError, OverflowError):
        return None
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
