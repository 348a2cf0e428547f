"""Adds exit addresses from a file or from pasted lines: all of them or none."""

import asyncio
import csv
import io
from collections.abc import Iterator
from ipaddress import IPv4Network

from psycopg.errors import UniqueViolation

from ieum.shop.console import previews
from ieum.shop.console.access import Act
from ieum.shop.console.addresses import pools
from ieum.shop.console.addresses.refusals import ImportHasFaults
from ieum.shop.console.addresses.types import (
    MOST_IMPORTED,
    AddressesImported,
    ImportLine,
    ImportPress,
    ImportPreview,
    ImportWish,
)
from ieum.shop.console.approvals.refusals import PreviewChanged
from ieum.shop.console.types import Row
from ieum.shop.fleet import conflicts, queries
from ieum.shop.fleet.inventory import COLUMNS, BadRow, Wrong, read_addresses
from ieum.shop.fleet.types import NewAddress
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields

SHOWN = 1000
LARGEST_NETWORK = 16
MOST_QUOTED = 60
_WORDS: dict[Wrong, str] = {
    "header": f"첫 줄은 {','.join(COLUMNS)} 이어야 합니다.",
    "empty": "등록할 IP가 없습니다.",
    "csv": "CSV 형식이 올바르지 않습니다. 따옴표를 확인해 주세요.",
    "columns": "게이트웨이, IP, 풀, 통신사, 지역이 모두 있어야 합니다.",
    "name": "게이트웨이와 풀은 영문 소문자, 숫자, 하이픈으로 된 이름입니다.",
    "address": "인터넷으로 나갈 수 있는 IPv4 주소가 아닙니다.",
    "twice": "위에 이미 있는 IP입니다.",
    "pool_above": "같은 풀의 통신사나 지역이 위와 다릅니다.",
    "gateway": "없는 게이트웨이입니다. 먼저 등록해 주세요.",
    "exists": "이미 등록된 IP입니다.",
    "tunnel": "게이트웨이의 터널 네트워크 안에 있는 IP입니다.",
    "pool": "이미 있는 풀인데 통신사나 지역이 다릅니다.",
}


async def preview(conn: Connection, wish: ImportWish) -> ImportPreview:
    """Say of each line what is wrong with it."""
    # In a thread: a file of twenty thousand lines takes a while, and requests wait for the event loop.
    good, bad, numbers = await asyncio.to_thread(_read, wish)
    # All at once: whoever has mended one kind of fault would otherwise be told of the next.
    bad += await conflicts.find(conn, good) if good else []
    if not good and not bad:
        bad = [BadRow(1, "empty")]
    wrong = {numbers.get(row.line, row.line): row for row in bad}
    # Found by their lines: each of twenty thousand would otherwise search among as many.
    read = {row.line: row for row in good}
    written = _text(wish).splitlines()
    shown = [
        _wrong_line(number, row, read.get(row.line), written) for number, row in sorted(wrong.items())[:SHOWN]
    ]
    right = [row for row in good if numbers.get(row.line, row.line) not in wrong]
    fine = [ImportLine(numbers.get(row.line, row.line), row.address, row.gateway, row.pool) for row in right]
    said = previews.preview(
        f"IP {len(right)}개를 등록합니다",
        [*_rows_of(right), *([Row("등록할 수 없는 줄", f"{len(wrong)}줄")] if wrong else [])],
        warnings=[_warning(bad=bool(wrong))],
        count=len(right),
        seen=[[row.gateway, row.address, row.pool, row.carrier, row.region] for row in good],
    )
    return ImportPreview(said, shown + fine[:SHOWN], len(fine), len(wrong))


async def carry_out(act: Act, press: ImportPress) -> AddressesImported:
    """Raises PreviewChanged and ImportHasFaults; two that add the same at once, the second is told so."""
    wish = ImportWish(press.text, press.gateway, press.pool, press.carrier, press.region)
    shown = await preview(act.conn, wish)
    if shown.bad:
        raise ImportHasFaults
    if shown.preview.digest != press.digest:
        raise PreviewChanged
    rows, _, _ = await asyncio.to_thread(_read, wish)
    try:
        async with act.conn.transaction():
            await queries.insert_addresses(act.conn, rows)
    except UniqueViolation:
        raise PreviewChanged from None
    await pools.count_soon(act.conn)
    act.note(
        "addresses.import",
        "address",
        rows[0].address,
        after={
            "count": len(rows),
            "first": rows[0].address,
            "last": rows[-1].address,
            "gateways": sorted({row.gateway for row in rows}),
            "pools": sorted({row.pool for row in rows}),
        },
        reason=press.reason,
    )
    return AddressesImported(len(rows))


def _read(wish: ImportWish) -> tuple[list[NewAddress], list[BadRow], dict[int, int]]:
    """The good rows, the bad ones, and which line of the text each is from. Raises InvalidFields."""
    lines, numbers = _as_csv(wish)
    good, bad = read_addresses(lines)
    return good, bad, numbers


def _as_csv(wish: ImportWish) -> tuple[list[str], dict[int, int]]:
    """The lines of a CSV file, and which line of the text each of them is from. Raises InvalidFields."""
    text = _text(wish)
    if "," in text.partition("\n")[0]:
        lines = text.splitlines()
        _refuse_many(lines)
        return lines, {}
    lines, numbers = [",".join(COLUMNS)], {1: 1}
    for number, line in enumerate(text.splitlines(), start=1):
        for address in _expanded(line.strip()):
            buffer = io.StringIO()
            csv.writer(buffer).writerow([wish.gateway, address, wish.pool, wish.carrier, wish.region])
            lines.append(buffer.getvalue().strip())
            numbers[len(lines)] = number
        _refuse_many(lines)
    return lines, numbers


def _text(wish: ImportWish) -> str:
    return wish.text.removeprefix("\ufeff").strip()


def _refuse_many(lines: list[str]) -> None:
    if len(lines) > MOST_IMPORTED + 1:
        detail = f"한 번에 {MOST_IMPORTED:,}개까지 등록할 수 있습니다. 나누어 등록해 주세요."
        raise InvalidFields(Field("text", "too_many", detail))


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


def _wrong_line(number: int, row: BadRow, of: NewAddress | None, written: list[str]) -> ImportLine:
    """What could not be read stands as it was written: `hello` is found sooner than a third line."""
    as_written = written[number - 1].strip()[:MOST_QUOTED] if 0 < number <= len(written) else ""
    return ImportLine(
        number,
        of.address if of else as_written,
        of.gateway if of else "",
        of.pool if of else "",
        row.wrong,
        _WORDS[row.wrong],
    )


def _rows_of(good: list[NewAddress]) -> list[Row]:
    """How many each pool gets on each gateway."""
    counts: dict[tuple[str, str, str], int] = {}
    for row in good:
        key = (row.gateway, row.pool, f"{row.carrier} {row.region}")
        counts[key] = counts.get(key, 0) + 1
    return [Row(f"{gateway} · {pool}", f"{place}, {n}개") for (gateway, pool, place), n in counts.items()]


def _warning(*, bad: bool) -> str:
    if bad:
        return "잘못된 줄을 고쳐야 등록할 수 있습니다. 하나라도 있으면 아무것도 등록하지 않습니다."
    return "게이트웨이가 이 IP로 나가는 것을 확인하고 평판을 조회한 뒤에 팝니다. 보통 한 시간 안에 끝납니다."
