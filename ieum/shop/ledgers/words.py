"""The words of entries of points and tickets."""

from collections.abc import Mapping

from ieum.shop.ledgers.types import PointKind, TicketKind

POINTS: Mapping[PointKind, str] = {
    "earned": "구매 적립",
    "used": "결제에 사용",
    "returned": "환불로 돌려받음",
    "clawed_back": "환불로 회수",
    "forfeited": "소멸",
    "written_off": "부족분 정리",
    "given": "지급",
    "taken": "회수",
}
TICKETS: Mapping[TicketKind, str] = {
    "granted": "구매",
    "given": "지급",
    "reserved": "IP 변경 중",
    "used": "IP 변경에 사용",
    "released": "IP를 변경하지 못해 돌려받음",
    "returned": "IP 변경을 되돌려 돌려받음",
    "expired": "기간만료",
    "clawed_back": "환불로 회수",
    "forfeited": "소멸",
    "taken": "회수",
}
