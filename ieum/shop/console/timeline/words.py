"""Moments of a member's timeline, in Korean. Pure."""

from collections.abc import Mapping
from typing import Any, Literal, cast

from ieum.shop.console.timeline.queries import MomentRow
from ieum.shop.console.timeline.types import MemberMoment, MomentLink
from ieum.shop.desk.permissions import LABELS
from ieum.shop.ip_change.words import REASONS
from ieum.shop.ip_change.words import STATES as CHANGES
from ieum.shop.kernel.masking import mask_address
from ieum.shop.ledgers.words import POINTS, TICKETS
from ieum.shop.members.desk.rules import scrub
from ieum.shop.members.desk.types import MemberFacts, MomentKind
from ieum.shop.members.profile.rules import describe_device
from ieum.shop.members.words import SESSION_ENDS, STAFF_ACTIONS
from ieum.shop.orders.words import STATES as ORDERS
from ieum.shop.payments.refusals import refusal_brief
from ieum.shop.payments.words import STATES as PAYMENTS
from ieum.shop.refunds.words import STATES as REFUNDS
from ieum.shop.sub_ids.words import EVENTS
from ieum.shop.subscriptions.words import END_REASONS

_SERVICES = {
    "begun": "서비스 시작",
    "expired": "서비스 기간 만료",
    "ended": "서비스 종료",
    "subscribed": "정기결제 시작",
    "stopping": "정기결제 해지 신청",
    "unsubscribed": "정기결제 종료",
}
_MESSAGE_STATES = {"sent": "", "given_up": "보내지 못함", "waiting": "보내는 중"}


def _word(words: Mapping[Any, str], name: str | None) -> str:
    """The Korean word, or the name itself where there is none."""
    return words.get(name or "", name or "")


def words_of(row: MomentRow, member: MemberFacts) -> MemberMoment:
    """The texts are masked as the rest of the page is."""
    title, text = _WORDS[row.kind](row)
    facts = row.facts
    return MemberMoment(
        at=row.at,
        key=row.key,
        kind=row.kind,
        title=scrub(title, member),
        text=scrub(text, member),
        amount=facts.get("amount") if row.kind in {"orders", "money"} else None,
        by=facts.get("by") if row.kind in {"staff", "inquiries"} else None,
        link=_link(row),
    )


def _order(row: MomentRow) -> tuple[str, str]:
    facts = row.facts
    what = "연장 주문" if facts["kind"] == "renewal" else "주문"
    state = _word(ORDERS, facts["state"])
    return f"{what} · {facts['plan']}", _joined(f"{facts['months']}개월 × {facts['quantity']}", state)


def _money(row: MomentRow) -> tuple[str, str]:
    facts = row.facts
    if row.what == "refund":
        return "환불 신청", _joined(_word(REFUNDS, facts["state"]), facts["reason"], facts["by"])
    if row.what == "refunded":
        return REFUNDS["done"], ""
    why = refusal_brief(facts["refusal"]) if facts["refusal"] else None
    return _word(PAYMENTS, row.what), _joined(facts["method"], why)


def _points(row: MomentRow) -> tuple[str, str]:
    facts = row.facts
    sign = "+" if facts["amount"] > 0 else "−"
    if row.what == "points":
        return f"포인트 {sign}{abs(facts['amount']):,}", _word(POINTS, facts["kind"])
    kind = "given" if facts["byHand"] and facts["amount"] > 0 else facts["kind"]
    return f"IP 교체권 {sign}{abs(facts['amount']):,}장", _word(TICKETS, kind)


def _service(row: MomentRow) -> tuple[str, str]:
    facts = row.facts
    if row.what == "sub_id":
        by = {"owner": "회원이 함", "sub_id": "서브 아이디가 함", "shop": "자동"}.get(facts["by"], "")
        return _word(EVENTS, facts["what"]), by
    reason = facts.get("reason") if row.what == "unsubscribed" else None
    return f"{_word(_SERVICES, row.what)} · {facts['plan']}", _word(END_REASONS, reason)


def _device(row: MomentRow) -> tuple[str, str]:
    return "기기 등록" if row.what == "added" else "기기 삭제", row.facts["name"]


def _change(row: MomentRow) -> tuple[str, str]:
    facts = row.facts
    title = {"changed": "IP 변경", "undone": "IP 변경 되돌리기", "moved": "다른 게이트웨이로 이동"}[row.what]
    moved = f"{facts['old']} → {facts['new']}" if facts["old"] and facts["new"] else ""
    reason, state = facts.get("reason"), facts.get("state")
    return title, _joined(moved, _word(REASONS, reason), _word(CHANGES, None if state == "done" else state))


def _inquiry(row: MomentRow) -> tuple[str, str]:
    who = "문의 답변" if row.what == "staff" else "문의"
    return f"{who} · {row.facts['title']}", row.facts["body"]


def _message(row: MomentRow) -> tuple[str, str]:
    facts = row.facts
    channel = "메일" if row.what == "mail" else "문자"
    state = _MESSAGE_STATES[facts["state"]]
    title = " · ".join(part for part in (channel, facts["subject"], state) if part)
    body = "인증번호는 보여 드리지 않습니다." if facts["isCode"] else facts["body"]
    return title, f"{body}\n거절 사유: {facts['refusal']}" if facts["refusal"] else body


def _login(row: MomentRow) -> tuple[str, str]:
    if row.what == "joined":
        return "가입", ""
    device = describe_device(row.facts["agent"])
    if row.what == "login":
        address = row.facts["address"]
        return "로그인", _joined(device, mask_address(address) if address else None)
    return _word(SESSION_ENDS, row.what), device


def _staff(row: MomentRow) -> tuple[str, str]:
    labels: dict[str, str] = {**LABELS}
    alone = "두 번째 사람 없이 혼자 확인" if row.facts["alone"] else None
    return STAFF_ACTIONS.get(row.what) or labels.get(row.what, row.what), _joined(
        _change_text(row.facts["after"]), row.facts["reason"], alone
    )


def _change_text(after: Any) -> str:
    """Points and tickets that were moved."""
    amount = cast("dict[str, Any]", after).get("amount") if isinstance(after, dict) else None
    return f"{amount:+,}" if isinstance(amount, int) else ""


_WORDS = {
    "orders": _order,
    "money": _money,
    "points": _points,
    "services": _service,
    "devices": _device,
    "changes": _change,
    "inquiries": _inquiry,
    "messages": _message,
    "logins": _login,
    "staff": _staff,
}


_LINKS: Mapping[MomentKind, Literal["order", "service", "inquiry", "approval"]] = {
    "orders": "order",
    "money": "order",
    "points": "order",
    "services": "service",
    "devices": "service",
    "changes": "service",
    "inquiries": "inquiry",
    "staff": "approval",
}


def _link(row: MomentRow) -> MomentLink | None:
    kind = _LINKS.get(row.kind)
    if not row.ref or kind is None:
        return None
    if row.what in {"subscribed", "stopping", "unsubscribed"}:
        return MomentLink("subscription", row.ref)
    return MomentLink(kind, row.ref)


def _joined(*parts: str | None) -> str:
    return " · ".join(part for part in parts if part)
