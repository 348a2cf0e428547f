"""What members type, asked of the texts that a shop begins with."""

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.publishing import importing
from ieum.shop.publishing.sources import STARTER_SET
from ieum.shop.search import service
from tests.shop.builders.text_sources import a_notice, publish

FAILS = "/support/faq?page=1#connection-fails"

# Each with a text that must be among the first three.
QUESTIONS = {
    "VPN이란": "/support/notice/service-opening",
    "VPN인가요": "/support/notice/service-opening",
    "IP란": "/support/faq?page=1#fixed-or-dynamic",
    "WireGuard란": "/support/faq?page=1#supported-systems",
    "한달": "/support/faq?page=1#period",
    "몇대": "/support/faq?page=1#how-many-devices",
    "기기 몇대까지 쓸 수 있나요": "/support/faq?page=1#how-many-devices",
    "새폰": "/support/faq?page=1#new-phone",
    "핸드폰 분실": "/support/faq?page=1#new-phone",
    "접속이 안돼요": FAILS,
    "접속이 안 돼요": FAILS,
    "접속안됨": FAILS,
    "연결이 안됩니다": FAILS,
    "연결 안됨": FAILS,
    "연결이 않되요": FAILS,
    "연결이 되지 않아요": FAILS,
    "일부 사이트만 안 열려요": "/support/faq?page=1#some-sites",
    "회사에서 접속이 안됩니다": "/support/notice/office-networks",
    "환불 가능한가요": "/support/faq?page=1#refund",
    "환불해주세요": "/support/faq?page=1#refund",
    "환불해 주세요": "/support/faq?page=1#refund",
    "환불방법": "/support/faq?page=1#refund",
    "환불기간": "/support/faq?page=1#refund",
    "차단되었어요": "/support/faq?page=1#blocked",
    "네이버에서 차단됐어요": "/support/faq?page=1#blocked",
    "속도가 느려요": "/support/faq?page=1#speed",
    "자동결제 해지": "/support/faq?page=1#stop-recurring",
    "정기결제 취소": "/support/faq?page=1#stop-recurring",
    "IP가 차단됐어요": "/support/faq?page=1#blocked",
    "고정아이피와 유동아이피 차이": "/support/faq?page=1#fixed-or-dynamic",
    "아이피 바꾸고 싶어요": "/support/faq?page=2#change-address",
    "IP변경": "/support/faq?page=2#change-address",
    "IP 선택 가능한가요": "/support/faq?page=1#choose-address",
    "세금계산서 발행": "/support/faq?page=1#receipts",
    "무통장 입금 가능한가요?": "/support/faq?page=1#how-to-pay",
}


@pytest.mark.parametrize(
    "some", [list(QUESTIONS)[start::4] for start in range(4)], ids=["first", "second", "third", "fourth"]
)
async def test_questions_of_members_find_texts_of_the_starter_set(conn: Connection, some: list[str]) -> None:
    async with conn.transaction():
        await importing.import_folder(conn, STARTER_SET)

    found = {q: [item.path for item in (await service.search(conn, q, 1)).items[:3]] for q in some}

    assert {q: paths for q, paths in found.items() if QUESTIONS[q] not in paths} == {}


async def test_a_question_that_no_text_answers_finds_nothing(conn: Connection) -> None:
    async with conn.transaction():
        await importing.import_folder(conn, STARTER_SET)

    found = {q: (await service.search(conn, q, 1)).total for q in ("안경", "세종", "한우", "넷플릭스", "zzz")}

    assert set(found.values()) == {0}, found


async def test_a_month_is_found_however_it_is_written(conn: Connection) -> None:
    await publish(conn, a_notice("one", "도롱뇽", "한 달 동안"), a_notice("two", "두꺼비", "한달 동안"))

    for q in ("한달", "한 달", "한달은"):
        assert {item.title for item in (await service.search(conn, q, 1)).items} == {"도롱뇽", "두꺼비"}


async def test_without_a_match_of_all_words_the_first_words_found_together_decide(
    conn: Connection,
) -> None:
    await publish(
        conn, a_notice("one", "도롱뇽과 두꺼비"), a_notice("two", "도롱뇽"), a_notice("three", "개구리")
    )

    found = await service.search(conn, "너구리 도롱뇽 두꺼비 개구리", 1)

    assert [item.title for item in found.items] == ["도롱뇽과 두꺼비"]
    assert (found.total, found.is_total_exact) == (1, True)


async def test_a_match_of_all_words_hides_partial_ones(conn: Connection) -> None:
    await publish(conn, a_notice("one", "도롱뇽과 두꺼비"), a_notice("two", "도롱뇽"))

    found = await service.search(conn, "도롱뇽 두꺼비", 1)

    assert [item.title for item in found.items] == ["도롱뇽과 두꺼비"]


async def test_an_unknown_compound_is_searched_by_its_halves(conn: Connection) -> None:
    await publish(conn, a_notice("one", "환불의 기준과 기간"), a_notice("two", "이용 기간"))

    found = await service.search(conn, "환불기간은", 1)

    assert [item.title for item in found.items] == ["환불의 기준과 기간"]


async def test_a_match_by_syllables_is_checked_against_the_text(conn: Connection) -> None:
    """고정아이피 may be written 고정 IP; that is no reason to show what has neither."""
    await publish(conn, a_notice("one", "고정과 정아와 아이, 이피"), a_notice("two", "고정 IP"))

    found = await service.search(conn, "고정아이피", 1)

    assert [item.title for item in found.items] == ["고정 IP"]


async def test_a_question_of_many_words_costs_few_queries(conn: Connection, sent: list[str]) -> None:
    await publish(conn, a_notice("one", "도롱뇽"))
    sent.clear()

    await service.search(conn, " ".join(f"너구{n}리" for n in "가나다라마바사아"), 1)

    asked = [statement for statement in sent if "find_texts" in statement]
    assert len(asked) == 1 + service.WORDS_TRIED
