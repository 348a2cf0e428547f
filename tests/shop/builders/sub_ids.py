"""Sub-ids: their rows and rights, and what their owners and they do over HTTP."""

from itertools import count
from typing import Any

import httpx

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.rules import hash_login_id
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.members import PASSWORD_HASH
from tests.shop.builders.secrets import KEY
from tests.shop.builders.shops import Client, Headers

NOTICE = [{"key": "sub-id-notice", "version": "2026-11-24"}]
_numbers = count(1)


async def a_sub_id(
    conn: Connection, owner: MemberId, *, login_id: str | None = None, name: str = "영업1팀"
) -> MemberId:
    """A sub-id with a password, `PASSWORD`."""
    login_id = login_id or f"desk_{next(_numbers)}"
    return await fetch_one(
        conn,
        MemberId,
        """
        INSERT INTO members (owner_id, login_id, login_id_hash, password_hash, name)
        VALUES (%(owner)s, %(login_id)s, %(hash)s, %(password_hash)s, %(name)s) RETURNING id
        """,
        owner=owner,
        login_id=login_id,
        hash=hash_login_id(login_id, key=KEY),
        password_hash=PASSWORD_HASH,
        name=name,
    )


async def a_grant(
    conn: Connection,
    sub_id: MemberId,
    service: ServiceId,
    *,
    devices: int = 1,
    changes: int = 0,
    sees_record: bool = False,
) -> None:
    await execute(
        conn,
        """
        INSERT INTO service_grants (sub_id, service_id, device_limit, change_limit, sees_record)
        VALUES (%(sub_id)s, %(service)s, %(devices)s, %(changes)s, %(sees_record)s)
        """,
        sub_id=sub_id,
        service=service,
        devices=devices,
        changes=changes,
        sees_record=sees_record,
    )


async def make_sub_id(client: Client, owner: Headers, **form: Any) -> httpx.Response:
    body = {"loginId": f"made_{next(_numbers)}", "name": "영업1팀"} | form
    return await client.post("/api/v1/sub-ids", json=body, headers=owner)


async def grant(
    client: Client,
    owner: Headers,
    sub_id: int,
    service: int,
    *,
    devices: int = 1,
    changes: int = 0,
    sees_record: bool = False,
) -> httpx.Response:
    return await client.put(
        f"/api/v1/sub-ids/{sub_id}/services/{service}",
        json={"deviceLimit": devices, "changeLimit": changes, "seesRecord": sees_record},
        headers=owner,
    )


async def do(client: Client, owner: Headers, sub_id: int, what: str) -> httpx.Response:
    """Press `suspend`, `resume` or `act`."""
    return await client.post(f"/api/v1/sub-ids/{sub_id}/{what}", headers=owner)


async def show(client: Client, owner: Headers, sub_id: int) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/sub-ids/{sub_id}", headers=owner)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


async def events(client: Client, owner: Headers, sub_id: int) -> list[str]:
    """What was done, the oldest first, as `by what`."""
    answer = await client.get(f"/api/v1/sub-ids/{sub_id}/events", headers=owner)
    assert answer.status_code == 200, answer.text
    return [f"{event['by']} {event['what']}" for event in reversed(answer.json()["data"]["items"])]


def token_of(url: str) -> str:
    return url.partition("#")[2]


async def use_link(
    client: Client, token: str, password: str = "battery-staple-7", **changed: Any
) -> httpx.Response:
    body = {"token": token, "mberPw": password, "agreements": NOTICE} | changed
    return await client.post("/api/v1/sub-id-links/use", json=body)
