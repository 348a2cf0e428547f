"""Adds a gateway, and makes the code by which its host enrols. For a running gateway, a code takes two people."""

from datetime import UTC, datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk import access_queries
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.changes import Case, Change, Made, Nothing, Shown, Stays, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.gateway_desk import queries
from ieum.shop.gateway_desk.faults import faults_of, places_of
from ieum.shop.gateway_desk.refusals import GatewayNotFound
from ieum.shop.gateway_desk.sheet import GATEWAY, GatewayCase, GatewayNow
from ieum.shop.gateways import enrolment
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways import service as gateway_service
from ieum.shop.gateways.types import TUNNEL_NETWORK, WITHOUT_NUL, GatewayId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.particles import with_particle
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging.staff_templates import code_of_running_gateway
from ieum.shop.site import queries as site

_TAKEN = (
    "같은 이름의 게이트웨이가 있습니다. 다른 이름을 쓰거나 그 게이트웨이의 등록 코드를 새로 만들어 주세요."
)


class AddGateway(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    name: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=WITHOUT_NUL,
            title="이름",
            description="영문 소문자, 숫자, 하이픈. 예: seoul-1",
        ),
    ]
    endpoint: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=300,
            pattern=WITHOUT_NUL,
            title="접속 주소",
            description="회원의 기기가 접속할 주소와 포트. 예: vpn1.example.com:51820",
        ),
    ]
    tunnel_network: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=WITHOUT_NUL,
            title="터널 네트워크",
            description="기기에 나눠 줄 사설 네트워크. 호스트의 다른 주소와 겹치지 않아야 합니다.",
        ),
    ] = TUNNEL_NETWORK


class Name(msgspec.Struct, frozen=True):
    """The name of a new gateway, and whether another has it."""

    is_taken: bool


async def _no_name(_conn: Connection, _target: None) -> Name:
    return Name(is_taken=False)


async def _look_up_name(conn: Connection, _target: None, wish: AddGateway) -> Name:
    return Name(is_taken=wish.name in {one.name for one in await gateways.list_gateways(conn)})


def _preview_add(_name: Name, wish: AddGateway) -> Shown:
    """Show what the gateway will be. Raises InvalidFields."""
    refuse_wrong(faults_of(wish.name, wish.endpoint, wish.tunnel_network))
    return Shown(
        title=f"게이트웨이 {with_particle(wish.name, '을/를')} 등록합니다",
        rows=[
            Row("접속 주소", wish.endpoint),
            Row("터널 네트워크", f"{wish.tunnel_network} (기기 {places_of(wish.tunnel_network):,}대)"),
        ],
        warnings=["등록 코드가 한 번 보입니다. 한 시간 안에 호스트에서 써야 합니다."],
    )


async def _add(conn: Connection, case: Case[None, Name, AddGateway]) -> Made:
    wish = case.wish
    # Nobody is told this one: the host makes its own when it enrols.
    token = gateway_service.hash_token(gateway_service.new_token())
    gateway = await gateways.insert_gateway(
        conn, wish.name, endpoint=wish.endpoint, token_hash=token, tunnel_network=wish.tunnel_network
    )
    if gateway is None:
        raise Stays(_TAKEN)
    return Made(
        id=gateway,
        facts={"name": wish.name, "endpoint": wish.endpoint, "tunnelNetwork": wish.tunnel_network},
        answer={"id": gateway},
        once=await _code(conn, gateway, wish.name, case.settings, takes_over=False),
    )


def _host(now: GatewayNow) -> list[Row]:
    return [
        Row("게이트웨이", now.line.name),
        Row("지금 호스트", "작동 중" if now.is_running else "응답 없음"),
    ]


def _preview_code(now: GatewayNow, _wish: Nothing) -> Shown:
    told = ["만들면 모든 직원에게 메일로 알립니다."] if now.is_running else []
    return Shown(
        title=f"{now.line.name}의 등록 코드를 만듭니다",
        rows=_host(now),
        warnings=[
            "호스트 한 대가 한 시간 안에 한 번 쓸 수 있습니다. 먼저 만든 코드는 쓸 수 없게 됩니다.",
            "새 호스트가 쓰는 순간 지금 호스트의 접속 권한이 끝납니다.",
            *told,
        ],
    )


