"""Addresses that are spelled otherwise, have moved, or are gone."""

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.pages.redirects import is_ours, with_query
from tests.shop.builders.shops import Client
from tests.shop.builders.text_rows import a_move, a_text, change


@pytest.mark.parametrize(
    ("spelled", "right"),
    [
        ("/static-ip/", "/static-ip"),
        ("/static-ip///", "/static-ip"),
        ("/Static-IP", "/static-ip"),
        ("/STATIC-IP/", "/static-ip"),
        ("/static-ip/?NaPm=ct%3Dx%7Cci%3Dy", "/static-ip?NaPm=ct%3Dx%7Cci%3Dy"),
        ("/Static-IP?page=2&x=%EA%B0%80", "/static-ip?page=2&x=%EA%B0%80"),
        ("//", "/"),
        ("//static-ip", "/static-ip"),
    ],
)
async def test_another_spelling_redirects_permanently(client: Client, spelled: str, right: str) -> None:
    answer = await client.get(f"http://testserver.local{spelled}")

    assert (answer.status_code, answer.headers["location"]) == (301, right)


@pytest.mark.parametrize("path", ["/no-such-page/", "/No-Such-Page", "//evil.example/", "/%00/"])
async def test_another_spelling_of_no_page_is_not_found(client: Client, path: str) -> None:
    assert (await client.get(f"http://testserver.local{path}")).status_code == 404


async def test_capitals_redirect_only_to_an_existing_text(client: Client, conn: Connection) -> None:
    await a_text(conn, slug="check-1")

    found, missing = await client.get("/support/notice/Check-1"), await client.get("/support/notice/Check-2")

    assert (found.status_code, found.headers.get("location")) == (301, "/support/notice/check-1")
    assert missing.status_code == 404


async def test_a_moved_page_redirects_permanently_with_its_query(client: Client, conn: Connection) -> None:
    await a_move(conn, "/old/notice.do", "/support/notice")
    await a_move(conn, "/support/notice/old-name", "/support/notice/new-name")
    await a_move(conn, "/공지", "/support/faq?page=2#speed")

    answers = [
        await client.get(path)
        for path in ("/old/notice.do?n_query=vpn", "/old/notice.do/", "/support/notice/old-name", "/공지?a=1")
    ]

    assert [(answer.status_code, answer.headers["location"]) for answer in answers] == [
        (301, "/support/notice?n_query=vpn"),
        (301, "/support/notice"),
        (301, "/support/notice/new-name"),
        (301, "/support/faq?page=2&a=1#speed"),
    ]


async def test_a_moved_page_redirects_although_its_text_is_withdrawn(
    client: Client, conn: Connection
) -> None:
    await change(conn, await a_text(conn, slug="old-name"), withdrawn=True)
    await a_move(conn, "/support/notice/old-name", "/support/notice/new-name")

    answer = await client.get("/support/notice/old-name")

    assert (answer.status_code, answer.headers.get("location")) == (301, "/support/notice/new-name")


async def test_a_withdrawn_page_answers_410(client: Client, conn: Connection) -> None:
    await a_move(conn, "/old", None)
    await change(conn, await a_text(conn, slug="withdrawn"), withdrawn=True)

    for path in ("/old", "/support/notice/withdrawn"):
        answer = await client.get(path)
        assert answer.status_code == 410
        assert '<meta name="robots" content="noindex">' in answer.text
        assert answer.headers["cache-control"] == "private, no-store"


async def test_no_redirect_leads_to_another_host(client: Client, conn: Connection) -> None:
    await a_move(conn, "/old", "//evil.example/")

    assert (await client.get("/old")).status_code == 410
    assert [is_ours(one) for one in ("/a", "//a", "/\\a", "https://a", "")] == [
        True,
        False,
        False,
        False,
        False,
    ]


async def test_existing_pages_are_not_looked_up_among_the_moved(
    client: Client, conn: Connection, sent: list[str]
) -> None:
    await a_move(conn, "/static-ip", "/somewhere")
    sent.clear()

    there, nowhere = await client.get("/static-ip"), list(sent)
    sent.clear()
    missing = await client.get("/no-such-page")

    assert (there.status_code, missing.status_code) == (200, 404)
    assert [statement for statement in nowhere if "moved_pages" in statement] == []
    assert len([statement for statement in sent if "moved_pages" in statement]) == 1


async def test_a_page_beyond_the_last_of_a_list_is_not_found(client: Client, conn: Connection) -> None:
    for _ in range(11):
        await a_text(conn)

    second, third = await client.get("/support/notice?page=2"), await client.get("/support/notice?page=3")

    assert (second.status_code, third.status_code) == (200, 404)
    assert "<title>이음 | 공지사항 (2쪽)</title>" in second.text
    assert '<link rel="canonical" href="http://testserver.local/support/notice?page=2">' in second.text
    assert '<meta name="robots" content="noindex">' in third.text


async def test_the_first_page_of_an_empty_list_exists(client: Client) -> None:
    answer = await client.get("/support/notice?page=1&utm_source=naver")

    assert answer.status_code == 200
    assert '<link rel="canonical" href="http://testserver.local/support/notice">' in answer.text


def test_the_query_comes_before_the_fragment() -> None:
    assert with_query("/a?b=1#c", "d=2") == "/a?b=1&d=2#c"
    assert with_query("/a#c", "") == "/a#c"
