"""Columns of `site_config` that staff change: allowed values, and the check of a change. Pure."""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from ieum.shop.kernel.business_numbers import SENTENCE, is_business_number
from ieum.shop.kernel.errors import Field
from ieum.shop.kernel.texts import LINE, LINES

type SettingValue = bool | int | str
type SettingKind = Literal["line", "lines", "mail", "phone", "url", "number", "flag", "choice"]

# What every shop's footer must state (전자상거래법 10, 13).
FOOTER = {
    "business_licence": "사업자등록번호",
    "business_name": "상호",
    "representative": "대표자",
    "address": "주소",
    "mail_order_licence": "통신판매업 신고번호",
    "phone": "전화번호",
    "officer_name": "개인정보보호책임자",
    "officer_mail": "개인정보보호책임자 이메일",
    "hosting_provider": "호스팅 서비스 제공자",
    "site_mail": "이메일",
}


class SettingColumn(msgspec.Struct, frozen=True):
    """`least` and `most` bound a number; `most` is the length of a text."""

    kind: SettingKind
    least: int = 0
    most: int = 200
    options: tuple[str, ...] = ()


_LINE, _FLAG, _PERCENT = SettingColumn("line"), SettingColumn("flag"), SettingColumn("number", most=100)
_MAIL, _PHONE, _URL = SettingColumn("mail"), SettingColumn("phone", most=30), SettingColumn("url", most=500)
_KEPT = SettingColumn("number", 1, 60)

COLUMNS: Mapping[str, SettingColumn] = {
    "business_licence": _LINE,
    "business_name": _LINE,
    "representative": _LINE,
    "address": _LINE,
    "mail_order_licence": _LINE,
    "hosting_provider": _LINE,
    "officer_name": _LINE,
    "officer_phone": _PHONE,
    "officer_mail": _MAIL,
    "phone": _PHONE,
    "site_mail": _MAIL,
    "support_hours": _LINE,
    "remote_support_url": _URL,
    "static_enabled": _FLAG,
    "dynamic_enabled": _FLAG,
    "ticket_enabled": _FLAG,
    "points_enabled": _FLAG,
    "point_percent": _PERCENT,
    "point_threshold": SettingColumn("number", most=10_000_000),
    "point_share_percent": _PERCENT,
    "phone_verification": _FLAG,
    "mail_verification": _FLAG,
    "refund_mode": SettingColumn("choice", options=("law", "owner")),
    "refund_penalty_percent": SettingColumn("number", most=10),
    "refund_shortest_price": _FLAG,
    "staff_refund_limit": SettingColumn("number", most=100_000_000),
    "grace": SettingColumn("number", most=14),
    "deposit_hold": SettingColumn("number", 1, 336),
    "deposit_hold_limit": SettingColumn("number", 1, 1000),
    "card_hold_limit": SettingColumn("number", 5, 1000),
    "hold_share_percent": SettingColumn("number", 1, 100),
    "network_hold_percent": SettingColumn("number", 1, 100),
    "cool_down": SettingColumn("number", 1, 90),
    "connections_enforced": _FLAG,
    "rotation_reserve_percent": SettingColumn("number", most=90),
    "sub_id_limit": SettingColumn("number", most=10_000),
    "sign_ups_an_hour": SettingColumn("number", 1, 100_000),
    "code_texts_an_hour": SettingColumn("number", 1, 100_000),
    "visit_months": SettingColumn("number", 4, 60),
    "first_touch_days": SettingColumn("number", most=30),
    "usage_months": _KEPT,
    "session_months": SettingColumn("number", 12, 60),
    "site_name": _LINE,
    "description": SettingColumn("line", most=300),
    "logo": _URL,
    "og_image": _URL,
    "naver_verification": _LINE,
    "google_verification": _LINE,
    "robots": SettingColumn("lines", most=4000),
    "sitemap": _URL,
}
# What is written as an interval, in the unit that people are shown.
UNITS: Mapping[str, Literal["days", "hours"]] = {
    "grace": "days",
    "cool_down": "days",
    "deposit_hold": "hours",
}
NEVER_EMPTY = {"site_name", "support_hours"}

_PATTERNS = {
    "line": re.compile(LINE),
    "lines": re.compile(LINES),
    "mail": re.compile(r"[^\s@<>,;:\"'()\\]{1,64}@[A-Za-z0-9.-]{1,180}\.[A-Za-z]{2,20}"),
    "phone": re.compile(r"\+?[0-9][0-9 ()-]{5,28}"),
    "url": re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[!-~]*)?|/[!-~]*"),
}
_SENTENCES = {
    "line": "보이지 않는 문자나 줄바꿈 없이 한 줄로 적어 주세요.",
    "lines": "보이지 않는 문자를 빼고 적어 주세요.",
    "mail": "help@example.com처럼 이메일 주소를 적어 주세요.",
    "phone": "02-1234-5678처럼 전화번호를 적어 주세요.",
    "url": "https://로 시작하는 주소를 적어 주세요.",
    "flag": "켬과 끔 가운데 하나를 골라 주세요.",
    "choice": "목록에 있는 값을 골라 주세요.",
}


def changed(
    before: Mapping[str, SettingValue], wished: Mapping[str, SettingValue]
) -> dict[str, SettingValue]:
    """Return the wished values that differ from the present ones, in the table's order."""
    return {name: wished[name] for name in COLUMNS if name in wished and wished[name] != before[name]}


def wrong(before: Mapping[str, SettingValue], wished: Mapping[str, SettingValue]) -> list[Field]:
    """A field that the law wants in the footer may be empty still, but not be emptied."""
    found = [
        Field(name, "invalid", sentence)
        for name, value in changed(before, wished).items()
        if (sentence := _sentence(name, value))
    ]
    return found + [Field(name, "unknown", "없는 설정입니다.") for name in wished if name not in COLUMNS]


def _sentence(name: str, value: SettingValue) -> str | None:
    column = COLUMNS[name]
    if column.kind == "number":
        is_right = type(value) is int and column.least <= value <= column.most
        return None if is_right else f"{column.least:,}부터 {column.most:,}까지 숫자로 적어 주세요."
    if column.kind == "flag":
        return None if isinstance(value, bool) else _SENTENCES["flag"]
    if not isinstance(value, str) or (column.options and value not in column.options):
        return _SENTENCES[column.kind]
    return _sentence_of_text(name, value, column) if value else _why_not_empty(name)


def _sentence_of_text(name: str, value: str, column: SettingColumn) -> str | None:
    if len(value) > column.most:
        return f"{column.most:,}자까지 적을 수 있습니다."
    if name == "business_licence" and not is_business_number(value.replace("-", "")):
        return SENTENCE
    pattern = _PATTERNS.get(column.kind)
    return None if pattern is None or pattern.fullmatch(value) else _SENTENCES[column.kind]


def _why_not_empty(name: str) -> str | None:
    if name in FOOTER:
        return f"{FOOTER[name]}: 법에 따라 사이트 아래에 보여야 하므로 비울 수 없습니다."
    return "비울 수 없는 항목입니다." if name in NEVER_EMPTY else None
