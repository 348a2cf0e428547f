"""The words of requests by authorities."""

from collections.abc import Mapping
from typing import Literal

type Branch = Literal["police", "prosecution", "intelligence", "military", "other"]
type RequestKind = Literal["subscriber", "records", "seizure", "other"]
type Outcome = Literal["given", "partly", "refused", "nothing_held"]

BRANCHES: Mapping[Branch, str] = {
    "police": "경찰",
    "prosecution": "검찰",
    "intelligence": "국정원",
    "military": "군 수사기관",
    "other": "그 밖의 기관",
}
KINDS: Mapping[RequestKind, str] = {
    "subscriber": "통신이용자정보",
    "records": "통신사실확인자료",
    "seizure": "압수·수색·검증",
    "other": "그 밖의 요청",
}
# The kinds with the law that each rests on, for the report.
KINDS_BY_LAW: Mapping[RequestKind, str] = {
    **KINDS,
    "subscriber": f"{KINDS['subscriber']}(전기통신사업법 83조)",
    "records": f"{KINDS['records']}(통신비밀보호법 13조)",
}
OUTCOMES: Mapping[Outcome, str] = {
    "given": "제공함",
    "partly": "일부 제공함",
    "refused": "제공하지 않음",
    "nothing_held": "해당 자료 없음",
}
