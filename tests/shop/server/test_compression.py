"""Which answers are compressed."""

from ieum.shop.kernel.db import Connection
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client

AGREEMENTS = "/api/v1/agreements?for=sign-up"


async def test_a_long_answer_for_everybody_is_compressed_for_who_takes_that(client: Client) -> None:
    compressed = await client.get(AGREEMENTS, headers={"Accept-Encoding": "br, gzip"})
    plain = await client.get(AGREEMENTS, headers={"Accept-Encoding": "identity"})
    refusing = await client.get(AGREEMENTS, headers={"Accept-Encoding": "gzip;q=0"})

    assert compressed.headers["content-encoding"] == "gzip"
    assert compressed.headers["vary"] == "Accept-Encoding"
    assert int(compressed.headers["content-length"]) < len(plain.content)
    assert compressed.json() == plain.json() == refusing.json()
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in refusing.headers


async def test_a_short_answer_is_sent_as_it_is(client: Client) -> None:
    answer = await client.get("/api/v1/pg/toss", headers={"Accept-Encoding": "gzip"})

    assert answer.status_code == 200
    assert "content-encoding" not in answer.headers


async def test_what_is_for_one_member_is_never_compressed(client: Client, conn: Connection) -> None:
    login = await a_login(conn, await a_member(conn))

    answers = [
        await client.get(path, headers={**login, "Accept-Encoding": "gzip"})
        for path in ("/api/v1/member", "/api/v1/services", "/api/v1/head?address=/mypage")
    ]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert not any("content-encoding" in answer.headers for answer in answers)
