"""Changes that staff make to a member's logins: the end of a block, a logout everywhere, no second factor any more."""

from ieum.shop.desk.changes import Case, Change, Nothing, Shown, Thing
from ieum.shop.desk.types import Facts, Row
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection
from ieum.shop.members import blocking
from ieum.shop.members import queries as members
from ieum.shop.members.blocking import NotBlocked
from ieum.shop.members.desk import queries
from ieum.shop.members.desk.refusals import MemberNotFound
from ieum.shop.members.desk.rules import LEFT, rights_of, who
from ieum.shop.members.desk.types import MemberFacts
from ieum.shop.members.profile.queries import lock_sessions
from ieum.shop.members.types import MemberId

type _Case = Case[MemberId, MemberFacts, Nothing]


def facts_of(member: MemberFacts) -> Facts:
    """Return what the record compares."""
    return {"blocked": member.blocked_at is not None, "secondFactor": member.second_factor}


MEMBER = Thing(
    name="member",
    label="회원",
    screen="members",
    unit="명",
    find=queries.find_facts,
    missing=MemberNotFound,
    facts=facts_of,
)


def _preview_unblock(member: MemberFacts, _wish: Nothing) -> Shown:
    since = f"{seoul.day(member.blocked_at)}부터 할 수 없음" if member.blocked_at else None
    return Shown(
        title="회원 차단 해제",
        rows=[who(member), Row("로그인", "할 수 있음", before=since)],
        warnings=[
            "멈춘 정기결제는 자동으로 이어지지 않습니다. 회원이 결제수단 관리에서 다시 이어 갈 수 있습니다."
        ],
    )


def _preview_sessions(member: MemberFacts, _wish: Nothing) -> Shown:
    return Shown(
        title="모든 기기에서 로그아웃",
        rows=[who(member), Row("로그아웃되는 기기", f"{member.sessions:,}대")],
        warnings=["VPN 연결은 끊기지 않습니다. 회원은 바로 다시 로그인할 수 있습니다."],
    )


def _preview_reset(member: MemberFacts, _wish: Nothing) -> Shown:
    return Shown(
        title="2단계 인증 초기화",
        rows=[
            who(member),
            Row("2단계 인증", "꺼짐", before="켜짐"),
            Row("복구 코드", "모두 삭제"),
            Row("패스키", f"그대로 둠 ({member.passkeys:,}개)"),
            Row("로그인한 기기", "모두 로그아웃"),
        ],
        warnings=[
            "본인인지 먼저 확인해 주세요. 비밀번호를 아는 사람은 이제 인증 앱 없이 로그인할 수 있습니다.",
            "회원에게 메일로 알려 드립니다.",
        ],
    )


async def _unblock(conn: Connection, case: _Case) -> None:
    await blocking.unblock(conn, case.target)


async def _end_sessions(conn: Connection, case: _Case) -> Facts:
    return {"endedSessions": await blocking.end_sessions(conn, case.target)}


async def _reset(conn: Connection, case: _Case) -> Facts:
    return {"endedSessions": await blocking.reset_second_factor(conn, case.target)}


UNBLOCK = Change(
    name="members.unblock",
    label="차단 해제",
    done="차단을 해제했습니다.",
    of=MEMBER,
    permission="members.block",
    wish=Nothing,
    lock=members.lock_row,
    refuses=lambda member, _wish: rights_of(member).unblock,
    preview=_preview_unblock,
    apply=_unblock,
    raises=(NotBlocked,),
)
END_SESSIONS = Change(
    name="members.sessions",
    label="모든 기기에서 로그아웃",
    done="모든 기기에서 로그아웃시켰습니다.",
    of=MEMBER,
    permission="members.sessions",
    wish=Nothing,
    lock=lock_sessions,
    refuses=lambda member, _wish: LEFT if member.left_at else None,
    preview=_preview_sessions,
    apply=_end_sessions,
)
RESET_FACTORS = Change(
    name="members.reset_factors",
    label="2단계 인증 초기화",
    done="2단계 인증을 초기화했습니다.",
    of=MEMBER,
    permission="members.reset_factors",
    wish=Nothing,
    lock=lock_sessions,
    refuses=lambda member, _wish: rights_of(member).reset_factors,
    preview=_preview_reset,
    apply=_reset,
    takes_two=lambda _member, _wish: "본인 확인을 두 사람이 합니다.",
)
CHANGES = [UNBLOCK, END_SESSIONS, RESET_FACTORS]
