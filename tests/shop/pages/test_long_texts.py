"""Long texts, whose compression takes milliseconds."""

import gzip
import threading
from typing import Any

import pytest

from ieum.shop.kernel.db import Connection
from tests.shop.builders.shops import Client
from tests.shop.builders.text_rows import a_text


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Where each compression ran."""
    compress, found = gzip.compress, list[int]()

    def noting(*args: Any, **options: Any) -> bytes:
        found.append(threading.get_ident())
        return compress(*args, **options)

    monkeypatch.setattr(gzip, "compress", noting)
    return found


@pytest.mark.parametrize("path", ["/api/v1/guides/windows", "/use/windows"])
@pytest.mark.parametrize(("paragraphs", "beside_loop"), [(20, False), (2_000, True)])
async def test_a_long_text_is_compressed_beside_the_event_loop(
    client: Client,
    conn: Connection,
    threads: list[int],
    path: str,
    paragraphs: int,
    beside_loop: bool,
) -> None:
    html = "".join(f"<p>{number}번째 문단입니다. 설정을 따라 하세요.</p>" for number in range(paragraphs))
    await a_text(conn, kind="guide", slug="windows", html=html)

    answer = await client.get(path, headers={"Accept-Encoding": "gzip"})

    assert answer.headers["content-encoding"] == "gzip"
    assert f"{paragraphs - 1}번째" in answer.text
    assert (threading.get_ident() not in threads) == beside_loop
