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


async def test_v8_keeps_little_space_for_what_is_new(client: Client) -> None:
    """Else it grows with what was drawn: by 40 MB in hours, and nothing tells when that ends."""
    assert "data-hydrate" in (await client.get("/")).text

    with MiniRacer() as v8_of_the_same_process:
        # Many objects survive for a while, so V8 takes what it may.
        v8_of_the_same_process.eval(
            "let kept = []; for (let i = 0; i < 3e6; i++) kept[i % 5e4] = {i}; kept = null"
        )
        stats = v8_of_the_same_process.heap_stats()

    assert stats["total_physical_size"] - stats["used_heap_size"] < 8_000_000


async def test_an_address_reaches_the_script_as_it_is(client: Client) -> None:
    """Lines, quotes and what looks like code, because the address is handed over beside the data, not in the code."""
    for path in ("/?v=%0A", "/?v='\\\"`${1}", "/support/notice/a%0Ab", "/?v=%E2%80%A8"):
        answer = await client.get(path)

        assert "data-hydrate" in answer.text, path
