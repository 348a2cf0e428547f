"""The shop itself: whether it may open, and whether anybody could buy something and be connected."""

from datetime import datetime
from importlib.metadata import version

import msgspec

from ieum.operations.doctor.subject import Subject
from ieum.operations.doctor.types import Check, Found, attention, broken, skipped, well
from ieum.shop.catalog import queries as catalog
from ieum.shop.console.today import opening
from ieum.shop.console.today.types import StepName
from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import fetch_all, fetch_one
from ieum.shop.kernel.settings import SettingsError
from ieum.shop.server.startup import refuse_demo
from ieum.shop.site import queries as site
from ieum.shop.site.fields import FOOTER

GROUP = "게이트웨이와 상점"
_NAMED = 5
_STEPS: dict[StepName, str] = {
    "business": "사업자 정보(운영·설정)",
    "mail": "메일 시험(운영·설정 › 연결 시험)",
    "sms": "문자 시험(운영·설정 › 연결 시험)",
    "toss": "결제 시험(운영·설정 › 연결 시험)",
    "texts": "홈과 이용 안내(`ieum content import`)",
    "legal": "이용약관과 개인정보처리방침(콘텐츠)",
    "gateway": "게이트웨이 등록(게이트웨이)",
    "addresses": "IP 등록과 확인(IP 주소)",
    "plan": "상품(상품·가격)",
    "price": "가격(상품·가격)",
    "sale": "판매 켜기(운영·설정)",
}


class Gateway(msgspec.Struct, frozen=True):
    name: str
    state: str
    agent: str
    last_seen_at: datetime | None
    is_behind: bool
    has_error: bool


async def check_gateways(subject: Subject) -> list[Found]:
    async with subject.connection() as conn:
        gateways = await fetch_all(
            conn,
            Gateway,
            """
            SELECT name, state, agent, last_seen_at, coalesce(last_error, '') <> '' AS has_error,
                   acked_revision < revision AND coalesce(awaited_since, now()) < now() - interval '5 minutes'
                       AS is_behind
              FROM gateways ORDER BY name
            """,
        )
    return judge_gateways(gateways, ours=f"ieum/{version('ieum')}")


def judge_gateways(gateways: list[Gateway], *, ours: str) -> list[Found]:
    if not gateways:
        return [attention("게이트웨이가 없습니다.", "콘솔의 게이트웨이에서 등록해 주세요.")]
    kinds = (
        (
            broken,
            "연결이 끊겼습니다",
            "그 기계가 켜져 있는지, 상점에 닿는지 확인해 주세요. 터널은 살아 있을 수 있습니다.",
            [
                f"{one.name}({seoul.minute(one.last_seen_at) if one.last_seen_at else '연결한 적 없음'})"
                for one in gateways
                if one.state == "lost" or (one.last_seen_at is None and one.state != "maintenance")
            ],
        ),
        (
            attention,
            "시킨 일을 5분 넘게 마치지 못했습니다",
            "그 기계의 ieum gateway 로그를 확인해 주세요.",
            [one.name for one in gateways if one.is_behind and one.state != "lost"],
        ),
        (
            attention,
            "문제를 알려 왔습니다",
            "콘솔의 게이트웨이 화면에서 내용을 확인해 주세요.",
            [one.name for one in gateways if one.has_error],
        ),
        (
            attention,
            f"상점({ours})과 다른 버전입니다",
            "운영 문서의 Upgrades대로 하나씩 올려 주세요.",
            [f"{one.name}({one.agent})" for one in gateways if one.agent not in {"", ours}],
        ),
    )
    found = [make(f"{what}: {_some(names)}.", do) for make, what, do, names in kinds if names]
    return found or [well(f"{len(gateways):,}대가 모두 같은 버전으로 붙어 있습니다.")]


def _some(names: list[str]) -> str:
    return ", ".join(names[:_NAMED]) + (f" 밖에 {len(names) - _NAMED:,}대" if len(names) > _NAMED else "")


