"""Adds exit addresses from a file or from pasted lines: all of them, or the good ones if staff say so."""

import asyncio
from collections.abc import Iterator
from ipaddress import IPv4Network
from itertools import islice
from typing import NamedTuple
from unicodedata import normalize

from psycopg.errors import UniqueViolation

from ieum.shop.address_desk import pools
from ieum.shop.address_desk.refusals import AddressNotFound, ImportHasFaults
from ieum.shop.address_desk.types import MOST_IMPORTED, ImportLine, ImportPreview, ImportWish
from ieum.shop.desk import pressing
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.changes import Case, Change, Made, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.spreadsheets import BOM
from ieum.shop.kernel.tables import DELIMITERS, LOST_DETAIL, TableRow, lines_of
from ieum.shop.stock import conflicts
from ieum.shop.stock import queries as stock
from ieum.shop.stock.inventory import COLUMNS, BadRow, Wrong, read_addresses, rows_of
from ieum.shop.stock.types import NewAddress

SHOWN = 1000
LARGEST_NETWORK = 16
MOST_QUOTED = 60
_WORDS: dict[Wrong, str] = {
    "header": f"첫 줄은 {','.join(COLUMNS)} 이어야 합니다.",
    "empty": "등록할 IP가 없습니다.",
    "csv": "CSV 형식이 올바르지 않습니다. 따옴표를 확인해 주세요.",
    "lost": LOST_DETAIL,
    "columns": "게이트웨이, IP, 풀, 통신사, 지역이 모두 있어야 합니다.",
    "name": "게이트웨이와 풀은 영문 소문자, 숫자, 하이픈으로 된 이름입니다.",
    "address": "인터넷으로 나갈 수 있는 IPv4 주소가 아닙니다.",
    "place": "통신사와 지역은 회원에게 보이는 이름입니다. 보이지 않는 글자를 지워 주세요.",
    "twice": "위에 이미 있는 IP입니다.",
    "pool_above": "같은 풀의 통신사나 지역이 위와 다릅니다.",
    "gateway": "없는 게이트웨이입니다. 먼저 등록해 주세요.",
    "exists": "이미 등록된 IP입니다.",
    "tunnel": "게이트웨이의 터널 네트워크 안에 있는 IP입니다.",
    "pool": "이미 있는 풀인데 통신사나 지역이 다릅니다.",
}


class _Found(NamedTuple):
    """The rows that can be imported, and by their lines those that cannot."""

    right: list[NewAddress]
    wrong: dict[int, BadRow]


async def preview(conn: Connection, wish: ImportWish) -> ImportPreview:
    """Say of each line what is wrong with it. Raises InvalidFields."""
    found, shown = await pressing.look(conn, IMPORT, None, wish, None)
    written = lines_of(_text(wish))
    bad = [_wrong_line(row, written) for _, row in sorted(found.wrong.items())[:SHOWN]]
    fine = [ImportLine(row.line, row.address, row.gateway, row.pool) for row in found.right[:SHOWN]]
    return ImportPreview(shown, bad + fine, len(found.right), len(found.wrong))


def _preview(found: _Found, _wish: ImportWish) -> Shown:
    right, wrong = len(found.right), len(found.wrong)
    return Shown(
        title=f"IP {right}개를 등록합니다",
        rows=[*_rows_of(found.right), *([Row("등록할 수 없는 줄", f"{wrong}줄")] if wrong else [])],
        warnings=[_warning(bad=bool(wrong), good=bool(right))],
        count=right,
        seen=[
            [[row.gateway, row.address, row.pool, row.carrier, row.region] for row in found.right],
            sorted(found.wrong),
        ],
    )


async def _import(conn: Connection, case: Case[None, _Found, ImportWish]) -> Made:
    """Insert the good lines. Raises ImportHasFaults, and PreviewChanged if another import was faster."""
    rows, left_out = case.sheet.right, len(case.sheet.wrong)
    if left_out and not (case.wish.only_good and rows):
        raise ImportHasFaults
    try:
        async with conn.transaction():
            await stock.insert_addresses(conn, rows)
    except UniqueViolation:
        raise PreviewChanged from None
    await pools.count_soon(conn)
    facts = {
        "count": len(rows),
        "left_out": left_out,
        "first": rows[0].address,
        "last": rows[-1].address,
        "gateways": sorted({row.gateway for row in rows}),
        "pools": sorted({row.pool for row in rows}),
    }
    return Made(id=rows[0].address, facts=facts, answer={"imported": len(rows)})


