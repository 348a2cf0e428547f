"""The names of a login's cookies on https."""

import httpx
import pytest

from ieum.shop.kernel.db import Connection
from tests.shop.builders.members import PASSWORD, PASSWORD_HASH, Session, a_member, a_session
from tests.shop.builders.shops import Client, Configure

NAMES = ["__Host-ieum_at", "__Host-ieum_rt"]
BARE_NAMES = ["ieum_at", "ieum_rt"]


@pytest.fixture(autouse=True)
def https(configure: Configure) -> None:
    configure(IEUM_PUBLIC_URL="https://testserver.local")


@pytest.fixture
async def session(conn: Connection) -> Session:
    return await a_session(conn, await a_member(conn, login_id="hongkildong", password_hash=PASSWORD_HASH))


def under(names: list[str], session: Session) -> dict[str, str]:
    return {"Cookie": f"{names[0]}={session.access}; {names[1]}={session.refresh}"}


def cookies_of(answer: httpx.Response) -> dict[str, str]:
    """The value and attributes of each cookie by its name."""
    lines = answer.headers.get_list("set-cookie")
    return {name: rest for name, _, rest in (line.partition("=") for line in lines)}


@pytest.mark.usefixtures("session")
async def test_on_https_no_neighbouring_domain_can_plant_a_login(client: Client) -> None:
    answer = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": PASSWORD})

    cookies = cookies_of(answer)
    assert list(cookies) == [*NAMES, "__Host-ieum_device"]
    assert all(
        "; Secure" in rest and "; Path=/" in rest and "Domain" not in rest for rest in cookies.values()
    )


async def test_a_login_under_its_names_is_read(client: Client, session: Session) -> None:
    answer = await client.get("/api/v1/member", headers=under(NAMES, session))

    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


async def test_a_login_under_names_without_the_prefix_is_none(client: Client, session: Session) -> None:
    """A neighbouring domain can plant those, and would log the visitor in as the attacker."""
    answer = await client.get("/api/v1/member", headers=under(BARE_NAMES, session))

    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert (await client.get("/api/v1/member", headers=under(NAMES, session))).status_code == 200


async def test_planted_cookies_do_not_displace_a_login(
    client: Client, conn: Connection, session: Session
) -> None:
    planted = await a_session(conn, await a_member(conn, login_id="attacker"))
    header = f"{under(BARE_NAMES, planted)['Cookie']}; {under(NAMES, session)['Cookie']}"

    answer = await client.get("/api/v1/member", headers={"Cookie": header})

    assert answer.json()["data"]["mberId"] == "hongkildong"


async def test_a_log_out_deletes_its_cookies(client: Client, session: Session) -> None:
    answer = await client.post(
        "/api/logout", headers=under(NAMES, session) | {"Sec-Fetch-Site": "same-origin"}
    )

    cookies = cookies_of(answer)
    assert list(cookies) == NAMES
    assert all("Max-Age=0" in rest and "; Secure" in rest for rest in cookies.values())
