"""An owner looks at the pages of a sub-id: read only, and both sides can read that they did."""

from typing import Any

import httpx
import pytest

from ieum.shop.kernel.db import Connection, execute, fetch_one
from ieum.shop.members.types import MemberId
from ieum.shop.sub_ids import jobs
from tests.conftest import RollingBack
from tests.shop.builders.members import Session, a_login, a_member, a_session
from tests.shop.builders.services import a_service, add_device
from tests.shop.builders.shops import Client
from tests.shop.builders.sub_ids import a_grant, a_sub_id, do, events
from tests.shop.builders.worker import job_context, worker_tools


def tokens_of(answer: httpx.Response) -> dict[str, str]:
    assert answer.status_code == 200, answer.text
    return {"Authorization": answer.headers["authorization"], "etis-rt": answer.headers["etis-rt"]}


async def whom(client: Client, headers: dict[str, str]) -> tuple[str, str]:
    answer = await client.get("/api/v1/member", headers=headers)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data["mberId"], data.get("kind", "member")


async def an_owner(conn: Connection) -> tuple[Session, MemberId, int]:
    member = await a_member(conn, login_id="hongkildong")
    service = await a_service(conn, member)
    sub_id = await a_sub_id(conn, member, login_id="desk_kim")
    await a_grant(conn, sub_id, service, sees_record=True)
    return await a_session(conn, member), sub_id, service


async def test_an_owner_sees_what_the_sub_id_sees_and_changes_nothing(
    client: Client, conn: Connection
) -> None:
    session, sub_id, service = await an_owner(conn)

    acting = tokens_of(await do(client, session.headers, sub_id, "act"))

    assert await whom(client, acting) == ("desk_kim", "acting")
    assert (await client.get(f"/api/v1/services/{service}", headers=acting)).status_code == 200
    refused = await add_device(client, acting, service)
    assert (refused.status_code, refused.json()["code"]) == (403, "acting_reads_only")
    # What is the sub-id's own business, such as where it has logged in, its owner does not see.
    hidden = [await client.get(f"/api/v1/member/{what}", headers=acting) for what in ("sessions", "security")]
    owners = [await client.get(f"/api/v1/{what}", headers=acting) for what in ("orders", "sub-ids")]
    assert {answer.status_code for answer in (*hidden, *owners)} == {404}

    ended = await client.post("/api/v1/sub-id/act/end", headers=acting)
    back = tokens_of(ended)
    assert ended.json()["data"] == {"subId": sub_id}

    assert await whom(client, back) == ("hongkildong", "member")
    assert await events(client, back, sub_id) == ["owner acting_began", "owner acting_ended"]
    own = await client.get("/api/v1/sub-id/events", headers=await a_login(conn, sub_id))
    assert [event["what"] for event in own.json()["data"]["items"]] == ["acting_ended", "acting_began"]


async def test_tokens_of_before_do_nothing_and_a_refreshed_one_stays_as_it_was(
    client: Client, conn: Connection
) -> None:
    session, sub_id, _ = await an_owner(conn)
    acting = tokens_of(await do(client, session.headers, sub_id, "act"))

    before = await client.get("/api/v1/orders", headers={"Authorization": f"Bearer {session.access}"})
    refreshed = await client.get("/api/v1/member", headers={"etis-rt": acting["etis-rt"]})

    assert before.status_code == 401
    assert refreshed.json()["data"]["kind"] == "acting"


async def test_whoever_looks_as_a_removed_one_is_back_in_their_own_pages(
    client: Client, conn: Connection
) -> None:
    session, sub_id, _ = await an_owner(conn)
    acting = tokens_of(await do(client, session.headers, sub_id, "act"))
    elsewhere = await a_login(
        conn, await fetch_one(conn, MemberId, "SELECT owner_id FROM members WHERE id = %(id)s", id=sub_id)
    )

    await client.delete(f"/api/v1/sub-ids/{sub_id}", headers=elsewhere)

    stale = await client.get("/api/v1/member", headers={"Authorization": acting["Authorization"]})
    assert stale.status_code == 401
    assert await whom(client, {"etis-rt": acting["etis-rt"]}) == ("hongkildong", "member")


async def test_nobody_looks_as_anothers_or_a_suspended_one(client: Client, conn: Connection) -> None:
    session, sub_id, _ = await an_owner(conn)
    stranger = await a_session(conn, await a_member(conn))
    own = await a_session(conn, sub_id)

    by_stranger = await do(client, stranger.headers, sub_id, "act")
    by_itself = await do(client, own.headers, sub_id, "act")
    ended = await client.post("/api/v1/sub-id/act/end", headers=own.headers)
    await do(client, session.headers, sub_id, "suspend")
    suspended = await do(client, session.headers, sub_id, "act")

    assert (by_stranger.status_code, by_itself.status_code, ended.status_code) == (404, 404, 404)
    assert (suspended.status_code, suspended.json()["code"]) == (409, "sub_id_not_in_use")


@pytest.mark.parametrize("end", ["logout", "suspend", "last day"])
async def test_whatever_ends_it_is_noted(client: Client, conn: Connection, db: RollingBack, end: str) -> None:
    session, sub_id, _ = await an_owner(conn)
    acting = tokens_of(await do(client, session.headers, sub_id, "act"))
    elsewhere = await a_login(
        conn, await fetch_one(conn, MemberId, "SELECT owner_id FROM members WHERE id = %(id)s", id=sub_id)
    )

    if end == "logout":
        await client.post("/api/logout", headers=acting)
    elif end == "suspend":
        await do(client, elsewhere, sub_id, "suspend")
    else:
        await execute(
            conn,
            "UPDATE members SET access_ends_at = now() - interval '1 second' WHERE id = %(id)s",
            id=sub_id,
        )
        await jobs.end_over.func(job_context(worker_tools(db)), timestamp=0)

    assert "owner acting_ended" in await events(client, elsewhere, sub_id)
    assert (await client.get("/api/v1/services", headers={"Authorization": acting["Authorization"]})).is_error
