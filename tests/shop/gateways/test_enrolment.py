"""A host becomes a gateway with a code: once, within an hour, and without losing what members' settings name."""

import asyncio
import base64
import re
from typing import Any

import httpx
import pytest

from ieum.shop.gateways import enrolment, queries, service
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from tests.shop.builders.gateways import a_gateway, a_key
from tests.shop.builders.shops import Shop

KEY = "G" * 42 + "A="
TOKENS = ["gw_" + letter * 43 for letter in "AB"]
OLD = {"Authorization": "Bearer gw_test"}


async def a_code(shop: Shop) -> str:
    """A code for a gateway that is there already, with a credential and a key."""
    async with shop.db.transaction() as conn:
        gateway = await a_gateway(conn, public_key=KEY)
        name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=gateway)
    return await another_code(shop, name)


async def another_code(shop: Shop, name: str) -> str:
    async with shop.db.transaction() as conn:
        code = await enrolment.issue_code(conn, name, takes_over=True)
    assert code is not None
    return code


async def copies_of(shop: Shop, name: str) -> list[str]:
    async with shop.db.connection() as conn:
        return [base64.b64encode(copy.sealed).decode() for copy in await enrolment.list_backups(conn, name)]


async def name_of(shop: Shop) -> str:
    async with shop.db.connection() as conn:
        return await fetch_one(conn, str, "SELECT name FROM gateways")


async def enrol(shop: Shop, code: str, token: str = TOKENS[0], /, **differs: Any) -> httpx.Response:
    body = {"code": code, "token": token, "publicKey": KEY} | differs
    return await shop.client.post("/gateway/v1/enrol", json=body)


async def accepts(shop: Shop, token: str) -> bool:
    body = {"revision": 0, "publicKey": KEY, "agent": "ieum/0.1.0"}
    answer = await shop.client.post(
        "/gateway/v1/ack", json=body, headers={"Authorization": f"Bearer {token}"}
    )
    return answer.status_code == 204


async def alarms(shop: Shop) -> list[str]:
    async with shop.db.connection() as conn:
        return await fetch_all(conn, str, "SELECT kind FROM alarms WHERE cleared_at IS NULL")


async def test_a_code_makes_the_hosts_token_the_credential_and_ends_the_one_before(shop: Shop) -> None:
    code = await a_code(shop)
    assert await accepts(shop, "gw_test")

    answer = await enrol(shop, code)

    assert (answer.status_code, answer.json()) == (200, {"name": await name_of(shop)})
    assert [await accepts(shop, token) for token in (TOKENS[0], "gw_test")] == [True, False]


async def test_no_code_can_be_taken_for_an_option_of_the_command(shop: Shop) -> None:
    code = await a_code(shop)

    assert re.fullmatch("[0-9a-f]{32}", code)


async def test_the_shop_keeps_neither_code_nor_token(shop: Shop) -> None:
    code = await a_code(shop)
    await enrol(shop, code)

    async with shop.db.connection() as conn:
        kept = await fetch_all(
            conn, str, "SELECT g::text FROM gateways g UNION ALL SELECT c::text FROM gateway_codes c"
        )
    assert not [row for row in kept if code in row or TOKENS[0] in row]


