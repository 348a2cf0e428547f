"""HEAD is GET without a body."""

import pytest

from tests.shop.builders.shops import Client, Shop


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("/", 200, id="a page"),
        pytest.param("/healthz", 200, id="a monitor's"),
        pytest.param("/api/v1/config/info", 200, id="a call"),
        pytest.param("/assets/missing.js", 404, id="no such file"),
        pytest.param("/api/v1/member", 401, id="a refusal"),
        pytest.param("/api/login", 405, id="what is only posted"),
    ],
)
async def test_head_answers_like_get_without_the_body(client: Client, path: str, status: int) -> None:
    plain = {"accept-encoding": "identity"}
    # As one press, which the answers name.
    plain = plain | {"traceparent": f"00-{'a' * 32}-{'b' * 16}-01"}
    got, head = await client.get(path, headers=plain), await client.head(path, headers=plain)

    assert (head.status_code, got.status_code) == (status, status)
    assert head.headers == got.headers
    assert head.headers["content-length"] == str(len(got.content))
    assert head.content == b""


async def test_head_uses_a_cached_answer_and_caches_it_with_its_body(shop: Shop) -> None:
    first = await shop.client.head("/api/v1/config/info")
    second = await shop.client.get("/api/v1/config/info")

    assert first.content == b""
    assert second.json()["data"]


async def test_the_stream_of_a_gateway_refuses_head(client: Client) -> None:
    assert (await client.head("/gateway/v1/stream")).status_code == 405
