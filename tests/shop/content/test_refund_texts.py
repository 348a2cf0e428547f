"""The published texts tell of money back what the operator has set: the law's rules, or the stricter term."""

import re

import pytest

from ieum.shop.content import importing
from ieum.shop.content.sources import STARTER_SET
from ieum.shop.kernel.db import Connection, execute, fetch_all
from ieum.shop.site import queries as site
from ieum.shop.site import refund_words

TOLD = ("page static-ip", "page dynamic-ip", "page ip-ticket", "faq refund")


async def set_terms(conn: Connection, mode: str, percent: int) -> None:
    await execute(
        conn,
        "UPDATE site_config SET refund_mode = %(mode)s, refund_penalty_percent = %(percent)s",
        mode=mode,
        percent=percent,
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
    ("mode", "percent", "says", "never"),
    [
        pytest.param(
            "law", 0, r"하루 단위|남은 장수만큼|위약금 없", r"위약금 \d|뒤에는 환불되지", id="the law"
        ),
        pytest.param(
            "law", 10, r"위약금 10%", r"뒤에는 환불되지|언제든지 해지.{0,99}위약금 없", id="with a penalty"
        ),
        pytest.param(
            "owner",
            10,
            r"뒤에는 환불되지|환불되지 않습니다",
            r"위약금 (?:없|\d)|하루 단위|남은 장수만큼|남은 날의 요금|7일이 지났|7일 안에는|청약철회",
            id="unused only",
        ),
    ],
)
async def test_every_text_states_the_refund_rule_that_is_set(
    conn: Connection, mode: str, percent: int, says: str, never: str
) -> None:
    await set_terms(conn, mode, percent)

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


TERMS = [("law", 0), ("law", 10), ("owner", 0)]


@pytest.mark.parametrize(("mode", "percent"), TERMS)
async def test_the_short_rule_says_in_the_same_words_what_comes_back(
    conn: Connection, mode: str, percent: int
) -> None:
    await set_terms(conn, mode, percent)

    said = refund_words.words(await site.get_config(conn))

    opening = "접속한 적이 없으면"
    what_comes_back = opening + said["refundRule"].partition(opening)[2]
    assert "전액" in what_comes_back
    assert said["refundRuleInShort"].endswith(what_comes_back)


@pytest.mark.parametrize(("mode", "percent"), TERMS)
async def test_no_two_cases_of_the_refund_table_have_the_same_result(
    conn: Connection, mode: str, percent: int
) -> None:
    await set_terms(conn, mode, percent)
    said = refund_words.words(await site.get_config(conn))

    rows = re.findall(r"^\|[^|]+\|([^|]+)\|$", (STARTER_SET / "faqs" / "refund.md").read_text(), re.MULTILINE)
    results = [re.sub(r"{{(\w+)}}", lambda hole: said[hole[1]], row).strip() for row in rows[2:]]

    assert len(results) > 1
    assert len(set(results)) == len(results)
