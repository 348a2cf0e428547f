"""The names of a login's cookies on https, and the move from the old ones."""

from datetime import datetime, timedelta

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.sessions import RENAMED_AT
from tests.shop.builders.members import PASSWORD, PASSWORD_HASH, Session, a_member, a_session
from tests.shop.builders.shops import Client, Configure

NEW_NAMES = ["__Host-ieum_at", "__Host-ieum_rt"]
OLD_NAMES = ["ieum_at", "ieum_rt"]


@pytest.fixture(autouse=True)
def https(configure: Configure) -> None:
    configure(IEUM_PUBLIC_URL="https://testserver.local")


@pytest.fixture
async def session(conn: Connection) -> Session:
    return await a_session(conn, await a_member(conn, login_id="hongkildong", password_hash=PASSWORD_HASH))


def under(names: list[str], session: Session) -> dict[str, str]:
    return {"Cookie": f"{names[0]}={session.access}; {names[1]}={session.refresh}"}


async def let_begin(conn: Connection, session: Session, moment: datetime) -> None:
    await execute(
        conn,
        "UPDATE login_sessions SET started_at = %(moment)s WHERE id = %(id)s",
        moment=moment,
        id=session.id,
    )


def cookies_of(answer: httpx.Response) -> dict[str, str]:
    """The value and attributes of each cookie by its name."""
    lines = answer.headers.get_list("set-cookie")
    return {name: rest for name, _, rest in (line.partition("=") for line in lines)}


@pytest.mark.usefixtures("session")
async def test_on_https_no_neighbouring_domain_can_plant_a_login(client: Client) -> None:
    answer = await client.post("/api/login", json={"mberId": "hongkildong", "mberPw": PASSWORD})

    cookies = cookies_of(answer)
    assert list(cookies) == [*NEW_NAMES, "__Host-ieum_device"]
    assert all(
        "; Secure" in rest and "; Path=/" in rest and "Domain" not in rest for rest in cookies.values()
    )


async def test_a_login_under_the_new_names_is_read(client: Client, session: Session) -> None:
    answer = await client.get("/api/v1/member", headers=under(NEW_NAMES, session))

    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers


async def test_a_login_under_the_old_names_is_moved_once(
    client: Client, conn: Connection, session: Session
) -> None:
    await let_begin(conn, session, RENAMED_AT - timedelta(seconds=1))

    answer = await client.get("/api/v1/member", headers=under(OLD_NAMES, session))

    assert answer.status_code == 200
    cookies = cookies_of(answer)
    assert list(cookies) == [*NEW_NAMES, *OLD_NAMES]
    assert all("Max-Age=0" in cookies[name] for name in OLD_NAMES)
    assert session.refresh not in cookies["__Host-ieum_rt"]
    rotated = "SELECT count(*) FROM refresh_tokens WHERE rotated_at IS NOT NULL"
    assert await fetch_one(conn, int, rotated) == 1


async def test_a_login_that_began_with_the_new_names_is_no_login_under_the_old_ones(
    client: Client, conn: Connection, session: Session
) -> None:
    """A neighbouring domain can plant those, and would log the visitor in as the attacker."""
    await let_begin(conn, session, RENAMED_AT)

    answer = await client.get("/api/v1/member", headers=under(OLD_NAMES, session))

    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert (await client.get("/api/v1/member", headers=under(NEW_NAMES, session))).status_code == 200


async def test_a_login_that_has_moved_does_not_move_again(
    client: Client, conn: Connection, session: Session
) -> None:
    """Else whoever had an account before the names changed could plant its newest tokens for ever."""
    await let_begin(conn, session, RENAMED_AT - timedelta(days=1))
    moved = await client.get("/api/v1/member", headers=under(OLD_NAMES, session))
    at_once = await client.get("/api/v1/member", headers=under(OLD_NAMES, session))
    await execute(conn, "UPDATE login_sessions SET moved_at = moved_at - interval '31 seconds'")
    newest = session._replace(refresh=moved.headers["etis-rt"])

    again = await client.get("/api/v1/member", headers=under(OLD_NAMES, newest))

    assert (moved.status_code, at_once.status_code, again.status_code) == (200, 200, 401)
    bearer = {"Authorization": "Bearer x", "etis-rt": newest.refresh}
    assert (await client.get("/api/v1/member", headers=bearer)).status_code == 200


async def test_old_cookies_do_not_displace_a_login_under_the_new_names(
    client: Client, conn: Connection, session: Session
) -> None:
    planted = await a_session(conn, await a_member(conn, login_id="attacker"))
    header = f"{under(OLD_NAMES, planted)['Cookie']}; {under(NEW_NAMES, session)['Cookie']}"

    answer = await client.get("/api/v1/member", headers={"Cookie": header})

    assert answer.json()["data"]["mberId"] == "hongkildong"


async def test_a_log_out_deletes_both(client: Client, session: Session) -> None:
    answer = await client.post(
        "/api/logout", headers=under(NEW_NAMES, session) | {"Sec-Fetch-Site": "same-origin"}
    )

    cookies = cookies_of(answer)
    assert list(cookies) == [*NEW_NAMES, *OLD_NAMES]
    assert all("Max-Age=0" in rest and "; Secure" in rest for rest in cookies.values())
