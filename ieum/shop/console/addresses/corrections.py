"""Corrects pools and addresses that were imported wrong; the fleet's own functions do it."""

from unicodedata import normalize

from psycopg.errors import UniqueViolation

from ieum.shop.console.addresses import pools
from ieum.shop.console.addresses.refusals import AddressNotFound, AddressStays, PoolNotFound
from ieum.shop.console.addresses.types import (
    MOST_CORRECTED,
    AddressesCorrected,
    CorrectionPress,
    CorrectionWish,
    PoolName,
    PoolPress,
    PoolWish,
)
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.fleet import corrections, inventory, queries
from ieum.shop.fleet.corrections import Correctable, Pool
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.errors import Field, InvalidFields, refuse_wrong
from ieum.shop.kernel.spans import span_of


async def preview_pool(conn: Connection, pool: int, wish: PoolWish) -> Preview:
    """Say what of a pool's names changes, and who sees it. Raises PoolNotFound and InvalidFields."""
    before = await _find_pool(conn, pool)
    after = await _checked(conn, before, wish)
    addresses = await fetch_one(
        conn, int, "SELECT count(*) FROM exit_addresses WHERE pool_id = %(pool)s", pool=pool
    )
    plans = await fetch_all(
        conn,
        str,
        """
        SELECT name FROM plans
         WHERE pool_id = %(pool)s OR id IN (SELECT plan_id FROM plan_pools WHERE pool_id = %(pool)s) ORDER BY name
        """,
        pool=pool,
    )
    shown = [
        Row("풀", after.code, before=before.code),
        Row("통신사", after.carrier, before=before.carrier),
        Row("지역", after.region, before=before.region),
        Row("IP", f"{addresses:,}개"),
        Row("상품", ", ".join(plans) or "없음"),
    ]
    is_public = (before.carrier, before.region) != (after.carrier, after.region)
    told = "통신사와 지역은 상품과 이용 현황, 확인서에 보입니다. 이미 맺은 계약의 내용은 바뀌지 않습니다."
    return previews.preview(
        f"풀 {before.code}의 이름을 고칩니다", shown, warnings=[told] if is_public else []
    )


async def correct_pool(act: Act, pool: int, press: PoolPress) -> PoolName:
    """Raises what `preview_pool` does, and PreviewChanged."""
    wish = PoolWish(press.code, press.carrier, press.region)
    await queries.hold_pools(act.conn)
    if (await preview_pool(act.conn, pool, wish)).digest != press.digest:
        raise PreviewChanged
    before = await _find_pool(act.conn, pool)
    after = await _checked(act.conn, before, wish)
    try:
        async with act.conn.transaction():
            await corrections.correct_pool(act.conn, after)
    except UniqueViolation:
        raise PreviewChanged from None
    act.note(
        "addresses.pool",
        "pool",
        pool,
        before={"code": before.code, "carrier": before.carrier, "region": before.region},
        after={"code": after.code, "carrier": after.carrier, "region": after.region},
        reason=press.reason,
    )
    return PoolName(after.id, after.code, after.carrier, after.region)


async def preview(conn: Connection, wish: CorrectionWish) -> Preview:
    """Raises InvalidFields, AddressNotFound, PoolNotFound, and AddressStays if none can be corrected."""
    return await _preview(conn, wish, await _find(conn, wish))


async def correct(act: Act, press: CorrectionPress) -> AddressesCorrected:
    """Raises what `preview` does, and PreviewChanged."""
    wish = CorrectionWish(press.change, press.addresses, press.pool, press.to)
    found = await _find(act.conn, wish, holds=True)
    if (await _preview(act.conn, wish, found)).digest != press.digest:
        raise PreviewChanged
    chosen = _chosen(wish, found)
    ids = [one.id for one in chosen]
    if wish.change == "remove":
        await corrections.delete_unused(act.conn, ids)
    elif wish.to is not None:
        await corrections.move_to_pool(act.conn, ids, wish.to)
    await pools.count_soon(act.conn)
    act.note(
        f"addresses.{wish.change}",
        "address",
        chosen[0].address,
        before={"pools": sorted({one.pool_id for one in chosen})},
        after={
            "count": len(chosen),
            "addresses": wish.addresses,
            **({"pool": wish.to} if wish.change == "move" else {}),
        },
        reason=press.reason,
    )
    return AddressesCorrected(len(chosen))


