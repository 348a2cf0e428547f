"""Search as its callers meet it: what is published, by its words."""

import random
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ieum.shop.kernel.db import Connection
from ieum.shop.publishing.stored_texts import list_stored
from ieum.shop.search import queries, query_words, service
from tests.shop.builders.shops import Client
from tests.shop.builders.text_sources import a_guide, a_notice, a_question, publish
from tests.shop.builders.word_search import finds, has

PATH = "/api/v1/search"


async def search(client: Client, q: str, **params: object) -> dict[str, Any]:
    answer = await client.get(PATH, params={"q": q, **params})  # pyright: ignore[reportArgumentType]
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def titles(client: Client, q: str) -> list[str]:
    return [item["title"] for item in (await search(client, q))["items"]]


async def test_notices_questions_and_guides_are_found_with_the_address_of_their_page(
    client: Client, conn: Connection
) -> None:
    await publish(
        conn,
        a_notice("one", "공지", "도롱뇽 이야기입니다."),
        a_question("two", "질문", "도롱뇽이 답입니다."),
        a_guide("windows", "안내", "도롱뇽을 설치합니다."),
    )

    found = await search(client, "도롱뇽은")

    assert {(item["kind"], item["path"]) for item in found["items"]} == {
        ("notice", "/support/notice/one"),
        ("faq", "/support/faq?page=1#two"),
        ("guide", "/use/windows"),
    }
    assert (found["total"], found["isTotalExact"], found["page"], found["pageSize"]) == (3, True, 1, 10)


async def test_a_question_is_found_on_its_page_of_the_list(client: Client, conn: Connection) -> None:
    await publish(conn, *(a_question(f"q-{n:02}", "질문", "답", position=n) for n in range(25)))
    await publish(conn, a_question("late", "도롱뇽", "답", position=99))

    assert (await search(client, "도롱뇽"))["items"][0]["path"] == "/support/faq?page=2#late"


async def test_matches_in_titles_come_first_then_the_newest(client: Client, conn: Connection) -> None:
    days = [datetime(2026, 1, day, tzinfo=UTC) for day in (1, 2, 3, 4)]
    await publish(
        conn,
        a_notice("a", "도롱뇽 옛 제목", publish_at=days[0].isoformat()),
        a_notice("b", "본문 옛것", "도롱뇽", publish_at=days[1].isoformat()),
        a_notice("c", "본문 새것", "도롱뇽", publish_at=days[3].isoformat()),
        a_notice("d", "도롱뇽 새 제목", publish_at=days[2].isoformat()),
    )

    assert await titles(client, "도롱뇽") == ["도롱뇽 새 제목", "도롱뇽 옛 제목", "본문 새것", "본문 옛것"]


async def test_only_what_is_published_is_found(client: Client, conn: Connection) -> None:
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).isoformat()
    await publish(
        conn,
        a_notice("now", "도롱뇽 지금"),
        a_notice("later", "도롱뇽 나중", publish_at=tomorrow),
        a_notice("gone", "도롱뇽 철회"),
    )
    await publish(conn, a_notice("gone", "도롱뇽 철회", withdrawn=True))

    assert await titles(client, "도롱뇽") == ["도롱뇽 지금"]


async def test_a_changed_text_is_found_by_its_new_words_alone(client: Client, conn: Connection) -> None:
    await publish(conn, a_notice("one", "도롱뇽"))
    await publish(conn, a_notice("one", "두꺼비"))

    assert await titles(client, "도롱뇽") == []
    assert await titles(client, "두꺼비") == ["두꺼비"]


@pytest.mark.parametrize(
    "query",
    [
        "고정아이피",
        "고정 아이피는",
        "고정IP를",
        "정아이피",
        "IP변경",
        "아이피 변경 어떻게 하나요?",
        "변경하려면",
    ],
)
async def test_spelling_spacing_and_particles_do_not_matter(
    client: Client, conn: Connection, query: str
) -> None:
    await publish(conn, a_notice("one", "도롱뇽", "고정아이피 상품의 IP 변경 방법입니다."))

    assert "도롱뇽" in await titles(client, query)


async def test_the_same_syllables_in_another_order_do_not_match(client: Client, conn: Connection) -> None:
    await publish(
        conn, a_notice("one", "도롱뇽도 노래", "도롱이와 롱뇽"), a_notice("two", "도롱과 롱뇽 이야기")
    )

    assert await titles(client, "도롱뇽") == ["도롱뇽도 노래"]


async def test_the_excerpt_shows_the_words_around_what_was_found(client: Client, conn: Connection) -> None:
    await publish(
        conn, a_notice("one", "제목", "가나다 " * 60 + "여기 <도롱뇽>이 있습니다. " + "라마바 " * 60)
    )

    excerpt = (await search(client, "도롱뇽"))["items"][0]["excerpt"]

    assert "여기 <도롱뇽>이 있습니다." in excerpt
    assert len(excerpt) < 150


async def test_a_common_word_lists_the_best_hundred_matches(client: Client, conn: Connection) -> None:
    await publish(conn, *(a_notice(f"n-{n}", f"도롱뇽 {n}") for n in range(service.MOST + 5)))

    found = await search(client, "도롱뇽", page=10)

    assert (found["total"], found["isTotalExact"], len(found["items"])) == (service.MOST, False, 10)
    assert (await search(client, "도롱뇽", page=11))["items"] == []


