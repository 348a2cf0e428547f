"""Who had an address at a time: asked by one, confirmed by another, and seen by these two."""

from datetime import UTC, datetime

import msgspec

from ieum.shop.console.addresses import lookup_queries
from ieum.shop.console.addresses.refusals import LookupNotYours, OfficerMailMissing
from ieum.shop.console.addresses.types import HeldThen, UsedThen, WhoAnswer, WhoPress, WhoWish
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals import service as approvals
from ieum.shop.desk.approvals.types import Asked, World, written_out
from ieum.shop.desk.types import ApprovalId, Facts, Preview, Row, StaffId
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, InvalidFields
from ieum.shop.kernel.sealing import Sealer
from ieum.shop.members.holders import MaskedHolder
from ieum.shop.site import queries as site
from ieum.shop.usage import who
from ieum.shop.usage.types import HeldLease, Question, UsedSession


class AskWho(msgspec.Struct):
    address: str
    at: str
    reason: str
    by: StaffId
    name: str


async def preview(conn: Connection, wish: WhoWish) -> Preview:
    """Says what is asked, not what the answer is. Raises InvalidFields and OfficerMailMissing."""
    return await _preview(conn, AskWho(wish.address, wish.at, "아직 적지 않음", StaffId(0), "직원"))


async def ask(act: Act, press: WhoPress) -> Asked:
    """Raises what `preview` does."""
    reason = press.reason.strip()
    wish = AskWho(press.address, press.at, reason, act.staff.id, act.staff.name)
    return await approvals.ask(act, WHO, wish, reason=reason)


async def answer(act: Act, approval: ApprovalId) -> WhoAnswer:
    """The answer, to whoever asked or confirmed; each look is on record. Raises LookupNotYours."""
    lookup = await lookup_queries.find_lookup(act.conn, approval, act.staff.id)
    again = await who.look_again(act.conn, lookup) if lookup is not None else None
    if lookup is None or again is None:
        raise LookupNotYours
    act.note("addresses.who_seen", "address", again.asked.address, after={"lookup": lookup})
    return WhoAnswer(
        approval_id=approval,
        lookup_id=lookup,
        address=again.asked.address,
        since=again.asked.since,
        until=again.asked.until,
        leases=[
            HeldThen(one.service_id, _holder(one), one.active_at, one.left_at, one.ended_at)
            for one in again.leases
        ],
        sessions=[
            UsedThen(one.service_id, _holder(one), one.device_id, one.sub_id, one.began_at, one.ended_at)
            for one in again.sessions
        ],
    )


def _holder(row: HeldLease | UsedSession) -> MaskedHolder:
    return MaskedHolder(row.member_id, row.login_id, row.name)


def _question(wish: AskWho, *, confirmed_by: str = "") -> Question:
    by = f"{wish.name} (콘솔)" if not confirmed_by else f"{wish.name}, 확인 {confirmed_by} (콘솔)"
    try:
        return who.question(
            wish.address, wish.at, by=by, reason=wish.reason, opens_clients=False, now=datetime.now(UTC)
        )
    except who.RefusedError as refused:
        if "--reason" in str(refused):
            raise InvalidFields(Field("reason", "too_short", "사유를 다섯 글자 이상 적어 주세요.")) from None
        if "no IPv4" in str(refused):
            raise InvalidFields(Field("address", "invalid", "IPv4 주소를 넣어 주세요.")) from None
        detail = "서울 시각으로 지난 날짜와 시각을 넣어 주세요."
        raise InvalidFields(Field("at", "invalid", detail)) from None


async def _preview(conn: Connection, wish: AskWho) -> Preview:
    asked = _question(wish)
    if not (await site.get_config(conn)).officer_mail:
        raise OfficerMailMissing
    return previews.preview(
        f"{asked.address}을(를) 쓴 사람을 조회합니다",
        [
            Row("IP", asked.address),
            Row("시각", f"{seoul.second(asked.since)}부터 {seoul.second(asked.until)} 전까지 (서울)"),
        ],
        warnings=[
            "요청한 사람과 확인한 사람만 결과를 볼 수 있습니다.",
            "조회는 기록에 남고 개인정보 보호책임자에게 메일로 알립니다.",
        ],
    )


async def _carry_out(act: Act, wish: AskWho, world: World) -> Facts:
    asked = _question(wish, confirmed_by=act.staff.name)
    found = await who.ask(act.conn, asked, Sealer(world.settings.sealing_keys))
    if act.approval is None:
        raise RuntimeError("only a confirmation carries this out")
    await lookup_queries.insert_lookup(
        act.conn, act.approval, found.lookup, asked_by=wish.by, confirmed_by=act.staff.id
    )
    act.note(
        "addresses.who",
        "address",
        asked.address,
        after={"lookup": found.lookup, "since": seoul.second(asked.since)},
        reason=wish.reason,
    )
    return {"lookup": found.lookup}


WHO = written_out(
    name="addresses.who",
    label="IP 사용자 조회",
    permission="addresses.who",
    params=AskWho,
    preview=_preview,
    carry_out=_carry_out,
)
ACTIONS = [WHO]
