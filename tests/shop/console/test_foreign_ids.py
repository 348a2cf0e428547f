"""What is one person's alone, asked for by a colleague who may do just as much; and what no record ever says."""

from ieum.shop.kernel.db import Connection, fetch_all, fetch_one
from tests.shop.builders.clients import HOME
from tests.shop.builders.console_world import a_console_world
from tests.shop.builders.desk import press
from tests.shop.builders.shops import Client
from tests.shop.builders.staff import PASSWORD, a_staff, code

CONSOLE = "/api/v1/console"
# What belongs to a person and not to their permissions.
PERSONAL = [
    ("DELETE", "me/sessions/{id}"),
    ("DELETE", "me/passkeys/{id}"),
    ("PUT", "views/{id}"),
    ("DELETE", "views/{id}"),
    ("POST", "exports/{id}/file"),
    ("POST", "approvals/{id}/withdrawal"),
    ("GET", "settings/connections/messages/{id}"),
]


async def test_a_colleagues_own_things_are_not_there_for_another_owner(
    client: Client, conn: Connection
) -> None:
    one, other = await a_staff(conn, owner=True), await a_staff(conn, owner=True)
    world = await a_console_world(conn, one)
    view = {"screen": "orders", "name": "내 것", "query": "q=2"}
    counted = "SELECT count(*) FROM staff_record"
    before = await fetch_one(conn, int, counted)

    answers = {
        path: await client.request(
            method,
            f"{CONSOLE}/{world.path(path)}",
            json=view if method == "PUT" else {},
            headers=other.headers,
        )
        for method, path in PERSONAL
    }

    assert {path: answer.status_code for path, answer in answers.items()} == {
        path: 403 if path.startswith("approvals") else 404 for _, path in PERSONAL
    }
    assert await fetch_one(conn, int, counted) == before
    mine = await client.get(f"{CONSOLE}/session", headers=one.headers)
    assert mine.status_code == 200


async def test_the_record_says_no_secret(client: Client, conn: Connection) -> None:
    owner, person = await a_staff(conn, owner=True), await a_staff(conn)
    world = await a_console_world(conn, owner)
    new, first, second = "bluer-than-2-skies", code(), code(steps=1)

    entered = await client.post(
        f"{CONSOLE}/session",
        json={"email": owner.email, "password": PASSWORD, "code": first},
        headers={"Origin": HOME},
    )
    changed = await client.put(
        f"{CONSOLE}/me/password",
        json={"current": PASSWORD, "password": new, "code": second},
        headers=owner.headers,
    )
    link = await press(client, owner, "staff.link", person.staff)
    enrolment = await press(client, owner, "gateways.code", int(world.ids["gateways/{id}"]))

    assert [answer.is_success for answer in (entered, changed, link, enrolment)] == [True] * 4
    token = entered.headers["set-cookie"].partition("=")[2].partition(";")[0]
    secrets = {PASSWORD, new, first, second, token, owner.token}
    secrets |= {
        link.json()["data"]["made"]["url"].partition("#")[2],
        enrolment.json()["data"]["made"]["code"],
    }
    said = "\n".join(await fetch_all(conn, str, "SELECT to_jsonb(r)::text FROM staff_record r"))
    assert {secret for secret in secrets if secret in said} == set()
    assert {"session.begin", "staff.password", "staff.link"} <= set(
        await fetch_all(conn, str, "SELECT action FROM staff_record")
    )
