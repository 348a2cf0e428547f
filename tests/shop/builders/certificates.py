"""Certificates as their holders and others ask for them, over HTTP."""

from typing import Any, NamedTuple

import httpx

from ieum.shop.kernel.db import Connection, execute
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.members import PASSWORD_HASH, a_login, a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers

CERTIFICATES = "/api/v1/certificates"
VERIFY = "/api/v1/verify"


class Holding(NamedTuple):
    """A member with a static service."""

    member: MemberId
    headers: Headers
    service: ServiceId


async def a_holding(conn: Connection, *, name: str = "홍길동") -> Holding:
    member = await a_member(conn, password_hash=PASSWORD_HASH)
    await execute(conn, "UPDATE members SET name = %(name)s WHERE id = %(id)s", name=name, id=member)
    return Holding(member, await a_login(conn, member), await a_service(conn, member))


async def choices(client: Client, headers: Headers, service: int) -> list[dict[str, Any]]:
    """The addresses of a service that may be certified, the present one first."""
    answer = await client.get(f"{CERTIFICATES}/choices?service={service}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["items"][0]["spans"]


async def press(
    client: Client, headers: Headers, service: int, *, span: int | None = None, name: str = "masked"
) -> httpx.Response:
    span = span or (await choices(client, headers, service))[0]["id"]
    body = {"serviceId": service, "spanId": span, "name": name}
    return await client.post(CERTIFICATES, json=body, headers=headers)


async def issue(client: Client, headers: Headers, service: int, **wanted: Any) -> str:
    """Issue a certificate; returns its number."""
    answer = await press(client, headers, service, **wanted)
    assert answer.status_code == 201, answer.text
    return answer.json()["data"]["number"]


async def show(client: Client, headers: Headers, number: str) -> dict[str, Any]:
    """What its holder sees of a certificate: the document of its newest version."""
    answer = await client.get(f"{CERTIFICATES}/{number}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]["document"]


async def verify(client: Client, number: str) -> httpx.Response:
    return await client.post(VERIFY, json={"number": number})


async def verified(client: Client, number: str) -> dict[str, Any]:
    answer = await verify(client, number)
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]
