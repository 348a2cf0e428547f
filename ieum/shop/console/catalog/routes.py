"""The calls about plans and prices."""

from litestar import get, post, put
from litestar.params import JSONBody

from ieum.shop.catalog.operating import NoPriceComing, PlanCodeTaken, PlanNotFound, PriceBegun
from ieum.shop.catalog.types import PlanId
from ieum.shop.console.catalog import prices, queries, service, withdrawals
from ieum.shop.console.catalog.types import (
    NewPlanForm,
    NewPlanOrder,
    PlanForm,
    PlanOrder,
    PlanPage,
    PoolChoice,
    PricesBegun,
    PricesForm,
    PricesOrder,
    SoldPlan,
    StateForm,
    StateOrder,
    WithdrawalForm,
    WithdrawalOrder,
)
from ieum.shop.desk.access import Acting, changes, reads
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Items, Preview
from ieum.shop.kernel.http import Answer, Conn, RowId, created, ok

PLANS = "/api/v1/console/plans"
PLAN = f"{PLANS}/{{id:int}}"


@get(PLANS, **reads("catalog.view"))
async def list_plans(conn: Conn) -> Answer[Items[SoldPlan]]:
    """Every plan with its prices of now, also those that nobody can buy."""
    return ok(Items(await service.list_plans(conn)))


@get("/api/v1/console/address-pools", **reads("catalog.view"))
async def list_pools(conn: Conn) -> Answer[Items[PoolChoice]]:
    """The pools of addresses that a plan can sell."""
    return ok(Items(await queries.list_pools(conn)))


@get(PLAN, **reads("catalog.view", PlanNotFound))
async def get_plan(conn: Conn, id: RowId) -> Answer[PlanPage]:
    return ok(await service.get_page(conn, PlanId(id)))


@post(f"{PLANS}/preview", status_code=200, **reads("catalog.plans", PlanCodeTaken))
async def preview_new_plan(conn: Conn, data: JSONBody[NewPlanForm]) -> Answer[Preview]:
    return ok(await service.preview_new(conn, data))


@post(PLANS, **changes("catalog.plans", PlanCodeTaken, PreviewChanged))
async def make_plan(act: Acting, data: JSONBody[NewPlanOrder]) -> Answer[PlanPage]:
    """Make a plan; it is hidden until its sale begins."""
    return created(await service.make(act, data))


@post(f"{PLAN}/preview", status_code=200, **reads("catalog.plans", PlanNotFound))
async def preview_plan(conn: Conn, id: RowId, data: JSONBody[PlanForm]) -> Answer[Preview]:
    return ok(await service.preview_change(conn, PlanId(id), data))


@put(PLAN, **changes("catalog.plans", PlanNotFound, PreviewChanged))
async def change_plan(act: Acting, id: RowId, data: JSONBody[PlanOrder]) -> Answer[PlanPage]:
    return ok(await service.change(act, PlanId(id), data))


@post(f"{PLAN}/state/preview", status_code=200, **reads("catalog.switch", PlanNotFound))
async def preview_state(conn: Conn, id: RowId, data: JSONBody[StateForm]) -> Answer[Preview]:
    return ok(await service.preview_state(conn, PlanId(id), data))


@put(f"{PLAN}/state", **changes("catalog.switch", PlanNotFound, PreviewChanged))
async def set_state(act: Acting, id: RowId, data: JSONBody[StateOrder]) -> Answer[PlanPage]:
    """Begin or end the sale, or show it as sold out."""
    return ok(await service.set_state(act, PlanId(id), data))


@post(f"{PLAN}/prices/preview", status_code=200, **reads("catalog.prices", PlanNotFound, PriceBegun))
async def preview_prices(conn: Conn, id: RowId, data: JSONBody[PricesForm]) -> Answer[Preview]:
    return ok(await prices.preview(conn, prices.wish_of(PlanId(id), data)))


@post(f"{PLAN}/prices", **changes("catalog.prices", PlanNotFound, PriceBegun, PreviewChanged))
async def begin_prices(act: Acting, id: RowId, data: JSONBody[PricesOrder]) -> Answer[PricesBegun]:
    """Begin new prices, or replace those of that day; a second person confirms a cut first (`approvalId`)."""
    return created(
        await prices.BEGINNING.press(
            act, prices.wish_of(PlanId(id), data), digest=data.digest, reason=data.reason
        )
    )


@post(
    f"{PLAN}/prices/withdrawal/preview",
    status_code=200,
    **reads("catalog.prices", PlanNotFound, NoPriceComing),
)
async def preview_withdrawal(conn: Conn, id: RowId, data: JSONBody[WithdrawalForm]) -> Answer[Preview]:
    return ok(await withdrawals.preview(conn, withdrawals.WithdrawPrices(PlanId(id), data.since)))


@post(
    f"{PLAN}/prices/withdrawal",
    status_code=200,
    **changes("catalog.prices", PlanNotFound, NoPriceComing, PreviewChanged),
)
async def withdraw_prices(act: Acting, id: RowId, data: JSONBody[WithdrawalOrder]) -> Answer[PricesBegun]:
    """Withdraw prices that have not begun; a second person confirms it if anybody would pay less (`approvalId`)."""
    return ok(
        await withdrawals.WITHDRAWING.press(
            act, withdrawals.WithdrawPrices(PlanId(id), data.since), digest=data.digest, reason=data.reason
        )
    )


ROUTES = [
    list_plans,
    list_pools,
    get_plan,
    preview_new_plan,
    make_plan,
    preview_plan,
    change_plan,
    preview_state,
    set_state,
    preview_prices,
    begin_prices,
    preview_withdrawal,
    withdraw_prices,
]
