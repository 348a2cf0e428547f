"""Hands out the sealed copies of a gateway's key, has a key forgotten, and changes its tunnels."""

import base64
from collections.abc import Awaitable, Callable

from ieum.shop.console.gateways import queries
from ieum.shop.console.gateways.enrolling import fault_of_network, places_of
from ieum.shop.console.gateways.refusals import GatewayNotFound, GatewayStays, KeyCopyNotFound
from ieum.shop.console.gateways.types import (
    CancelPress,
    GatewayLine,
    KeyCopyContent,
    MtuPress,
    MtuWish,
    NetworkPress,
    NetworkWish,
)
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.fleet import enrolment, state_queries
from ieum.shop.fleet import queries as fleet
from ieum.shop.fleet.types import Gateway
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import refuse_wrong


async def take_copy(act: Act, gateway: int, number: int, reason: str) -> KeyCopyContent:
    """A copy that only the owner's recovery key opens; 1 is the newest. Raises GatewayNotFound, KeyCopyNotFound."""
    line = await _get(act.conn, gateway)
    copies = await enrolment.list_backups(act.conn, line.name)
    if not 1 <= number <= len(copies):
        raise KeyCopyNotFound
    act.note(
        "gateways.key_copy", "gateway", line.id, after={"name": line.name, "number": number}, reason=reason
    )
    return KeyCopyContent(line.name, base64.b64encode(copies[number - 1].sealed).decode())


async def preview_forgetting(conn: Connection, gateway: int) -> Preview:
    """Raises GatewayNotFound and GatewayStays."""
    line = await _get(conn, gateway)
    known = await fleet.get_gateway(conn, line.id)
    if known.public_key is None:
        raise GatewayStays("아직 키가 없는 게이트웨이입니다. 등록 코드로 호스트를 등록해 주세요.")
    devices = await queries.count_devices(conn, line.id)
    return previews.preview(
        f"{line.name}의 키를 잊습니다",
        [
            Row("공개 키", "없음", before=known.public_key),
            Row("설정을 다시 받아야 하는 기기", f"{devices:,}대"),
        ],
        warnings=[
            "키의 사본이 있으면 잊지 말고 그 사본으로 호스트를 다시 만들어 주세요. 회원 설정이 그대로 맞습니다.",
            "새 호스트가 등록 코드로 등록할 때까지 이 게이트웨이의 IP는 팔지 않습니다.",
            "등록한 뒤에는 회원마다 기기 설정을 다시 받아야 접속됩니다.",
        ],
        count=devices,
    )


async def forget(act: Act, gateway: int, press: CancelPress) -> GatewayLine:
    """Raises what `preview_forgetting` does, and PreviewChanged."""
    line = await _get(act.conn, gateway)
    await state_queries.hold_gateway(act.conn, line.id)
    known = await fleet.get_gateway(act.conn, line.id)
    if (await preview_forgetting(act.conn, gateway)).digest != press.digest:
        raise PreviewChanged
    await fleet.forget_key(act.conn, line.id)
    act.note(
        "gateways.forget_key",
        "gateway",
        line.id,
        before={"publicKey": known.public_key},
        after={"publicKey": None},
        reason=press.reason,
    )
    return await _get(act.conn, gateway)


async def preview_network(conn: Connection, gateway: int, wish: NetworkWish) -> Preview:
    """Raises GatewayNotFound, GatewayStays and InvalidFields."""
    line = await _get(conn, gateway)
    refuse_wrong([fault for fault in [fault_of_network(wish.tunnel_network)] if fault])
    known = await fleet.get_gateway(conn, line.id)
    if wish.tunnel_network == known.tunnel_network:
        raise GatewayStays("지금 쓰는 네트워크와 같습니다.")
    if await fleet.has_devices(conn, line.id):
        raise GatewayStays(
            "기기가 있는 게이트웨이입니다. 기기 설정에 지금 네트워크의 주소가 들어 있어 바꿀 수 없습니다."
        )
    return previews.preview(
        f"{line.name}의 터널 네트워크를 바꿉니다",
        [
            Row("터널 네트워크", wish.tunnel_network, before=known.tunnel_network),
            Row("기기", f"{places_of(wish.tunnel_network):,}대까지"),
        ],
        warnings=["호스트에서 이 네트워크 안의 주소를 다른 데 쓰고 있지 않아야 합니다."],
    )


async def change_network(act: Act, gateway: int, press: NetworkPress) -> GatewayLine:
    """Raises what `preview_network` does, and PreviewChanged. A device is added under the same lock."""
    wish = NetworkWish(press.tunnel_network)
    known = await _lock_as_shown(act, gateway, lambda: preview_network(act.conn, gateway, wish), press.digest)
    await fleet.replace_network(act.conn, known.id, wish.tunnel_network)
    act.note(
        "gateways.network",
        "gateway",
        known.id,
        before={"tunnelNetwork": known.tunnel_network},
        after={"tunnelNetwork": wish.tunnel_network},
        reason=press.reason,
    )
    return await _get(act.conn, gateway)


async def preview_mtu(conn: Connection, gateway: int, wish: MtuWish) -> Preview:
    """Raises GatewayNotFound and GatewayStays."""
    line = await _get(conn, gateway)
    known = await fleet.get_gateway(conn, line.id)
    if wish.mtu == known.mtu:
        raise GatewayStays("지금 쓰는 MTU와 같습니다.")
    devices = await queries.count_devices(conn, line.id)
    return previews.preview(
        f"{line.name}의 MTU를 바꿉니다",
        [
            Row("MTU", f"{wish.mtu:,}바이트", before=f"{known.mtu:,}바이트"),
            Row("등록된 기기", f"{devices:,}대"),
        ],
        warnings=[
            "접속 중인 회원은 끊기지 않습니다. 웹처럼 TCP로 오가는 통신은 지금 설정 그대로 새 MTU에 맞춰집니다.",
            "새로 받는 컴퓨터용 설정에 새 MTU가 들어갑니다. 이미 받은 설정은 바뀌지 않습니다.",
        ],
    )


async def change_mtu(act: Act, gateway: int, press: MtuPress) -> GatewayLine:
    """Raises what `preview_mtu` does, and PreviewChanged."""
    wish = MtuWish(press.mtu)
    known = await _lock_as_shown(act, gateway, lambda: preview_mtu(act.conn, gateway, wish), press.digest)
    await fleet.set_mtu(act.conn, known.id, wish.mtu)
    act.note(
        "gateways.mtu",
        "gateway",
        known.id,
        before={"mtu": known.mtu},
        after={"mtu": wish.mtu},
        reason=press.reason,
    )
    return await _get(act.conn, gateway)


async def _lock_as_shown(
    act: Act, gateway: int, preview: Callable[[], Awaitable[Preview]], digest: str
) -> Gateway:
    """Lock the gateway, if the preview still says what somebody was shown. Raises GatewayNotFound, PreviewChanged."""
    line = await _get(act.conn, gateway)
    known = await fleet.lock_gateway(act.conn, line.name)
    if known is None:
        raise GatewayNotFound
    if (await preview()).digest != digest:
        raise PreviewChanged
    return known


async def _get(conn: Connection, gateway: int) -> GatewayLine:
    found = await queries.find_gateway(conn, gateway)
    if found is None:
        raise GatewayNotFound
    return found
