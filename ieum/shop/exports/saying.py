"""The filters of a list in words, as the file, its preview and its second person are told them."""

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from typing import Any, LiteralString
from urllib.parse import parse_qsl

from msgspec.json import encode

from ieum.shop.desk.describing import describe_filters
from ieum.shop.desk.listing import AnyList
from ieum.shop.desk.lists import read_filters
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, fetch_optional

_GATEWAY: LiteralString = "SELECT name FROM gateways WHERE id = %(id)s"
_POOL: LiteralString = "SELECT code FROM address_pools WHERE id = %(id)s"
# As the queue names whoever has one: all others are named to those who may see the staff.
_ANSWERER: LiteralString = """
    SELECT taken_by FROM inquiries WHERE assignee_id = %(id)s ORDER BY last_message_at DESC, id DESC LIMIT 1
"""
# The names behind ids that a filter chooses from.
_NAMES: Mapping[str, LiteralString] = {
    "answerers": _ANSWERER,
    "gateways": _GATEWAY,
    "plans": "SELECT name FROM plans WHERE id = %(id)s",
    "pools_of_profits": _POOL,
    "staff": "SELECT name FROM staff WHERE id = %(id)s",
    "stock_gateways": _GATEWAY,
    "stock_pools": _POOL,
}
# A choice of nobody, where people are chosen.
_NOBODY = 0


async def said_of(conn: Connection, listed: AnyList, query: str) -> list[str]:
    """Say each filter that is set, in the order of the declaration. Raises InvalidFields."""
    given = dict(parse_qsl(query))
    filters = read_filters(listed.filters, query)
    values: dict[str, Any] = {
        wire: getattr(filters, name)
        for name, wire in zip(
            listed.filters.__struct_fields__, listed.filters.__struct_encode_fields__, strict=True
        )
        if wire in given
    }
    said = [f"찾는 말 ‘{values.pop('q')}’"] if values.get("q") else []
    for described in describe_filters(listed.filters):
        ends = [described[end] for end in ("from", "to") if end in described] or [described["name"]]
        found = [values.pop(end, None) for end in ends]
        if any(value is not None for value in found):
            said.append(f"{described['label']} {await _words(conn, described, found)}")
        elif "unset" in described:
            said.append(f"{described['label']} {described['unset']}")
    return said + [f"{name} {_plain(value)}" for name, value in values.items() if value is not None]


async def _words(conn: Connection, described: Mapping[str, Any], found: list[Any]) -> str:
    if len(found) > 1:
        since, until = found
        parts = [
            f"{_plain(since)}부터" if since is not None else "",
            _until(until) if until is not None else "",
        ]
        return " ".join(filter(None, parts))
    (value,) = found
    if (names := _NAMES.get(described.get("options", ""))) is not None:
        if value == _NOBODY:
            return "아무도 없음"
        return await fetch_optional(conn, str, names, id=value) or str(value)
    # The words are those of the address: of 24 hours, and of true.
    word = described.get("words", {}).get(value if isinstance(value, str) else encode(value).decode())
    return word or (_plain(value) if described["kind"] != "linked" else str(value))


def _until(value: Any) -> str:
    """A day that is sent as the begin of the next one is meant whole."""
    if isinstance(value, datetime) and _is_midnight(value):
        return f"{seoul.day(value - timedelta(days=1))}까지"
    return f"{_plain(value)}까지"


def _is_midnight(moment: datetime) -> bool:
    return moment.astimezone(seoul.SEOUL).time() == time.min


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "예" if value else "아니오"
        case int():
            return f"{value:,}"
        case str():
            return value
        case datetime() if _is_midnight(value):
            return seoul.day(value)
        case _:
            return seoul.minute(value)
