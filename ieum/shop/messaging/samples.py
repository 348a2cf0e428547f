"""Every text that the shop sends, with sample data, for the console to show."""

import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from importlib import import_module
from typing import NamedTuple

from ieum.shop import messaging
from ieum.shop.messaging.order_templates import Receipt, Seller, withdrawal_rule
from ieum.shop.messaging.refund_templates import Figures
from ieum.shop.messaging.templates import Button, Text

_AT = datetime(2026, 11, 20, 0, 0, tzinfo=UTC)
_LATER = datetime(2026, 11, 23, 15, 0, tzinfo=UTC)
_RECEIPT = Receipt(
    order_id="20261120-8F3K2M9QWX",
    plan="KT 고정 IP",
    is_ticket=False,
    is_renewal=False,
    is_recurring=False,
    quantity=2,
    period="2026.11.20 ~ 2026.12.20",
    addresses=["211.234.56.78", "211.234.56.79"],
    list_amount=66_000,
    discount_amount=3_300,
    points_used=1_000,
    amount=61_700,
    supply_amount=56_091,
    vat_amount=5_609,
    method="신용카드",
    paid_at="2026.11.20 14:05",
)
_SELLER = Seller(
    site="이음",
    business="이음 주식회사",
    representative="김이음",
    business_number="123-45-67891",
    mail_order_number="제2026-서울강남-01234호",
    address="서울특별시 강남구 테헤란로 1",
    phone="02-1234-5678",
    mail="help@example.com",
)

# By the parameter's name, because a name means the same in every template.
VALUES: Mapping[str, object] = {
    "again": False,
    "account": "X1234567890123",
    "address": "211.234.80.12",
    "addresses": ["211.234.56.78", "211.234.56.79"],
    "agreed": True,
    "amount": 33_000,
    "at": _AT,
    "bank": "신한은행",
    "by": "김운영",
    "by_hand": False,
    "came_from": "옛가게",
    "card": "신한카드 3456",
    "code": "123456",
    "days": 7,
    "device": "내 노트북",
    "due_at": _AT,
    "gateway": "seoul-1",
    "flags": ["unproven", "listed", "other_carrier"],
    "inquiry": 12,
    "is_free": True,
    "link": "https://shop.example.com/moving-in#AbCdEf",
    "lines": ["KT 고정 IP 211.234.56.78 → 211.234.80.12"],
    "kept": ["계약과 결제 기록: 5년 (전자상거래법)"],
    "login_id": "hong_desk1",
    "login_ids": ["hong_gildong"],
    "masked": "ho******@example.com",
    "medium": "sms",
    "name": "홍길동",
    "networks": ["203.0.113.0/24"],
    "needs_account": False,
    "new": 36_300,
    "number": 12,
    "old": 33_000,
    "opened": False,
    "order_id": "20261120-8F3K2M9QWX",
    "extended_until": "2026.12.04",
    "paid_until": "2026.12.20",
    "passkeys_kept": 0,
    "passkeys_removed": 2,
    "period": "2026.11.20 ~ 2026.12.20",
    "plan": "KT 고정 IP",
    "points": 1_200,
    "price": "33,000원 (1개월, 부가세 포함)",
    "previous": "211.234.56.78",
    "receipt": _RECEIPT,
    "role": "상담",
    "reason": "이용하지 못한 기간에 대한 환불",
    "reckoned": Figures(
        steps=[("결제 금액", 33_000), ("이용한 10일분", -10_645)],
        amount=22_355,
        points=0,
        points_clawed_back=0,
    ),
    "refusal": "한도 초과 또는 잔액 부족입니다. 한도를 확인하거나 다른 카드로 결제해 주세요.",
    "release_at": _LATER,
    "retry_at": _AT,
    "rule": withdrawal_rule(unused_only=False, penalty_percent=0, shortest_amount=None, is_ticket=False),
    "seller": _SELLER,
    "sender": "이음 주식회사",
    "services": 1,
    "site": "이음",
    "subscriptions": 1,
    "suspended": False,
    "text": Text("[이음] 알림", "김사원 님, 비밀번호가 변경되었습니다.\n"),
    "tickets": 2,
    "tickets_left": 1,
    "parts": [("결제가 완료되었습니다", _AT), ("환불이 완료되었습니다", _LATER)],
    "title": "접속이 자주 끊깁니다",
    "to_account": "국민은행 ****6789 (홍길동)",
    "undo_until": _LATER,
    "who": ["desk_01", "desk_02"],
    "until": _LATER,
    "what": "2단계 인증이 해제",
    "when": "2026.11.20 14:05",
}
# Other data for which a text reads differently.
VARIANTS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "address_flagged": ({"is_free": False, "flags": ["listed"]},),
    "consent_changed": ({"medium": "mail", "agreed": False},),
    "has_ended": ({"extended_until": None},),
    "ip_changed": ({"undo_until": None},),
    "sub_ids_end": ({"days": 1}, {"days": 0}),
    "order_paid": (
        {"receipt": _RECEIPT._replace(is_renewal=True, is_recurring=True)},
        {
            "receipt": _RECEIPT._replace(is_ticket=True, addresses=[], plan="IP 교체권"),
            "rule": withdrawal_rule(
                unused_only=True, penalty_percent=10, shortest_amount=None, is_ticket=True
            ),
        },
        {
            "rule": withdrawal_rule(
                unused_only=False, penalty_percent=5, shortest_amount=396_000, is_ticket=False
            )
        },
    ),
    "postponed": ({"retry_at": None},),
    "postponed_sms": ({"retry_at": None},),
    "refund_begun": (
        {
            "to_account": "",
            "reason": "",
            "needs_account": True,
            "reckoned": Figures(steps=[], amount=33_000, points=1_000, points_clawed_back=330),
        },
    ),
    "refund_done": ({"by_hand": True, "to_account": ""}, {"points": 0, "to_account": ""}),
    "refused": ({"retry_at": None}, {"suspended": True}),
    "refused_sms": ({"retry_at": None}, {"suspended": True}),
}
# Functions that return parts of texts.
PARTS = {"order_templates.order_button", "order_templates.withdrawal_rule"}


