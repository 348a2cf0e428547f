"""Every text that the shop sends, with sample data, for the operator to read (`ieum messages`)."""

import argparse
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from html import escape
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from ieum.shop import messaging
from ieum.shop.messaging.layout import Letterhead, lay_out
from ieum.shop.messaging.order_templates import Receipt, Seller, withdrawal_rule
from ieum.shop.messaging.queries import Message
from ieum.shop.messaging.refund_templates import Figures
from ieum.shop.messaging.solapi import LONGEST_SMS, size_of
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
    "account": "X1234567890123",
    "address": "211.234.80.12",
    "addresses": ["211.234.56.78", "211.234.56.79"],
    "agreed": True,
    "amount": 33_000,
    "at": _AT,
    "bank": "신한은행",
    "by": "김운영",
    "by_hand": False,
    "card": "신한카드 3456",
    "code": "123456",
    "days": 7,
    "device": "내 노트북",
    "due_at": _AT,
    "flags": ["unproven", "listed", "other_carrier"],
    "inquiry": 12,
    "is_free": True,
    "lines": ["KT 고정 IP 211.234.56.78 → 211.234.80.12"],
    "kept": ["계약과 결제 기록: 5년 (전자상거래법)"],
    "login_id": "hong_desk1",
    "login_ids": ["hong_gildong"],
    "masked": "ho******@example.com",
    "medium": "sms",
    "name": "홍길동",
    "needs_account": False,
    "new": 36_300,
    "number": 12,
    "old": 33_000,
    "opened": False,
    "order_id": "20261120-8F3K2M9QWX",
    "paid_until": "2026.12.20",
    "passkeys_kept": 0,
    "passkeys_removed": 2,
    "period": "2026.11.20 ~ 2026.12.20",
    "plan": "KT 고정 IP",
    "points": 1_200,
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
    "rule": withdrawal_rule(unused_only=False, penalty_percent=0, is_ticket=False),
    "seller": _SELLER,
    "sender": "이음 주식회사",
    "services": 1,
    "site": "이음",
    "subscriptions": 1,
    "suspended": False,
    "text": Text("[이음] 알림", "김사원 님, 비밀번호가 변경되었습니다.\n"),
    "tickets": 2,
    "tickets_left": 1,
    "title": "접속이 자주 끊깁니다",
    "to_account": "국민은행 ****6789 (홍길동)",
    "undo_until": _LATER,
    "until": _LATER,
    "what": "2단계 인증이 해제",
    "when": "2026.11.20 14:05",
}
# Other data for which a text reads differently.
VARIANTS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "address_flagged": ({"is_free": False, "flags": ["listed"]},),
    "consent_changed": ({"medium": "mail", "agreed": False},),
    "ip_changed": ({"undo_until": None},),
    "order_paid": (
        {"receipt": _RECEIPT._replace(is_renewal=True, is_recurring=True)},
        {
            "receipt": _RECEIPT._replace(is_ticket=True, addresses=[], plan="IP 교체권"),
            "rule": withdrawal_rule(unused_only=True, penalty_percent=10, is_ticket=True),
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
_INDEX = """<!doctype html>
<html lang="ko">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>메일 미리보기</title>
<style>
body {{ display: flex; flex-wrap: wrap; gap: 16px; margin: 16px; font: 15px/1.6 sans-serif; }}
ol {{ flex: 1 1 320px; margin: 0; max-height: 96vh; overflow: auto; }}
iframe {{ flex: 2 1 340px; height: 96vh; border: 1px solid #8888; }}
</style>
<ol>
{links}
</ol>
<iframe name="mail" title="메일"></iframe>
</html>
"""
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


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", default="", help="those with this in their name")
    parser.add_argument(
        "--pages",
        type=Path,
        metavar="FOLDER",
        help="write the mails as web pages, and index.html that lists them",
    )


def run(options: argparse.Namespace, environ: Mapping[str, str]) -> int:
    """Print every text, or those with this in their name; with `--pages` write the mails as they look."""
    wanted = [preview for preview in previews() if options.name in preview.name]
    if options.pages is not None:
        url = environ.get("IEUM_PUBLIC_URL") or f"http://localhost:{environ.get('IEUM_PORT') or 8000}"
        write_pages(options.pages, wanted, url.rstrip("/"))
        sys.stdout.write(f"{options.pages / 'index.html'}\n")
        return 0
    for preview in wanted:
        size = size_of(preview.body)
        kind = (
            f"메일 · {preview.subject}"
            if preview.subject
            else f"{'SMS' if size <= LONGEST_SMS else 'LMS'} · {size}바이트"
        )
        sys.stdout.write(f"── {preview.name} · {kind}\n\n{preview.body.rstrip()}\n\n")
    return 0


def write_pages(folder: Path, wanted: Sequence[Preview], url: str) -> None:
    """Write each mail as its HTML form, and an index that shows the one that was chosen beside the list."""
    folder.mkdir(parents=True, exist_ok=True)
    head = Letterhead(_SELLER.site, url, _SELLER.business, _SELLER.phone, _SELLER.mail)
    links: list[str] = []
    for number, preview in enumerate((one for one in wanted if one.subject), 1):
        label, path = preview.button or ("", "")
        message = Message(
            number,
            "mail",
            "",
            preview.subject,
            preview.body,
            None,
            button_label=label,
            button_path=path,
        )
        name = f"{number:02}-{preview.name}.html"
        (folder / name).write_text(lay_out(message, head).html, "utf-8")
        links.append(f'<li><a href="{name}" target="mail">{escape(preview.subject)}</a></li>')
    (folder / "index.html").write_text(_INDEX.format(links="\n".join(links)), "utf-8")


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
