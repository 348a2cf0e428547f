"""The head of a page as the app in the browser asks for it."""

from typing import Any

import pytest

from ieum.shop.kernel.db import Connection
from tests.shop.builders.html_document import Document
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.shops import Client
from tests.shop.builders.web_build import describe_shop


async def head_of(client: Client, address: str, **headers: str) -> Any:
    answer = await client.get("/api/v1/head", params={"address": address}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def content(head: Any, name: str) -> str:
    found = [tag["attributes"] for tag in head["tags"]]
    return "".join(one["content"] for one in found if name in {one.get("name"), one.get("property")})


@pytest.mark.parametrize(
    "address", ["/", "/static-ip", "/login", "/support/notice?page=2", "/nothing", "/no-such-page"]
)
async def test_it_is_the_head_of_the_document_at_that_address(
    client: Client, conn: Connection, address: str
) -> None:
    await describe_shop(conn)

    document = Document((await client.get(address)).text)
    head = await head_of(client, address)

    assert head["title"] == document.title
    told = {key: content(head, key) for key in ("description", "robots", "og:title", "og:url", "og:image")}
    assert told == {key: document.meta.get(key, "") for key in told}
    assert [t["attributes"]["href"] for t in head["tags"] if t["attributes"].get("rel") == "canonical"] == [
        document.canonical
    ]
    assert any(tag["text"] for tag in head["tags"]) == bool(document.structured)


async def test_a_members_page_is_kept_from_search_engines_and_names_nobody(
    client: Client, conn: Connection
) -> None:
    login = await a_login(conn, await a_member(conn, login_id="member_one"))

    head = await head_of(client, "/mypage", **login)

    assert content(head, "robots") == "noindex"
    assert "member_one" not in str(head)


@pytest.mark.parametrize("address", ["", "static-ip", "https://elsewhere.example/", "/" + "x" * 2_000])
async def test_only_an_address_of_this_shop_has_a_head(client: Client, address: str) -> None:
    answer = await client.get("/api/v1/head", params={"address": address})

    assert answer.status_code == 422, answer.text
