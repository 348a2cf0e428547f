"""The window in which a buyer registers a card for recurring charges."""

from typing import Literal

from litestar import Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect
from msgspec import Struct

from ieum.dev.sandbox.html import Markup, fill, page
from ieum.dev.sandbox.http import AnyRequest
from ieum.dev.sandbox.toss.cards import CARDS
from ieum.dev.sandbox.toss.errors import TossError
from ieum.dev.sandbox.toss.request_rules import read_registration
from ieum.dev.sandbox.toss.window import Shown, closed, failure, show_refusal, with_query
from ieum.dev.sandbox.world import World


class CardChoice(Struct):
    outcome: Literal["register", "cancel", "refuse", "never"]
    card: str = "001"


@get("/")
async def open_window(request: AnyRequest, world: NamedDependency[World]) -> Shown:
    """Start a registration and redirect to its own address, so that a reload does not start another."""
    registration_request = read_registration(dict(request.query_params))
    pair = world.settings.pair_of_client(registration_request.client_key)
    if pair is None:
        raise TossError("INVALID_CLIENT_KEY")
    registration = world.billing.open(pair, registration_request)
    return Redirect(f"/toss/billing/{registration.id}", status_code=303)


@get("/{registration_id:str}")
async def show_window(world: NamedDependency[World], registration_id: FromPath[str]) -> Shown:
    registration = world.billing.find_opened(registration_id)
    if registration.done:
        return closed(registration.request.fail_url)
    cards = [
        fill("card", ending=card.ending, label=card.label, number=card.number, checked=checked(card.ending))
        for card in CARDS.values()
    ]
    return page(
        "billing",
        title="모의 카드 등록창",
        customer=registration.request.customer_name or "고객",
        cards=Markup("".join(cards)),
        action=f"/toss/billing/{registration_id}",
    )


@post("/{registration_id:str}", status_code=200)
async def choose(
    world: NamedDependency[World], registration_id: FromPath[str], data: URLEncodedBody[CardChoice]
) -> Shown:
    registration = world.billing.find_opened(registration_id)
    card = CARDS.get(data.card)
    if card is None:
        raise TossError("NOT_FOUND")
    if registration.done:
        return await show_window.fn(world, registration_id)
    request = registration.request
    if data.outcome == "never":
        return page("left", title="결제창을 닫았습니다", order_id=request.customer_key)
    if data.outcome == "register":
        auth_key = world.billing.authorize(registration, card)
        result = {"customerKey": request.customer_key, "authKey": auth_key}
        return Redirect(with_query(request.success_url, result), status_code=303)
    registration.done = True
    code = "PAY_PROCESS_CANCELED" if data.outcome == "cancel" else "REJECT_CARD_COMPANY"
    return Redirect(with_query(request.fail_url, failure(code, None)), status_code=303)


def checked(ending: str) -> Markup:
    return Markup(" checked" if ending == "001" else "")


router = Router(
    "/toss/billing",
    route_handlers=[open_window, show_window, choose],
    exception_handlers={TossError: show_refusal},
)
