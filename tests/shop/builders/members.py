"""Members: their rows, logins and consents, and what they do with their account over HTTP."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

import httpx

from ieum.shop.kernel.db import Connection, execute, fetch_one, fetch_optional
from ieum.shop.members import tokens
from ieum.shop.members.types import Identity, MemberId, SessionId
from tests.shop.builders.hashing import QUICK
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client

SIGN_UP_AGREEMENTS = [{"key": key, "version": "2026-11-20"} for key in ("age14", "terms", "privacy")]


_numbers = count(1)


async def a_member(
    conn: Connection, *, login_id: str | None = None, password_hash: str = "-", points: int = 0
) -> MemberId:
    member = await fetch_one(
        conn,
        MemberId,
        """
        INSERT INTO members (login_id, password_hash, name, email, phone)
        VALUES (%(login_id)s, %(password_hash)s, '홍길동', 'hong@example.com', '01012345678') RETURNING id
        """,
        login_id=login_id or f"member_{next(_numbers)}",
        password_hash=password_hash,
    )
    if points:
        await execute(
            conn,
            "INSERT INTO point_entries (member_id, amount, kind) VALUES (%(member)s, %(points)s, 'earned')",
            member=member,
            points=points,
        )
    return member


async def reads_mail(conn: Connection, member: MemberId) -> bool:
    """Whether the member has proved to read their address of now."""
    return await fetch_one(
        conn, bool, "SELECT email_verified_at IS NOT NULL FROM members WHERE id = %(member)s", member=member
    )


async def forget(conn: Connection, member: MemberId) -> None:
    """As leaving the shop does: nothing says who it was."""
    await execute(
        conn,
        """
        UPDATE members SET left_at = now(), login_id = NULL, login_id_hash = sha256('x'), password_hash = NULL,
                           name = NULL, email = NULL, phone = NULL WHERE id = %(member)s
        """,
        member=member,
    )


async def a_passkey(conn: Connection, member: MemberId, *, name: str = "내 노트북") -> int:
    """A row only; a passkey that can sign is made by `authenticator.py`."""
    return await fetch_one(
        conn,
        int,
        """
        INSERT INTO passkeys (member_id, credential_id, public_key, sign_count, name)
        VALUES (%(member)s, %(credential)s, '-', 0, %(name)s) RETURNING id
        """,
        member=member,
        credential=f"credential {next(_numbers)}".encode(),
        name=name,
    )


class Session(NamedTuple):
    """A login with its two tokens, as headers and as cookies."""

    id: SessionId
    access: str
    refresh: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.access}", "etis-rt": self.refresh}

    @property
    def cookies(self) -> dict[str, str]:
        return {"Cookie": f"ieum_at={self.access}; ieum_rt={self.refresh}"}


async def a_session(conn: Connection, member: MemberId, *, access_age: timedelta = timedelta()) -> Session:
    """A login whose access token is this old; a token lives for 15 minutes."""
    session = await fetch_one(
        conn,
        SessionId,
        """
        INSERT INTO login_sessions (member_id, expires_at) VALUES (%(member)s, now() + interval '1 year') RETURNING id
        """,
        member=member,
    )
    refresh = tokens.new_refresh()
    await execute(
        conn,
        "INSERT INTO refresh_tokens (session_id, token_hash) VALUES (%(session)s, %(token_hash)s)",
        session=session,
        token_hash=tokens.hash_refresh(refresh),
    )
    owner = await fetch_optional(
        conn,
        MemberId,
        "SELECT owner_id FROM members WHERE id = %(member)s AND owner_id IS NOT NULL",
        member=member,
    )
    identity = Identity(member, session, owner)
    access = tokens.issue_access(identity, key=KEY, now=datetime.now(UTC) - access_age)
    return Session(session, access, refresh)


async def a_login(conn: Connection, member: MemberId) -> dict[str, str]:
    """The headers of a member who is logged in."""
    session = await a_session(conn, member)
    return {"Authorization": f"Bearer {session.access}"}


PASSWORD = "correct-horse-42"


PASSWORD_HASH = QUICK.hash(PASSWORD)


class Account(NamedTuple):
    """A member who is logged in."""

    member: MemberId
    login_id: str
    session: Session

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.session.access}"}


async def an_account(conn: Connection, *, login_id: str = "hongkildong", points: int = 0) -> Account:
    member = await a_member(conn, login_id=login_id, password_hash=PASSWORD_HASH, points=points)
    return Account(member, login_id, await a_session(conn, member))


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
    """The status, and the name and code of the one refused field."""
    field = answer.json()["fields"][0]
    return answer.status_code, field["name"], field["code"]


SIGN_UP_FORM = {
    "mberId": "hongkildong",
    "mberPw": "correct-horse-42",
    "mberNm": "홍길동",
    "email": "hong@example.com",
    "phone": "010-1234-5678",
    "authType": None,
    "phoneVerificationId": None,
    "agreements": SIGN_UP_AGREEMENTS,
}


EXPIRED = timedelta(minutes=16)