async def _hold(conn: Connection, _target: None) -> None:
    await stock.hold_pools(conn)


async def _nothing(_conn: Connection, _target: None) -> _Found:
    return _Found([], {})


async def _look_at(conn: Connection, _target: None, wish: ImportWish) -> _Found:
    """Read the lines, and find what is wrong with them. Raises InvalidFields if there are too many."""
    # In a thread: a file of twenty thousand lines takes a while, and requests wait for the event loop.
    good, bad = await asyncio.to_thread(_read, wish)
    # All at once: whoever has mended one kind of fault would otherwise be told of the next.
    bad += await conflicts.find(conn, good) if good else []
    if not good and not bad:
        bad = [BadRow(1, "empty")]
    wrong = {row.line: row for row in bad}
    return _Found([row for row in good if row.line not in wrong], wrong)


def _read(wish: ImportWish) -> tuple[list[NewAddress], list[BadRow]]:
    """The good rows and the bad ones, each with the line of the text that it is from. Raises InvalidFields."""
    text = _text(wish)
    is_table = any(sign in text.partition("\n")[0] for sign in DELIMITERS)
    good, bad = read_addresses(
        islice(rows_of(text) if is_table else _rows_of_list(text, wish), MOST_IMPORTED + 1)
    )
    if len(good) + len(bad) > MOST_IMPORTED:
        detail = f"한 번에 {MOST_IMPORTED:,}개까지 등록할 수 있습니다. 나누어 등록해 주세요."
        raise InvalidFields(Field("text", "too_many", detail))
    return good, bad


def _rows_of_list(text: str, wish: ImportWish) -> Iterator[TableRow]:
    """A row for each address of a list, in the place that the form names."""
    place = [normalize("NFC", cell).strip() for cell in (wish.gateway, wish.pool, wish.carrier, wish.region)]
    for number, line in enumerate(lines_of(text), start=1):
        for address in _expanded(line.strip()):
            yield TableRow(number, number, [place[0], address, *place[1:]])


def _text(wish: ImportWish) -> str:
    return wish.text.removeprefix(BOM).strip()


def _expanded(line: str) -> Iterator[str]:
    """An address as it is, and each host's address of a network; nothing of an empty line."""
    try:
        network = IPv4Network(line) if "/" in line else None
    except ValueError:
        network = None
    if network is not None and network.prefixlen >= LARGEST_NETWORK:
        yield from map(str, network.hosts())
    elif line:
        yield line


def _wrong_line(row: BadRow, written: list[str]) -> ImportLine:
    """Shows an unreadable line itself, which is easier to find than its number."""
    as_written = written[row.line - 1].strip()[:MOST_QUOTED] if 0 < row.line <= len(written) else ""
    return ImportLine(
        row.line,
        row.row.address if row.row else as_written,
        row.row.gateway if row.row else "",
        row.row.pool if row.row else "",
        row.wrong,
        _WORDS[row.wrong],
    )


def _rows_of(good: list[NewAddress]) -> list[Row]:
    """Count the addresses that each pool gets on each gateway."""
    counts: dict[tuple[str, str, str], int] = {}
    for row in good:
        key = (row.gateway, row.pool, f"{row.carrier} {row.region}")
        counts[key] = counts.get(key, 0) + 1
    return [Row(f"{gateway} · {pool}", f"{place}, {n}개") for (gateway, pool, place), n in counts.items()]


def _warning(*, bad: bool, good: bool) -> str:
    if bad and good:
        return "잘못된 줄이 있습니다. 고쳐서 다시 확인하거나, 좋은 줄만 등록해 주세요."
    if bad:
        return "등록할 수 있는 줄이 없습니다. 표시된 줄을 고쳐 다시 확인해 주세요."
    return "게이트웨이가 이 IP로 나가는 것을 확인하고 평판을 조회한 뒤에 팝니다. 보통 한 시간 안에 끝납니다."


IMPORT = Change(
    name="addresses.import",
    label="IP 등록",
    done="IP를 등록했습니다. 게이트웨이가 확인하면 ‘판매 가능’이 됩니다.",
    of=Thing(
        name="address",
        label="IP",
        screen="addresses",
        key="none",
        find=_nothing,
        missing=AddressNotFound,
    ),
    permission="addresses.import",
    wish=ImportWish,
    lock=_hold,
    look=_look_at,
    preview=_preview,
    apply=_import,
    raises=(ImportHasFaults,),
)
