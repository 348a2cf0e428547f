"""The payment window, in which the buyer or a test chooses how the payment ends; also its receipts."""

from datetime import datetime
from typing import Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from msgspec import Struct

from ieum.dev.sandbox.faults import CallFaultKind, NewFault
from ieum.dev.sandbox.html import Markup, fill, page
from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.toss.banks import BANKS, WINDOW_BANKS
from ieum.dev.sandbox.toss.checkout import Checkout
from ieum.dev.sandbox.toss.errors import TossError, text_of
from ieum.dev.sandbox.toss.request_rules import read_request
from ieum.dev.sandbox.world import World

METHOD_NAMES = {"CARD": "신용·체크카드", "TRANSFER": "계좌이체", "VIRTUAL_ACCOUNT": "가상계좌"}
type Shown = Response[str] | Redirect


class Choice(Struct):
    outcome: Literal["pay", "cancel", "refuse", "never"]
    # The fault of this order's next confirm call; empty for none.
    fault: Literal["", CallFaultKind] = ""
    # The bank of the transfer or of the virtual account.
    bank: str = "88"


@get("/window")
async def open_window(request: AnyRequest, world: NamedDependency[World]) -> Shown:
    """Start a payment and redirect to its own address, so that a reload does not start another."""
    origin = str(request.base_url).rstrip("/")
    payment = read_request(dict(request.query_params))
    pair = world.settings.pair_of_client(payment.client_key)
    if pair is None:
        raise TossError("INVALID_CLIENT_KEY")
    try:
        checkout = world.payments.open(pair, payment, origin)
    except TossError as error:
        if payment.fail_url is None:
            raise
        return Redirect(with_query(payment.fail_url, failure(error.code, payment.order_id)), status_code=303)
    return Redirect(f"/toss/window/{checkout.payment.payment_key}", status_code=303)


@get("/window/{payment_key:str}")
async def show_window(world: NamedDependency[World], payment_key: FromPath[str]) -> Shown:
    checkout = world.payments.find_opened(payment_key)
    if checkout is None:
        raise TossError("NOT_FOUND_PAYMENT_SESSION")
    if not checkout.open:
        return closed(checkout.request.fail_url)
    payment = checkout.payment
    by_transfer = checkout.request.method == "TRANSFER"
    by_deposit = checkout.request.method == "VIRTUAL_ACCOUNT"
    return page(
        "window",
        title="모의 결제창",
        order_name=payment.order_name,
        order_id=payment.order_id,
        amount=f"{payment.total_amount:,}",
        action=f"/toss/window/{payment_key}",
        method=METHOD_NAMES[checkout.request.method],
        button="가상계좌 발급받기" if by_deposit else f"{payment.total_amount:,}원 결제하기",
        cash="" if checkout.request.method == "CARD" else cash_fields(checkout),
        refuse="계좌 발급 거절" if by_deposit else "은행 거절" if by_transfer else "카드사 거절",
    )


def cash_fields(checkout: Checkout) -> Markup:
    """The choice of a bank, and the kind of cash receipt that the shop asked for."""
    banks = Markup("".join(fill("bank", code=code, bank=BANKS[code]) for code in WINDOW_BANKS))
    return fill("window_cash", banks=banks, receipt=checkout.request.cash_receipt_type or "미발행")


@post("/window/{payment_key:str}", status_code=200)
async def choose(
    world: NamedDependency[World], payment_key: FromPath[str], data: URLEncodedBody[Choice]
) -> Shown:
    checkout = world.payments.find_opened(payment_key)
    if checkout is None:
        raise TossError("NOT_FOUND_PAYMENT_SESSION")
    payment = checkout.payment
    if payment.status == "EXPIRED":
        return go_back(checkout, failure("PAY_PROCESS_ABORTED", payment.order_id))
    if not checkout.open:
        return closed(checkout.request.fail_url)
    return carry_out(world, checkout, data)


