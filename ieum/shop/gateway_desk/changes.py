"""Changes that staff make to gateways: what is wanted of them, their keys, and their tunnels."""

import base64
from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.desk.changes import Change, Made, Nothing, Shown
from ieum.shop.desk.types import Facts, Row
from ieum.shop.gateway_desk import queries
from ieum.shop.gateway_desk.faults import fault_of_network, places_of
from ieum.shop.gateway_desk.sheet import GATEWAY, GatewayCase, GatewayNow
from ieum.shop.gateways import queries as gateways
from ieum.shop.gateways import state_queries, states
from ieum.shop.gateways.state_queries import Wanted
from ieum.shop.gateways.types import LARGEST_MTU, SMALLEST_MTU, WITHOUT_NUL, GatewayId
from ieum.shop.gateways.words import STATES
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong
from ieum.shop.kernel.particles import with_ro

_WARNINGS: dict[Wanted, str] = {
    "serving": "새 주문이 이 게이트웨이의 IP를 받습니다.",
    "draining": "쓰고 있는 서비스는 그대로 두고, 새 주문은 다른 게이트웨이의 IP를 받습니다.",
    "maintenance": "응답이 없어도 알리지 않으며, 새 주문은 다른 게이트웨이의 IP를 받습니다.",
}


class ChangeNetwork(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    tunnel_network: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=40,
            pattern=WITHOUT_NUL,
            title="터널 네트워크",
            description="기기들이 쓰는 사설 네트워크입니다. 호스트에서 다른 데 쓰지 않는 것이어야 합니다.",
        ),
    ]


