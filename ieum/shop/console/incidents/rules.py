"""The law's clocks, and the texts that it asks for. Pure; the clock is handed in."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from ieum.shop.broadcasts.words import IncidentKind
from ieum.shop.console.incidents.types import (
    IncidentClock,
    IncidentRow,
    IncidentStep,
    IncidentTexts,
)
from ieum.shop.kernel import seoul
from ieum.shop.site.types import SiteConfig

# 개인정보보호법 제34조, 시행령 제39조·제40조: people and the authority within 72 hours of noticing it.
LEAK = timedelta(hours=72)
# 정보통신망법 제48조의3: an intrusion is reported within 24 hours; every new fact is supplied within 24.
INTRUSION = SUPPLEMENT = timedelta(hours=24)

BRACKETS = "[직접 적어 주세요]"


def clocks(kind: IncidentKind, noticed_at: datetime, steps: Sequence[IncidentStep]) -> list[IncidentClock]:
    """Until when whom to tell, and when it was done. An outage has none."""
    if kind == "outage":
        return []
    told = {step.kind: step.at for step in reversed(steps)}
    running = [
        IncidentClock(
            "authority",
            "침해사고 신고 24시간 (정보통신망법 48조의3)"
            if kind == "intrusion"
            else "유출 신고 72시간 (개인정보보호법 34조)",
            noticed_at + (INTRUSION if kind == "intrusion" else LEAK),
            told.get("authority_told"),
        ),
        IncidentClock(
            "members", "회원 통지 72시간 (개인정보보호법 34조)", noticed_at + LEAK, told.get("members_told")
        ),
    ]
    reported = told.get("authority_told")
    facts = [step for step in steps if step.kind in {"fact", "confirmed"} and reported and step.at > reported]
    if facts:
        newest = facts[-1]
        supplied = next((s.at for s in steps if s.kind == "supplement" and s.at > newest.at), None)
        law = "새로 안 사실 보완 신고 24시간"
        running.append(IncidentClock("supplement", law, newest.at + SUPPLEMENT, supplied))
    return running


def due_at(running: Sequence[IncidentClock]) -> datetime | None:
    """The next one that nobody has answered."""
    return min((clock.due_at for clock in running if clock.done_at is None), default=None)


def texts(incident: IncidentRow, config: SiteConfig) -> IncidentTexts:
    """Write the texts for members and the authority: the items of 개인정보보호법 제34조제1항 in its order."""
    when = seoul.minute(incident.noticed_at)
    contact = "\n".join(
        filter(
            None,
            [
                f"담당: {config.officer_name}" if config.officer_name else "",
                f"전화: {config.officer_phone or config.phone}",
                f"메일: {config.officer_mail or config.site_mail}",
            ],
        )
    )
    if incident.kind == "outage":
        body = f"""서비스 이용에 불편을 드려 죄송합니다.

■ 장애 내용
{incident.what}

■ 알게 된 때
{when}

■ 문의
{contact}"""
        return IncidentTexts("서비스 장애 안내", body, "")
    likely = "되었습니다" if incident.confirmed_at else "되었을 가능성이 있습니다"
    body = f"""회원님의 개인정보가 유출{likely}. 심려를 끼쳐 드려 깊이 사과드립니다.

■ 유출된 개인정보의 항목
{BRACKETS}

■ 유출된 때와 경위
{when}에 알게 되었습니다.
{incident.what}

■ 피해를 줄이기 위해 하실 수 있는 일
비밀번호를 바꾸고, 같은 비밀번호를 쓰는 다른 곳도 바꿔 주세요. 2단계 인증을 켜 주세요.
의심스러운 전화나 문자, 메일의 링크를 누르지 마세요.

■ 우리의 대응과 피해 구제
{BRACKETS}
손해배상을 청구하거나 개인정보 분쟁조정위원회(1833-6972, kopico.go.kr)에 조정을 신청하실 수 있습니다.

■ 피해 신고와 상담
{contact}"""
    authority = f"""1. 기관명: {config.business_name} (사업자등록번호 {config.business_licence})
2. 정보주체에 대한 통지 여부: {BRACKETS}
3. 유출된 개인정보의 항목과 규모: {BRACKETS}, {incident.affected:,}명
4. 유출된 시점과 경위: {when} 인지. {incident.what}
5. 유출에 따른 피해 최소화 대책·조치와 결과: {BRACKETS}
6. 정보주체가 할 수 있는 피해 최소화 방법과 구제 절차: 회원 통지문과 같음
7. 담당 부서·담당자와 연락처
{contact}"""
    return IncidentTexts("개인정보 유출 안내", body, authority)
