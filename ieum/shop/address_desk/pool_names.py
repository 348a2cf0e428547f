"""Corrects the names of a pool; its addresses stay in it."""

from collections.abc import Sequence
from typing import Annotated
from unicodedata import normalize

import msgspec
from msgspec import UNSET, Meta, UnsetType
from psycopg.errors import UniqueViolation

from ieum.shop.address_desk.refusals import PoolNotFound
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.changes import Case, Change, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.gateways.types import WITHOUT_NUL
from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.proofs import pools as proven_pools
from ieum.shop.stock import corrections, inventory
from ieum.shop.stock import queries as stock
from ieum.shop.stock.corrections import Pool

_SEEN = "회원에게 보입니다."


class NamePool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="풀")] | UnsetType = UNSET
    carrier: (
        Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="통신사", description=_SEEN)]
        | UnsetType
    ) = UNSET
    region: (
        Annotated[str, Meta(max_length=60, pattern=WITHOUT_NUL, title="지역", description=_SEEN)] | UnsetType
    ) = UNSET


class PoolSheet(msgspec.Struct, frozen=True):
    """A pool, and which plans sell from it. `taken_by` is the pool that has the wished code already."""

    pool: Pool
    addresses: int
    plans: Sequence[str]
    taken_by: int | None


async def _hold(conn: Connection, _pool: int) -> None:
    await stock.hold_pools(conn)


async def _look(conn: Connection, pool: int, wish: NamePool) -> PoolSheet | None:
    found = await corrections.find_pool(conn, pool)
    if found is None:
        return None
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
    taken = await corrections.find_pool_of_code(conn, _named(found, wish).code)
    return PoolSheet(found, addresses, plans, taken)


def _named(pool: Pool, wish: NamePool) -> Pool:
    """The pool as it will be."""
    code, carrier, region = (
        before if text is UNSET else " ".join(normalize("NFC", text).split())
        for text, before in (
            (wish.code, pool.code),
            (wish.carrier, pool.carrier),
            (wish.region, pool.region),
        )
    )
    return Pool(pool.id, code, carrier, region)


def _preview(sheet: PoolSheet, wish: NamePool) -> Shown:
    """Say what of a pool's names changes, and who sees it. Raises InvalidFields, also if nothing changes."""
    before, after = sheet.pool, _named(sheet.pool, wish)
    refuse_wrong(_faults(sheet, after))
    is_public = (before.carrier, before.region) != (after.carrier, after.region)
    told = "통신사와 지역은 상품과 이용 현황, 확인서에 보입니다. 이미 맺은 계약의 내용은 바뀌지 않습니다."
    return Shown(
        title=f"풀 {before.code}의 이름을 고칩니다",
        rows=[
            Row("풀", after.code, before=before.code),
            Row("통신사", after.carrier, before=before.carrier),
            Row("지역", after.region, before=before.region),
            Row("IP", f"{sheet.addresses:,}개"),
            Row("상품", ", ".join(sheet.plans) or "없음"),
        ],
        warnings=[told] if is_public else [],
    )


def _faults(sheet: PoolSheet, after: Pool) -> list[Field]:
    wrong = [
        Field(name, "invalid", "회원에게 보이는 이름입니다. 깨지거나 보이지 않는 글자를 지워 주세요.")
        for name, text in (("carrier", after.carrier), ("region", after.region))
        if not inventory.is_place(text)
    ]
    if not inventory.CODE.fullmatch(after.code):
        wrong.append(Field("code", "invalid", "풀은 영문 소문자, 숫자, 하이픈으로 된 이름입니다."))
    elif sheet.taken_by not in {None, after.id}:
        wrong.append(Field("code", "taken", "이미 있는 풀입니다. IP를 그 풀로 옮겨 주세요."))
    if not wrong and after == sheet.pool:
        wrong.append(Field("code", "unchanged", "바뀐 내용이 없습니다."))
    return wrong


async def _name(conn: Connection, case: Case[int, PoolSheet, NamePool]) -> None:
    """Write the names. Raises PreviewChanged if another program has taken the code meanwhile."""
    try:
        async with conn.transaction():
            await proven_pools.correct_pool(conn, _named(case.sheet.pool, case.wish))
    except UniqueViolation:
        raise PreviewChanged from None


async def _find(conn: Connection, pool: int) -> PoolSheet | None:
    return await _look(conn, pool, NamePool())


NAME = Change(
    name="addresses.pool",
    label="이름 고치기",
    done="풀 이름을 고쳤습니다.",
    of=Thing(
        name="pool",
        label="풀",
        screen="addresses",
        find=_find,
        missing=PoolNotFound,
        facts=lambda sheet: {
            "code": sheet.pool.code,
            "carrier": sheet.pool.carrier,
            "region": sheet.pool.region,
        },
    ),
    permission="addresses.change",
    wish=NamePool,
    lock=_hold,
    look=_look,
    preview=_preview,
    apply=_name,
)
