"""Operators' changes of plans: their terms, whether they are sold, and their prices from a moment on.

A price is never changed in place: a new version begins at its moment, and the old ones stay as evidence
(전자상거래법 시행령 6조). A version that has not begun was never shown, and may be replaced or withdrawn.
"""

from collections.abc import Sequence
from datetime import datetime

from psycopg.errors import CheckViolation, RestrictViolation, UniqueViolation

from ieum.shop.catalog import operating_queries as queries
from ieum.shop.catalog.types import Kind, PlanId, PlanState, PlanTerms, RotationTerms
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError


class PlanNotFound(ShopError):
    status = 404
    code = "catalog_plan_not_found"
    title = "상품을 찾을 수 없습니다"
    detail = "없는 상품입니다. 목록을 새로 고쳐 주세요."


class PlanCodeTaken(ShopError):
    status = 409
    code = "plan_code_taken"
    title = "이미 쓰고 있는 코드입니다"
    detail = "같은 코드의 상품이 있습니다. 다른 코드를 적어 주세요."


class PriceBegun(ShopError):
    status = 409
    code = "price_begun"
    title = "그때 시작하는 가격이 이미 있습니다"
    detail = "지난 때부터 시작하거나, 같은 때에 시작하는 가격이 이미 있습니다. 다른 날을 골라 주세요."


class NoPriceComing(ShopError):
    status = 409
    code = "no_price_coming"
    title = "취소할 예정 가격이 없습니다"
    detail = "이미 시작했거나 취소한 가격입니다. 목록을 새로 고쳐 확인해 주세요."


async def add_plan(
    conn: Connection,
    code: str,
    kind: Kind,
    pool: int | None,
    terms: PlanTerms,
    rotation: RotationTerms | None,
) -> PlanId:
    """Add a plan that nobody can buy yet: it is hidden and has no price. Raises PlanCodeTaken."""
    try:
        async with conn.transaction():
            return await queries.insert(conn, code, kind, pool, terms, rotation or RotationTerms())
    except UniqueViolation:
        raise PlanCodeTaken from None


async def change_plan(
    conn: Connection, plan: PlanId, terms: PlanTerms, rotation: RotationTerms | None
) -> None:
    """A new speed and new terms of rotation hold for running services, too, and so do more devices.

    Fewer devices and another name hold for what is sold from now on.
    """
    await queries.update(conn, plan, terms, rotation)


async def set_state(conn: Connection, plan: PlanId, state: PlanState) -> None:
    await queries.set_state(conn, plan, state)


async def add_prices(
    conn: Connection,
    plan: PlanId,
    *,
    since: datetime,
    prices: Sequence[tuple[int, int]],
    discounts: Sequence[tuple[int, int]],
) -> None:
    """Begin versions at a moment: won by months, percent by least quantity. Raises PriceBegun.

    Versions of these periods and quantities that were to begin at this moment are replaced, unless they have begun.
    """
    try:
        async with conn.transaction():
            await queries.delete_coming(
                conn,
                plan,
                since=since,
                months=[months for months, _ in prices],
                quantities=[quantity for quantity, _ in discounts],
            )
            await queries.insert_versions(conn, plan, since=since, prices=prices, discounts=discounts)
    except (UniqueViolation, CheckViolation, RestrictViolation):
        raise PriceBegun from None


async def withdraw_prices(conn: Connection, plan: PlanId, *, since: datetime) -> None:
    """Delete all versions that were to begin at this moment. Raises NoPriceComing."""
    try:
        async with conn.transaction():
            if not await queries.delete_coming(conn, plan, since=since):
                raise NoPriceComing
    except RestrictViolation:
        raise NoPriceComing from None
