"""Deposits to virtual accounts, as the bank accepts or refuses them."""

from typing import Literal

from msgspec import Struct

from ieum.dev.sandbox.toss.book import PaymentBook
from ieum.dev.sandbox.toss.calls import Action, act_with_faults
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.idempotency import Answer
from ieum.dev.sandbox.world import World


class Movement(Struct):
    # `reverse`: the bank takes back a deposit that it reported by mistake.
    act: Literal["deposit", "reverse"]
    amount: int = 0


def accounts(book: PaymentBook) -> list[Checkout]:
    """Every virtual account that waits for its deposit or has it and was not cancelled, newest first."""
    return [
        checkout
        for checkout in reversed(list(book.all()))
        if checkout.payment.virtual_account is not None
        and checkout.payment.status in {"WAITING_FOR_DEPOSIT", "DONE"}
    ]


def of_order(book: PaymentBook, order_id: str) -> Checkout:
    for checkout in accounts(book):
        if checkout.payment.order_id == order_id:
            return checkout
    raise TossError("NOT_FOUND_PAYMENT", "이 주문의 가상계좌가 없습니다.")


async def move_money(world: World, order_id: str, movement: Movement) -> Answer:
    """Pay in or take back, or apply the fault that is queued for it."""
    checkout = of_order(world.payments, order_id)
    if movement.act == "deposit":
        check_deposit(checkout, movement.amount)
        move = world.payments.receive
    else:
        check_reversal(checkout)
        move = world.payments.reverse
    return await act_with_faults(world, Action("deposit", order_id, lambda: move(checkout)))


def check_deposit(checkout: Checkout, amount: int) -> None:
    """The bank accepts only the exact amount, in one transfer and before the deadline."""
    account = checkout.payment.virtual_account
    if account is None or checkout.payment.status != "WAITING_FOR_DEPOSIT":
        raise TossError("INVALID_REQUEST", "입금을 기다리는 가상계좌가 아닙니다.")
    if account.expired:
        raise TossError("INVALID_REQUEST", "입금 기한이 지난 가상계좌입니다.")
    if amount != checkout.payment.total_amount:
        raise TossError("INVALID_REQUEST", "입금할 금액과 달라 은행이 받지 않았습니다.")


def check_reversal(checkout: Checkout) -> None:
    if checkout.payment.status != "DONE":
        raise TossError("INVALID_REQUEST", "입금된 가상계좌가 아닙니다.")
