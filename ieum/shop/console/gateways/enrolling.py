"""Adds a gateway, and makes the code by which its host enrols. For a running gateway, a code takes two people."""

from datetime import UTC, datetime
from ipaddress import IPv4Network

from ieum.shop.console.gateways import queries
from ieum.shop.console.gateways.refusals import GatewayNameTaken, GatewayNotFound
from ieum.shop.console.gateways.types import Enrolling, EnrolmentCode, NewGateway, NewGatewayPress, OfGateway
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.approvals.types import Asked, World, written_out
from ieum.shop.desk.types import Preview, Row
from ieum.shop.fleet import enrolment, inventory
from ieum.shop.fleet import queries as fleet
from ieum.shop.fleet import service as fleet_service
from ieum.shop.fleet.types import GatewayId
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.settings import Settings
from ieum.shop.messaging.staff_templates import code_of_running_gateway
from ieum.shop.site import queries as site


async def preview(conn: Connection, wish: NewGateway) -> Preview:
    """Raises InvalidFields and GatewayNameTaken."""
    refuse_wrong(_faults(wish))
    if wish.name in {one.name for one in await fleet.list_gateways(conn)}:
        raise GatewayNameTaken
    return previews.preview(
        f"게이트웨이 {wish.name}을(를) 등록합니다",
        [
            Row("접속 주소", wish.endpoint),
            Row("터널 네트워크", f"{wish.tunnel_network} (기기 {places_of(wish.tunnel_network):,}대)"),
        ],
        warnings=["등록 코드가 한 번 보입니다. 한 시간 안에 호스트에서 써야 합니다."],
    )


async def add(act: Act, press: NewGatewayPress, settings: Settings) -> EnrolmentCode:
    """Raises what `preview` does, and PreviewChanged."""
    wish = NewGateway(press.name, press.endpoint, press.tunnel_network)
    if (await preview(act.conn, wish)).digest != press.digest:
        raise PreviewChanged
    # Nobody is told this one: the host makes its own when it enrols.
    token = fleet_service.hash_token(fleet_service.new_token())
    gateway = await fleet.insert_gateway(
        act.conn,
        wish.name,
        endpoint=wish.endpoint,
        token_hash=token,
        tunnel_network=wish.tunnel_network,
    )
    if gateway is None:
        raise GatewayNameTaken
    act.note(
        "gateways.add",
        "gateway",
        gateway,
        after={"name": wish.name, "endpoint": wish.endpoint, "tunnelNetwork": wish.tunnel_network},
        reason=press.reason,
    )
    return await _code(act.conn, gateway, wish.name, settings, takes_over=False)


async def make_code(act: Act, gateway: int, reason: str, settings: Settings) -> EnrolmentCode | Asked:
    """Make a code for a host that takes this gateway over, or enrols anew; an earlier code ends.

    The host that uses it gets the gateway's traffic. So if the gateway was heard of within five minutes, a second
    person has to agree; then the first has an hour to make one code, and everybody is mailed. A code that was made
    while it was silent is refused once it is running again. Raises GatewayNotFound.
    """
    found = await _get(act.conn, gateway)
    if found.is_running:
        if not await queries.use_permit(act.conn, found.id, act.staff.id):
            return await approvals.ask(act, TAKE_OVER, OfGateway(found.id, act.staff.id), reason=reason)
        await _tell_all(act, found.name, reason)
    made = await _code(act.conn, found.id, found.name, settings, takes_over=found.is_running)
    act.note("gateways.code", "gateway", found.id, after={"name": found.name}, reason=reason)
    return made


async def _get(conn: Connection, gateway: int) -> Enrolling:
    found = await queries.find_enrolling(conn, gateway)
    if found is None:
        raise GatewayNotFound
    return found


async def _tell_all(act: Act, name: str, reason: str) -> None:
    config = await site.get_config(act.conn)
    text = code_of_running_gateway(site=config.site_name, gateway=name, by=act.staff.name, reason=reason)
    await approvals.mail_staff(
        act.conn, config, text, reference=f"gateway-code:{name}:{datetime.now(UTC):%Y%m%d%H%M%S}"
    )


async def _preview_take_over(conn: Connection, wish: OfGateway) -> Preview:
    found = await _get(conn, wish.gateway)
    return previews.preview(
        f"{found.name}의 등록 코드를 만들게 합니다",
        [Row("게이트웨이", found.name), Row("지금 호스트", "작동 중" if found.is_running else "응답 없음")],
        warnings=[
            "코드를 쓴 호스트가 이 게이트웨이를 넘겨받습니다. 지금 호스트의 접속 권한은 끝납니다.",
            "요청한 사람이 한 시간 안에 코드를 한 번 만들 수 있습니다. 만들면 모든 직원에게 메일로 알립니다.",
        ],
        seen=[wish.gateway, wish.staff],
    )


async def _permit(act: Act, wish: OfGateway, world: World) -> None:
    del world
    await queries.permit(act.conn, wish.gateway, wish.staff)
    act.note("gateways.permit_code", "gateway", wish.gateway, after={"staff": wish.staff})


async def _code(
    conn: Connection, gateway: GatewayId, name: str, settings: Settings, *, takes_over: bool
) -> EnrolmentCode:
    code = await enrolment.issue_code(conn, name, takes_over=takes_over)
    until = await enrolment.find_open_code(conn, gateway)
    if code is None:
        raise GatewayNotFound
    command = f"ieum gateway enrol --url {settings.public_url} --code {code}"
    return EnrolmentCode(gateway, name, code, until or datetime.now(UTC), command)


def places_of(network: str) -> int:
    """How many devices a tunnel network has room for: without its own address, the gateway's and the last one."""
    return IPv4Network(network).num_addresses - 3


def _faults(wish: NewGateway) -> list[Field]:
    faults: list[Field] = []
    if not inventory.CODE.fullmatch(wish.name):
        detail = "이름은 영문 소문자, 숫자, 하이픈으로 2~40자입니다."
        faults.append(Field("name", "invalid", detail))
    if not inventory.is_endpoint(wish.endpoint):
        detail = "기기가 접속할 주소를 vpn.example.com:51820처럼 넣어 주세요."
        faults.append(Field("endpoint", "invalid", detail))
    if fault := fault_of_network(wish.tunnel_network):
        faults.append(fault)
    return faults


def fault_of_network(network: str) -> Field | None:
    if inventory.is_tunnel_network(network):
        return None
    return Field("tunnelNetwork", "invalid", "10.64.0.0/10처럼 사설 네트워크를 /8부터 /29까지 넣어 주세요.")


TAKE_OVER = written_out(
    name="gateways.take_over",
    label="작동 중인 게이트웨이의 등록 코드",
    permission="gateways.change",
    params=OfGateway,
    preview=_preview_take_over,
    carry_out=_permit,
)
ACTIONS = [TAKE_OVER]
