"""Links by which a person without an account sets up one device."""

from typing import Any, NamedTuple

import httpx

from ieum.shop.kernel.db import Connection
from ieum.shop.members.types import MemberId
from ieum.shop.services.types import ServiceId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.gateways import a_key
from tests.shop.builders.members import a_login, a_member
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Headers

NAME = "김대리 휴대폰"


class Maker(NamedTuple):
    """Who makes links: a member with a running service."""

    member: MemberId
    service: ServiceId
    headers: Headers

    @property
    def links(self) -> str:
        return f"/api/v1/services/{self.service}/device-links"


async def a_maker(conn: Connection, *, device_limit: int = 3) -> Maker:
    member = await a_member(conn)
    service = await a_service(conn, member, plan=await a_plan(conn, device_limit=device_limit))
    return Maker(member, service, await a_login(conn, member))


async def make(client: Client, maker: Maker, name: str = NAME) -> httpx.Response:
    return await client.post(maker.links, json={"name": name}, headers=maker.headers)


async def made(client: Client, maker: Maker, name: str = NAME) -> dict[str, Any]:
    """The answer's data, and the token that is in its address."""
    answer = await make(client, maker, name)
    assert answer.status_code == 201, answer.text
    data = answer.json()["data"]
    return data | {"token": data["url"].partition("#")[2]}


async def open_links(client: Client, maker: Maker) -> list[dict[str, Any]]:
    return (await client.get(maker.links, headers=maker.headers)).json()["data"]


async def withdraw(client: Client, maker: Maker, link: int) -> httpx.Response:
    return await client.delete(f"{maker.links}/{link}", headers=maker.headers)


async def look_up(client: Client, token: str, **more: str) -> httpx.Response:
    return await client.post("/api/v1/device-links/look-up", json={"token": token, **more})


async def use(client: Client, token: str, key: str | None = None) -> httpx.Response:
    return await client.post("/api/v1/device-links/use", json={"token": token, "publicKey": key or a_key()})


def outcome(answer: httpx.Response) -> tuple[int, str | None]:
    """The status, and the code of a refusal."""
    return answer.status_code, answer.json().get("code")
