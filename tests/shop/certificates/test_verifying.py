"""What anybody may ask by a certificate's number, and what a visitor may have proven."""

import asyncio
import json
from base64 import b64decode
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from litestar import Litestar

from ieum.shop.certificates import queries, verifying
from ieum.shop.kernel.db import Connection, execute, fetch_all, fetch_one
from ieum.shop.signing import service as signing
from ieum.shop.signing.types import Signature
from tests.shop.builders.certificates import VERIFY, a_holding, issue, press, show, verified, verify
from tests.shop.builders.clients import a_client
from tests.shop.builders.leaving import leaving_paused
from tests.shop.builders.members import an_account, leave
from tests.shop.builders.services import a_service
from tests.shop.builders.shops import Client, Shop
from tests.shop.builders.time_passing import within_a_minute

UNKNOWN = "0000-0000-0000-0000-0000-0000-0000-0000"


async def test_a_number_shows_what_is_printed_and_nothing_else(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)
    printed = await show(client, holder.headers, number)

    answer = await verify(client, number)

    said = answer.json()["data"]
    names = ("number", "state", "version", "holder", "address", "carrier", "region", "from", "until")
    assert {name: said.pop(name) for name in (*names, "paidUntil")} == {
        name: printed[name] for name in (*names, "paidUntil")
    }
    assert said == {"issuedAt": printed["issued"]}
    assert answer.headers["cache-control"] == "no-store"


async def test_a_number_may_be_typed_without_hyphens(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)

    assert (await verified(client, number.replace("-", " ").lower()))["number"] == number


@pytest.mark.parametrize("number", [UNKNOWN, "1234", "확인서", "' OR 1=1 --"])
async def test_whatever_is_no_number_gets_the_same_answer(client: Client, number: str) -> None:
    answer = await verify(client, number)

    assert answer.status_code == 404
    assert answer.json() == (await verify(client, UNKNOWN)).json()
    assert answer.json()["code"] == "certificate_not_found"


async def test_a_network_asks_only_so_often(app: Litestar, conn: Connection) -> None:
    async with (
        a_client(app, address="198.51.100.7") as asking,
        a_client(app, address="198.51.100.8") as other,
    ):

        async def ask() -> list[httpx.Response]:
            return [await verify(asking, UNKNOWN) for _ in range(verifying.VERIFICATIONS_A_MINUTE + 1)]

        *answered, refused = await within_a_minute(conn, ask)

        assert {answer.status_code for answer in answered} == {404}
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
        assert int(refused.headers["retry-after"]) <= 61
        assert (await verify(other, UNKNOWN)).status_code == 404


async def test_a_holder_who_has_left_is_not_named_any_more(shop: Shop) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        held = await a_service(conn, account.member)
    number = await issue(shop.client, account.headers, held, name="full")
    async with shop.db.connection() as conn:
        await execute(conn, "UPDATE services SET state = 'expired', closed_at = now()")
    assert (await verified(shop.client, number))["holder"] is not None

    assert (await leave(shop.client, account)).status_code == 200

    said = await verified(shop.client, number)
    assert {name: value for name, value in said.items() if value is not None} == {
        "number": number,
        "state": "holder_left",
    }
    async with shop.db.connection() as conn:
        assert await fetch_all(conn, int, "SELECT version FROM certificate_versions") == []
        left = await fetch_one(
            conn, int, "SELECT num_nulls(member_id, service_id, lease_id, holder) FROM certificates"
        )
    assert left == 4


async def test_a_certificate_is_not_issued_to_who_is_leaving(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shop.db.transaction() as conn:
        account = await an_account(conn)
        held = await a_service(conn, account.member)
        span = await fetch_one(conn, int, "SELECT id FROM leases")
        await execute(conn, "UPDATE services SET state = 'expired', closed_at = now()")

    async with leaving_paused(shop, account, monkeypatch, destroyed=True):
        pressed = asyncio.create_task(press(shop.client, account.headers, held, span=span))

    assert (await pressed).status_code == 401
    async with shop.db.connection() as conn:
        assert await fetch_one(conn, int, "SELECT count(*) FROM certificates") == 0


async def test_the_numbers_of_who_left_go_after_five_years(client: Client, conn: Connection) -> None:
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)
    await queries.forget_of(conn, holder.member)
    await execute(conn, "UPDATE certificates SET forgotten_at = now() - interval '1800 days'")
    assert (await verified(client, number))["state"] == "holder_left"
    before = datetime.now(UTC) - timedelta(days=1700)

    assert await queries.delete_forgotten(conn, before=before, limit=10) == 1
    assert (await verify(client, number)).status_code == 404


async def test_a_visitor_learns_their_address(app: Litestar, conn: Connection) -> None:
    holder = await a_holding(conn)
    ours = await fetch_one(
        conn,
        str,
        """
        SELECT host(e.address) FROM leases l JOIN exit_addresses e ON e.id = l.address_id WHERE l.service_id = %(id)s
        """,
        id=holder.service,
    )
    seen = {}
    for address in (ours, "198.51.100.7", "2001:db8::7"):
        async with a_client(app, address=address) as visitor:
            answer = await visitor.get("/api/v1/my-ip")
            assert answer.headers["cache-control"] == "no-store"
            seen[address] = answer.json()["data"]

    assert seen == {
        ours: {"address": ours, "isIpv6": False, "isOurs": True},
        "198.51.100.7": {"address": "198.51.100.7", "isIpv6": False, "isOurs": False},
        "2001:db8::7": {"address": "2001:db8::7", "isIpv6": True, "isOurs": False},
    }


async def test_a_proof_of_now_names_the_address_and_the_moment(app: Litestar, conn: Connection) -> None:
    async with a_client(app, address="198.51.100.7") as visitor:
        proof = (await visitor.post("/api/v1/my-ip/proof")).json()["data"]

    document = json.loads(proof["document"])
    assert (document["kind"], document["address"]) == ("ieum-now", "198.51.100.7")
    assert abs(datetime.fromisoformat(document["at"]) - datetime.now(UTC)) < timedelta(minutes=1)
    signature = Signature(proof["keyId"], b64decode(proof["signature"]))
    assert await signing.verify(conn, proof["document"].encode(), signature)
    assert not await signing.verify(conn, proof["document"].replace("100.7", "100.8").encode(), signature)


async def test_no_other_site_presses_for_a_proof(client: Client) -> None:
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = await client.post("/api/v1/my-ip/proof", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "cross_site_request")


async def test_proofs_are_made_only_so_often_for_a_network(app: Litestar, conn: Connection) -> None:
    async with a_client(app, address="2001:db8::7") as one, a_client(app, address="2001:db8:0:9::8") as other:

        async def press_again() -> list[int]:
            by = [one] * verifying.PROOFS_A_MINUTE + [other]
            return [(await each.post("/api/v1/my-ip/proof")).status_code for each in by]

        assert await within_a_minute(conn, press_again) == [200] * verifying.PROOFS_A_MINUTE + [429]


async def test_the_number_is_taken_from_the_body_alone(client: Client, conn: Connection) -> None:
    """In a path or a query it would be in every log on the way."""
    holder = await a_holding(conn)
    number = await issue(client, holder.headers, holder.service)

    assert (await client.post(f"{VERIFY}?number={number}", json={})).status_code == 422
    assert (await client.get(f"{VERIFY}?number={number}")).status_code != 200
