"""The lengths of keeping in the published texts are those that the jobs keep to."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.leaving import queries, rules, service
from ieum.shop.members import cookies, erasure, tokens
from ieum.shop.members.security import devices
from ieum.shop.members.security import types as security
from ieum.shop.members.verification import rules as verification
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.sub_ids.link_queries import LINKS_KEPT
from ieum.shop.usage import queries as usage
from tests.shop.builders.members import a_member
from tests.shop.builders.services import a_device, a_service

YEAR = 365
WEB = Path(__file__).parents[3] / "web" / "src"
# By the first words of a row of the policy's table: what the row must say, from the constants that the jobs read.
PERIODS = {
    "계약·청약철회·결제·서비스 공급 기록": f"{queries.CONTRACT_YEARS}년",
    "약관과 수신 동의 기록": f"탈퇴 후 {erasure.CONSENT_YEARS}년",
    "바꾸시기 전의 이름": f"바꾸신 날부터 {security.FORMER_NAME_KEPT_FOR.days // YEAR}년, 탈퇴하시면 바로",
    # A request is made within a year before the day on which its tax has to be filed.
    "신청하신 세금계산서의 내용": f"신고 기한부터 {service.TAX_INVOICE_RETENTION.days // 366 - 1}년",
    "문의와 소비자 불만·분쟁 처리 기록": f"{service.INQUIRY_RETENTION.days // YEAR}년",
    "배정된 IP와 배정 기간의 기록": f"{service.LEASE_RETENTION.days // YEAR}년",
    "IP를 변경하신 이유로": f"변경하신 날부터 {service.WORDS_RETENTION.days // YEAR}년, 탈퇴하시면 바로",
    # The jobs run once a day.
    "IP 변경 링크의 이름과": (
        f"링크를 삭제하신 뒤 {service.LINK_RETENTION.days + 1}일 안, 이용이 끝나거나 탈퇴하시면 바로"
    ),
    "서브 아이디의 아이디와 이름": (
        "서브 아이디를 삭제하신 뒤에도 그 접속 기록이 남아 있는 동안, 회원이 탈퇴하시면 바로"
    ),
    "서브 아이디의 비밀번호를 정하는 링크": f"링크가 끝나고 {LINKS_KEPT.days + 1}일 안, 회원이 탈퇴하시면 바로",
    "기기 설정 링크의 기록": (
        f"링크가 끝나고 {service.LINK_RETENTION.days + 1}일 안, 이용이 끝나거나 탈퇴하시면 바로"
    ),
    "발급하신 고정 IP 이용 확인서의 내용": f"탈퇴하시면 바로 (번호만 {service.LEASE_RETENTION.days // YEAR}년)",
    "기기별 최근 접속 일시와": f"이용이 끝나고 마지막 접속부터 {service.USAGE_RETENTION.days * 12 // YEAR}개월",
    "접속 기록": "기록한 달의 마지막 날부터 {{sessionMonths}}개월 보관한 뒤 달마다 한꺼번에 파기",
    "시간별 데이터의 양": "기록한 달의 마지막 날부터 {{usageMonths}}개월 보관한 뒤 달마다 한꺼번에 파기",
    "로그인 일시와 접속 IP 기록": f"로그인이 끝난 뒤 {service.LOGIN_RETENTION.days // YEAR}년",
    "방문 기록": "{{visitMonths}}개월 안",
    "보내 드린 메일과 문자의 내용": f"{service.MESSAGE_RETENTION.days}일",
    "본인확인과 인증번호의 요청 기록": f"{verification.DAY.days}일",
    "로그인 실패 기록": (
        f"{security.FORGOTTEN_AFTER.days}일, 로그인에 성공한 주소는 {security.KNOWN_FOR.days}일"
    ),
    "아이디를 되돌릴 수 없게 바꾼 값": "서비스 운영 기간",
    # What the staff did with members' inquiries is kept longest.
    "개인정보에 대한 직원의 접속 기록": (
        f"1년 이상. 5만 명 이상의 개인정보를 처리하면 {min(2, service.INQUIRY_RETENTION.days // YEAR)}년 이상"
    ),
}


def newest(slug: str, *, mode: str = "law") -> str:
    """The text that the shop publishes last under this setting."""
    texts = [
        path.read_text() for path in sorted(Path(STARTER_SET, "legal").glob(f"{slug}@*.md"), reverse=True)
    ]
    return next(text for text in texts if "refund_mode:" not in text or f"refund_mode: {mode}" in text)


def table(text: str, heading: str) -> dict[str, str]:
    """The first two columns of the table under a heading."""
    part = text.partition(heading)[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in part.splitlines() if line.startswith("|")]
    return {row[0].strip(): row[1].strip() for row in rows[2:]}


def test_each_row_of_the_policys_table_says_what_the_jobs_do() -> None:
    rows = table(newest("policy"), "## 3. 보유 기간")

    said = {name: period for start in PERIODS for name, period in rows.items() if name.startswith(start)}
    assert said == rows, "a row of the table has no constant here"
    assert list(said.values()) == list(PERIODS.values())


def test_the_cookies_of_the_policy_live_as_long_as_it_says() -> None:
    said = dict(re.findall(r"^\| ([^|]+) \|[^|]+\| (1년[^|]*) \|$", newest("policy"), re.MULTILINE))

    assert set(said) == {"접속 토큰, 갱신 토큰", "기기 확인"}
    assert {cookies.SECONDS, tokens.SESSION_LIFETIME.total_seconds()} == {
        timedelta(days=YEAR).total_seconds()
    }
    assert devices.KNOWN_FOR.days == YEAR


@pytest.mark.parametrize("mode", ["law", "owner"])
def test_the_terms_name_no_other_periods_than_the_jobs_keep_to(mode: str) -> None:
    article = newest("terms-use", mode=mode).partition("### 제16조")[2].partition("### ")[0]

    periods = re.findall(r"\d+(?:년|개월)(?: 이상)?", article)
    months = f"{service.USAGE_RETENTION.days * 12 // YEAR}개월"
    by_law = [months, f"{queries.CONTRACT_YEARS}년"]
    # The owner's year is what is kept by no other law: connections and logins.
    by_owner = [f"{service.LOGIN_RETENTION.days // YEAR}년", "1년 이상", "2년 이상"]
    assert periods == (by_law if mode == "law" else by_owner)
    assert months == "12개월"


async def test_the_summary_at_the_sign_up_says_the_same(conn: Connection) -> None:
    body = await fetch_one(
        conn, str, "SELECT body FROM agreement_documents WHERE key = 'privacy' ORDER BY version DESC LIMIT 1"
    )

    assert re.findall(r"기록 (\d+년)|자료 (\d+개월)", body) == [
        (f"{queries.CONTRACT_YEARS}년", ""),
        (f"{queries.INQUIRY_YEARS}년", ""),
        ("", f"{service.USAGE_RETENTION.days * 12 // YEAR}개월"),
    ]


def test_who_leaves_reads_the_same_periods() -> None:
    kept = [one.how_long for one in rules.kept(usage_months=13, session_months=12)]

    assert kept == [
        f"{queries.CONTRACT_YEARS}년",
        PERIODS["신청하신 세금계산서의 내용"],
        f"{erasure.CONSENT_YEARS}년",
        f"{queries.INQUIRY_YEARS}년",
        f"{service.USAGE_RETENTION.days * 12 // YEAR}개월",
        "기록한 달의 마지막 날부터 12개월",
        "기록한 달의 마지막 날부터 13개월",
        f"{service.LOGIN_RETENTION.days // YEAR}년",
        "서비스 운영 기간",
    ]


def test_what_is_on_record_is_said_in_the_same_words_everywhere() -> None:
    """In the FAQ, the policy, both terms, and on the member's page of a service's use."""
    words = re.findall(r"'([^']+)'", (WEB / "services/record/words.ts").read_text())
    months = re.search(r"`([^`]+)`", (WEB / "services/record/words.ts").read_text())
    assert months is not None
    said = [*words, months[1].replace("${", "{{").replace("}", "}}")]
    assert len(said) == 3

    texts = [newest("policy"), newest("terms-use"), newest("terms-use", mode="owner")]
    texts.append(Path(STARTER_SET, "faqs", "logs.md").read_text())

    for text in texts:
        assert [sentence for sentence in said if sentence not in text] == []


async def test_connections_of_services_that_are_over_are_forgotten_after_a_year(conn: Connection) -> None:
    member = await a_member(conn)
    running, over, lately = [await a_service(conn, member) for _ in range(3)]
    await execute(
        conn,
        "UPDATE services SET state = 'expired', closed_at = now() WHERE id = ANY(%(ids)s)",
        ids=[over, lately],
    )
    for one, days in ((running, 400), (over, 400), (lately, 300)):
        await a_device(conn, one)
        await execute(
            conn,
            """
            INSERT INTO device_usage (device_id, first_handshake_at, last_handshake_at)
            SELECT id, now() - interval '500 days', now() - make_interval(days => %(days)s)
              FROM devices WHERE service_id = %(service)s
            """,
            service=one,
            days=days,
        )
    before = await fetch_one(conn, datetime, "SELECT now()") - service.USAGE_RETENTION

    deleted = await usage.delete_old_usage(conn, before=before, limit=10)

    assert deleted == 1
    left = await fetch_all(
        conn,
        int,
        "SELECT d.service_id FROM device_usage u JOIN devices d ON d.id = u.device_id ORDER BY d.service_id",
    )
    assert left == sorted([running, lately])
