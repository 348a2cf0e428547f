"""Takes addresses out of sale and back, and lets them rest; the fleet's own functions do it."""

from ieum.shop.console.addresses import pools, queries
from ieum.shop.console.addresses.refusals import AddressNotFound, AddressStays
from ieum.shop.console.addresses.types import AddressPress, AddressWish, ListedAddress
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Preview, Row
from ieum.shop.fleet import proofs
from ieum.shop.kernel.db import Connection

STATES = {
    "free": "판매 가능",
    "leased": "사용 중",
    "held": "주문 대기",
    "resting": "휴지 중",
    "withdrawn": "판매 제외",
    "flagged": "문제 확인",
    "unproven": "확인 전",
}


async def preview(conn: Connection, address: int, wish: AddressWish) -> Preview:
    """Raises AddressNotFound, and AddressStays with the reason."""
    found = await queries.find_address(conn, address)
    if found is None:
        raise AddressNotFound
    _refuse(found, wish)
    title, after, warnings = _said(found, wish)
    return previews.preview(
        title,
        [
            Row("상태", after, before=STATES[found.state]),
            Row("게이트웨이", found.gateway.name),
            Row("풀", f"{found.pool.code} ({found.pool.carrier} {found.pool.region})"),
        ],
        warnings=warnings,
        seen=[found.id, found.state, found.service_id, wish.days],
    )


async def change(act: Act, address: int, press: AddressPress) -> ListedAddress:
    """Raises what `preview` does, and PreviewChanged."""
    wish = AddressWish(press.change, press.days)
    if (await preview(act.conn, address, wish)).digest != press.digest:
        raise PreviewChanged
    before = await _get(act.conn, address)
    if not await _carry_out(act.conn, before.address, wish, press.reason):
        raise AddressStays
    await pools.count_soon(act.conn)
    after = await _get(act.conn, address)
    act.note(
        f"addresses.{wish.change}",
        "address",
        before.id,
        before={"address": before.address, "state": before.state},
        after={"state": after.state} | ({"days": wish.days} if wish.change == "rest" else {}),
        reason=press.reason,
    )
    return after


async def _carry_out(conn: Connection, address: str, wish: AddressWish, reason: str) -> bool | None:
    match wish.change:
        case "withdraw":
            return await proofs.withdraw(conn, address, reason=reason)
        case "return":
            return await proofs.return_address(conn, address, reason=reason)
        case "rest":
            return await proofs.rest(conn, address, days=wish.days, reason=reason)


async def _get(conn: Connection, address: int) -> ListedAddress:
    found = await queries.find_address(conn, address)
    if found is None:
        raise AddressNotFound
    return found


def _refuse(found: ListedAddress, wish: AddressWish) -> None:
    match wish.change:
        case "withdraw" if found.state == "withdrawn":
            raise AddressStays("이미 판매에서 제외된 IP입니다.")
        case "return" if found.state != "withdrawn":
            raise AddressStays("판매에서 제외된 IP만 되돌릴 수 있습니다.")
        case "rest" if found.state == "withdrawn":
            raise AddressStays("판매에서 제외된 IP입니다. 먼저 되돌려 주세요.")
        case "rest" if found.available_at is None:
            raise AddressStays(
                "누군가 쓰고 있거나 주문이 잡고 있는 IP입니다. 끝나면 정해진 기간 동안 쉽니다."
            )
        case _:
            pass


def _said(found: ListedAddress, wish: AddressWish) -> tuple[str, str, list[str]]:
    match wish.change:
        case "withdraw":
            held = ["지금 쓰는 회원은 끝날 때까지 그대로 씁니다."] if found.service_id else []
            return f"{found.address}: 판매에서 제외합니다", "판매 제외", held
        case "return":
            told = "게이트웨이가 이 IP로 나가는 것을 다시 확인하고 평판을 조회한 뒤에 팝니다."
            return f"{found.address}: 판매에 되돌립니다", "확인 전", [told]
        case "rest":
            if wish.days == 0:
                return f"{found.address}: 쉬는 것을 끝냅니다", "쉬지 않음", []
            return f"{found.address}: {wish.days}일 동안 팔지 않습니다", f"{wish.days}일 동안 휴지", []
