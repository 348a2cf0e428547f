"""What may be an attack stands in the log, with the address it came from and nothing that was typed."""

import logging
import re
from collections.abc import Iterator

import pytest

from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import ShopError
from ieum.shop.server.noting import LOGGER, NOTED
from tests.shop.builders.clients import HOME
from tests.shop.builders.members import an_account
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import a_staff

TYPED = "what-somebody-typed-42"


async def test_what_may_be_an_attack_is_in_the_log_without_secrets(
    client: Client, conn: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, LOGGER)
    account = await an_account(conn)
    staff = await a_staff(conn, "orders.view")
    attacks = {
        "login_failed": client.post("/api/login", json={"mberId": account.login_id, "mberPw": TYPED}),
        "staff_login_failed": client.post(
            "/api/v1/console/session",
            json={"email": staff.email, "password": TYPED, "code": "000000"},
            headers={"Origin": HOME},
        ),
        "permission_missing": client.get("/api/v1/console/settings", headers=staff.headers),
        "unknown_gateway": client.get("/gateway/v1/stream", headers={"Authorization": f"Bearer {TYPED}"}),
        "cross_site_request": client.put(
            "/api/v1/member/email",
            json={"email": "a@b.example", "currentPw": TYPED},
            headers=account.session.cookies | {"Origin": "https://evil.example"},
        ),
    }

    for code, attack in attacks.items():
        caplog.clear()
        answer = await attack
        assert answer.json()["code"] == code, answer.text

        (line,) = [record.getMessage() for record in caplog.records if record.name == LOGGER]
        assert re.fullmatch(rf"refused [A-Z]+ /[\w/.-]+: {code}, to [\d.:a-f]+", line)
        assert TYPED not in caplog.text


async def test_an_ordinary_refusal_is_not_noted(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, LOGGER)

    assert (await client.get("/api/v1/member")).status_code == 401

    assert [record for record in caplog.records if record.name == LOGGER] == []


def test_every_noted_code_is_one_of_ours() -> None:
    assert {one.code for one in every(ShopError)} >= NOTED


def every(kind: type[ShopError]) -> Iterator[type[ShopError]]:
    for one in kind.__subclasses__():
        yield one
        yield from every(one)
