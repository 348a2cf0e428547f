"""PortOne's window and API, over HTTP."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest

ASKED = {
    "storeId": "ieum-sandbox-store",
    "channelKey": "ieum-sandbox-channel",
    "identityVerificationId": "identity-1",
    "redirectUrl": "https://shop.test/sign-up?step=2",
}
PERSON = {"name": "홍길동", "phone": "010-1234-5678", "birth_date": "1990-01-01"}


def open_window(client: httpx.Client, **changed: str | None) -> httpx.Response:
    payment_request = {name: value for name, value in (ASKED | changed).items() if value is not None}
    return client.get("/portone/window", params=payment_request, follow_redirects=False)


def choose(client: httpx.Client, outcome: str, **person: str) -> httpx.Response:
    return client.post(
        "/portone/window/identity-1", data={"outcome": outcome} | PERSON | person, follow_redirects=False
    )


def find(
    client: httpx.Client, *, secret: str = "ieum-sandbox-secret", store: str = "ieum-sandbox-store"
) -> httpx.Response:
    return client.get(
        "/portone/identity-verifications/identity-1",
        params={"storeId": store},
        headers={"authorization": f"PortOne {secret}"},
    )


def returned_query(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"].startswith("https://shop.test/sign-up?")
    return dict(parse_qsl(urlsplit(answer.headers["location"]).query))


def test_only_the_server_learns_who_was_verified(client: httpx.Client) -> None:
    opened = open_window(client)
    before = find(client).json()

    returned = returned_query(choose(client, "verify"))

    assert opened.headers["location"] == "/portone/window/identity-1"
    assert (before["status"], "verifiedCustomer" in before) == ("READY", False)
    assert returned.pop("identityVerificationTxId")
    assert returned == {
        "step": "2",
        "transactionType": "IDENTITY_VERIFICATION",
        "identityVerificationId": "identity-1",
    }
    verification = find(client).json()
    customer = verification["verifiedCustomer"]
    assert (verification["status"], customer["name"], customer["phoneNumber"]) == (
        "VERIFIED",
        "홍길동",
        "01012345678",
    )
    assert (customer["birthDate"], len(customer["ci"]), len(customer["di"])) == ("1990-01-01", 88, 64)


def test_a_cancelled_verification_returns_an_error_code(client: httpx.Client) -> None:
    open_window(client)

    returned = returned_query(choose(client, "cancel"))

    assert (returned["code"], returned["message"]) == (
        "PG_PROVIDER_ERROR",
        "사용자가 본인인증을 취소하였습니다.",
    )
    assert (find(client).json()["status"], "failure" in find(client).json()) == ("FAILED", True)


def test_a_failed_verification_may_be_started_again_and_a_successful_one_may_not(
    client: httpx.Client,
) -> None:
    open_window(client)
    choose(client, "cancel")
    again = open_window(client)
    choose(client, "verify")

    assert again.status_code == 303
    assert "IDENTITY_VERIFICATION_ALREADY_VERIFIED" in open_window(client).text


def test_without_a_phone_number_none_is_shown(client: httpx.Client) -> None:
    open_window(client)
    choose(client, "verify", phone="")

    assert not {"phoneNumber", "operator"} & find(client).json()["verifiedCustomer"].keys()


@pytest.mark.parametrize("person", [{"name": " "}, {"birth_date": "1990"}, {"birth_date": "어제"}])
def test_incomplete_personal_data_is_asked_for_again(client: httpx.Client, person: dict[str, str]) -> None:
    open_window(client)

    answer = choose(client, "verify", **person)

    assert answer.status_code == 400
    assert "다시 확인해 주세요." in answer.text
    assert find(client).json()["status"] == "READY"


def test_a_finished_window_stays_closed(client: httpx.Client) -> None:
    open_window(client)
    choose(client, "verify")

    assert (client.get("/portone/window/identity-1").status_code, choose(client, "cancel").status_code) == (
        410,
        410,
    )
    assert find(client).json()["status"] == "VERIFIED"


@pytest.mark.parametrize(
    "changed",
    [
        {"storeId": "store-of-somebody"},
        {"channelKey": "another"},
        {"identityVerificationId": "../x"},
        {"redirectUrl": "javascript:alert(1)"},
        {"redirectUrl": None},
    ],
)
def test_a_wrong_request_opens_no_window(client: httpx.Client, changed: dict[str, Any]) -> None:
    assert open_window(client, **changed).status_code == 400
    assert find(client).status_code == 404


@pytest.mark.parametrize(
    ("payment_request", "status", "kind"),
    [
        ({"secret": "wrong"}, 401, "UNAUTHORIZED"),
        ({"store": "store-of-somebody"}, 403, "FORBIDDEN"),
        ({}, 404, "IDENTITY_VERIFICATION_NOT_FOUND"),
    ],
)
def test_only_the_own_shop_may_read_a_verification(
    client: httpx.Client, payment_request: dict[str, str], status: int, kind: str
) -> None:
    answer = find(client, **payment_request)

    assert (answer.status_code, answer.json()["type"]) == (status, kind)


def test_a_reset_forgets_verifications(client: httpx.Client) -> None:
    open_window(client)
    client.post("/control/reset")

    assert find(client).status_code == 404
