"""How often a code is sent: to one number or address, and for one network."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel import seoul
from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.clients import a_client
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.verifications import MAIL, PHONE, ask, both_on, let_verifications_age, problem_of


@pytest.fixture(autouse=True)
async def asks_for_both(conn: Connection) -> None:
    await both_on(conn)


@pytest.mark.parametrize("again", ["01012345678", "010 1234 5678", "+010-1234-5678"])
async def test_the_minute_between_codes_holds_however_the_number_is_written(
    client: Client, again: str
) -> None:
    await ask(client, PHONE)

    answer = await ask(client, again)

    assert problem_of(answer) == (429, "code_resend_too_soon")
    assert 0 < int(answer.headers["retry-after"]) <= 60


async def test_capitals_do_not_make_another_mail_address(client: Client) -> None:
    await ask(client, MAIL)

    assert problem_of(await ask(client, MAIL.upper())) == (429, "code_resend_too_soon")


async def test_another_code_is_sent_after_a_minute(client: Client, conn: Connection) -> None:
    await ask(client)
    await let_verifications_age(conn, timedelta(seconds=60))

    assert (await ask(client)).status_code == 201


async def test_ten_codes_a_day_reach_one_number(client: Client, conn: Connection) -> None:
    for _ in range(10):
        assert (await ask(client)).status_code == 201
        await let_verifications_age(conn, timedelta(minutes=5))

    answer = await ask(client)
    await let_verifications_age(conn, timedelta(hours=24, minutes=-50))
    a_day_later = await ask(client)

    assert problem_of(answer) == (429, "too_many_codes")
    assert 23 * 3600 < int(answer.headers["retry-after"]) <= 24 * 3600
    assert a_day_later.status_code == 201


@pytest.mark.usefixtures("client")
async def test_strangers_in_one_network_do_not_use_up_the_codes_of_a_number(
    app: Litestar, conn: Connection
) -> None:
    async with a_client(app, address="198.51.100.1") as stranger:
        for _ in range(10):
            assert (await ask(stranger)).status_code == 201
            await let_verifications_age(conn, timedelta(seconds=61))
        assert problem_of(await ask(stranger)) == (429, "too_many_codes")

    async with a_client(app, address="203.0.113.7") as owner:
        answer = await ask(owner)

    assert answer.status_code == 201


@pytest.mark.usefixtures("client")
async def test_thirty_codes_a_day_reach_one_number_from_anywhere(app: Litestar, conn: Connection) -> None:
    answers: list[int] = []
    for number in range(31):
        async with a_client(app, address=f"198.51.100.{number}") as stranger:
            answers.append((await ask(stranger)).status_code)
        await let_verifications_age(conn, timedelta(seconds=61))

    assert answers == [201] * 30 + [429]


@pytest.mark.usefixtures("client")
async def test_thirty_codes_a_day_reach_one_mailbox_however_its_address_is_written(
    app: Litestar, conn: Connection
) -> None:
    """A dot, a tag or another name of the provider would each begin anew."""
    answers: list[int] = []
    for number in range(31):
        async with a_client(app, address=f"198.51.100.{number}") as stranger:
            answers.append((await ask(stranger, f"v.i.ctim+{number}@gmail.com")).status_code)
        await let_verifications_age(conn, timedelta(seconds=61))

    assert answers == [201] * 30 + [429]


@pytest.mark.parametrize(
    ("first", "then", "status"),
    [
        pytest.param("203.0.113.7", "203.0.113.7", 429, id="the same address"),
        pytest.param("203.0.113.7", "203.0.113.8", 201, id="the next address"),
        pytest.param("2001:db8:1:2::1", "2001:db8:1:3::1", 429, id="another /64 of the same /48"),
        pytest.param("2001:db8:1:2::1", "2001:db8:2:2::1", 201, id="another /48"),
    ],
)
@pytest.mark.usefixtures("client")
async def test_one_network_gets_thirty_codes_an_hour(
    app: Litestar, first: str, then: str, status: int
) -> None:
    async with a_client(app, address=first) as one:
        for number in range(30):
            assert (await ask(one, f"010{number:08}")).status_code == 201

    async with a_client(app, address=then) as other:
        answer = await ask(other, "01099999999")

    assert answer.status_code == status


async def test_ten_requests_at_once_send_one_code_wherever_they_come_from(asking_shop: Shop) -> None:
    async with AsyncExitStack() as callers:
        clients = [
            await callers.enter_async_context(a_client(asking_shop.app, address=f"203.0.113.{n}"))
            for n in range(10)
        ]
        answers = await asyncio.gather(*(ask(client) for client in clients))

    assert sorted(answer.status_code for answer in answers) == [201] + [429] * 9
    async with asking_shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM messages") == 1


async def test_forty_numbers_at_once_from_one_address_are_thirty(asking_shop: Shop) -> None:
    answers = await asyncio.gather(*(ask(asking_shop.client, f"010{n:08}") for n in range(40)))

    assert sorted(answer.status_code for answer in answers) == [201] * 30 + [429] * 10


@pytest.mark.usefixtures("client")
async def test_the_whole_shop_sends_so_many_texts_an_hour_and_says_once_that_they_are_used_up(
    app: Litestar, conn: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    """The attack: a text costs money, and networks cost nothing. Mails go on."""
    await execute(conn, "UPDATE site_config SET code_texts_an_hour = 3")
    answers: list[httpx.Response] = []
    for number in range(5):
        async with a_client(app, address=f"198.51.100.{number}") as caller:
            answers.append(await ask(caller, f"010{number:08}"))
            mail = await ask(caller, f"hong{number}@example.com")
            assert mail.status_code == 201
    async with a_client(app, address="198.51.100.4") as caller:
        await execute(conn, "UPDATE request_counts SET since = since - interval '1 hour'")
        next_hour = await ask(caller, "01000000009")

    assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
    assert problem_of(answers[-1]) == (429, "too_many_texts")
    wait = int(answers[-1].headers["retry-after"])
    assert 0 < wait <= 3600
    assert f"{seoul.wait(wait)} 후에 다시 시도하시거나 고객센터로" in answers[-1].json()["detail"]
    assert next_hour.status_code == 201
    assert await fetch_one(conn, int, "SELECT count(*) FROM messages WHERE channel = 'sms'") == 4
    [warning] = caplog.records
    assert (warning.levelname, "3 verification texts" in warning.getMessage()) == ("WARNING", True)


async def test_texts_asked_for_at_once_do_not_pass_the_limit_of_the_shop_together(asking_shop: Shop) -> None:
    async with asking_shop.db.transaction() as conn:
        await execute(conn, "UPDATE site_config SET code_texts_an_hour = 4")

    answers = await asyncio.gather(*(ask(asking_shop.client, f"010{n:08}") for n in range(10)))

    assert sorted(answer.status_code for answer in answers) == [201] * 4 + [429] * 6