class MissingSample(LookupError):
    """A template has a parameter without a sample."""


class Preview(NamedTuple):
    """A text with its sample data; `subject` is empty for an SMS."""

    name: str
    subject: str
    body: str
    button: Button | None = None


def templates() -> dict[str, Callable[..., Text | str]]:
    """Find the templates: every public function of every module whose name ends in `templates`."""
    return {
        f"{info.name}.{name}": function
        for info in pkgutil.iter_modules(messaging.__path__)
        if info.name.endswith("templates")
        for module in [import_module(f"{messaging.__name__}.{info.name}")]
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__
        and not name.startswith("_")
        and f"{info.name}.{name}" not in PARTS
    }


def previews() -> Iterator[Preview]:
    """Write every text with every variant of its sample data. Raises MissingSample."""
    for name, function in templates().items():
        variants: tuple[Mapping[str, object], ...] = ({}, *VARIANTS.get(name.partition(".")[2], ()))
        for variant in variants:
            text = function(**_arguments(name, function, variant))
            if isinstance(text, Text):
                yield Preview(name, *text)
            else:
                yield Preview(name, "", text)


def _arguments(
    name: str, function: Callable[..., Text | str], variant: Mapping[str, object]
) -> dict[str, object]:
    samples = {**VALUES, **variant}
    parameters = inspect.signature(function).parameters
    missing = [parameter for parameter in parameters if parameter not in samples]
    if missing:
        raise MissingSample(
            f"{name} takes {', '.join(missing)}: add a sample to {__name__.replace('.', '/')}.py"
        )
    return {parameter: samples[parameter] for parameter in parameters}
