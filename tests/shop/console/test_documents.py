"""The console's document and files."""

from tests.shop.builders.console_calls import CONSOLE
from tests.shop.builders.document import openapi_document
from tests.shop.builders.shops import Client


async def test_every_address_of_the_console_is_one_document_without_data(client: Client) -> None:
    home, screen = await client.get("/console"), await client.get("/console/orders/7?open=1")

    assert home.status_code == screen.status_code == 200
    assert home.content == screen.content
    assert "script-src 'self'" in home.headers["content-security-policy"]
    assert "unsafe" not in home.headers["content-security-policy"]
    assert home.headers["cache-control"] == "private, no-store"
    assert home.headers["x-robots-tag"] == "noindex, nofollow"


async def test_files_are_sent_as_small_as_the_browser_takes_them(client: Client) -> None:
    plain = await client.get("/console/assets/main-1.js", headers={"Accept-Encoding": "identity"})
    small = await client.get("/console/assets/main-1.js", headers={"Accept-Encoding": "gzip"})
    twin = await client.get("/console/assets/main-1.js.br")
    missing = await client.get("/console/assets/nothing.js")
    outside = await client.get("/console/assets/..%2Findex.html")

    assert (plain.content, small.content) == (b"1", b"1")
    assert "immutable" in plain.headers["cache-control"]
    assert [twin.status_code, missing.status_code, outside.status_code] == [404, 404, 404]


def test_no_list_is_narrowed_by_what_the_page_keeps_in_the_address_for_itself() -> None:
    """`open` is the row whose sheet is open, and `columns` are those that are shown: neither is sent to the server."""
    paths = openapi_document()["paths"]
    taken = [
        path
        for path, item in paths.items()
        if path.startswith(CONSOLE)
        for parameter in item.get("get", {}).get("parameters", [])
        if parameter["in"] == "query" and parameter["name"] in {"open", "columns"}
    ]

    assert taken == []
