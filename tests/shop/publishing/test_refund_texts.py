"""The published texts tell of money back what the operator has set: the law's rules, or the stricter term."""

import re
from datetime import timedelta

import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.kernel.months import end_of_period
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.refunds.rules import calculate
from ieum.shop.refunds.types import Calculation, Term
from ieum.shop.site import queries as site
from ieum.shop.site import refund_words
from tests.shop.builders.purchased import bought, seoul

TOLD = ("page static-ip", "page dynamic-ip", "page ip-ticket", "faq refund")


async def set_terms(conn: Connection, mode: str, percent: int, *, at_shortest: bool = False) -> None:
    await execute(
        conn,
        """
        UPDATE site_config
           SET refund_mode = %(mode)s, refund_penalty_percent = %(percent)s, refund_shortest_price = %(at_shortest)s
        """,
        mode=mode,
        percent=percent,
        at_shortest=at_shortest,
    )


async def texts(conn: Connection) -> dict[str, str]:
    """What readers get. The terms of use are the operator's own, and so is the notice that sums them up."""
    rows = await fetch_all(
        conn,
        tuple[str, str],
        """
        SELECT jsonb_build_array(e.kind || ' ' || e.slug, v.plain_text)
          FROM content_entries e
          JOIN content_versions v ON v.entry_id = e.id AND v.number = e.current_number
         WHERE e.kind <> 'legal' AND e.slug <> 'terms-in-force'
        """,
    )
    return dict(rows)


@pytest.mark.parametrize(
    ("mode", "percent", "at_shortest", "says", "never"),
    [
        pytest.param(
            "law", 0, False, r"하루 단위|남은 장수만큼|위약금 없", r"위약금 \d|뒤에는 환불되지", id="the law"
        ),
        pytest.param(
            "law",
            10,
            False,
            r"위약금 10%",
            r"뒤에는 환불되지|언제든지 해지.{0,99}위약금 없|가장 짧은",
            id="with a penalty",
        ),
        pytest.param(
            "law",
            0,
            True,
            r"가장 짧은 이용 기간|남은 날 요금의 10%|장수만큼",
            r"뒤에는 환불되지|언제든지 해지.{0,99}위약금 없|위약금 0|의 0%",
            id="with the price of the shortest period",
        ),
        pytest.param(
            "owner",
            10,
            True,
            r"뒤에는 환불되지|환불되지 않습니다",
            r"위약금 (?:없|\d)|하루 단위|남은 장수만큼|남은 날의 요금|7일이 지났|7일 안에는|청약철회",
            id="unused only",
        ),
    ],
)
async def test_every_text_states_the_refund_rule_that_is_set(
    conn: Connection, mode: str, percent: int, at_shortest: bool, says: str, never: str
) -> None:
    await set_terms(conn, mode, percent, at_shortest=at_shortest)

    await importing.import_folder(conn, STARTER_SET)

    found = await texts(conn)
    assert [name for name in TOLD if not re.search(says, found[name])] == []
    assert {name: hit[0] for name, text in found.items() if (hit := re.search(never, text))} == {}


async def test_republished_texts_follow_the_setting(conn: Connection) -> None:
    await importing.import_folder(conn, STARTER_SET)
    before = await texts(conn)
    await set_terms(conn, "owner", 0)

    await importing.refresh(conn)

    after = await texts(conn)
    assert {name for name in before if before[name] != after[name]} == {*TOLD, "faq change-address"}


async def test_the_example_adds_up(conn: Connection) -> None:
    await set_terms(conn, "law", 7)

    example = refund_words.words(await site.get_config(conn))["refundExample"]

    assert "위약금 1,540원을 뺀 20,460원" in example


@pytest.mark.parametrize("percent", [0, 5, 10])
async def test_the_example_of_a_year_is_what_a_refund_would_be(conn: Connection, percent: int) -> None:
    await set_terms(conn, "law", percent, at_shortest=True)
    paid_at = seoul("2026-11-20 14:05")
    year = bought(
        amount=300_000,
        shortest_amount=360_000,
        penalty_percent=percent,
        term=Term(paid_at, end_of_period(paid_at, 12)),
    )

    example = refund_words.words(await site.get_config(conn))["refundExample"]

    refund = calculate(year, paid_at + timedelta(days=73))
    assert isinstance(refund, Calculation)
    assert f"위약금 {refund.penalty_amount:,}원을 뺀 {refund.amount:,}원을" in example


TERMS = [("law", 0, False), ("law", 10, False), ("law", 0, True), ("law", 5, True), ("owner", 0, False)]


@pytest.mark.parametrize(("mode", "percent", "at_shortest"), TERMS)
async def test_the_short_rule_says_in_the_same_words_what_comes_back(
    conn: Connection, mode: str, percent: int, at_shortest: bool
) -> None:
    await set_terms(conn, mode, percent, at_shortest=at_shortest)

    said = refund_words.words(await site.get_config(conn))

    opening = "접속한 적이 없으면"
    what_comes_back = opening + said["refundRule"].partition(opening)[2]
    assert "전액" in what_comes_back
    assert said["refundRuleInShort"].endswith(what_comes_back)


@pytest.mark.parametrize(("mode", "percent", "at_shortest"), TERMS)
async def test_no_two_cases_of_the_refund_table_have_the_same_result(
    conn: Connection, mode: str, percent: int, at_shortest: bool
) -> None:
    await set_terms(conn, mode, percent, at_shortest=at_shortest)
    said = refund_words.words(await site.get_config(conn))

    rows = re.findall(r"^\|[^|]+\|([^|]+)\|$", (STARTER_SET / "faqs" / "refund.md").read_text(), re.MULTILINE)
    results = [re.sub(r"{{(\w+)}}", lambda hole: said[hole[1]], row).strip() for row in rows[2:]]

    assert len(results) > 1
    assert len(set(results)) == len(results)
