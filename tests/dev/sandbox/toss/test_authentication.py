import base64

import httpx
import pytest

from ieum.dev.sandbox.settings import CHECKOUT
from tests.dev.sandbox.builders import code_of


def basic(credentials: str) -> str:
    return "Basic " + base64.b64encode(credentials.encode()).decode()


@pytest.mark.parametrize(
    ("authorization", "refusal"),
    [
        pytest.param(None, (401, "UNAUTHORIZED_KEY"), id="no header"),
        pytest.param(basic(CHECKOUT.secret_key), (403, "INCORRECT_BASIC_AUTH_FORMAT"), id="no colon"),
        pytest.param("Basic ???", (403, "INCORRECT_BASIC_AUTH_FORMAT"), id="no base64"),
        pytest.param("Basic /////w==", (403, "INCORRECT_BASIC_AUTH_FORMAT"), id="no text"),
        pytest.param("Bearer token", (403, "INCORRECT_BASIC_AUTH_FORMAT"), id="other scheme"),
        pytest.param(basic("test_sk_unknown:"), (401, "UNAUTHORIZED_KEY"), id="unknown key"),
        pytest.param(basic(f"{CHECKOUT.client_key}:"), (401, "UNAUTHORIZED_KEY"), id="client key"),
        pytest.param(basic(f"\ufeff{CHECKOUT.secret_key}:"), (401, "UNAUTHORIZED_KEY"), id="byte order mark"),
        pytest.param(basic("test_gsk_widget:"), (400, "INVALID_API_KEY"), id="widget family"),
    ],
)
@pytest.mark.parametrize("path", ["/toss/v1/payments/tgen_x", "/toss/v1/transactions"])
def test_a_wrong_key_is_refused_before_the_body_is_read(
    client: httpx.Client, path: str, authorization: str | None, refusal: tuple[int, str]
) -> None:
    headers = {} if authorization is None else {"authorization": authorization}

    answer = client.get(path, headers=headers)

    assert code_of(answer) == refusal
    assert answer.headers["x-tosspayments-trace-id"]


def test_the_right_key_is_accepted(client: httpx.Client) -> None:
    headers = {"authorization": basic(f"{CHECKOUT.secret_key}:")}

    answer = client.get("/toss/v1/payments/tgen_x", headers=headers)

    assert code_of(answer) == (404, "NOT_FOUND_PAYMENT")
