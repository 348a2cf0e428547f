"""What somebody learns or wins who tries the doors of the console again and again."""

from typing import Any

import httpx
import pytest
from litestar import Litestar

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members import passwords
from ieum.shop.members.security import rules
from tests.shop.builders.clients import HOME, a_client
from tests.shop.builders.desk import press
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import PASSWORD, Login, a_staff, code

CONSOLE = "/api/v1/console"
AT_HOME = {"Origin": HOME}
NEW = "bluer-than-2-skies"
WRONG = "000000"


class CountingHasher:
    """Verifies as the shop does, and keeps what each verification costs: algorithm, version and parameters."""

    def __init__(self) -> None:
        self.costs: list[list[str]] = []

    def verify(self, password_hash: str, password: str) -> bool:
        self.costs.append(password_hash.split("$")[1:4])
        return passwords.PasswordHasher().verify(password_hash, password)


async def log_in(client: Client, email: str, **other: str) -> httpx.Response:
    form = {"email": email, "password": PASSWORD, "code": code()} | other
    return await client.post(f"{CONSOLE}/session", json=form, headers=AT_HOME)


async def test_a_mail_that_nobody_has_costs_as_much_as_a_wrong_password(
    client: Client, conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, removed, invited = await a_staff(conn), await a_staff(conn), await a_staff(conn)
    await execute(
        conn,
        "UPDATE staff SET removed_at = now(), password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
        id=removed.staff,
    )
    await execute(
        conn,
        "UPDATE staff SET password_hash = NULL, totp_secret = NULL WHERE id = %(id)s",
        id=invited.staff,
    )
    hasher = CountingHasher()
    monkeypatch.setattr(passwords, "HASHER", hasher)
    costs: list[list[list[str]]] = []

    for email, password in (
        (one.email, "wrong"),
        (one.email, PASSWORD),
        ("nobody@ieum.example", PASSWORD),
        ("no\0body@ieum.example", PASSWORD),
        (removed.email, PASSWORD),
        (invited.email, PASSWORD),
    ):
        hasher.costs.clear()
        answer = await log_in(client, email, password=password, code=WRONG)
        assert answer.status_code == 401
        costs.append(list(hasher.costs))

    assert len(costs[0]) == 1
    assert costs == [costs[0]] * 6


async def test_a_link_is_over_with_a_newer_one_and_with_the_person(client: Client, conn: Connection) -> None:
    owner, person = await a_staff(conn, owner=True), await a_staff(conn)

    async def a_link() -> str:
        made = await press(client, owner, "staff.link", person.staff)
        token = made.json()["data"]["made"]["url"].partition("#")[2]
        looked_up = await client.post(
            f"{CONSOLE}/invitations/look-up", json={"token": token}, headers=AT_HOME
        )
        assert looked_up.status_code == 200
        return token

    async def uses(token: str) -> list[str]:
        acceptance = {"token": token, "password": NEW, "code": code()}
        answers = [
            await client.post(f"{CONSOLE}/invitations/look-up", json={"token": token}, headers=AT_HOME),
            await client.post(f"{CONSOLE}/invitations/acceptance", json=acceptance, headers=AT_HOME),
        ]
        return [answer.json()["code"] for answer in answers]

    older, newer = await a_link(), await a_link()
    replaced = await uses(older)
    gone = await press(client, owner, "staff.remove", person.staff)
    orphaned = await uses(newer)

    assert gone.status_code == 200
    assert [*replaced, *orphaned] == ["invitation_not_found"] * 4


def from_elsewhere(app: Litestar, number: int) -> Client:
    return a_client(app, address=f"198.51.{number}.7")


async def test_wrong_codes_from_many_addresses_lock_the_account(app: Litestar, conn: Connection) -> None:
    login = await a_staff(conn)

    answers: list[httpx.Response] = []
    for number in range(rules.ACCOUNT.free):
        async with from_elsewhere(app, number) as client:
            answers.append(await log_in(client, login.email, code=WRONG))
    async with from_elsewhere(app, 200) as client:
        answers.append(await log_in(client, login.email))

    assert _codes(answers) == ["staff_login_failed"] * rules.ACCOUNT.free + ["login_locked"]


async def test_a_stranger_who_knows_a_mail_holds_nobody_out_of_where_they_come_from(
    app: Litestar, client: Client, conn: Connection
) -> None:
    """The session of `a_staff` began at 127.0.0.1, where `client` is."""
    login = await a_staff(conn, owner=True)
    answers: list[httpx.Response] = []
    for number in range(rules.ACCOUNT.free + 1):
        async with from_elsewhere(app, number) as stranger:
            answers.append(await log_in(stranger, login.email, password="wrong"))

    at_home = await log_in(client, login.email)

    assert _codes(answers)[-1] == "login_locked"
    assert at_home.status_code == 200, at_home.text


async def test_guesses_from_where_somebody_logs_in_are_counted_too(
    app: Litestar, client: Client, conn: Connection
) -> None:
    login, colleague = await a_staff(conn), await a_staff(conn)

    answers = [await log_in(client, login.email, code=WRONG) for _ in range(rules.ACCOUNT.free + 1)]
    await execute(conn, "UPDATE staff_sessions SET ended_at = now(), end_reason = 'ended'")
    for number in range(rules.ACCOUNT.free + 1):
        async with from_elsewhere(app, number) as stranger:
            await log_in(stranger, colleague.email, code=WRONG)
    somebody_ended_it = await log_in(client, colleague.email)

    assert _codes(answers)[-1] == "login_locked"
    assert somebody_ended_it.json()["code"] == "login_locked"


async def test_wrong_codes_under_one_session_lock_its_person_wherever_they_come_from(
    app: Litestar, conn: Connection
) -> None:
    login, colleague = await a_staff(conn), await a_staff(conn)

    answers: list[httpx.Response] = []
    for number in range(rules.ACCOUNT.free):
        async with from_elsewhere(app, number) as client:
            answers.append(await change_password(client, login, WRONG))
    async with from_elsewhere(app, 200) as client:
        answers.append(await change_password(client, login, code()))
        another = await change_password(client, colleague, code())

    assert _codes(answers) == ["staff_code_wrong"] * rules.ACCOUNT.free + ["login_locked"]
    assert another.status_code == 200


async def change_password(client: Client, login: Login, number: str) -> httpx.Response:
    form: dict[str, Any] = {"current": PASSWORD, "password": NEW, "code": number}
    return await client.put(f"{CONSOLE}/me/password", json=form, headers=login.headers)


def _codes(answers: list[httpx.Response]) -> list[str]:
    return [answer.json()["code"] for answer in answers]