async def test_a_word_that_only_seems_common_is_searched_in_all_texts(
    client: Client, conn: Connection
) -> None:
    """More than a hundred have the right pairs among the newest; the one that has the word is older than them."""
    await publish(conn, a_notice("old", "도롱뇽 원본"))
    await conn.execute("ALTER SEQUENCE search_documents_number_seq RESTART 5000")
    await publish(conn, *(a_notice(f"n-{n}", f"도롱과 롱뇽 {n}") for n in range(service.MOST + 5)))

    found = await search(client, "도롱뇽")

    assert [item["title"] for item in found["items"]] == ["도롱뇽 원본"]
    assert (found["total"], found["isTotalExact"]) == (1, True)


@pytest.mark.parametrize("age", [1_500, 15_000, 150_000])
async def test_a_rare_word_is_found_however_old_its_text_is(
    client: Client, conn: Connection, age: int
) -> None:
    await publish(conn, a_notice("old", "도롱뇽"))
    await conn.execute("SELECT setval('search_documents_number_seq', %s)", [age])
    await publish(conn, a_notice("new", "두꺼비"))

    assert await titles(client, "도롱뇽") == ["도롱뇽"]


async def test_lists_of_notices_and_questions_are_searched_in_the_same_way(
    client: Client, conn: Connection
) -> None:
    await publish(
        conn,
        a_notice("one", "도롱뇽 공지"),
        a_question("two", "도롱뇽 질문"),
        a_question("three", "도롱뇽 계정", category="account"),
    )

    notices = (await client.get("/api/v1/notices", params={"q": "도롱뇽은"})).json()["data"]
    questions = (await client.get("/api/v1/faqs", params={"q": "도롱뇽을"})).json()["data"]
    payment = (await client.get("/api/v1/faqs", params={"q": "도롱뇽을", "category": "payment"})).json()[
        "data"
    ]

    assert ([item["title"] for item in notices["items"]], notices["total"]) == (["도롱뇽 공지"], 1)
    assert {item["slug"] for item in questions["items"]} == {"two", "three"}
    assert ([item["slug"] for item in payment["items"]], payment["total"]) == (["two"], 1)


async def test_punctuation_alone_finds_nothing(client: Client, conn: Connection) -> None:
    await publish(conn, a_notice("one", "100% 할인 _ 안내"))

    for q in ("%", "_", "'", "& |", ":*", ""):
        assert (await search(client, q))["total"] == 0


async def test_a_long_question_is_refused(client: Client) -> None:
    answer = await client.get(PATH, params={"q": "가" * 51})

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_fields")


TEXTS = {
    "one": "한 달 고정 IP",
    "two": "한달 고정아이피 안내",
    "three": "100% 환불 _ 안내",
    "four": "WireGuard 10.0.0.1 설치",
    "five": "연결이 되지 않습니다",
}
SIGNS = ["'", "&", "|", "!", "(", ")", ":", "*", "<->", "%_", "\\", "\0"]
WORDS = [
    "한달",
    "고정",
    "고정아이피는",
    "IP",
    "환불",
    "100",
    "10",
    "wire",
    "설치방법",
    "연결",
    "안돼요",
    *SIGNS,
]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(
    st.text(max_size=50)
    | st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
    | st.text("한달IP환불%_'\"\\&|!():*<->#- \0\n", max_size=20)
)
async def test_any_input_is_searched_as_text_and_never_as_a_query_language(conn: Connection, q: str) -> None:
    """What has all words is found, as by hand; else all of it has at least one part of the question."""
    if not await list_stored(conn, [("notice", "one", "")]):
        await publish(conn, *(a_notice(slug, text, text) for slug, text in TEXTS.items()))

    matches = await service.find(conn, q)

    found = {row.title for row in await queries.list_results(conn, matches.ids)}
    parts = query_words.parts_of(q)
    assert matches.is_exact
    assert found == {text for text in TEXTS.values() if matches.words and has(matches.words, text)}
    if expected := {text for text in TEXTS.values() if query_words.words_of(q) and finds(q, text)}:
        assert found == expected
    else:
        assert set(matches.words) <= set(parts)
        assert bool(found) == any(has([part], text) for text in TEXTS.values() for part in parts[:5])


async def test_texts_of_the_same_time_are_sorted_by_name(client: Client, conn: Connection) -> None:
    """An export and an import give them other ids; pages stay the same."""
    moment = "2026-01-01T00:00:00+09:00"
    for slug in ("b", "c", "a"):
        await publish(conn, a_notice(slug, f"도롱뇽 {slug}", publish_at=moment))

    assert await titles(client, "도롱뇽") == ["도롱뇽 c", "도롱뇽 b", "도롱뇽 a"]


async def test_a_text_with_more_words_than_the_index_takes_is_published_and_found(
    client: Client, conn: Connection
) -> None:
    chance = random.Random(1)  # noqa: S311 - nothing secret
    body = " ".join("".join(chance.choices("абвгдежзиклмнопрстуф", k=20)) for _ in range(4_700))

    await publish(conn, a_notice("one", "도롱뇽", body))

    assert await titles(client, "도롱뇽") == ["도롱뇽"]
    assert await titles(client, body[:20]) == ["도롱뇽"]
