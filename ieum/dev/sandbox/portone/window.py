"""PortOne's window, in which a person enters a name, a birth date and a phone number, or cancels."""

import re
from datetime import date
from typing import Annotated, Literal
from urllib.parse import urlencode, urlsplit

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter, URLEncodedBody
from litestar.response import Redirect
from msgspec import Meta, Struct

from ieum.dev.sandbox.html import page
from ieum.dev.sandbox.portone.book import Identity, Person
from ieum.dev.sandbox.toss.window import with_query
from ieum.dev.sandbox.world import World

type Shown = Response[str] | Redirect

CANCELLED = {"code": "PG_PROVIDER_ERROR", "message": "사용자가 본인인증을 취소하였습니다."}


class Choice(Struct):
    outcome: Literal["verify", "cancel"]
    name: Annotated[str, Meta(max_length=60)] = ""
    phone: Annotated[str, Meta(max_length=20)] = ""
    birth_date: Annotated[str, Meta(max_length=10)] = ""


@get("/window")
async def open_window(
    world: NamedDependency[World],
    store_id: Annotated[str, QueryParameter(name="storeId")],
    channel_key: Annotated[str, QueryParameter(name="channelKey")],
    identity_id: Annotated[
        str, QueryParameter(name="identityVerificationId", pattern=r"^[A-Za-z0-9-]{1,64}$")
    ],
    origin: FromQuery[str | None] = None,
    redirect_url: Annotated[str | None, QueryParameter(name="redirectUrl")] = None,
) -> Shown:
    """Start a verification and redirect to its own address, so that a reload does not start another."""
    settings = world.settings
    if (store_id, channel_key) != (settings.portone_store_id, settings.portone_channel_key):
        return window_refused("CHANNEL_NOT_FOUND", "등록되지 않은 상점 또는 채널입니다.")
    back = redirect_url or origin
    if back is None or urlsplit(back).scheme not in {"http", "https"}:
        return window_refused("INVALID_REQUEST", "돌아갈 주소가 없습니다.")
    identity = world.identities.open(identity_id, origin=origin, redirect_url=redirect_url)
    if identity is None:
        return window_refused(
            "IDENTITY_VERIFICATION_ALREADY_VERIFIED", "이미 완료된 본인인증입니다.", status=409
        )
    return Redirect(f"/portone/window/{identity.id}", status_code=303)


@get("/window/{identity_id:str}")
async def show_window(world: NamedDependency[World], identity_id: FromPath[str]) -> Shown:
    identity = world.identities.find(identity_id)
    if identity is None or identity.status != "READY":
        return already_over()
    return show_form(identity)


@post("/window/{identity_id:str}", status_code=200)
async def choose(
    world: NamedDependency[World], identity_id: FromPath[str], data: URLEncodedBody[Choice]
) -> Shown:
    identity = world.identities.find(identity_id)
    if identity is None or identity.status != "READY":
        return already_over()
    if data.outcome == "cancel":
        world.identities.fail(identity)
        return go_back(identity, CANCELLED)
    person = read_person(data)
    if person is None:
        return show_form(identity, wrong="이름과 생년월일(YYYY-MM-DD)을 다시 확인해 주세요.")
    world.identities.verify(identity, person)
    return go_back(identity, {})


def read_person(data: Choice) -> Person | None:
    try:
        birth_date = date.fromisoformat(data.birth_date.strip())
    except ValueError:
        return None
    name = data.name.strip()
    return Person(name, re.sub(r"\D", "", data.phone) or None, birth_date) if name else None


def show_form(identity: Identity, *, wrong: str = "") -> Response[str]:
    return page(
        "identity",
        title="모의 본인인증",
        status=400 if wrong else 200,
        action=f"/portone/window/{identity.id}",
        wrong=wrong,
    )


def go_back(identity: Identity, failure: dict[str, str]) -> Shown:
    """Redirect the visitor to the shop, or send the result to the page that opened the popup."""
    result = {
        "transactionType": "IDENTITY_VERIFICATION",
        "identityVerificationId": identity.id,
        "identityVerificationTxId": identity.tx_id,
        **failure,
    }
    if identity.redirect_url is None:
        return page(
            "identity_answer", title="모의 본인인증", origin=identity.origin or "", result=urlencode(result)
        )
    return Redirect(with_query(identity.redirect_url, result), status_code=303)


def already_over() -> Response[str]:
    return window_refused("NOT_FOUND", "이미 끝났거나 시작하지 않은 본인인증입니다.", status=410)


def window_refused(code: str, message: str, *, status: int = 400) -> Response[str]:
    return page("identity_refused", title="모의 본인인증", status=status, code=code, message=message)


router = Router("/portone", route_handlers=[open_window, show_window, choose])