class ChangeMtu(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mtu: Annotated[
        int,
        Meta(
            ge=SMALLEST_MTU,
            le=LARGEST_MTU,
            title="MTU (바이트)",
            description=(
                f"{SMALLEST_MTU}부터 {LARGEST_MTU}까지입니다. 이 서버로 오는 길이 큰 패킷을 버려 큰 파일이나 일부 "
                f"사이트가 열리지 않으면 {with_ro(str(SMALLEST_MTU))} 낮춥니다."
            ),
        ),
    ]


class TakeKeyCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """1 is the newest copy."""

    number: Annotated[int, Meta(ge=1, le=100, title="몇 번째 사본")]


def _want(wanted: Wanted, label: str, done: str) -> Change[GatewayId, GatewayNow, Nothing]:
    """Have gateways served, drained, or put in maintenance. It moves nobody."""

    def why_not(now: GatewayNow, _wish: Nothing) -> str | None:
        if now.line.wanted == wanted:
            return f"이미 ‘{STATES[wanted]}’ 상태입니다."
        if wanted == "serving" and now.line.is_evacuated:
            return "대피 중인 게이트웨이입니다. 먼저 대피를 취소해 주세요."
        return None

    def preview(now: GatewayNow, _wish: Nothing) -> Shown:
        served = now.served
        return Shown(
            title=f"{now.line.name}: {with_ro(f'‘{STATES[wanted]}’')} 바꿉니다",
            rows=[
                Row("상태", STATES[wanted], before=STATES[now.line.wanted]),
                Row("이 게이트웨이의 서비스", f"{served.services:,}건 (회원 {served.members:,}명)"),
            ],
            warnings=[_WARNINGS[wanted]],
            count=served.services,
        )

    async def want(conn: Connection, case: GatewayCase[Nothing]) -> Facts:
        await states.want(conn, case.sheet.line.name, wanted)
        return {"name": case.sheet.line.name}

    return Change(
        name=f"gateways.{wanted}",
        label=label,
        done=done,
        of=GATEWAY,
        permission="gateways.change",
        wish=Nothing,
        lock=state_queries.hold_gateway,
        refuses=why_not,
        preview=preview,
        apply=want,
    )


def _preview_copy(now: GatewayNow, wish: TakeKeyCopy) -> Shown:
    return Shown(
        title=f"{now.line.name}의 키 사본을 받습니다",
        rows=[Row("사본", seoul.minute(now.copies[wish.number - 1].kept_at))],
        warnings=[
            "새 호스트에서 ieum gateway open-backup 명령과 복구 키 파일로 엽니다.",
            "복구 키가 없으면 아무도 열 수 없습니다.",
        ],
    )


async def _take_copy(_conn: Connection, case: GatewayCase[TakeKeyCopy]) -> Made:
    """Only the owner's recovery key opens the copy."""
    name, number = case.sheet.line.name, case.wish.number
    sealed = base64.b64encode(case.sheet.copies[number - 1].sealed).decode()
    return Made(facts={"name": name, "number": number}, once={"name": name, "sealed": sealed})


def _why_not_forget(now: GatewayNow, _wish: Nothing) -> str | None:
    if now.known.public_key is None:
        return "아직 키가 없는 게이트웨이입니다. 등록 코드로 호스트를 등록해 주세요."
    return None


def _preview_forgetting(now: GatewayNow, _wish: Nothing) -> Shown:
    return Shown(
        title=f"{now.line.name}의 키를 잊습니다",
        rows=[
            Row("공개 키", "없음", before=now.known.public_key),
            Row("설정을 다시 받아야 하는 기기", f"{now.devices:,}대"),
        ],
        warnings=[
            "키의 사본이 있으면 잊지 말고 그 사본으로 호스트를 다시 만들어 주세요. 회원 설정이 그대로 맞습니다.",
            "새 호스트가 등록 코드로 등록할 때까지 이 게이트웨이의 IP는 팔지 않습니다.",
            "등록한 뒤에는 회원마다 기기 설정을 다시 받아야 접속됩니다.",
        ],
        count=now.devices,
    )


async def _forget(conn: Connection, case: GatewayCase[Nothing]) -> None:
    await gateways.forget_key(conn, case.target)


def _why_not_network(now: GatewayNow, wish: ChangeNetwork) -> str | None:
    if wish.tunnel_network == now.known.tunnel_network:
        return "지금 쓰는 네트워크와 같습니다."
    if now.devices:
        return "기기가 있는 게이트웨이입니다. 기기 설정에 지금 네트워크의 주소가 들어 있어 바꿀 수 없습니다."
    return None


def _preview_network(now: GatewayNow, wish: ChangeNetwork) -> Shown:
    """Show the network and its room. Raises InvalidFields."""
    refuse_wrong([fault for fault in [fault_of_network(wish.tunnel_network)] if fault])
    return Shown(
        title=f"{now.line.name}의 터널 네트워크를 바꿉니다",
        rows=[
            Row("터널 네트워크", wish.tunnel_network, before=now.known.tunnel_network),
            Row("기기", f"{places_of(wish.tunnel_network):,}대까지"),
        ],
        warnings=["호스트에서 이 네트워크 안의 주소를 다른 데 쓰고 있지 않아야 합니다."],
    )


async def _replace_network(conn: Connection, case: GatewayCase[ChangeNetwork]) -> None:
    await gateways.replace_network(conn, case.target, case.wish.tunnel_network)


def _preview_mtu(now: GatewayNow, wish: ChangeMtu) -> Shown:
    return Shown(
        title=f"{now.line.name}의 MTU를 바꿉니다",
        rows=[
            Row("MTU", f"{wish.mtu:,}바이트", before=f"{now.known.mtu:,}바이트"),
            Row("등록된 기기", f"{now.devices:,}대"),
        ],
        warnings=[
            "접속 중인 회원은 끊기지 않습니다. 웹처럼 TCP로 오가는 통신은 지금 설정 그대로 새 MTU에 맞춰집니다.",
            "새로 받는 컴퓨터용 설정에 새 MTU가 들어갑니다. 이미 받은 설정은 바뀌지 않습니다.",
        ],
    )


async def _set_mtu(conn: Connection, case: GatewayCase[ChangeMtu]) -> None:
    await gateways.set_mtu(conn, case.target, case.wish.mtu)


SERVE = _want("serving", "다시 운영", "다시 운영합니다.")
DRAIN = _want("draining", "새 서비스 막기", "새 서비스를 막았습니다.")
MAINTAIN = _want("maintenance", "점검 시작", "점검을 시작했습니다.")
TAKE_COPY = Change(
    name="gateways.key_copy",
    label="키 사본 받기",
    done="키 사본을 받았습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=TakeKeyCopy,
    refuses=lambda now, wish: (
        None if wish.number <= len(now.copies) else "없는 키 사본입니다. 새로고침하여 목록을 확인해 주세요."
    ),
    preview=_preview_copy,
    apply=_take_copy,
)
FORGET_KEY = Change(
    name="gateways.forget_key",
    label="키 잊기",
    done="키를 잊었습니다. 등록 코드로 새 호스트를 등록해 주세요.",
    of=GATEWAY,
    permission="gateways.change",
    wish=Nothing,
    lock=state_queries.hold_gateway,
    refuses=_why_not_forget,
    preview=_preview_forgetting,
    apply=_forget,
)
CHANGE_NETWORK = Change(
    name="gateways.network",
    label="네트워크 바꾸기",
    done="터널 네트워크를 바꾸었습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=ChangeNetwork,
    # A device is added under the same lock.
    lock=queries.lock_gateway,
    refuses=_why_not_network,
    preview=_preview_network,
    apply=_replace_network,
)
CHANGE_MTU = Change(
    name="gateways.mtu",
    label="MTU 바꾸기",
    done="MTU를 바꾸었습니다.",
    of=GATEWAY,
    permission="gateways.change",
    wish=ChangeMtu,
    lock=queries.lock_gateway,
    refuses=lambda now, wish: "지금 쓰는 MTU와 같습니다." if wish.mtu == now.known.mtu else None,
    preview=_preview_mtu,
    apply=_set_mtu,
)
CHANGES = [SERVE, DRAIN, MAINTAIN, TAKE_COPY, FORGET_KEY, CHANGE_NETWORK, CHANGE_MTU]
