"""The bank's page: lists the virtual accounts, with buttons to pay in or take a deposit back."""

from datetime import datetime

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect

from ieum.dev.sandbox.html import Markup, fill, page
from ieum.dev.sandbox.toss import deposits
from ieum.dev.sandbox.toss.banks import BANKS
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.window import show_refusal
from ieum.dev.sandbox.world import World

REFUSED = "은행이 처리하지 못했습니다. 잠시 뒤 다시 시도해 주세요."


@get("/")
async def list_accounts(world: NamedDependency[World]) -> Response[str]:
    return show_accounts(world)


@post("/{order_id:str}", status_code=200)
async def move(
    world: NamedDependency[World], order_id: FromPath[str], data: URLEncodedBody[deposits.Movement]
) -> Response[str] | Redirect:
    try:
        answer = await deposits.move_money(world, order_id, data)
    except TossError as error:
        if error.status == 404:
            raise
        return show_accounts(world, wrong=error.message, status=400)
    if answer.status != 200:
        return show_accounts(world, wrong=REFUSED, status=answer.status)
    return Redirect("/toss/deposits", status_code=303)


def show_accounts(world: World, *, wrong: str = "", status: int = 200) -> Response[str]:
    accounts = [section_of(checkout) for checkout in deposits.accounts(world.payments)]
    return page(
        "deposits",
        title="모의 입금",
        status=status,
        wrong=wrong,
        accounts=Markup("".join(accounts)) or fill("no_deposits"),
    )


def section_of(checkout: Checkout) -> Markup:
    payment, account = checkout.payment, checkout.payment.virtual_account
    if account is None:
        raise ValueError(f"{payment.payment_key} has no virtual account")
    action = f"/toss/deposits/{payment.order_id}"
    if payment.status != "WAITING_FOR_DEPOSIT":
        state, what_now = "입금됨", fill("deposit_reverse", action=action)
    elif account.expired:
        state, what_now = "기한이 지남", fill("deposit_lapsed")
    else:
        state = "입금 대기"
        what_now = fill("deposit_pay", action=action, order_id=payment.order_id, value=payment.total_amount)
    return fill(
        "deposit",
        order_name=payment.order_name,
        order_id=payment.order_id,
        state=state,
        bank=BANKS[account.bank_code],
        number=account.account_number,
        amount=f"{payment.total_amount:,}",
        due=f"{datetime.fromisoformat(account.due_date):%Y-%m-%d %H:%M}",
        receipt=checkout.request.cash_receipt_type or "미발행",
        what_now=what_now,
    )


router = Router(
    "/toss/deposits", route_handlers=[list_accounts, move], exception_handlers={TossError: show_refusal}
)
