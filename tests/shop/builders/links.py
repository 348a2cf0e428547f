"""Staff who use a link of the console."""

from base64 import b32decode

from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.members.types import MemberId
from tests.shop.builders.catalog import a_plan
from tests.shop.builders.clients import HOME
from tests.shop.builders.members import a_member
from tests.shop.builders.orders import an_order
from tests.shop.builders.shops import Client, Headers
from tests.shop.builders.staff import code


async def accept(client: Client, url: str) -> Headers:
    """Set both factors by a link and return the headers of the session that it opens."""
    at, token = "/api/v1/console/invitations", url.partition("#")[2]
    shown = await client.post(f"{at}/look-up", json={"token": token}, headers={"Origin": HOME})
    secret = b32decode(shown.json()["data"]["secret"])
    form = {"token": token, "password": "bluer-than-2-skies", "code": code(secret=secret)}
    taken = await client.post(f"{at}/acceptance", json=form, headers={"Origin": HOME})
    assert taken.status_code == 200, taken.text
    return {"Cookie": taken.headers["set-cookie"].partition(";")[0], "Origin": HOME}


async def mailed_link(conn: Connection, email: str) -> str:
    """The link of the newest invitation that was mailed to this address."""
    body = await fetch_one(
        conn,
        str,
        """
        SELECT body FROM messages WHERE recipient = %(email)s AND reference LIKE 'staff-invited:%%'
         ORDER BY id DESC LIMIT 1
        """,
        email=email,
    )
    return next(line for line in body.splitlines() if "#" in line)


async def a_first_sale(conn: Connection) -> MemberId:
    member = await a_member(conn)
    await an_order(conn, member, await a_plan(conn), state="paid")
    return member