async def check_footer(subject: Subject) -> Found:
    async with subject.connection() as conn:
        config = await site.get_config(conn)
    empty = [label for name, label in FOOTER.items() if not getattr(config, name)]
    if not empty:
        return well("법이 정한 사업자 정보가 모두 있습니다.")
    return broken(
        f"사업자 정보가 비어 있어 시작하지 않습니다: {', '.join(empty)}.",
        "`ieum setup`이 빈 것만 묻습니다. 상점이 돌고 있으면 콘솔의 운영·설정에서 채워 주세요.",
    )


class _Owners(msgspec.Struct):
    inside: int
    invited: int
    """Whose link works still, and who have no password yet."""


async def check_staff(subject: Subject) -> Found:
    async with subject.connection() as conn:
        owners = await fetch_one(
            conn,
            _Owners,
            """
            SELECT count(*) FILTER (WHERE s.password_hash IS NOT NULL) AS inside,
                   count(*) FILTER (WHERE s.password_hash IS NULL AND EXISTS (
                       SELECT FROM staff_invitations i
                        WHERE i.staff_id = s.id AND i.used_at IS NULL AND i.revoked_at IS NULL
                          AND i.expires_at > now())) AS invited
              FROM staff s JOIN staff_roles r ON r.id = s.role_id
             WHERE r.is_owner AND s.removed_at IS NULL
            """,
        )
    if not owners.inside:
        return broken(
            "콘솔에 들어갈 수 있는 소유자가 없습니다.",
            "만들어 둔 링크를 열어 비밀번호를 정해 주세요."
            if owners.invited
            else "`ieum staff add 메일주소 이름`으로 첫 링크를 만들어 주세요.",
        )
    if owners.inside == 1:
        return attention(
            "소유자가 한 사람뿐이라 두 사람이 확인하는 일을 할 수 없습니다.",
            "콘솔의 직원에서 한 사람 더 초대해 주세요.",
        )
    return well(f"소유자 {owners.inside}명이 콘솔에 들어갈 수 있습니다.")


async def check_sale(subject: Subject) -> Found:
    async with subject.connection() as conn:
        plans = await catalog.list_plans(conn, "static") + await catalog.list_plans(conn, "dynamic")
    if not plans:
        return attention(
            "판매 중인 상품이 없습니다.", "콘솔의 상품·가격과 운영·설정의 판매 스위치를 확인해 주세요."
        )
    empty = [plan.name for plan in plans if not plan.stock]
    if len(empty) == len(plans):
        return attention("판매 중인 상품이 모두 품절입니다.", "콘솔의 IP 주소에서 IP를 더 등록해 주세요.")
    if empty:
        return attention(f"품절된 상품: {', '.join(empty)}.", "콘솔의 IP 주소에서 IP를 더 등록해 주세요.")
    return well(f"판매 중인 상품 {len(plans)}개에 모두 재고가 있습니다.")


async def check_opening(subject: Subject) -> Found:
    """Check what the console's first screen lists for a new shop."""
    async with subject.connection() as conn:
        steps = [step for step in await opening.list_steps(conn) if step.state != "done"]
    if not steps:
        return well("여는 데 필요한 것을 모두 했습니다.")
    names = ", ".join(_STEPS[step.name] + (" 진행 중" if step.state == "begun" else "") for step in steps)
    return attention(f"여는 데 아직 필요한 것: {names}.", "콘솔의 오늘 화면에서 차례대로 할 수 있습니다.")


async def check_start(subject: Subject) -> Found:
    """Check whether production would refuse what this database holds. The footer has a check of its own."""
    if not subject.production:
        return skipped("개발용 상점이라 시작을 막지 않습니다.")
    try:
        await refuse_demo(await subject.database())
    except SettingsError as error:
        return broken(
            f"이 데이터베이스로는 시작하지 않습니다: {error}", "그 내용을 고친 다음 다시 확인해 주세요."
        )
    return well("이 데이터베이스로 시작할 수 있습니다.")


CHECKS = (
    Check("gateways", GROUP, "게이트웨이", check_gateways),
    Check("footer", GROUP, "사업자 정보", check_footer),
    Check("staff", GROUP, "콘솔의 소유자", check_staff),
    Check("sale", GROUP, "판매", check_sale),
    Check("opening", GROUP, "여는 일", check_opening),
    Check("start", GROUP, "시작 조건", check_start),
)
