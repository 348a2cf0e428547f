"""Blocks a member: it stops their subscriptions, and their services wait no more."""

import msgspec

from ieum.shop.desk.changes import Case, Change, Nothing, Shown, seen_as
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.members import blocking
from ieum.shop.members.blocking import AlreadyBlocked
from ieum.shop.members.desk import queries
from ieum.shop.members.desk.changes import MEMBER, facts_of
from ieum.shop.members.desk.rules import rights_of, who
from ieum.shop.members.desk.types import BlockReach, MemberFacts
from ieum.shop.members.types import MemberId
from ieum.shop.services import service as services
from ieum.shop.subscriptions import service as subscriptions


class _Sheet(msgspec.Struct, frozen=True):
    member: MemberFacts
    reach: BlockReach


async def _find(conn: Connection, member: MemberId) -> _Sheet | None:
    facts = await queries.find_facts(conn, member)
    return None if facts is None else _Sheet(facts, await queries.get_block_reach(conn, member))


def _preview(sheet: _Sheet, _wish: Nothing) -> Shown:
    member, reach = sheet.member, sheet.reach
    rows = [
        who(member),
        Row("로그인", "할 수 없음", before="할 수 있음"),
        Row("로그아웃되는 기기", f"{member.sessions:,}대"),
        Row("멈추는 정기결제", f"{reach.charges:,}건"),
    ]
    if member.sub_ids:
        rows.append(
            Row("함께 막히는 서브 아이디", f"{member.sub_ids:,}개 (기기 {reach.sub_id_sessions:,}대)")
        )
    return Shown(
        title="회원 차단",
        rows=rows,
        warnings=[
            "이용 중인 서비스는 결제한 기간까지 그대로 이용됩니다. 필요하면 서비스 화면에서 정지해 주세요.",
            "회원에게 메일로 알려 드립니다. 적어 주신 사유는 메일에 쓰지 않습니다.",
        ],
        count=reach.charges or None,
        amount=reach.amount or None,
    )


async def _block(conn: Connection, case: Case[MemberId, _Sheet, Nothing]) -> Facts:
    stopped = await subscriptions.stop_all(conn, case.target)
    await services.end_waits_of(conn, case.target)
    ended = await blocking.block(conn, case.target, stopped=stopped)
    return {"endedSessions": ended, "stoppedSubscriptions": stopped}


BLOCK = Change(
    name="members.block",
    label="차단",
    done="차단했습니다.",
    of=seen_as(MEMBER, _find, lambda sheet: facts_of(sheet.member)),
    permission="members.block",
    wish=Nothing,
    # No lock: orders and subscriptions are locked before their member, and `apply` locks them one by one.
    refuses=lambda sheet, _wish: rights_of(sheet.member).block,
    preview=_preview,
    apply=_block,
    raises=(AlreadyBlocked,),
)