async def _find(conn: Connection, wish: CorrectionWish, *, holds: bool = False) -> list[Correctable]:
    """One address more than may be corrected at once tells that there are too many. Raises InvalidFields."""
    first, last = _span(wish)
    return await corrections.list_between(
        conn, first, last, pool=wish.pool, limit=MOST_CORRECTED + 1, holds=holds
    )


async def _preview(conn: Connection, wish: CorrectionWish, found: list[Correctable]) -> Preview:
    if not found:
        raise AddressNotFound
    if len(found) > MOST_CORRECTED:
        detail = f"한 번에 {MOST_CORRECTED:,}개까지 고칠 수 있습니다. 네트워크를 나누어 적어 주세요."
        raise InvalidFields(Field("addresses", "too_many", detail))
    chosen = _chosen(wish, found)
    if not chosen:
        raise AddressStays(_WHY[wish.change])
    rows = [Row("IP", _span_words(chosen))]
    title = f"IP {len(chosen):,}개를 지웁니다"
    if wish.change == "move":
        to = await _find_pool(conn, wish.to or 0)
        title = f"IP {len(chosen):,}개를 {to.code} 풀로 옮깁니다"
        rows.append(Row("옮길 풀", f"{to.code} ({to.carrier} {to.region})"))
    if left := len(found) - len(chosen):
        rows.append(Row("그대로 두는 IP", f"{left:,}개"))
    return previews.preview(
        title,
        rows,
        warnings=[_WHY[wish.change]] if left else [],
        count=len(chosen),
        seen=[wish.change, wish.to, [one.id for one in chosen]],
    )


_WHY = {
    "move": "누군가 쓰고 있거나 이미 그 풀에 있는 IP는 옮기지 않습니다. 쓰고 있는 IP는 풀의 이름을 고쳐 주세요.",
    "remove": "한 번이라도 누군가 쓴 IP는 지울 수 없습니다. 판매에서 제외해 주세요.",
}


def _chosen(wish: CorrectionWish, found: list[Correctable]) -> list[Correctable]:
    if wish.change == "remove":
        return [one for one in found if one.is_unused]
    return [one for one in found if one.is_free and one.pool_id != wish.to]


def _span_words(chosen: list[Correctable]) -> str:
    first, last = chosen[0].address, chosen[-1].address
    return first if len(chosen) == 1 else f"{first} – {last}, {len(chosen):,}개"


def _span(wish: CorrectionWish) -> tuple[str, str]:
    """Raises InvalidFields."""
    span = span_of(wish.addresses)
    if span is None:
        raise InvalidFields(Field("addresses", "invalid", "203.0.113.7이나 203.0.113.0/24처럼 적어 주세요."))
    if wish.change == "move" and wish.to is None:
        raise InvalidFields(Field("to", "required", "옮길 풀을 골라 주세요."))
    return span.first, span.last


async def _find_pool(conn: Connection, pool: int) -> Pool:
    found = await corrections.find_pool(conn, pool)
    if found is None:
        raise PoolNotFound
    return found


async def _checked(conn: Connection, before: Pool, wish: PoolWish) -> Pool:
    """The pool as it will be. Raises InvalidFields, also if nothing changes."""
    code, carrier, region = (
        " ".join(normalize("NFC", text).split()) for text in (wish.code, wish.carrier, wish.region)
    )
    after = Pool(before.id, code, carrier, region)
    wrong = [
        Field(name, "invalid", "회원에게 보이는 이름입니다. 깨지거나 보이지 않는 글자를 지워 주세요.")
        for name, text in (("carrier", carrier), ("region", region))
        if not inventory.is_place(text)
    ]
    if not inventory.CODE.fullmatch(code):
        wrong.append(Field("code", "invalid", "풀은 영문 소문자, 숫자, 하이픈으로 된 이름입니다."))
    elif await corrections.find_pool_of_code(conn, code) not in {None, before.id}:
        detail = "이미 있는 풀입니다. IP를 그 풀로 옮겨 주세요."
        wrong.append(Field("code", "taken", detail))
    if not wrong and after == before:
        wrong.append(Field("code", "unchanged", "바뀐 내용이 없습니다."))
    refuse_wrong(wrong)
    return after
