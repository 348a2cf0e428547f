"""A member with a password, and what they were told."""

from typing import Any, NamedTuple

import httpx
import msgspec

from ieum.shop.kernel.db import Connection, fetch_all
from ieum.shop.members import passwords
from ieum.shop.members.types import MemberId
from tests.shop.builders import Session, a_member, a_session
from tests.shop.conftest import Client

PASSWORD = "correct-horse-42"
# Made once: it is slow on purpose.
PASSWORD_HASH = passwords.HASHER.hash(PASSWORD)


class Account(NamedTuple):
    """A member who is logged in."""

    member: MemberId
    login_id: str
    session: Session

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.session.access}"}


class Told(msgspec.Struct):
    channel: str
    recipient: str
    subject: str
    body: str
    reference: str


async def an_account(conn: Connection, *, login_id: str = "hongkildong", points: int = 0) -> Account:
    member = await a_member(conn, login_id=login_id, password_hash=PASSWORD_HASH, points=points)
    return Account(member, login_id, await a_session(conn, member))


async def told(conn: Connection) -> list[Told]:
    """What was put into the outbox, in the order in which it was."""
    return await fetch_all(
        conn, Told, "SELECT channel, recipient, subject, body, reference FROM messages ORDER BY id"
    )


async def change(client: Client, account: Account, what: str, **body: Any) -> httpx.Response:
    return await client.put(f"/api/v1/member/{what}", json=body, headers=account.headers)


async def profile(client: Client, account: Account) -> dict[str, Any]:
    answer = await client.get("/api/v1/member/profile", headers=account.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def leave(client: Client, account: Account, **changed: Any) -> httpx.Response:
    return await client.post(
        "/api/v1/member/leave", json={"currentPw": PASSWORD} | changed, headers=account.headers
    )


def refusal(answer: httpx.Response) -> tuple[int, str, str]:
    """Status, and name and code of the one field that was refused."""
    field = answer.json()["fields"][0]
    return answer.status_code, field["name"], field["code"]
