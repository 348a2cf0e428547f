"""Verification codes, as a visitor asks for them and types them in."""

import re
from datetime import timedelta
from typing import Any

import httpx

from ieum.shop.kernel.db import Connection, execute, fetch_one
from tests.shop.builders.shops import Client

PHONE, MAIL = "010-1234-5678", "hong@example.com"


PERSON = {"name": "홍길동", "phone": "010-1234-5678", "birth_date": "1990-01-01"}


async def both_on(conn: Connection) -> None:
    await execute(conn, "UPDATE site_config SET phone_verification = true, mail_verification = true")


async def ask(client: Client, target: str = PHONE, **changed: Any) -> httpx.Response:
    body = {"channel": "mail" if "@" in target else "phone", "target": target, "purpose": "sign-up"}
    return await client.post("/api/v1/verifications", json=body | changed)


async def confirm(client: Client, verification: str, code: str) -> httpx.Response:
    return await client.post(f"/api/v1/verifications/{verification}/confirm", json={"code": code})


async def code_of(conn: Connection, verification: str) -> str:
    """The code in the message that waits in the outbox."""
    body = await fetch_one(
        conn, str, "SELECT body FROM messages WHERE reference = %(ref)s", ref=f"code:{verification}"
    )
    found = re.search(r"(?<![0-9])[0-9]{6}(?![0-9])", body)
    assert found is not None
    return found[0]


async def a_code(client: Client, conn: Connection, target: str = PHONE, **changed: Any) -> tuple[str, str]:
    """The id of a new verification, and its code."""
    answer = await ask(client, target, **changed)
    assert answer.status_code == 201, answer.text
    verification = answer.json()["data"]["id"]
    return verification, await code_of(conn, verification)


async def a_verified(client: Client, conn: Connection, target: str = PHONE, **changed: Any) -> str:
    verification, code = await a_code(client, conn, target, **changed)
    answer = await confirm(client, verification, code)
    assert answer.status_code == 200, answer.text
    return verification


def another(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def problem_of(answer: httpx.Response) -> tuple[int, str]:
    """The status, and the code of the first wrong field or else of the problem."""
    problem = answer.json()
    fields = problem.get("fields")
    return answer.status_code, fields[0]["code"] if fields else problem["code"]


async def let_verifications_age(conn: Connection, by: timedelta) -> None:
    """Make every verification older by so much."""
    await execute(
        conn,
        """
        UPDATE verifications
           SET created_at = created_at - %(by)s, expires_at = expires_at - %(by)s,
               valid_until = valid_until - %(by)s
        """,
        by=by,
    )
    await execute(conn, "UPDATE recovery_requests SET looked_up_at = looked_up_at - %(by)s", by=by)


async def identify_at_window(
    sandbox: httpx.AsyncClient, begun: dict[str, str], outcome: str, **person: str
) -> None:
    """Choose an outcome at the identity provider's window."""
    opened = await sandbox.get(
        "/portone/window",
        params={
            "storeId": begun["storeId"],
            "channelKey": begun["channelKey"],
            "identityVerificationId": begun["id"],
            "redirectUrl": "http://testserver.local/sign-up",
        },
    )
    assert opened.status_code == 303, opened.text
    await sandbox.post(opened.headers["location"], data={"outcome": outcome} | PERSON | person)