def carry_out(world: World, checkout: Checkout, data: Choice) -> Shown:
    payment = checkout.payment
    match data.outcome:
        case "never":
            return page("left", title="결제창을 닫았습니다", order_id=payment.order_id)
        case "cancel":
            world.payments.give_up(checkout)
            # Toss does not name the order here.
            return go_back(checkout, failure("PAY_PROCESS_CANCELED", None))
        case "refuse":
            card = checkout.request.method == "CARD"
            code = "REJECT_CARD_COMPANY" if card else "REJECT_ACCOUNT_PAYMENT"
            world.payments.abort(checkout, code)
            return go_back(checkout, failure(code, payment.order_id))
        case "pay":
            if data.bank not in BANKS:
                raise TossError("INVALID_BANK")
            world.payments.authenticate(checkout, data.bank)
            if data.fault:
                world.faults.add(NewFault("confirm", data.fault, order_id=payment.order_id))
            authenticated = {"paymentKey": payment.payment_key, "orderId": payment.order_id}
            return go_back(checkout, authenticated | {"amount": str(payment.total_amount)})


@get("/receipt/{payment_key:str}")
async def show_receipt(world: NamedDependency[World], payment_key: FromPath[str]) -> Shown:
    checkout = world.payments.find_opened(payment_key)
    if checkout is None or checkout.payment.approved_at is None:
        raise TossError("NOT_FOUND_PAYMENT")
    payment = checkout.payment
    approved_at = datetime.fromisoformat(checkout.payment.approved_at)
    return page(
        "receipt",
        title="모의 매출전표",
        order_name=payment.order_name,
        order_id=payment.order_id,
        approved_at=f"{approved_at:%Y-%m-%d %H:%M:%S}",
        total=f"{payment.total_amount:,}",
        supplied=f"{payment.supplied_amount:,}",
        vat=f"{payment.vat:,}",
        cancelled=f"{payment.total_amount - payment.balance_amount:,}",
    )


@get("/cash-receipt/{payment_key:str}")
async def show_cash_receipt(world: NamedDependency[World], payment_key: FromPath[str]) -> Shown:
    checkout = world.payments.find_opened(payment_key)
    entries = checkout.payment.cash_receipts if checkout else None
    if checkout is None or not entries:
        raise TossError("NOT_FOUND_PAYMENT")
    payment, first = checkout.payment, entries[0]
    return page(
        "cash_receipt",
        title="모의 현금영수증",
        order_name=payment.order_name,
        order_id=payment.order_id,
        kind=first.type,
        number=first.issue_number,
        issued_at=f"{datetime.fromisoformat(first.requested_at):%Y-%m-%d %H:%M:%S}",
        left=f"{payment.cash_receipt.amount if payment.cash_receipt else 0:,}",
    )


def go_back(checkout: Checkout, result: dict[str, str]) -> Shown:
    """Redirect the buyer to the shop, or in Promise mode send the result to the page that opened the popup."""
    request = checkout.request
    if request.success_url is None or request.fail_url is None:
        return page("answer", title="결제창", origin=request.origin or "", result=urlencode(promised(result)))
    target = request.success_url if "paymentKey" in result else request.fail_url
    return Redirect(with_query(target, result), status_code=303)


def promised(result: dict[str, str]) -> dict[str, str]:
    """In Promise mode Toss has another code for a cancel by the buyer."""
    if result.get("code") == "PAY_PROCESS_CANCELED":
        return result | {"code": "USER_CANCEL"}
    return result


def failure(code: str, order_id: str | None) -> dict[str, str]:
    result = {"code": code, "message": text_of(code)}
    return result if order_id is None else result | {"orderId": order_id}


def with_query(url: str, added: dict[str, str]) -> str:
    parts = urlsplit(url)
    query = [*parse_qsl(parts.query, keep_blank_values=True), *added.items()]
    return urlunsplit(parts._replace(query=urlencode(query)))


def show_refusal(_: AnyRequest, error: TossError) -> Response[str]:
    status = 404 if error.status == 404 else 400
    return page(
        "refused", title="결제창을 열 수 없습니다", status=status, code=error.code, message=error.message
    )


def closed(fail_url: str | None) -> Response[str]:
    way_back = "" if fail_url is None else fill("way_back", url=origin_of(fail_url))
    return page("closed", title="이미 끝난 결제창입니다", status=410, way_back=way_back)


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


router = Router(
    "/toss",
    route_handlers=[open_window, show_window, choose, show_receipt, show_cash_receipt],
    exception_handlers={TossError: show_refusal},
)
