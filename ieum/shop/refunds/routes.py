"""Endpoints that quote a refund, request it, and name the account that it goes to."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ieum.shop.kernel.errors import InvalidFields
from ieum.shop.kernel.feed import Feed
from ieum.shop.kernel.http import Answer, Caller, Conn, Db, ShopSettings, ok
from ieum.shop.kernel.problems import refusals_of_change
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.authentication import MEMBERS_ONLY, MEMBERS_ONLY_BETWEEN, Member
from ieum.shop.members.passwords import TooBusy
from ieum.shop.members.security.refusals import LoginLocked
from ieum.shop.order_history import service as history
from ieum.shop.order_history.routes import OrderKey
from ieum.shop.order_history.types import OrderView
from ieum.shop.orders.service import OrderNotFound
from ieum.shop.payments.banks import BANKS
from ieum.shop.refunds import accounts, requesting
from ieum.shop.refunds.refusals import AccountNotAwaited, QuoteExpired, RefundNotPossible
from ieum.shop.refunds.types import AccountRequest, Bank, RefundQuote, RefundRequest


@get("/api/v1/banks", sync_to_thread=False)
def list_banks() -> Answer[list[Bank]]:
    """The banks that a deposit can be refunded to."""
    return ok([Bank(code, name) for code, name in BANKS.items()])


@post(
    "/api/v1/orders/{order_id:str}/refund-quote",
    status_code=200,
    dependencies=MEMBERS_ONLY,
    responses=refusals_of_change(OrderNotFound, RefundNotPossible),
)
async def quote(
    conn: Conn, settings: ShopSettings, member: Member, order_id: OrderKey
) -> Answer[RefundQuote]:
    """Calculate what would go back now. Nothing is refunded yet; the figures are valid for 15 minutes."""
    return ok(await requesting.quote(conn, member.member_id, order_id, key=settings.secret_key))


@post(
    "/api/v1/orders/{order_id:str}/refund",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(
        OrderNotFound, RefundNotPossible, QuoteExpired, InvalidFields, LoginLocked, TooBusy
    ),
)
async def refund(
    db: Db,
    feed: NamedDependency[Feed],
    settings: ShopSettings,
    sealer: NamedDependency[Sealer],
    member: Member,
    caller: Caller,
    order_id: OrderKey,
    data: JSONBody[RefundRequest],
) -> Answer[OrderView]:
    """End the service and refund what the quote says. Repeating the call gives the same answer.

    Where an account is named, `currentPw` proves that the member names it.
    """
    await requesting.request(
        db,
        feed,
        member.member_id,
        order_id,
        data,
        key=settings.secret_key,
        sealer=sealer,
        address=caller,
    )
    async with db.connection() as conn:
        return ok(await history.view(conn, member.member_id, order_id))


@post(
    "/api/v1/orders/{order_id:str}/refund-account",
    status_code=200,
    dependencies=MEMBERS_ONLY_BETWEEN,
    responses=refusals_of_change(OrderNotFound, AccountNotAwaited, InvalidFields, LoginLocked, TooBusy),
)
async def name_account(
    db: Db,
    sealer: NamedDependency[Sealer],
    member: Member,
    caller: Caller,
    order_id: OrderKey,
    data: JSONBody[AccountRequest],
) -> Answer[OrderView]:
    """Name the bank account that a deposit is refunded to, the first time or after one was refused.

    `currentPw` proves that the member names it, and a mail says which account was named.
    """
    await accounts.name(db, member.member_id, order_id, data, sealer=sealer, address=caller)
    async with db.connection() as conn:
        return ok(await history.view(conn, member.member_id, order_id))


ROUTES = [list_banks, quote, refund, name_account]
