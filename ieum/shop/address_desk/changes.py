"""Changes that staff make to single addresses: out of sale, back again, a rest."""

from typing import Annotated

import msgspec
from msgspec import Meta

from ieum.shop.address_desk import pools, queries
from ieum.shop.address_desk.refusals import AddressNotFound
from ieum.shop.address_desk.types import MOST_REST_DAYS, ListedAddress
from ieum.shop.desk.changes import Case, Change, Nothing, Shown, Stays, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.proofs import service as proofs
from ieum.shop.stock.words import STATES

ADDRESS = Thing(
    name="address",
    label="IP",
    screen="addresses",
    find=queries.find_address,
    missing=AddressNotFound,
    facts=lambda found: {"state": found.state},
)


class Rest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Zero days end a rest."""

    days: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_REST_DAYS,
            title="며칠 동안 팔지 않을까요?",
            description="365일까지. 0을 넣으면 지금 쉬고 있는 것을 끝냅니다.",
        ),
    ]


type _Case[W] = Case[int, ListedAddress, W]


def _shown(found: ListedAddress, title: str, after: str, *warnings: str) -> Shown:
    return Shown(
        title=f"{found.address}: {title}",
        rows=[
            Row("상태", after, before=STATES[found.state]),
            Row("게이트웨이", found.gateway.name),
            Row("풀", f"{found.pool.code} ({found.pool.carrier} {found.pool.region})"),
        ],
        warnings=warnings,
        seen=found.service_id,
    )


async def _count_again(conn: Connection, found: ListedAddress, *, is_done: bool | None) -> Facts:
    """Have the pools counted. Raises Stays if the address has come into another state meanwhile."""
    if not is_done:
        raise Stays
    await pools.count_soon(conn)
    return {"address": found.address}


def _preview_withdraw(found: ListedAddress, _wish: Nothing) -> Shown:
    held = ["지금 쓰는 회원은 끝날 때까지 그대로 씁니다."] if found.service_id else []
    return _shown(found, "판매에서 제외합니다", "판매 제외", *held)


async def _withdraw(conn: Connection, case: _Case[Nothing]) -> Facts:
    is_done = await proofs.withdraw(conn, case.sheet.address, reason=case.reason)
    return await _count_again(conn, case.sheet, is_done=is_done)


def _preview_return(found: ListedAddress, _wish: Nothing) -> Shown:
    told = "게이트웨이가 이 IP로 나가는 것을 다시 확인하고 평판을 조회한 뒤에 팝니다."
    return _shown(found, "판매에 되돌립니다", "확인 전", told)


async def _return(conn: Connection, case: _Case[Nothing]) -> Facts:
    is_done = await proofs.return_address(conn, case.sheet.address, reason=case.reason)
    return await _count_again(conn, case.sheet, is_done=is_done)


def _why_not_rest(found: ListedAddress, _wish: Rest) -> str | None:
    if found.state == "withdrawn":
        return "판매에서 제외된 IP입니다. 먼저 되돌려 주세요."
    if found.available_at is None:
        return "누군가 쓰고 있거나 주문이 잡고 있는 IP입니다. 끝나면 정해진 기간 동안 쉽니다."
    return None


def _preview_rest(found: ListedAddress, wish: Rest) -> Shown:
    if wish.days == 0:
        return _shown(found, "쉬는 것을 끝냅니다", "쉬지 않음")
    return _shown(found, f"{wish.days}일 동안 팔지 않습니다", f"{wish.days}일 동안 휴지")


async def _rest(conn: Connection, case: _Case[Rest]) -> Facts:
    days = case.wish.days
    is_done = await proofs.rest(conn, case.sheet.address, days=days, reason=case.reason)
    return {**await _count_again(conn, case.sheet, is_done=is_done), "days": days}


WITHDRAW = Change(
    name="addresses.withdraw",
    label="판매 제외",
    done="IP를 판매에서 제외했습니다.",
    of=ADDRESS,
    permission="addresses.change",
    wish=Nothing,
    refuses=lambda found, _wish: "이미 판매에서 제외된 IP입니다." if found.state == "withdrawn" else None,
    preview=_preview_withdraw,
    apply=_withdraw,
)
RETURN = Change(
    name="addresses.return",
    label="판매에 되돌리기",
    done="IP를 판매에 되돌렸습니다. 확인이 끝나면 팝니다.",
    of=ADDRESS,
    permission="addresses.change",
    wish=Nothing,
    refuses=lambda found, _wish: (
        None if found.state == "withdrawn" else "판매에서 제외된 IP만 되돌릴 수 있습니다."
    ),
    preview=_preview_return,
    apply=_return,
)
REST = Change(
    name="addresses.rest",
    label="휴지",
    done="IP를 쉬게 했습니다.",
    of=ADDRESS,
    permission="addresses.change",
    wish=Rest,
    refuses=_why_not_rest,
    preview=_preview_rest,
    apply=_rest,
)
CHANGES = [WITHDRAW, RETURN, REST]
