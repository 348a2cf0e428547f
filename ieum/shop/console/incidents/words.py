"""The words of steps that are taken in an incident."""

from collections.abc import Mapping
from typing import Literal

type IncidentStanding = Literal["open", "closed"]
type IncidentStepKind = Literal[
    "fact", "confirmed", "members_told", "site_notice", "authority_told", "supplement", "closed"
]

STEPS: Mapping[IncidentStepKind, str] = {
    "fact": "새로 안 사실",
    "confirmed": "사고를 확인함",
    "members_told": "회원에게 알림",
    "site_notice": "홈페이지 공지",
    "authority_told": "기관에 신고함",
    "supplement": "보완 신고함",
    "closed": "마침",
}
STANDINGS: Mapping[IncidentStanding, str] = {"open": "대응 중", "closed": STEPS["closed"]}
