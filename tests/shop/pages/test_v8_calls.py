"""How often a page calls V8, and with what code."""

import pytest
from py_mini_racer import MiniRacer

from ieum.shop.pages import v8
from tests.shop.builders.calls import calls_of
from tests.shop.builders.shops import Client


async def test_pages_are_drawn_by_one_call_each_with_code_that_v8_has_compiled(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data in the code made each page one more script: it was compiled, and 70 MB of them were kept."""
    calls = calls_of(monkeypatch, MiniRacer, "eval_cancelable")

    answers = [await client.get(f"/?v={number}") for number in (1, 2)]
    planned = [call[1] for call in calls]
    calls.clear()
    again = await client.get("/?v=1")

    assert all("data-hydrate" in answer.text for answer in [*answers, again])
    assert planned == [v8.PLAN, v8.RENDER] * 2
    assert [call[1] for call in calls] == [v8.RENDER]


async def test_an_address_reaches_the_script_as_it_is(client: Client) -> None:
    """Lines, quotes and what looks like code, because the address is handed over beside the data, not in the code."""
    for path in ("/?v=%0A", "/?v='\\\"`${1}", "/support/notice/a%0Ab", "/?v=%E2%80%A8"):
        answer = await client.get(path)

        assert "data-hydrate" in answer.text, path
