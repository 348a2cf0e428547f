"""The list of members."""

from datetime import datetime
from typing import LiteralString

from ieum.shop.desk.listing import Column, List
from ieum.shop.desk.lists import Order, newest
from ieum.shop.kernel.masking import mask_email, mask_name, mask_phone
from ieum.shop.kernel.phones import hyphenated
from ieum.shop.members.desk.filters import MemberFilters, begins_id, where_of
from ieum.shop.members.desk.queries import STATE
from ieum.shop.members.types import MemberState
from ieum.shop.members.words import STATES, TONES

_NEWEST = newest("m.joined_at", "m.id")
_BY_LOGIN_ID = Order("m.login_id USING ~<~", "m.login_id ~>~ %(cursor_0)s::text", cursor="m.login_id")
_IN_USE: LiteralString = """
    (SELECT count(*) FROM services s WHERE s.member_id = m.id AND s.state IN ('active', 'suspended'))
"""
MEMBERS = List(
    name="members",
    label="회원",
    permission="members.view",
    filters=MemberFilters,
    where_of=where_of,
    search="아이디 앞부분, 이름, 이메일, 휴대폰 번호나 끝 4자리",
    key="m.id",
    counted="members m",
    source="members m",
    # Members whose ids are looked for all have one.
    orders={"newest": _NEWEST, "login_id": _BY_LOGIN_ID},
    order_of=lambda filters: "login_id" if begins_id(filters) else "newest",
    is_personal=True,
    columns=(
        Column("login_id", "아이디", "m.login_id", "own", str | None, on="screen"),
        Column("name", "이름", "m.name", converted=mask_name, on="screen"),
        Column("phone", "휴대폰", "m.phone", "own", str | None, converted=mask_phone, on="screen"),
        Column("email", "이메일", "m.email", "own", str | None, converted=mask_email, on="screen"),
        Column("state", "상태", STATE, "state", MemberState, words=STATES, tones=TONES, on="screen"),
        Column("is_blocked", "차단", "m.blocked_at IS NOT NULL", "yes", on="row"),
        Column("services_in_use", "서비스", _IN_USE, "number", int, on="screen"),
        Column("joined_at", "가입", "m.joined_at", "when", datetime, on="screen"),
        Column(
            "last_seen_at",
            "마지막 접속",
            "(SELECT max(last_used_at) FROM login_sessions l WHERE l.member_id = m.id)",
            "when",
            on="screen",
        ),
        Column(
            "owner_login_id",
            "만든 회원",
            "(SELECT o.login_id FROM members o WHERE o.id = m.owner_id)",
            is_extra=True,
            on="screen",
        ),
        Column("id", "회원번호", "m.id", "own", int, is_extra=True),
        Column("whole_login_id", "아이디", "m.login_id", on="file"),
        Column("whole_name", "이름", "m.name", on="file"),
        Column("whole_email", "이메일", "m.email", on="file"),
        Column("whole_phone", "휴대폰", "m.phone", shown=hyphenated, on="file"),
        Column("joined", "가입일시", "m.joined_at", on="file"),
        Column("blocked_at", "차단일시", "m.blocked_at", on="file"),
        Column("left_at", "탈퇴일시", "m.left_at", on="file"),
        Column("sms_opt_in", "문자 광고 동의", "m.sms_opt_in", on="file"),
        Column("mail_opt_in", "메일 광고 동의", "m.mail_opt_in", on="file"),
        Column("in_use", "이용 중 서비스", _IN_USE, on="file"),
    ),
)