async def test_a_host_that_heard_no_answer_asks_again_and_nothing_changes(shop: Shop) -> None:
    code = await a_code(shop)

    answers = [await enrol(shop, code) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert await alarms(shop) == []


async def test_a_spent_code_raises_an_alarm_and_changes_nothing(shop: Shop) -> None:
    code = await a_code(shop)
    await enrol(shop, code)

    again = await enrol(shop, code, TOKENS[1])

    assert (again.status_code, again.json()["code"]) == (401, "enrolment_code_spent")
    assert await alarms(shop) == ["spent_enrolment_code"]
    assert [await accepts(shop, token) for token in TOKENS] == [True, False]


async def test_of_two_hosts_at_once_one_becomes_the_gateway(shop: Shop) -> None:
    code = await a_code(shop)

    answers = await asyncio.gather(*(enrol(shop, code, token) for token in TOKENS))

    assert sorted(answer.status_code for answer in answers) == [200, 401]
    assert [await accepts(shop, token) for token in TOKENS] == [
        answer.status_code == 200 for answer in answers
    ]
    assert await alarms(shop) == ["spent_enrolment_code"]


async def test_a_credential_that_any_gateway_ever_had_is_refused(shop: Shop) -> None:
    """Enrolling anew after a theft would else bring the stolen one back."""
    first = await a_code(shop)
    name = await name_of(shop)
    await enrol(shop, first)
    replaced = "gw_" + "R" * 43
    async with shop.db.transaction() as conn:
        await queries.replace_token(conn, name, token_hash=service.hash_token(replaced))
    await enrol(shop, await another_code(shop, name), TOKENS[1])
    async with shop.db.transaction() as conn:
        await a_gateway(conn, token="gw_" + "O" * 43)
    code = await another_code(shop, name)

    refused = [await enrol(shop, code, old) for old in (TOKENS[0], replaced, TOKENS[1], "gw_" + "O" * 43)]
    new = await enrol(shop, code, "gw_" + "C" * 43)

    assert [(one.status_code, one.json()["code"]) for one in refused] == [
        (409, "gateway_credential_used")
    ] * 4
    assert new.status_code == 200
    assert [await accepts(shop, token) for token in (TOKENS[0], TOKENS[1])] == [False, False]


async def test_of_two_gateways_that_are_given_the_same_credential_at_once_one_gets_it(shop: Shop) -> None:
    one = await a_code(shop)
    async with shop.db.transaction() as conn:
        other = await a_gateway(conn, token="gw_other", public_key=KEY)
        name = await fetch_one(conn, str, "SELECT name FROM gateways WHERE id = %(id)s", id=other)
    codes = [one, await another_code(shop, name)]

    answers = await asyncio.gather(*(enrol(shop, code) for code in codes))

    assert sorted(answer.status_code for answer in answers) == [200, 409]


@pytest.mark.parametrize("what", ["an hour old", "ended by a new one", "unknown"])
async def test_a_code_that_is_not_good_is_refused(shop: Shop, what: str) -> None:
    code = await a_code(shop)
    if what == "an hour old":
        async with shop.db.transaction() as conn:
            await execute(conn, "UPDATE gateway_codes SET expires_at = now()")
    elif what == "ended by a new one":
        await another_code(shop, await name_of(shop))
    else:
        code = "x" * 22

    refused = await enrol(shop, code)

    assert (refused.status_code, refused.json()["code"]) == (401, "unknown_enrolment_code")
    assert (await alarms(shop), await accepts(shop, "gw_test")) == ([], True)


async def test_a_host_with_another_key_is_refused_and_the_code_stays_good(shop: Shop) -> None:
    code = await a_code(shop)

    refused = await enrol(shop, code, publicKey=a_key())
    restored = await enrol(shop, code)

    assert (refused.status_code, refused.json()["code"]) == (409, "gateway_key_changed")
    assert restored.status_code == 200


async def test_a_copy_that_opens_nothing_takes_no_former_one_away(shop: Shop) -> None:
    """Whoever has read a code can send noise in the place of the key."""
    code = await a_code(shop)
    name = await name_of(shop)
    copies = [base64.b64encode(bytes([number] * 92)).decode() for number in range(7)]
    seen = [await alarms(shop)]
    for number, copy in enumerate(copies):
        await enrol(shop, code, "gw_" + str(number) * 43, keyBackup=copy)
        seen.append(await alarms(shop))
        code = await another_code(shop, name)

    assert seen[:3] == [[], [], ["gateway_key_copied_again"]]
    assert await copies_of(shop, name) == copies[:1:-1]


async def test_guessing_is_stopped_after_ten_tries_a_minute(shop: Shop) -> None:
    answers = [await enrol(shop, f"{number:022}") for number in range(12)]

    assert {answer.status_code for answer in answers[:10]} == {401}
    assert answers[-1].status_code == 429


@pytest.mark.parametrize(
    "wrong",
    [
        {"token": "gw_short"},
        {"token": "A" * 46},
        {"publicKey": "x"},
        {"code": ""},
        {"keyBackup": base64.b64encode(bytes(47)).decode()},
        {"keyBackup": base64.b64encode(bytes(1025)).decode()},
        {"keyBackup": "?"},
        {"more": 1},
    ],
    ids=lambda wrong: "-".join(wrong) + str(len(str(wrong))),
)
async def test_a_request_with_wrong_fields_is_refused(shop: Shop, wrong: dict[str, Any]) -> None:
    assert (await enrol(shop, "x" * 22, **wrong)).status_code in {400, 422}


async def test_no_code_is_made_for_an_unknown_gateway(conn: Connection) -> None:
    assert await enrolment.issue_code(conn, "nowhere", takes_over=True) is None