async def _make_code(conn: Connection, case: GatewayCase[Nothing]) -> Made:
    """Make a code for a host that takes this gateway over, or enrols anew; an earlier code ends.

    The host that uses it gets the gateway's traffic. So if the gateway was heard of within five minutes, a second
    person has to agree first (`gateways.take_over`); then the first has an hour to make one code, and all staff are
    mailed. A code that was made while it was silent is refused once it is running again. Raises Stays without permit.
    """
    now = case.sheet
    if now.is_running:
        if not await queries.use_permit(conn, now.line.id, case.by):
            raise Stays("작동 중인 게이트웨이입니다. 새로고침하고 두 번째 사람의 확인을 먼저 요청해 주세요.")
        await _tell_all(conn, case)
    code = await _code(conn, now.line.id, now.line.name, case.settings, takes_over=now.is_running)
    return Made(facts={"name": now.line.name}, once=code)


async def _tell_all(conn: Connection, case: GatewayCase[Nothing]) -> None:
    [by] = await access_queries.get_names(conn, case.by)
    config, name = await site.get_config(conn), case.sheet.line.name
    text = code_of_running_gateway(site=config.site_name, gateway=name, by=by, reason=case.reason)
    await approvals.mail_staff(
        conn, config, text, reference=f"gateway-code:{name}:{datetime.now(UTC):%Y%m%d%H%M%S}"
    )


def _preview_take_over(now: GatewayNow, _wish: Nothing) -> Shown:
    return Shown(
        title=f"{now.line.name}의 등록 코드를 만들게 합니다",
        rows=_host(now),
        warnings=[
            "코드를 쓴 호스트가 이 게이트웨이를 넘겨받습니다. 지금 호스트의 접속 권한은 끝납니다.",
            "요청한 사람이 한 시간 안에 코드를 한 번 만들 수 있습니다. 만들면 모든 직원에게 메일로 알립니다.",
        ],
    )


async def _permit(conn: Connection, case: GatewayCase[Nothing]) -> Facts:
    await queries.permit(conn, case.target, case.asked_by)
    return {"staff": case.asked_by}


async def _code(
    conn: Connection, gateway: GatewayId, name: str, settings: Settings, *, takes_over: bool
) -> Facts:
    """The code is shown once. `command` is what to type on the host."""
    code = await enrolment.issue_code(conn, name, takes_over=takes_over)
    until = await enrolment.find_open_code(conn, gateway)
    if code is None:
        raise GatewayNotFound
    command = f"ieum gateway enrol --url {settings.public_url} --code {code}"
    return {"name": name, "code": code, "expiresAt": until or datetime.now(UTC), "command": command}


ADD = Change(
    name="gateways.add",
    label="등록하고 코드 받기",
    done="게이트웨이를 등록했습니다.",
    of=Thing(
        name="gateway",
        label="게이트웨이",
        screen="gateways",
        key="none",
        find=_no_name,
        missing=GatewayNotFound,
    ),
    permission="gateways.change",
    wish=AddGateway,
    look=_look_up_name,
    refuses=lambda name, _wish: _TAKEN if name.is_taken else None,
    preview=_preview_add,
    apply=_add,
)
CODE = Change(
    name="gateways.code",
    label="코드 만들기",
    done="등록 코드를 만들었습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=Nothing,
    # Of two codes one is made after the other.
    lock=queries.lock_gateway,
    preview=_preview_code,
    apply=_make_code,
)
TAKE_OVER = Change(
    name="gateways.take_over",
    label="작동 중인 게이트웨이의 등록 코드",
    done="등록 코드를 만들 수 있게 했습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=Nothing,
    lock=queries.lock_gateway,
    preview=_preview_take_over,
    apply=_permit,
    takes_two=lambda _now, _wish: "작동 중인 게이트웨이를 넘겨받는 코드는 두 사람이 확인합니다.",
)
CHANGES = [ADD, CODE, TAKE_OVER]
