"""Corrects addresses that were imported wrong: into another pool, or although they are not ours."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.address_desk import pools
from ieum.shop.address_desk.refusals import PoolNotFound
from ieum.shop.address_desk.types import MOST_CORRECTED
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.changes import Case, Change, Shown, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.spans import span_of
from ieum.shop.proofs import pools as proven_pools
from ieum.shop.stock import corrections
from ieum.shop.stock.corrections import Correctable, Pool

_Span = Annotated[
    str,
    Meta(
        min_length=7,
        max_length=18,
        pattern=r"^[0-9./]+(?!\n)$",
        title="IP 또는 네트워크",
        description="예: 203.0.113.7, 203.0.113.0/24",
    ),
]


class MoveAddresses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    addresses: _Span
    to: Annotated[int, Meta(ge=1, le=2**63 - 1, title="옮길 풀")]


class RemoveAddresses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    addresses: _Span


class PoolAddresses(msgspec.Struct, frozen=True):
    """Addresses of a pool that are meant, and the pool that they move to."""

    pool: Pool
    found: Sequence[Correctable] = ()
    to: Pool | None = None


async def _find(conn: Connection, pool: int) -> PoolAddresses | None:
    found = await corrections.find_pool(conn, pool)
    return None if found is None else PoolAddresses(found)


POOL = Thing(
    name="pool",
    label="풀",
    screen="addresses",
    find=_find,
    missing=PoolNotFound,
)
type _Case[W] = Case[int, PoolAddresses, W]


async def _look_to_move(conn: Connection, pool: int, wish: MoveAddresses) -> PoolAddresses | None:
    """Look at the addresses, and at the pool that they move to. Raises InvalidFields, PoolNotFound."""
    sheet, to = await _look_at_addresses(conn, pool, wish), await corrections.find_pool(conn, wish.to)
    if to is None:
        raise PoolNotFound
    return None if sheet is None else msgspec.structs.replace(sheet, to=to)


async def _look_at_addresses(
    conn: Connection, pool: int, wish: MoveAddresses | RemoveAddresses
) -> PoolAddresses | None:
    """Look at the addresses that are meant. Raises InvalidFields."""
    found = await corrections.find_pool(conn, pool)
    return None if found is None else PoolAddresses(found, found=await _list(conn, pool, wish, holds=False))


async def _list(
    conn: Connection, pool: int, wish: MoveAddresses | RemoveAddresses, *, holds: bool
) -> list[Correctable]:
    """List the addresses: one more than may be corrected at once, if there are too many. Raises InvalidFields."""
    span = span_of(wish.addresses)
    if span is None:
        raise InvalidFields(Field("addresses", "invalid", "203.0.113.7이나 203.0.113.0/24처럼 적어 주세요."))
    return await corrections.list_between(
        conn, span.first, span.last, pool=pool, limit=MOST_CORRECTED + 1, holds=holds
    )


async def _held(conn: Connection, case: _Case[MoveAddresses] | _Case[RemoveAddresses]) -> list[Correctable]:
    """The addresses of the preview, locked. Raises PreviewChanged if somebody has got one of them meanwhile."""
    if await _list(conn, case.target, case.wish, holds=True) != case.sheet.found:
        raise PreviewChanged
    return _chosen(case.sheet)


def _chosen(sheet: PoolAddresses) -> list[Correctable]:
    if sheet.to is None:
        return [one for one in sheet.found if one.is_unused]
    return [one for one in sheet.found if one.is_free and one.pool_id != sheet.to.id]


def _why_stay(sheet: PoolAddresses) -> str:
    if sheet.to is None:
        return "한 번이라도 누군가 쓴 IP는 지울 수 없습니다. 판매에서 제외해 주세요."
    return (
        "누군가 쓰고 있거나 이미 그 풀에 있는 IP는 옮기지 않습니다. 쓰고 있는 IP는 풀의 이름을 고쳐 주세요."
    )


def _why_not(sheet: PoolAddresses, _wish: object) -> str | None:
    if not sheet.found:
        return "이 풀에 없는 IP입니다. 목록에서 확인해 주세요."
    return None if _chosen(sheet) else _why_stay(sheet)


def _preview_addresses(sheet: PoolAddresses, _wish: object) -> Shown:
    """Count the addresses that can be corrected. Raises InvalidFields if there are too many."""
    if len(sheet.found) > MOST_CORRECTED:
        detail = f"한 번에 {MOST_CORRECTED:,}개까지 고칠 수 있습니다. 네트워크를 나누어 적어 주세요."
        raise InvalidFields(Field("addresses", "too_many", detail))
    chosen, to = _chosen(sheet), sheet.to
    rows = [Row("IP", _span_words(chosen))]
    if to is not None:
        rows.append(Row("옮길 풀", f"{to.code} ({to.carrier} {to.region})"))
    if left := len(sheet.found) - len(chosen):
        rows.append(Row("그대로 두는 IP", f"{left:,}개"))
    return Shown(
        title=f"IP {len(chosen):,}개를 지웁니다"
        if to is None
        else f"IP {len(chosen):,}개를 {to.code} 풀로 옮깁니다",
        rows=rows,
        warnings=[_why_stay(sheet)] if left else [],
        count=len(chosen),
        seen=[one.id for one in chosen],
    )


def _span_words(chosen: list[Correctable]) -> str:
    first, last = chosen[0].address, chosen[-1].address
    return first if len(chosen) == 1 else f"{first} – {last}, {len(chosen):,}개"


async def _move(conn: Connection, case: _Case[MoveAddresses]) -> Facts:
    moved = await _held(conn, case)
    await proven_pools.move_to_pool(conn, [one.id for one in moved], case.wish.to)
    await pools.count_soon(conn)
    return {"addresses": case.wish.addresses, "count": len(moved), "pool": case.wish.to}


async def _remove(conn: Connection, case: _Case[RemoveAddresses]) -> Facts:
    gone = await _held(conn, case)
    await corrections.delete_unused(conn, [one.id for one in gone])
    await pools.count_soon(conn)
    return {"addresses": case.wish.addresses, "count": len(gone)}


MOVE = Change(
    name="addresses.move",
    label="IP 옮기기",
    done="IP를 옮겼습니다.",
    of=POOL,
    permission="addresses.change",
    wish=MoveAddresses,
    look=_look_to_move,
    refuses=_why_not,
    preview=_preview_addresses,
    apply=_move,
)
REMOVE = Change(
    name="addresses.remove",
    label="IP 지우기",
    done="IP를 지웠습니다.",
    of=POOL,
    permission="addresses.change",
    wish=RemoveAddresses,
    look=_look_at_addresses,
    refuses=_why_not,
    preview=_preview_addresses,
    apply=_remove,
)
CHANGES = [MOVE, REMOVE]
